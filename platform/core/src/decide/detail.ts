import { type Because, fieldsIn, shortenedTo, type Why } from '../objects/decision-values.ts';

const MAX_DETAIL_LENGTH = 500;

type Details = { readonly [Code in Why]: (values: Because<Code>) => string };

/**
 * The decision in one technical line, which names the limit or rule by its name in the mandate or profile (interface
 * document, part 7). People read other words, which are made from the values.
 */
const DETAILS: Details = {
  mandate_revoked: ({ contract_id: id }) => `${id} was revoked`,
  instant_unknown: () => 'an instant that does not exist',
  not_yet_valid: ({ valid_from: from }) => `valid only from ${from}`,
  no_longer_valid: ({ valid_to: to }) => `valid only to ${to}`,
  older_policy: ({ signed_under: old, in_force: now }) =>
    `signed under ${old}, but ${now} is in force: sign a new mandate`,
  facade_unknown: ({ facade, plugin }) => `${facade}: the plugin ${plugin} does not have it`,
  facade_of_other_plugin: ({ facade, plugin, mandate_plugin: own }) =>
    `${facade}: it was asked of the plugin ${plugin}, but the mandate is for ${own}`,
  facade_forbidden: ({ facade }) => `${facade}: the mandate forbids it`,
  facade_not_in_mandate: ({ facade }) => `${facade}: it is not in the mandate’s scope`,
  facade_not_in_profile: ({ facade }) => `${facade}: it is not in the profile’s scope`,
  uses_spent: ({ limit, used }) => `limits.use_count_max is ${limit}; used so far: ${used}`,
  same_action: ({ fields, earlier }) =>
    `a grant with the same ${fields} is pending, active or redeemed${earlier === undefined ? '' : `: ${earlier}`}`,
  possible_duplicate: ({ earlier, sign }) => `possible duplicate of ${earlier} (${sign})`,
  not_listed: ({ rule, ...values }) =>
    `${rule}: no entry with ${fieldsIn(values)
      .map((pair) => pair.join(' '))
      .join(', ')}`,
  new_entry: ({ rule, entry, change, until }) =>
    `${rule}: ${entry} was ${change}, and is held ${until === undefined ? 'until one action by it is approved' : `until ${until}`}`,
  not_in_set: ({ rule, field, value, allowed }) => `${field} ${value} is not in rules.${rule} (${allowed})`,
  above_level: ({ rule, field, value, limit }) => `${field} ${value} is above rules.${rule} ${limit}`,
  level_unknown: ({ rule, field, value }) => `${rule}: ${field} ${value} is not a level of the plugin`,
  level_needs_approval: ({ rule, field, value, limit }) =>
    `${field} ${value} needs an approval: the profile’s ${rule} is ${limit}`,
  count_spent: ({ rule, used, limit }) => `${used} today; the profile’s ${rule} is ${limit}`,
  over_limit: ({ rule, field, value, limit }) => `${field} ${value} is over rules.${rule} ${limit}`,
  over_daily_limit: ({ rule, field, value, used, limit }) =>
    `${field} ${value} plus today’s ${used} is over rules.${rule} ${limit}`,
  over_threshold: ({ rule, field, value, limit }) =>
    `${field} ${value} is over rules.${rule} ${limit} and needs an approval`,
  over_payee_threshold: ({ rule, field, value, used, per, of, limit }) =>
    `${field} ${value} plus today’s ${used} for ${per} ${of} is over rules.${rule} ${limit} and needs an approval`,
  statement_missing: ({ rule, field, value }) => `${rule}: there is no statement about ${field} ${value}`,
  statement_forged: ({ rule, issuer, kid }) => `${rule}: ${kid} of ${issuer} did not sign this statement`,
  statement_of_stranger: ({ rule, issuer, kid }) =>
    `${rule}: ${issuer} with the key ${kid} is no issuer of the profile whose key a principal enrolled`,
  statement_key_over: ({ rule, kid, issued_at: at }) =>
    `${rule}: ${kid} was not valid when it signed, at ${at}`,
  statement_key_stolen: ({ rule, kid }) => `${rule}: ${kid} is marked as stolen`,
  statement_of_other_subject: ({ rule, field, value, about }) =>
    `${rule}: the statement is about ${about}, not about ${field} ${value}`,
  statement_lacks_claim: ({ rule, field, value, missing }) =>
    `${rule}: of ${field} ${value}, it is not said: ${missing}`,
  statement_by_other_method: ({ rule, issuer, method }) =>
    `${rule}: ${method} is not a method of ${issuer} that the profile accepts`,
  statement_stale: ({ rule, as_of: asOf }) => `${rule}: newer facts are due than those of ${asOf}`,
  statement_not_yet_issued: ({ rule, issued_at: at }) => `${rule}: issued at ${at}, which is yet to come`,
  statement_expired: ({ rule, expires_at: end }) => `${rule}: the statement held until ${end}`,
  statement_too_old: ({ rule, as_of: asOf, limit }) =>
    `${rule}: true as of ${asOf}, which is more than ${limit} days ago`,
  field_missing: ({ rule, field }) => `${field} is not given, but required (rules.${rule})`,
  field_not_amount: ({ rule, field }) => `${rule}: ${field} is not an amount`,
  other_currency: ({ rule, field, value, currency }) =>
    `${rule}: ${field} is ${value}, but ${currency === undefined ? 'the profile names no currency' : `limits are in ${currency}`}`,
  bound_missing: ({ rule, bound }) => `${rule}: ${bound} is not given, so nothing is allowed under this rule`,
  rule_unknown: () => 'the plugin has a rule of an unknown kind',
};

/**
 * `because` as a technical line.
 * @example detailOf({ why: 'count_spent', rule: 'per_day', used: '5', limit: '5' }) // '5 today; the profile’s per_day is 5'
 */
export function detailOf(because: Because): string {
  const detail = DETAILS[because.why] as (values: Because) => string;
  const noRoute = because.approver === 'none' ? ', and the mandate has no approval route' : '';
  return shortenedTo(detail(because) + noRoute, MAX_DETAIL_LENGTH);
}
