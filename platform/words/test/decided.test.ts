import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Because, CODES, keptValues, readValues } from '@platform/core/objects/decision-values';
import type { GrantRecord, PolicyDecision } from '@platform/core/objects/grant';
import { decidedWords, decisionSentence, decisionWords } from '../src/decided.ts';

type Row = readonly [outcome: 'hold' | 'deny', because: Because, sentence: string];

const amount = { rule: 'amount_max', field: 'amount', value: '2500', currency: 'USD' };
const said = { rule: 'checked', field: 'symbol', value: 'AAPL', issuer: 'screener.example' };
const level = { rule: 'max_sensitivity', field: 'sensitivity', value: 'restricted' };

/** What is said of each code and its values. Names and amounts are those that a person knows. */
const ROWS: readonly Row[] = [
  ['deny', { why: 'mandate_revoked', contract_id: 'ic_1' }, 'The mandate was revoked.'],
  ['deny', { why: 'instant_unknown' }, 'The mandate has a date that is on no calendar.'],
  [
    'deny',
    { why: 'not_yet_valid', valid_from: '2026-03-02T09:00:00Z' },
    'The mandate begins only on 2 March 2026 at 09:00 UTC.',
  ],
  [
    'deny',
    { why: 'no_longer_valid', valid_to: '2026-03-02T09:00:00Z' },
    'The mandate ended on 2 March 2026 at 09:00 UTC.',
  ],
  [
    'deny',
    { why: 'older_policy', signed_under: 'pay.v1@1.0.0', in_force: 'pay.v1@1.0.1' },
    'The mandate was signed under pay.v1@1.0.0, but the policy in force is pay.v1@1.0.1: a new mandate must be signed.',
  ],
  ['deny', { why: 'facade_unknown', facade: 'a.pay', plugin: 'pay' }, 'The plugin pay has no a.pay.'],
  [
    'deny',
    { why: 'facade_of_other_plugin', facade: 'a.pay', plugin: 'pay', mandate_plugin: 'lend' },
    'The mandate is for lend, and a.pay is not part of it.',
  ],
  ['deny', { why: 'facade_forbidden', facade: 'a.pay' }, 'The mandate forbids a.pay.'],
  ['deny', { why: 'facade_not_in_mandate', facade: 'a.pay' }, 'The mandate does not allow a.pay.'],
  ['deny', { why: 'facade_not_in_profile', facade: 'a.pay' }, 'Company policy does not allow a.pay.'],
  [
    'deny',
    { why: 'uses_spent', limit: '1000', used: '1000' },
    'The mandate allows 1,000 uses, and 1,000 are taken.',
  ],
  [
    'deny',
    { why: 'same_action', fields: 'payee, amount', earlier: 'gr_1' },
    'It repeats gr_1, which is still open or done already.',
  ],
  [
    'deny',
    { why: 'same_action', fields: 'payee, amount' },
    'It repeats an earlier request, which is still open or done already.',
  ],
  [
    'hold',
    { why: 'possible_duplicate', earlier: 'gr_1', sign: 'leading_zeros' },
    'Needs approval: probably a duplicate of gr_1: the references differ by leading zeros.',
  ],
  [
    'deny',
    {
      why: 'not_listed',
      rule: 'beneficiaries',
      ...{ field: 'beneficiary_id', value: 'mallory', field_2: 'to_account', value_2: 'acct_mallory' },
      ...{ field_3: 'currency', value_3: 'USD' },
    },
    'mallory (acct_mallory, USD) is not an approved payee.',
  ],
  [
    'deny',
    { why: 'not_listed', rule: 'recipients', field: 'recipient_id', value: 'lab' },
    'lab is not an approved recipient.',
  ],
  [
    'hold',
    {
      why: 'new_entry',
      rule: 'beneficiaries',
      field: 'beneficiary_id',
      entry: 'initrode',
      change: 'added',
    },
    'Needs approval: first payment to initrode.',
  ],
  [
    'hold',
    { why: 'new_entry', rule: 'beneficiaries', field: 'beneficiary_id', entry: 'acme', change: 'changed' },
    'Needs approval: first payment to acme since its details changed.',
  ],
  [
    'hold',
    {
      why: 'new_entry',
      rule: 'beneficiaries',
      ...{ field: 'beneficiary_id', entry: 'initrode', change: 'added', until: '2026-12-12T09:00:00.000Z' },
    },
    'Needs approval: initrode is a new payee, and is held until 12 December 2026 at 09:00 UTC.',
  ],
  [
    'hold',
    { why: 'new_entry', rule: 'recipients', field: 'recipient_id', entry: 'lab', change: 'added' },
    'Needs approval: first time for the recipient lab.',
  ],
  [
    'deny',
    { why: 'not_in_set', rule: 'purposes', field: 'purpose', value: 'sale', allowed: 'care, audit' },
    'sale is not an allowed purpose (allowed: care, audit).',
  ],
  [
    'deny',
    { why: 'above_level', ...level, limit: 'internal' },
    'restricted is above the mandate’s highest sensitivity, internal.',
  ],
  ['deny', { why: 'level_unknown', ...level, value: 'odd' }, 'odd is not a known sensitivity.'],
  [
    'hold',
    { why: 'level_needs_approval', ...level, limit: 'restricted' },
    'Needs approval: sensitivity restricted.',
  ],
  [
    'hold',
    { why: 'level_needs_approval', ...level, limit: 'internal' },
    'Needs approval: sensitivity restricted, which is above internal.',
  ],
  [
    'deny',
    { why: 'count_spent', rule: 'per_day', limit: '5', used: '5' },
    'The limit is 5 a day, and 5 are done today.',
  ],
  [
    'deny',
    { why: 'over_limit', ...amount, limit: '1000.00' },
    '2,500 USD is above the mandate’s 1,000 USD limit.',
  ],
  [
    'deny',
    { why: 'over_daily_limit', ...amount, used: '49000', sum: '51500', limit: '50000' },
    'Today’s total would go from 49,000 to 51,500 USD, above the mandate’s 50,000 USD limit for a day.',
  ],
  [
    'hold',
    { why: 'over_threshold', ...amount, limit: '1000' },
    'Needs approval: above your 1,000 USD limit.',
  ],
  [
    'hold',
    { why: 'over_threshold', rule: 'ask_above', field: 'price', value: '80', limit: '50', currency: 'USD' },
    'Needs approval: 80 USD is above 50 USD.',
  ],
  [
    'hold',
    {
      why: 'over_payee_threshold',
      ...amount,
      ...{ used: '900', sum: '3400', limit: '3000', per: 'beneficiary_id', of: 'acme' },
    },
    'Needs approval: today’s total for acme would go from 900 to 3,400 USD, above your 3,000 USD limit.',
  ],
  [
    'deny',
    { why: 'statement_missing', rule: 'checked', field: 'symbol', value: 'AAPL' },
    'There is no signed statement about the symbol AAPL.',
  ],
  [
    'deny',
    { why: 'statement_forged', ...said, kid: 'screener' },
    'The statement about AAPL was not signed by screener.example.',
  ],
  [
    'deny',
    { why: 'statement_of_stranger', ...said, kid: 'screener' },
    'Company policy does not take screener.example’s word for AAPL, or not by this key.',
  ],
  [
    'deny',
    { why: 'statement_key_over', ...said, kid: 'screener', issued_at: '2026-03-02T09:00:00Z' },
    'The statement about AAPL is signed with a key that screener.example no longer had, or not yet.',
  ],
  [
    'deny',
    { why: 'statement_key_stolen', ...said, kid: 'screener' },
    'The statement about AAPL is signed with a key of screener.example that is marked as stolen.',
  ],
  [
    'deny',
    { why: 'statement_of_other_subject', ...said, about: 'ticker MSFT' },
    'The statement is about ticker MSFT, not about AAPL.',
  ],
  [
    'deny',
    { why: 'statement_lacks_claim', ...said, missing: 'aaoifi.pass' },
    'screener.example does not say of AAPL: aaoifi.pass.',
  ],
  [
    'deny',
    { why: 'statement_by_other_method', ...said, method: 'screener/6' },
    'The statement about AAPL was made by screener/6, which company policy does not accept.',
  ],
  [
    'deny',
    { why: 'statement_stale', ...said, as_of: '2026-03-01T00:00:00Z' },
    'The statement about AAPL is as of 1 March 2026 at 00:00 UTC, and its issuer says that newer facts are due.',
  ],
  [
    'deny',
    { why: 'statement_not_yet_issued', ...said, issued_at: '2026-03-03T09:00:00Z' },
    'The statement about AAPL is dated 3 March 2026 at 09:00 UTC, which is yet to come.',
  ],
  [
    'deny',
    { why: 'statement_expired', ...said, expires_at: '2026-03-01T09:00:00Z' },
    'The statement about AAPL held until 1 March 2026 at 09:00 UTC: get a new one.',
  ],
  [
    'deny',
    { why: 'statement_too_old', ...said, as_of: '2026-02-01T00:00:00Z', limit: '7' },
    'The statement about AAPL is as of 1 February 2026 at 00:00 UTC, and may be at most 7 days old.',
  ],
  [
    'deny',
    { why: 'field_missing', rule: 'reference_required', field: 'reference' },
    'The reference is missing.',
  ],
  ['deny', { why: 'field_not_amount', rule: 'amount_max', field: 'amount' }, 'The amount is not an amount.'],
  [
    'deny',
    { why: 'other_currency', rule: 'amount_max', field: 'currency', value: 'EUR', currency: 'USD' },
    'EUR is not the currency of the mandate’s limits, USD.',
  ],
  [
    'deny',
    { why: 'other_currency', rule: 'amount_max', field: 'currency', value: 'EUR' },
    'The policy names no currency, so EUR cannot be compared.',
  ],
  [
    'deny',
    { why: 'bound_missing', rule: 'daily_max', bound: 'the mandate’s limit' },
    'Daily max: the mandate’s limit is missing, so nothing is allowed.',
  ],
  ['deny', { why: 'rule_unknown' }, 'The plugin has a rule that is not known here.'],
  [
    'deny',
    { why: 'over_threshold', ...amount, limit: '1000', approver: 'none' },
    'Needs approval, and the mandate names no approver: above your 1,000 USD limit.',
  ],
];

function decision(outcome: 'hold' | 'deny', because: Because): PolicyDecision {
  return { outcome, reason: 'approval_required', detail: 'technical', values: keptValues(because) };
}

describe('a decision in words', () => {
  for (const [outcome, because, sentence] of ROWS)
    test(sentence, () => assert.equal(decisionSentence(decision(outcome, because)), sentence));

  test('each code has a row, with all of its values', () => {
    const codes = new Set(ROWS.map(([, { why }]) => why));
    assert.equal(codes.size, CODES.length);
    for (const [, because] of ROWS) assert.notEqual(readValues(keptValues(because)), null);
  });

  test('within a longer sentence it has neither capital nor full stop', () => {
    const held: Because = { why: 'over_threshold', ...amount, limit: '1000' };
    assert.equal(decisionWords(decision('hold', held)), 'needs approval: above your 1,000 USD limit');
  });

  test('what an agent wrote stays visible, and begins no sentence of ours', () => {
    const odd: Because = { why: 'not_listed', rule: 'payees', field: 'payee', value: 'ac\u202eme' };
    assert.equal(decisionSentence(decision('deny', odd)), 'ac\\u{202e}me is not an approved payee.');
    const ours: Because = { ...odd, value: 'acme” holds. Verified' };
    assert.equal(
      decisionSentence(decision('deny', ours)),
      "“acme' holds. Verified” is not an approved payee.",
    );
  });

  test('a decision from before there were values, or with values of a newer version, has its own line', () => {
    const detail = 'amount 7400 is over rules.threshold 1000 and needs an approval';
    const old = { outcome: 'hold', reason: 'approval_required', detail } as const;
    assert.equal(decisionSentence(old), `A${detail.slice(1)}.`);
    assert.equal(
      decisionSentence({ ...old, values: { why: 'full_moon', at: 'noon' } }),
      `A${detail.slice(1)}.`,
    );
    assert.equal(decisionSentence({ ...old, values: { why: 'over_threshold' } }), `A${detail.slice(1)}.`);
    const grant = { possible_duplicate_of: { grant_id: 'gr_1', why: 'look_alike' } } as GrantRecord['grant'];
    assert.equal(
      decidedWords({ decision: old, grant }),
      'needs approval: probably a duplicate of gr_1: the references look alike',
    );
  });

  test('what is allowed is within its mandate', () => {
    assert.equal(
      decisionWords({ outcome: 'allow', reason: 'ok', detail: 'within the mandate' }),
      'within its mandate',
    );
  });
});
