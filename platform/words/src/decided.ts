import { capitalised } from '@common/base/english';
import { type Because, fieldsIn, readValues, type Why } from '@platform/core/objects/decision-values';
import type { GrantRecord, PolicyDecision, PossibleDuplicate } from '@platform/core/objects/grant';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from './amounts.ts';
import { ageWords } from './attested.ts';
import { nameWords } from './names.ts';
import { possibleDuplicateWords } from './possible-duplicate.ts';
import { reasonWords } from './reasons.ts';
import { clauseWords, sentence } from './short.ts';
import { dayAndTime } from './when.ts';

type Phrases = { readonly [Code in Why]: (values: Because<Code>) => string };

/**
 * Why the rules decided so, by the kind of the rule and its values, as a clause. What is held has "needs approval: "
 * before it.
 */
const PHRASES: Phrases = {
  mandate_revoked: () => 'the mandate was revoked',
  instant_unknown: () => 'the mandate has a date that is on no calendar',
  not_yet_valid: ({ valid_from: from }) => `the mandate begins only on ${dayAndTime(from)}`,
  no_longer_valid: ({ valid_to: to }) => `the mandate ended on ${dayAndTime(to)}`,
  older_policy: ({ signed_under: old, in_force: now }) =>
    `the mandate was signed under ${old}, but the policy in force is ${now}: a new mandate must be signed`,
  facade_unknown: ({ facade, plugin }) => `the plugin ${plugin} has no ${facade}`,
  facade_of_other_plugin: ({ facade, mandate_plugin: own }) =>
    `the mandate is for ${own}, and ${facade} is not part of it`,
  facade_forbidden: ({ facade }) => `the mandate forbids ${facade}`,
  facade_not_in_mandate: ({ facade }) => `the mandate does not allow ${facade}`,
  facade_not_in_profile: ({ facade }) => `company policy does not allow ${facade}`,
  uses_spent: ({ used, limit }) =>
    `the mandate allows ${grouped(limit)} uses, and ${grouped(used)} are taken`,
  same_action: ({ earlier }) =>
    earlier === undefined
      ? 'it repeats an earlier request, which is still open or done already'
      : `it repeats ${earlier}, which is still open or done already`,
  possible_duplicate: ({ earlier, sign }) =>
    possibleDuplicateWords({ grant_id: earlier, why: sign as PossibleDuplicate['why'] }),
  not_listed: (values) => {
    const [[noun, name] = ['', ''], ...others] = fieldsIn(values);
    const beside = others.length === 0 ? '' : ` (${others.map(([, value]) => value).join(', ')})`;
    return `${name}${beside} is not an approved ${nameWords(noun)}`;
  },
  new_entry: ({ field, entry, change, until }) => {
    const noun = nameWords(field);
    if (until !== undefined) {
      const state = change === 'changed' ? `has changed details` : `is a new ${noun}`;
      return `${entry} ${state}, and is held until ${dayAndTime(until)}`;
    }
    const first = noun === 'payee' ? `first payment to ${entry}` : `first time for the ${noun} ${entry}`;
    return change === 'changed' ? `${first} since its details changed` : first;
  },
  not_in_set: ({ field, value, allowed }) =>
    `${value} is not an allowed ${nameWords(field)} (allowed: ${allowed === '' ? 'none' : allowed})`,
  above_level: ({ field, value, limit }) =>
    `${value} is above the mandate’s highest ${nameWords(field)}, ${limit}`,
  level_unknown: ({ field, value }) => `${value} is not a known ${nameWords(field)}`,
  level_needs_approval: ({ field, value, limit }) =>
    value === limit
      ? `${nameWords(field)} ${value}`
      : `${nameWords(field)} ${value}, which is above ${limit}`,
  count_spent: ({ used, limit }) =>
    `the limit is ${grouped(limit)} a day, and ${grouped(used)} are done today`,
  over_limit: ({ value, limit, currency }) =>
    `${money(value, currency)} is above the mandate’s ${money(limit, currency)} limit`,
  over_daily_limit: ({ used, sum, limit, currency }) =>
    `today’s total would go from ${money(used)} to ${money(sum, currency)}, above the mandate’s ${money(limit, currency)} limit for a day`,
  over_threshold: ({ field, value, limit, currency }) =>
    // An amount stands beside it in the action's own sentence; any other figure may not.
    field === 'amount'
      ? `above your ${money(limit, currency)} limit`
      : `${money(value, currency)} is above ${money(limit, currency)}`,
  over_payee_threshold: ({ used, sum, limit, currency, of: payee }) =>
    `today’s total for ${payee} would go from ${money(used)} to ${money(sum, currency)}, above your ${money(limit, currency)} limit`,
  statement_missing: ({ field, value }) =>
    `there is no signed statement about the ${nameWords(field)} ${value}`,
  statement_forged: ({ value, issuer }) => `the statement about ${value} was not signed by ${issuer}`,
  statement_of_stranger: ({ value, issuer }) =>
    `company policy does not take ${issuer}’s word for ${value}, or not by this key`,
  statement_key_over: ({ value, issuer }) =>
    `the statement about ${value} is signed with a key that ${issuer} no longer had, or not yet`,
  statement_key_stolen: ({ value, issuer }) =>
    `the statement about ${value} is signed with a key of ${issuer} that is marked as stolen`,
  statement_of_other_subject: ({ value, about }) => `the statement is about ${about}, not about ${value}`,
  statement_lacks_claim: ({ value, issuer, missing }) => `${issuer} does not say of ${value}: ${missing}`,
  statement_by_other_method: ({ value, method }) =>
    `the statement about ${value} was made by ${method}, which company policy does not accept`,
  statement_stale: ({ value, as_of: asOf }) =>
    `the statement about ${value} is as of ${dayAndTime(asOf)}, and its issuer says that newer facts are due`,
  statement_not_yet_issued: ({ value, issued_at: at }) =>
    `the statement about ${value} is dated ${dayAndTime(at)}, which is yet to come`,
  statement_expired: ({ value, expires_at: end }) =>
    `the statement about ${value} held until ${dayAndTime(end)}: get a new one`,
  statement_too_old: ({ value, as_of: asOf, limit }) =>
    `the statement about ${value} is as of ${dayAndTime(asOf)}, and may be at most ${ageWords(limit)} old`,
  field_missing: ({ field }) => `the ${nameWords(field)} is missing`,
  field_not_amount: ({ field }) => `the ${nameWords(field)} is not an amount`,
  other_currency: ({ value, currency }) =>
    currency === undefined
      ? `the policy names no currency, so ${value} cannot be compared`
      : `${value} is not the currency of the mandate’s limits, ${currency}`,
  bound_missing: ({ rule, bound }) => `${nameWords(rule)}: ${bound} is missing, so nothing is allowed`,
  rule_unknown: () => 'the plugin has a rule that is not known here',
};

/** Phrases that begin with a name or a value, which keeps its spelling at the beginning of a sentence. */
const NAME_FIRST: readonly Why[] = [
  'not_listed',
  'not_in_set',
  'above_level',
  'level_unknown',
  'statement_lacks_claim',
];

/** `2500` and `USD`: `2,500 USD`. Zeros after the point say nothing. */
function money(amount: string, currency?: string): string {
  const words = grouped(amount.replace(/\.0+$/, ''));
  return currency === undefined ? words : `${words} ${currency}`;
}

type Decided = Pick<PolicyDecision, 'outcome' | 'reason' | 'detail' | 'values'>;

/**
 * Why the rules decided so, as the end of a sentence without its full stop: `needs approval: above your 1,000 USD limit`.
 * A decision without values, or with those of a newer version, has its technical line.
 */
export function decisionWords(decision: Decided): string {
  const { outcome, reason, detail, values } = decision;
  if (outcome === 'allow') return reasonWords(reason);
  const because = readValues(values);
  if (because === null) return clauseWords(detail);
  const phrase = PHRASES[because.why] as (values: Because) => string;
  const shown = Object.entries(because).map(([name, value = '']) => [name, clauseWords(value)]);
  const words = printable(phrase(Object.fromEntries(shown)));
  if (because.approver === 'none') return `needs approval, and the mandate names no approver: ${words}`;
  return outcome === 'hold' ? `needs approval: ${words}` : words;
}

/** The same as a sentence of its own. */
export function decisionSentence(decision: Decided): string {
  const words = sentence(decisionWords(decision));
  const { outcome, values } = decision;
  const because = readValues(values);
  const isNameFirst = because === null || NAME_FIRST.includes(because.why);
  return isNameFirst && outcome === 'deny' && because?.approver !== 'none' ? words : capitalised(words);
}

/** The same of a request: one that was decided before decisions had values names its earlier one in the grant. */
export function decidedWords({ decision, grant }: Pick<GrantRecord, 'decision' | 'grant'>): string {
  const { possible_duplicate_of: earlier } = grant;
  return earlier === undefined || readValues(decision.values) !== null
    ? decisionWords(decision)
    : `needs approval: ${possibleDuplicateWords(earlier)}`;
}
