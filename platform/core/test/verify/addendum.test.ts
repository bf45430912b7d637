import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { Addendum } from '../../src/objects/log.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import type { Settled } from '../../src/objects/settled.ts';
import { verifySettled } from '../../src/signed/signed.ts';
import { judge } from '../../src/verify/judge.ts';
import { accepted, addendumTo, SETTLEMENT } from './settled-story.ts';
import { CAST, keysOf } from './story.ts';
import { type Party, party } from './story-keys.ts';

function judged(receipt: Receipt, addenda: readonly Addendum[], keys = keysOf(CAST)) {
  const options = { keys };
  return judge(nodeCrypto, JSON.stringify(receipt), {
    options,
    addenda,
    venues: [],
    as: undefined,
    nowMs: 0,
    cloudKeys: null,
  });
}

describe('an addendum to a receipt', () => {
  const receipt = accepted({ settlement: SETTLEMENT });
  const settled = addendumTo(receipt, {});

  test('says what became of it, as strongly as an adapter can, and changes nothing of the receipt', () => {
    const { proof, addenda } = judged(receipt, [settled]);
    assert.equal(proof.verdict, 'verified');
    assert.deepEqual(addenda, [
      {
        holds: true,
        state: 'settled',
        words: 'accepted on 2026-06-01, settled on 2026-06-02, as bank, an adapter of bank.example, says',
        reasons: [],
      },
    ]);
    const { strength, statement } = proof.claims.find(({ id }) => id === 'settlement') ?? {};
    assert.deepEqual(
      [strength, statement],
      [2, 'Accepted on 2026-06-01, settled on 2026-06-02, as bank, an adapter of bank.example, says.'],
    );
    const alone = judged(receipt, []).proof;
    assert.deepEqual(alone.verification, proof.verification);
    const open = 'What became of it after it was accepted: an addendum says it (sanad-verify --addendum).';
    assert.deepEqual(
      [alone, proof].map(({ not_proven }) => not_proven.includes(open)),
      [true, false],
    );
  });

  test('holds only from who acknowledged, about that acknowledgment, in the same log', () => {
    const other = 'a'.repeat(64);
    const cases: readonly (readonly [Addendum, RegExp])[] = [
      [addendumTo(receipt, { settled: { ack_hash: other } }), /for a different acknowledgment/],
      [addendumTo(receipt, { settled: { action_hash: other } }), /for a different action/],
      [addendumTo(receipt, { settled: { grant_id: 'gr_other' } }), /grant_id of the addendum/],
      [addendumTo(receipt, { settled: { deployment: 'dp_other' } }), /belongs to the deployment dp_other/],
      [addendumTo(receipt, { settled: { adapter_of: 'other' } }), /adapter_of of the addendum is "other"/],
      [addendumTo(receipt, { by: CAST.pep }), /the signer of the addendum is "pep"/],
      [addendumTo(receipt, { headBy: CAST.pep }), /different authority/],
      [addendumTo(receipt, { head: { log_id: 'log_other' } }), /different log/],
      [addendumTo(receipt, { head: { root_hash: other } }), /not proven to be leaf 1/],
      [addendumTo(receipt, { leaf: 0 }), /not proven to be leaf 0/],
      [
        addendumTo(receipt, { settled: { at: '2026-06-02T10:02:00.000Z' } }),
        /timestamp is before settled.at/,
      ],
      [{ ...settled, settled: { ...settled.settled, state: 'failed' } }, /was changed after signing/],
    ];
    for (const [addendum, expected] of cases) {
      const { proof, addenda } = judged(receipt, [addendum]);
      assert.equal(addenda[0]?.holds, false, String(expected));
      assert.match(addenda[0]?.reasons.join('; ') ?? '', expected);
      assert.equal(proof.claims.find(({ id }) => id === 'settlement')?.strength, 0);
    }
    const unnamed = accepted({});
    const [verdict] = judged(unnamed, [addendumTo(unnamed, {})]).addenda;
    assert.match(verdict?.reasons.join() ?? '', /the connector of treasury names no settlement/);
  });

  test('may be signed with a key that replaced the first after it was settled, and before that was asked', () => {
    const next = party('bank.next', 'counterparty');
    const by: Party = { ...next, signer: { ...next.signer, kid: 'bank' } };
    const replaced = '2026-06-02T10:00:04.000Z';
    const { bank } = keysOf(CAST);
    assert.ok(bank);
    const { public_key, fingerprint } = next.key;
    const fresh = { ...bank, public_key, fingerprint, not_before: replaced };
    const keys = { ...keysOf(CAST), bank: { ...fresh, retired: [{ ...bank, not_after: replaced }] } };
    const addendum = addendumTo(receipt, { by });
    assert.deepEqual(judged(receipt, [addendum], keys).addenda[0]?.reasons, []);
    assert.ok(verifySettled(nodeCrypto, addendum, keys).ok);
    // The key that was replaced signs nothing of after its end.
    const late = addendumTo(receipt, { settled: { at: '2026-06-02T10:00:05.000Z' } });
    assert.equal(verifySettled(nodeCrypto, late, keys).ok, false);
  });

  test('may say that what was settled came back, and nothing else after another', () => {
    const holds = (...states: readonly Settled['state'][]) => {
      const given = states.map((state) => addendumTo(receipt, { settled: { state } }));
      // Their places in the log are those of a tree of one addendum each.
      const inOrder = given.map((one, index) => ({ ...one, log: { ...one.log, leaf_index: index } }));
      const reasons = judged(receipt, inOrder).addenda.flatMap((verdict) => verdict.reasons);
      return !reasons.some((reason) => /does not follow/.test(reason));
    };
    assert.deepEqual(
      [holds('settled', 'returned'), holds('failed', 'settled'), holds('returned', 'settled')],
      [true, false, false],
    );
  });
});
