import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import { withTempDir } from '@common/kit/testing';
import { addEnding, endingKey, NOTHING_ENDED } from '@platform/core/log/standing/endings';
import { proveInMap } from '@platform/core/log/standing/sparse-map';
import type { Ending, StandingProof } from '@platform/core/objects/standing';
import { addBody } from '@platform/core/testing/memory-log';
import { readRevocations } from '../src/handed-revocations.adapter.ts';
import { grown, openWitness } from './opened-witness.ts';

const MANDATE = 'ic_1';
const ENDING: Ending = {
  kind: 'mandate',
  id: MANDATE,
  ended_at: '2026-01-01T00:00:00.000Z',
  by: 'ab'.repeat(32),
};

test('cosigns no checkpoint without a revocation that it was handed', async () => {
  const log = grown(9);
  const asked: string[] = [];
  let shown: StandingProof | null = null;
  await using witness = await openWitness(log);
  const left: string[] = [];
  witness.hand({
    of: async () => [MANDATE],
    proof: async (origin, things, size) => {
      asked.push(`${origin} ${things.map(({ id }) => id)} ${size}`);
      return shown;
    },
    onLeftOut: ({ mandates }) => left.push(mandates),
  });
  const { head, nodes } = addEnding(nodeCrypto, new Map(), NOTHING_ENDED, ENDING);
  const proof = proveInMap(nodes, head.root_hash, [endingKey(nodeCrypto, ENDING)]);
  const hides = log.checkpoint(5, undefined, NOTHING_ENDED);
  for (const [note, answer] of [
    [log.checkpoint(5), null],
    [hides, null],
    [hides, { proof: ['-'] }],
    // The log shows what it did not sign.
    [hides, { proof, ended: [ENDING] }],
    [log.checkpoint(5, undefined, head), { proof }],
  ] as const) {
    shown = answer === null ? null : ({ ...answer, proof: [...answer.proof] } as StandingProof);
    const [status, , text] = await witness.add(addBody(0, [], note));
    assert.equal(status, 422, text);
    assert.match(text, /ending_left_out/);
  }
  assert.deepEqual(new Set(left), new Set([MANDATE]));
  shown = { proof, ended: [ENDING] };
  const [status, , lines] = await witness.add(addBody(0, [], log.checkpoint(5, undefined, head)));
  assert.equal(status, 200, lines);
  assert.equal(asked.at(-1), `log.example/receipts ${MANDATE} 5`);
});

test('cosigns no checkpoint that leaves out what has ended, once one has said it', async () => {
  const log = grown(9);
  await using witness = await openWitness(log);
  const add = (old: number, size: number, head?: typeof NOTHING_ENDED) =>
    witness.add(addBody(old, old === 0 ? [] : log.proof(old, size), log.checkpoint(size, undefined, head)));
  // From before there was a standing.
  assert.equal((await add(0, 3))[0], 200);
  assert.equal((await add(3, 5, NOTHING_ENDED))[0], 200);
  for (const size of [5, 7]) {
    const [status, , text] = await add(5, size);
    assert.equal(status, 422, text);
    assert.match(text, /standing_left_out/);
  }
  assert.equal((await add(5, 7, NOTHING_ENDED))[0], 200);
});

test('reads signed revocations from a folder, and nothing else', async () => {
  await withTempDir(async (folder) => {
    assert.deepEqual(await readRevocations(nodeCrypto, join(folder, 'none')), []);
    const revocation = {
      type: 'sanad/revocation/1',
      deployment: `dp_${'0'.repeat(24)}`,
      contract_id: MANDATE,
      contract_hash: 'ab'.repeat(32),
      revoked_at: '2026-01-01T00:00:00Z',
      reason: 'over',
    } as const;
    const signature = { kid: 'principal_amina', alg: 'ed25519', sig: 'ab'.repeat(64) };
    const signed = { revocation, revocation_hash: hashOf(nodeCrypto, revocation), signature };
    const own = join(folder, 'log');
    await mkdir(own);
    await writeFile(join(own, 'a.json'), JSON.stringify(signed));
    await writeFile(join(own, 'notes.txt'), 'no revocation');
    assert.deepEqual(await readRevocations(nodeCrypto, own), [MANDATE]);
    const changed = { ...signed, revocation: { ...revocation, contract_id: 'ic_2' } };
    await writeFile(join(own, 'b.json'), JSON.stringify(changed));
    await assert.rejects(readRevocations(nodeCrypto, own), /b\.json is not a signed revocation/);
  });
});
