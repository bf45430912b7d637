import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { Addendum } from '../../src/objects/log.ts';
import type { Receipt } from '../../src/objects/receipt.ts';
import type { Settled } from '../../src/objects/settled.ts';
import { withhold } from '../../src/receipt/view.ts';
import { verifySettled } from '../../src/signed/signed.ts';
import { judge } from '../../src/verify/judge.ts';
import { accepted, addendumTo, type Changes, SETTLEMENT } from './settled-story.ts';
import { CAST, keysOf, opened } from './story.ts';
import { type Party, party } from './story-keys.ts';

function judged(receipt: Receipt, addenda: readonly Addendum[], keys = keysOf(CAST)) {
  const options = { keys };
  const { proof } = judge(nodeCrypto, JSON.stringify(receipt), {
    options,
    addenda,
    venues: [],
    as: undefined,
    nowMs: 0,
    cloudKeys: null,
  });
  return { proof, addenda: proof.addenda };
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
        at: '2026-06-02T10:00:00.000Z',
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
      [addendumTo(receipt, { head: { root_hash: other } }), /not proven to be leaf 8/],
      [{ ...settled, log: { ...settled.log, leaf_index: 7 } }, /not proven to be leaf 7/],
      [
        addendumTo(receipt, { head: { timestamp: '2026-06-02T09:58:00.000Z' } }),
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

  test('stands after the receipt, in the receipt’s own log', () => {
    const root = receipt.status.log?.tree_head.root_hash ?? '';
    const cases: readonly (readonly [Addendum, RegExp | null])[] = [
      [addendumTo(receipt, { leaf: 5, size: 9 }), /is leaf 5, but what it follows on is leaf 5/],
      [addendumTo(receipt, { leaf: 4, size: 9 }), /is leaf 4, but what it follows on is leaf 5/],
      [addendumTo(receipt, { leaf: 7 }), /two heads of size 8 have different roots/],
      [addendumTo(receipt, { leaf: 7, head: { root_hash: root } }), /not proven to be leaf 7/],
      // A receipt may have been given a newer head than the addendum has, which must not be an older one.
      [addendumTo(receipt, { leaf: 6, settled: { at: '2026-06-01T09:00:04.000Z' } }), null],
      [addendumTo(receipt, { leaf: 6 }), /the tree head of size 8 is before the tree head of size 7/],
      [
        addendumTo(receipt, { settled: { at: '2026-06-01T08:59:00.000Z' } }),
        /settled\.at is before acknowledged_at.*; the tree head of size 9 is before the tree head of size 8/,
      ],
      // The clocks of two signers may differ by a minute.
      [addendumTo(receipt, { settled: { at: '2026-06-01T09:00:00.000Z' } }), null],
    ];
    for (const [addendum, expected] of cases) {
      const reasons = judged(receipt, [addendum]).addenda.flatMap((verdict) => verdict.reasons);
      if (expected === null) assert.deepEqual(reasons, []);
      else assert.match(reasons.join('; '), expected);
    }
  });

  test('of a view that withholds the acknowledgment says nothing of when it was accepted', () => {
    const { view } = unwrap(withhold(opened(receipt), ['how.counterparty_ack']));
    const early = addendumTo(receipt, {
      settled: { at: '2026-06-01T08:00:00.000Z' },
      head: { timestamp: '2026-06-02T10:00:00.000Z' },
    });
    const { proof, addenda } = judged(view, [early]);
    assert.equal(proof.verdict, 'partial');
    assert.deepEqual(
      addenda.map(({ words, reasons }) => [words, reasons]),
      [['settled on 2026-06-01, as bank, an adapter of bank.example, says', []]],
    );
  });

  test('says nothing of a receipt that fails', () => {
    const altered = { ...receipt, what: { ...receipt.what, tier: 'other' } };
    const { proof, addenda } = judged(altered, [settled]);
    assert.deepEqual([proof.verdict, addenda], ['failed', []]);
    assert.ok(!proof.claims.some(({ id }) => id === 'settlement'));
  });

  test('may say that what was settled came back, and nothing else after another', () => {
    const reasons = (first: Settled['state'], then: Changes) => {
      const next = { leaf: 9, ...then };
      const given = [addendumTo(receipt, { settled: { state: first } }), addendumTo(receipt, next)];
      return judged(receipt, given).addenda.flatMap((verdict) => verdict.reasons);
    };
    const returned = { settled: { state: 'returned', at: '2026-06-09T10:00:00.000Z' } } as const;
    assert.deepEqual(reasons('settled', returned), []);
    assert.deepEqual(reasons('failed', { settled: { state: 'settled' } }), [
      '"settled" does not follow on "failed"',
    ]);
    assert.match(reasons('returned', {}).join(), /"settled" does not follow on "returned"/);
    for (const [then, expected] of [
      [{ ...returned, leaf: 8 }, /is leaf 8, but what it follows on is leaf 8.*two heads of size 9 have/],
      [{ settled: { state: 'returned', at: '2026-06-02T09:00:00.000Z' } }, /before the instant of "settled"/],
      [
        { ...returned, head: { timestamp: '2026-06-02T09:00:00.000Z' } },
        /the tree head of size 10 is before the tree head of size 9/,
      ],
    ] as const)
      assert.match(reasons('settled', then).join('; '), expected);
  });
});
