import { addAmounts } from '@platform/core/decide/amount';
import { countersOf } from '@platform/core/decide/rules/check-rule';
import type { OtherSeen } from '@platform/core/dispute/beside';
import type { Found } from '@platform/core/dispute/row';
import type { Because } from '@platform/core/objects/decision-values';
import type { PolicyRule } from '@platform/core/objects/plugin';
import type { OpenReceipt } from '@platform/core/objects/receipt';
import { grouped, inWords } from './amounts.ts';
import { decisionWords } from './decided.ts';
import { nameWords } from './names.ts';
import { listed } from './short.ts';
import { exactTime } from './when.ts';

/** A receipt, and what the others of its file count for. */
export interface Judged {
  readonly receipt: OpenReceipt;
  readonly others: readonly OtherSeen[];
}

/** `2500` and `USD`: `2,500 USD`. */
function money(amount: string, currency: string): string {
  return `${inWords(amount, currency)} ${currency}`.trim();
}

/** What was found of a rule, with the values that it compares. */
export function ruleWords(
  { rule, because, isHeld }: Extract<Found, { code: 'rule' }>,
  judged: Judged,
  isApproved: boolean,
): string {
  const found = [sumWords(rule, judged) ?? valueWords(rule, judged.receipt)];
  if (because === null) return found.join('');
  if (because.why === 'over_threshold' || because.why === 'over_payee_threshold')
    found.push(`above ${money(because.limit, because.currency ?? '')}`);
  else if (because.why === 'over_daily_limit')
    found.push(`above the limit of ${money(because.limit, because.currency ?? '')}`);
  // The phrase has the values already.
  else found.splice(0, 1, whyWords(because));
  if (!isHeld) return found.join(', ');
  const { outcome } = judged.receipt.how.grant;
  const asked = isApproved
    ? 'so a person had to approve, and did'
    : outcome === 'deny'
      ? 'so a person would have had to approve; it was denied before anybody was asked'
      : 'so a person had to approve, and no approval counts';
  return `${found.join(', ')}, ${asked}`;
}

/** Why the rules refuse, as a clause without advice. */
function whyWords({ why, ...values }: Because): string {
  const kept = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const decision = {
    outcome: 'deny',
    reason: 'approval_required',
    detail: why,
    values: { why, ...Object.fromEntries(kept) },
  };
  return decisionWords(decision as Parameters<typeof decisionWords>[0]);
}

/** The values that a rule looks at: `the amount is 250 EUR`. */
function valueWords(rule: PolicyRule, receipt: OpenReceipt): string {
  if (rule.kind === 'count_per_day') return '';
  const fields = rule.kind === 'allow_list' ? rule.fields : [rule.field];
  const each = fields.map((field, index) => {
    const value = paramWords(field, receipt);
    const name = nameWords(field);
    return index === 0 ? `the ${name} is ${value}` : `${name} ${value}`;
  });
  return `${each.join(', ')}${byWords(rule.name, receipt)}`;
}

/** The entry or the statement by which a value holds. */
function byWords(name: string, { why, what }: OpenReceipt): string {
  const entry = Object.hasOwn(why.directories ?? {}, name) ? why.directories?.[name]?.entry.entry : undefined;
  if (entry !== undefined)
    return `, by entry ${entry.sequence} of its directory (${entry.name}, signed on ${exactTime(entry.signed_at)})`;
  const { statements = {} } = what.action;
  const statement = Object.hasOwn(statements, name) ? statements[name]?.statement : undefined;
  return statement === undefined
    ? ''
    : `, by a statement of ${statement.issuer} as of ${exactTime(statement.as_of)}`;
}

function paramWords(field: string, { what, why }: OpenReceipt): string {
  const { params } = what.action;
  const value = params[field];
  if (value === undefined) return 'not given';
  const spec = why.plugin.manifest.facades.find(({ name }) => name === what.facade)?.params ?? {};
  const currency = Object.keys(spec).find((name) => spec[name]?.kind === 'currency');
  return spec[field]?.kind === 'amount'
    ? money(String(value), String(params[currency ?? ''] ?? ''))
    : String(value);
}

/** What a rule adds up that day, receipt by receipt; null for a rule that adds up nothing. */
function sumWords(rule: PolicyRule, { receipt, others }: Judged): string | null {
  const [counter] = countersOf([rule], receipt.what.action.params);
  if (counter === undefined) return null;
  const before = others.flatMap(({ receipt_id: id, counters }) => {
    const amount = counters[counter];
    return amount === undefined ? [] : [{ id, amount }];
  });
  const day = receipt.what.action.proposed_at.slice(0, 'YYYY-MM-DD'.length);
  if (rule.kind === 'count_per_day')
    return before.length === 0
      ? `it is the only one of ${day} that the file shows`
      : `it is number ${before.length + 1} of ${day}, after ${listed(before.map(({ id }) => id))}`;
  if (!('field' in rule)) return null;
  const own = paramWords(rule.field, receipt);
  if (before.length === 0)
    return `the ${nameWords(rule.field)} is ${own}, and the file shows no other of ${day} that counts`;
  const sum = before.reduce((total, { amount }) => addAmounts(total, amount), '0');
  const all = addAmounts(sum, String(receipt.what.action.params[rule.field] ?? '0'));
  const each = before.map(({ id, amount }) => `${grouped(amount)} in ${id}`);
  const currency = own.split(' ')[1] ?? '';
  return `${day} comes to ${money(all, currency)}: ${own} in this one, ${listed(each)}`;
}

/** What was found of a point that every mandate has. */
export function pointWords(
  { point, because }: Extract<Found, { code: 'point' }>,
  { receipt, others }: Judged,
): string {
  const { what, why } = receipt;
  const proposed = `it was proposed on ${exactTime(what.action.proposed_at)}`;
  switch (point) {
    case 'validity':
      if (because === null) return `${proposed}, between the two`;
      if (because.why === 'no_longer_valid')
        return `${proposed}, and the mandate ended on ${exactTime(because.valid_to)}`;
      return because.why === 'not_yet_valid'
        ? `${proposed}, and the mandate began only on ${exactTime(because.valid_from)}`
        : whyWords(because);
    case 'scope':
      return because === null
        ? `it is ${what.facade}, which mandate and profile allow`
        : `it is ${what.facade}: ${whyWords(because)}`;
    case 'uses': {
      if (what.facade !== why.plugin.manifest.covered_facade) return `${what.facade} takes no use`;
      const before = others.filter(({ uses }) => uses > 0).map(({ receipt_id: id }) => id);
      return before.length === 0
        ? 'it is the first use, as far as the file shows'
        : `it is use number ${before.length + 1} that the file shows, after ${listed(before)}`;
    }
    case 'repetition': {
      if (because === null) return 'the file shows no earlier one that is the same';
      const earlier = others.find(({ grant_id: id }) => id === because.earlier);
      return earlier === undefined
        ? whyWords(because)
        : `${earlier.receipt_id} is the same: proposed on ${exactTime(earlier.proposed_at)}, and executed`;
    }
  }
}

/** Another receipt of the file, and what it counts for. */
export function otherWords({
  receipt_id: id,
  why_not: why,
  counters,
  contract_id: mandate,
  outcome,
  proposed_at: at,
}: OtherSeen): string {
  if (why === null)
    return Object.keys(counters).length > 0
      ? `${id} counts towards uses and the sums of its day`
      : `${id} counts as a use, and towards no sum of that day: it is of ${exactTime(at)}`;
  const reasons: Readonly<Record<typeof why, string>> = {
    not_executed: `it was not executed (${outcome})`,
    same_grant: 'it is about the same grant',
    later: `it was proposed later, on ${exactTime(at)}`,
    withheld: 'it withholds a part of its action',
    other_mandate: `it is under another mandate, ${mandate}`,
    denied_again: 'it is outside its own mandate, so it spends nothing of it',
    other_day: `it is of another day, ${exactTime(at)}`,
  };
  return `${id} counts for nothing here: ${reasons[why]}`;
}
