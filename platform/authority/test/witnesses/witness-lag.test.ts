import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askWitness } from '@platform/authority/witnesses/ask-witness';
import type { Witness } from '@platform/authority/witnesses/judge-claim';
import { readLags } from '@platform/authority/witnesses/witness-lag';
import { nodeCrypto } from '@platform/proof/node';
import { KEY_TYPES } from '@platform/proof/note/note-key';
import { noteSigner } from '@platform/proof/testing/note-signer';
import { WITNESS, withLog } from '../support/witnessed-log.ts';

const BOB: Witness = {
  ...{ name: 'bob', url: 'https://bob.example' },
  key: noteSigner(nodeCrypto, 'bob.example', KEY_TYPES.cosigner).key,
};
const BOTH = { threshold: 2, members: ['ana', 'bob'] };

test('a lag begins with the first head that was not cosigned, and ends with the newest', () =>
  withLog(async ({ d, deps, grow, cosignAs }) => {
    const lags = (quorum: typeof BOTH | null = BOTH) =>
      readLags({ ...deps, clock: d.deps.clock }, { witnesses: [WITNESS, BOB], quorum });
    assert.deepEqual(await lags(), { lags: {}, quorum: 0 }, 'before the first head');
    await grow(1);
    d.advance(60);
    assert.deepEqual(await lags(), { lags: { ana: 60, bob: 60 }, quorum: 60 });
    await askWitness(deps, WITNESS);
    assert.deepEqual(await lags(), { lags: { ana: 0, bob: 60 }, quorum: 60 });
    await cosignAs(BOB.key);
    assert.deepEqual(await lags(), { lags: { ana: 0, bob: 0 }, quorum: 0 });
    await grow(1);
    d.advance(5);
    await grow(1);
    d.advance(5);
    await cosignAs(BOB.key);
    assert.deepEqual(await lags(), { lags: { ana: 10, bob: 0 }, quorum: 10 });
    await askWitness(deps, WITNESS);
    assert.deepEqual(await lags(), { lags: { ana: 0, bob: 0 }, quorum: 0 });
    await grow(1);
    d.advance(7);
    assert.deepEqual(await lags(null), { lags: { ana: 7, bob: 7 }, quorum: 0 }, 'the own word is enough');
  }));

test('a witness that only says what it has signed is late all the same', () =>
  withLog(async ({ d, deps, next, grow }) => {
    await grow(1);
    await grow(1);
    d.advance(9);
    next.push({ kind: 'answered', status: 409, text: '2\n' }, { kind: 'answered', status: 503, text: '' });
    assert.equal((await askWitness(deps, WITNESS)).kind, 'failed');
    assert.deepEqual(
      (await readLags({ ...deps, clock: d.deps.clock }, { witnesses: [WITNESS], quorum: null })).lags,
      {
        ana: 9,
      },
    );
  }));
