import { type Static, Type } from 'typebox';

/**
 * Why the policy held or denied a proposal, and the values that each such reason always has. The codes are not those of
 * `reason`: several rules may give one reason. A value that only some have, such as the `currency` of a limit, is not
 * listed. Where a rule has several fields, the second one and its value are `field_2` and `value_2`, and so on.
 */
const MEMBERS = {
  mandate_revoked: ['contract_id'],
  instant_unknown: [],
  not_yet_valid: ['valid_from'],
  no_longer_valid: ['valid_to'],
  older_policy: ['signed_under', 'in_force'],
  facade_unknown: ['facade', 'plugin'],
  facade_of_other_plugin: ['facade', 'plugin', 'mandate_plugin'],
  facade_forbidden: ['facade'],
  facade_not_in_mandate: ['facade'],
  facade_not_in_profile: ['facade'],
  uses_spent: ['limit', 'used'],
  /** `earlier`: the grant, where it is known. */
  same_action: ['fields'],
  possible_duplicate: ['earlier', 'sign'],
  not_listed: ['rule', 'field', 'value'],
  new_entry: ['rule', 'field', 'entry', 'change'],
  not_in_set: ['rule', 'field', 'value', 'allowed'],
  above_level: ['rule', 'field', 'value', 'limit'],
  level_unknown: ['rule', 'field', 'value'],
  level_needs_approval: ['rule', 'field', 'value', 'limit'],
  count_spent: ['rule', 'limit', 'used'],
  over_limit: ['rule', 'field', 'value', 'limit'],
  over_daily_limit: ['rule', 'field', 'value', 'used', 'sum', 'limit'],
  over_threshold: ['rule', 'field', 'value', 'limit'],
  /** `per` is the field that names the payee, `of` its value. */
  over_payee_threshold: ['rule', 'field', 'value', 'used', 'sum', 'limit', 'per', 'of'],
  /** Of statements: `value` is what the action names in `field`. */
  statement_missing: ['rule', 'field', 'value'],
  statement_forged: ['rule', 'field', 'value', 'issuer', 'kid'],
  statement_of_stranger: ['rule', 'field', 'value', 'issuer', 'kid'],
  statement_key_over: ['rule', 'field', 'value', 'issuer', 'kid', 'issued_at'],
  statement_key_stolen: ['rule', 'field', 'value', 'issuer', 'kid'],
  /** `about` is the subject that it has instead. */
  statement_of_other_subject: ['rule', 'field', 'value', 'issuer', 'about'],
  /** `missing` are the claims that it lacks. */
  statement_lacks_claim: ['rule', 'field', 'value', 'issuer', 'missing'],
  statement_by_other_method: ['rule', 'field', 'value', 'issuer', 'method'],
  statement_stale: ['rule', 'field', 'value', 'issuer', 'as_of'],
  statement_not_yet_issued: ['rule', 'field', 'value', 'issuer', 'issued_at'],
  statement_expired: ['rule', 'field', 'value', 'issuer', 'expires_at'],
  /** `limit` in days. */
  statement_too_old: ['rule', 'field', 'value', 'issuer', 'as_of', 'limit'],
  field_missing: ['rule', 'field'],
  field_not_amount: ['rule', 'field'],
  /** `currency` is that of the limits, and absent where there is none. */
  other_currency: ['rule', 'field', 'value'],
  bound_missing: ['rule', 'bound'],
  rule_unknown: [],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type Why = keyof typeof MEMBERS;
/** Every code that a decision of this version may have. */
export const CODES = Object.keys(MEMBERS) as readonly Why[];

type ValuesOf<Code extends Why> = Readonly<Record<(typeof MEMBERS)[Code][number], string>> &
  Readonly<Record<string, string | undefined>>;
/** A code with its values. */
export type Because<Code extends Why = Why> = Code extends Why
  ? { readonly why: Code } & ValuesOf<Code>
  : never;

/** The longest value that is kept whole. */
const MAX_VALUE_LENGTH = 256;

/** `why`, and its values by name: what a decision rests on, for the words that people read. */
export const DecisionValues = Type.Record(
  Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' }),
  Type.String({ maxLength: MAX_VALUE_LENGTH }),
  { additionalProperties: false },
);
export type DecisionValues = Static<typeof DecisionValues>;

/**
 * The values as they are kept in a decision: those that are there, each cut to the longest that is allowed.
 * @example keptValues({ why: 'count_spent', rule: 'per_day', limit: '5', used: '5', currency: undefined })
 *   // { why: 'count_spent', rule: 'per_day', limit: '5', used: '5' }
 */
export function keptValues(because: Because): DecisionValues {
  const kept = Object.entries(because).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, shortenedTo(value, MAX_VALUE_LENGTH)] as const],
  );
  return Object.fromEntries(kept);
}

/**
 * What a decision rests on; null if it has no values, or those of a newer version: then only its `detail` says it.
 * @example readValues({ why: 'mandate_revoked', contract_id: 'ic_1' }).why // 'mandate_revoked'
 * @example readValues({ why: 'mandate_revoked' }) // null
 */
export function readValues(values: DecisionValues | undefined): Because | null {
  const why = values?.why;
  if (values === undefined || why === undefined || !Object.hasOwn(MEMBERS, why)) return null;
  const isWhole = MEMBERS[why as Why].every((name) => Object.hasOwn(values, name));
  return isWhole ? (values as Because) : null;
}

/**
 * The names and values of a rule's fields, as members of its reason.
 * @example numbered([['payee', 'mallory'], ['currency', 'USD']])
 *   // { field: 'payee', value: 'mallory', field_2: 'currency', value_2: 'USD' }
 */
export function numbered(fields: readonly (readonly [name: string, value: string])[]) {
  const [first = ['', ''] as const, ...others] = fields;
  const further = others.flatMap(([name, value], index) => [
    [`field_${index + 2}`, name] as const,
    [`value_${index + 2}`, value] as const,
  ]);
  return { ...Object.fromEntries(further), field: first[0], value: first[1] };
}

/**
 * The reverse: the fields and their values, in order.
 * @example fieldsIn({ field: 'payee', value: 'mallory', field_2: 'currency', value_2: 'USD' })
 *   // [['payee', 'mallory'], ['currency', 'USD']]
 */
export function fieldsIn(
  values: Readonly<Record<string, string | undefined>>,
): readonly (readonly [name: string, value: string])[] {
  const found: (readonly [string, string])[] = [];
  for (let place = 1; ; place += 1) {
    const end = place === 1 ? '' : `_${place}`;
    const [field, value] = [values[`field${end}`], values[`value${end}`]];
    if (field === undefined || value === undefined) return found;
    found.push([field, value]);
  }
}

/**
 * The text, cut to a length with an ellipsis.
 * @example shortenedTo('abcdef', 4) // 'abc…'
 */
export function shortenedTo(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`;
}
