import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { report } from '../../src/verify/report.ts';
import { verify } from '../../src/verify/verify.ts';
import { at, CAST, keysOf, opened, type Plot, tell } from './story.ts';

const PINNED = { keys: keysOf(CAST) };

/** Check 5's words about a receipt of which every signature is good, the authority's too. */
function fifth(plot: Partial<Plot>): string {
  const { verdict, checks } = verify(nodeCrypto, tell(plot), PINNED);
  assert.deepEqual(
    [verdict, checks.filter(({ outcome }) => outcome === 'fail').map(({ number }) => number)],
    ['failed', [5]],
  );
  return checks[4]?.detail ?? '';
}

function verdict(plot: Partial<Plot>): string {
  return verify(nodeCrypto, tell(plot), PINNED).verdict;
}

const EARLIER = { grant_id: 'gr_000000000000000000000007', why: 'leading_zeros' } as const;

describe('a thief with the authority’s key has it signed, and the receipt fails', () => {
  const cases: Readonly<Record<string, readonly [Partial<Plot>, RegExp]>> = {
    'any amount': [{ params: { amount: '800000' } }, /denied: amount_over_limit, amount 800000 is over/],
    'to anyone': [{ params: { to_account: 'DE99' } }, /denied: beneficiary_not_approved/],
    'in another currency': [{ params: { currency: 'KWD' } }, /denied: beneficiary_not_approved/],
    'one payment above the whole day’s limit': [
      {
        params: { amount: '500' },
        mandate: { rules: { amount_max: '500', daily_max: '400', threshold: '100' } },
      },
      /denied: daily_limit_exceeded/,
    ],
    'what needs an approval, without one': [
      { approved: false, params: { amount: '250' } },
      /needs an approval that is not there: amount 250 is over rules\.threshold 100/,
    ],
    'under a mandate without any use': [
      { mandate: { limits: { runtime_max_s: 600, use_count_max: 0 } } },
      /denied: use_count_exceeded/,
    ],
    'the same invoice again, under a key of its own': [
      { action: { idempotency_key: 'idem_pay_0123456789abcdef' } },
      /idempotency key is idem_pay_0123456789abcdef, but that of its params is idem_pay_/,
    ],
    'the same invoice again, spelled so that its key differs': [
      { params: { memo: 'Invoice INV-7', reference: 'INV-8 ' } },
      /not in their canonical spelling/,
    ],
    'what may be a duplicate, without an approval': [
      { approved: false, grant: { possible_duplicate_of: EARLIER } },
      /needs an approval that is not there: possible duplicate of gr_/,
    ],
    'with a param that the plugin does not have': [
      { params: { from_account: 'acct_reserve' } },
      /from_account is not a parameter/,
    ],
    'for longer than the mandate allows': [
      { grant: { expires_at: at('09:10:03.001') } },
      /lasts until .*09:10:03\.001Z, but the mandate ends it at .*09:10:03\.000Z/,
    ],
    'a mandate that exceeds the profile': [
      { mandate: { rules: { amount_max: '20000', daily_max: '20000', threshold: '100' } } },
      /the mandate is not within the profile: /,
    ],
  };
  for (const [what, [plot, words]] of Object.entries(cases))
    test(what, () => assert.match(fifth(plot), words));

  test('before the mandate begins', () => {
    const { checks } = verify(nodeCrypto, tell({ mandate: { valid_from: at('09:00:00.001') } }), PINNED);
    assert.match(checks[4]?.detail ?? '', /denied: contract_expired, valid only from/);
  });

  test('a denial that the rules do not give', () => {
    const denied = { outcome: 'denied', grant: { reason: 'beneficiary_not_approved' } } as const;
    assert.match(
      fifth(denied),
      /denied for beneficiary_not_approved, but decided again .* deny \(amount_over_limit\)/,
    );
    assert.match(
      fifth({ ...denied, params: { amount: '90' } }),
      /denied for beneficiary_not_approved, but decided again .* allow \(ok\)/,
    );
    assert.match(
      fifth({ outcome: 'denied', grant: { reason: 'daily_limit_exceeded' } }),
      /denied for daily_limit/,
    );
  });

  test('a hold of an action that needs no approval', () => {
    assert.match(fifth({ params: { amount: '90' } }), /needs no approval, but it was held for one/);
  });
});

test('a hold for a possible duplicate is verified, once a person approved it', () => {
  const held = { params: { amount: '90' }, grant: { possible_duplicate_of: EARLIER } } as const;
  assert.equal(verdict(held), 'verified');
});

test('a stolen grant that the enforcement point refused according to the rules is verified as refused', () => {
  const stolen = { outcome: 'refused', params: { amount: '800000' } } as const;
  assert.equal(verdict({ ...stolen, decision: { reason: 'amount_over_limit' } }), 'verified');
  assert.match(fifth(stolen), /denied: amount_over_limit/);
  const receipt = tell({ ...stolen, decision: { reason: 'amount_over_limit' } });
  const { claims } = report(verify(nodeCrypto, receipt, PINNED), opened(receipt));
  assert.ok(!claims.some(({ id }) => id === 'within_mandate'));
});

describe('facts that a receipt cannot know remain the services’ word', () => {
  test('a denial for earlier uses, sums, payments or a revocation stands', () => {
    for (const reason of ['use_count_exceeded', 'duplicate_action'] as const)
      assert.equal(verdict({ outcome: 'denied', grant: { reason } }), 'verified', reason);
    const small = { outcome: 'denied', params: { amount: '90' } } as const;
    assert.equal(verdict({ ...small, grant: { reason: 'daily_limit_exceeded' } }), 'verified');
    const proof = (plot: Partial<Plot>) => {
      const receipt = tell(plot);
      return report(verify(nodeCrypto, receipt, PINNED), opened(receipt));
    };
    const { not_proven, claims } = proof({ ...small, grant: { reason: 'daily_limit_exceeded' } });
    assert.match(
      not_proven.join(' '),
      /had to be denied \(daily_limit_exceeded\): it depends on what went before/,
    );
    assert.ok(!claims.some(({ id }) => id === 'within_mandate'));
    assert.doesNotMatch(proof({ outcome: 'denied' }).not_proven.join(' '), /had to be denied/);
  });

  test('that one action is within the mandate is proven, at the strength of the mandate’s key', () => {
    const receipt = tell();
    const { claims, not_proven } = report(verify(nodeCrypto, receipt, PINNED), opened(receipt));
    const within = claims.find(({ id }) => id === 'within_mandate');
    assert.deepEqual([within?.strength, within?.kid, within?.pinned], [3, 'principal_amal', true]);
    assert.match(
      within?.statement ?? '',
      /within the amounts, lists and levels that people signed, and needed the approval/,
    );
    assert.doesNotMatch(not_proven.join(' '), /amounts and levels/);
    assert.match(
      not_proven.join(' '),
      /sums and counts over several actions .* the operator’s services say so/,
    );
  });

  test('a receipt that fails claims it of nothing', () => {
    const receipt = tell({ params: { amount: '800000' } });
    const { claims } = report(verify(nodeCrypto, receipt, PINNED), opened(receipt));
    assert.equal(claims.find(({ id }) => id === 'within_mandate')?.strength, 0);
  });
});
