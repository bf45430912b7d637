import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accepted, addendumTo, SETTLEMENT } from '../../core/test/verify/settled-story.ts';
import { CAST, keysOf } from '../../core/test/verify/story.ts';
import { verifyReceipt } from '../src/node.ts';

const receipt = accepted({ settlement: SETTLEMENT });
const keys = keysOf(CAST);
const settled = addendumTo(receipt, {});

test('addenda that hold say what became of it; `later` is only where the receipt is', () => {
  const returned = addendumTo(receipt, { settled: { state: 'returned' } });
  const answer = verifyReceipt(receipt, { keys, addenda: [settled] });
  assert.deepEqual(answer.verdict === 'verified' && answer.later.map(({ state }) => state), ['settled']);
  assert.match(JSON.stringify(answer), /settled on 2026-06-02, as bank, an adapter of bank\.example, says/);
  assert.doesNotMatch(answer.words, / But /);
  const one = verifyReceipt(receipt, { keys, addenda: returned });
  assert.match(
    one.words,
    / But it was returned on 2026-06-02, as bank, an adapter of bank\.example, says\.$/,
  );
  assert.deepEqual(one.verdict === 'verified' && one.later.map(({ state }) => state), ['returned']);
  const none = verifyReceipt(receipt, { keys, addenda: '[]' });
  assert.deepEqual(none.verdict === 'verified' && none.later, []);
  const strangers = verifyReceipt(receipt, { keys: null, addenda: settled });
  assert.deepEqual([strangers.verdict, 'later' in strangers], ['self-consistent', false]);
});

test('an addendum that does not hold fails the whole answer, with keys and without', () => {
  const forged = addendumTo(receipt, { by: CAST.authority });
  for (const given of [forged, [settled, forged], [settled, settled]])
    for (const trusted of [keys, null]) {
      const answer = verifyReceipt(receipt, { keys: trusted, addenda: given });
      assert.deepEqual(
        [answer.verdict, 'receipt' in answer, 'later' in answer, answer.checks.length],
        ['failed', false, false, 9],
      );
      assert.match(answer.words, /^An addendum does not hold: /);
    }
});

test('what is no addendum is told apart from one that does not hold', () => {
  for (const given of ['', '{}', 'null', [settled, settled, settled], { ...settled, log: null }]) {
    const answer = verifyReceipt(receipt, { keys, addenda: given });
    assert.deepEqual([answer.verdict, 'code' in answer && answer.code], ['unusable', 'not_an_addendum']);
  }
});

test('options that cannot be read are unusable, and each is read once', () => {
  const { proxy, revoke } = Proxy.revocable({ keys }, {});
  revoke();
  const throwing = (name: string) =>
    Object.defineProperty({ keys }, name, {
      get: () => {
        throw new Error('no');
      },
    });
  for (const given of [proxy, ...['keys', 'previous', 'asOf', 'addenda'].map(throwing)]) {
    const answer = verifyReceipt(receipt, given);
    assert.deepEqual([answer.verdict, 'code' in answer && answer.code], ['unusable', 'unreadable']);
  }
  const forged = addendumTo(receipt, { by: CAST.authority });
  let reads = 0;
  const changing = {
    keys,
    get addenda() {
      reads += 1;
      return reads === 1 ? forged : undefined;
    },
  };
  assert.deepEqual([verifyReceipt(receipt, changing as never).verdict, reads], ['failed', 1]);
});
