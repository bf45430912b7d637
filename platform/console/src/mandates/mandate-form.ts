import { isCalendarDate } from '@common/base/calendar';
import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, type Result } from '@common/base/result';
import { mandateRefusals } from '@platform/policy/mandate-bounds';
import type { Mandate } from '@platform/protocol/mandate';
import type { PolicyRule } from '@platform/protocol/plugin';
import { CURRENCY, isAmountRule } from '@platform/protocol/plugin-schemas';
import { Name, TenantId } from '@platform/protocol/primitives';
import { Value } from 'typebox/value';
import { chosen, type Errors, type Fields } from '../site/form-fields.ts';
import { draftMandate, type Fresh } from '../use-cases/mandates.ts';
import { decisionWords } from '../words/decided.ts';
import { capital } from '../words/short.ts';
import { ungrouped } from '../words/typed-amount.ts';
import { type Offer, offeredCurrencies, offeredRules, people } from './mandate-offer.ts';

export const ruleField = (name: string) => `rule_${name}`;

/** What the values of a rule’s set are, of which the mandate takes some. */
export function setValues(rule: PolicyRule, { signed }: Pick<Offer, 'signed'>): readonly string[] {
  const bound = signed.profile.rules[rule.name];
  return Array.isArray(bound) ? bound.filter((value) => typeof value === 'string') : [];
}

/** Levels that the profile allows, lowest first. */
export function levels(rule: PolicyRule, { signed }: Pick<Offer, 'signed'>): readonly string[] {
  if (rule.kind !== 'ordered_level') return [];
  return rule.order.slice(0, rule.order.indexOf(String(signed.profile.rules[rule.name])) + 1);
}

/**
 * The mandate that a form asks for, which the profile allows by the policy’s own code. INVARIANT: it has no member that the
 * next page does not show, and only values that the form could offer.
 */
export function readMandateForm(
  fields: Fields,
  offer: Offer,
  deployment: string,
  fresh: Fresh,
): Result<Mandate, 'form_invalid'> & { readonly errors: Errors } {
  const errors: Record<string, string> = {};
  const { profile } = offer.signed;
  const version = `${profile.name}@${profile.version}`;
  if (fields.policy_version !== version) {
    errors[''] =
      `The rules are ${version} by now, not those that you were shown: read the bounds below again.`;
  }
  const asked = {
    ...namesOf(fields, offer, errors),
    profile: profile.name,
    policy_version: version,
    scope: chosen(fields, 'scope', profile.scope),
    limits: {
      runtime_max_s: whole(fields, 'runtime_max_s', errors, [1, 31_536_000]),
      use_count_max: whole(fields, 'use_count_max', errors, [0, 1_000_000]),
    },
    approval: approvalOf(fields, offer, errors),
    forbidden: [...offer.manifest.never],
    valid_from: offer.now,
    valid_to: endOf(fields, offer, errors),
    rules: rulesOf(fields, offer, errors),
  };
  if (asked.scope.length === 0) errors.scope = 'Choose at least one.';
  // What is wrong with names must not hide what is wrong with limits.
  const harmless = {
    ...(errors.agent === undefined ? {} : { agent: 'agent' }),
    ...(errors.principal === undefined ? {} : { principal: 'principal' }),
    ...(errors.tenant === undefined ? {} : { tenant: 'tn_local' }),
    ...(errors.valid_to === undefined ? {} : { valid_to: soonAfter(offer) }),
  };
  const draft = draftMandate({ ...asked, ...harmless }, deployment, fresh);
  if (!draft.ok) errors[''] ??= draft.error.message;
  const refusals = draft.ok
    ? mandateRefusals(profile, offer.manifest, draft.value, requiredMs(offer.now))
    : [];
  for (const { error } of refusals) {
    const [field, words] = placed(error.code, error.message);
    errors[field] ??= words;
  }
  if (draft.ok && Object.keys(errors).length === 0) return { ...draft, errors };
  return { ...fail('form_invalid', 'Nothing was made of it yet: put right what is marked.'), errors };
}

/** An end that is refused for nothing. */
function soonAfter({ now }: Offer): string {
  return formatInstant(requiredMs(now) + 1_000);
}

function namesOf(fields: Fields, offer: Offer, errors: Record<string, string>) {
  const { agent = '', tenant = '', principal = '' } = fields;
  const trimmed = { agent: agent.trim(), tenant: tenant.trim(), principal };
  if (!Value.Check(Name, trimmed.agent)) {
    errors.agent = 'Write its name as its token has it: letters, digits and _ . @ - without spaces.';
  }
  if (!Value.Check(TenantId, trimmed.tenant)) errors.tenant = 'Write an id such as tn_local.';
  if (!people(offer, 'principal').includes(principal)) errors.principal = 'Choose who signs.';
  return trimmed;
}

function whole(
  fields: Fields,
  name: string,
  errors: Record<string, string>,
  [least, most]: readonly [number, number],
): number {
  const text = ungrouped(fields[name] ?? '');
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  errors[name] = `Write a whole number from ${least} to ${most}.`;
  return least;
}

/** The end of that day (UTC): what a person means by “until”. */
function endOf(fields: Fields, { now }: Offer, errors: Record<string, string>): string {
  const { valid_to: date = '' } = fields;
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(date) && isCalendarDate(date);
  const end = `${date}T23:59:59.999Z`;
  if (!isDay) errors.valid_to = 'Write a day, such as 2027-03-31.';
  else if (requiredMs(end) <= requiredMs(now)) errors.valid_to = 'Choose a day that is not over yet.';
  return end;
}

function rulesOf(fields: Fields, offer: Offer, errors: Record<string, string>): Mandate['rules'] {
  const rules: Mandate['rules'] = {};
  const currencies = offeredCurrencies(offer.signed.profile.rules);
  const { currency = currencies[0] } = fields;
  if (currency !== undefined && !currencies.includes(currency)) {
    errors.currency = 'Choose one of these: the profile has bounds in no other.';
  }
  // Named even where it is the profile’s own, so that the text itself says what its amounts are in.
  if (currency !== undefined) rules[CURRENCY] = currency;
  for (const rule of offeredRules(offer)) {
    const name = ruleField(rule.name);
    if (rule.kind === 'set') {
      rules[rule.name] = chosen(fields, name, setValues(rule, offer));
      if (rules[rule.name]?.length === 0) errors[name] = 'Choose at least one.';
      continue;
    }
    const text = isAmountRule(rule) ? ungrouped(fields[name] ?? '') : (fields[name] ?? '');
    if (text !== '') rules[rule.name] = text;
    else if (rule.kind !== 'cumulative_threshold') errors[name] = 'This is needed.';
    if (rule.kind === 'ordered_level' && text !== '' && !levels(rule, offer).includes(text)) {
      errors[name] = 'Choose one of these.';
    }
  }
  return rules;
}

const SECONDS_PER_MINUTE = 60;
const MOST_MINUTES = 525_600;

/** One route, or none; a mandate with several is written as a file. */
function approvalOf(fields: Fields, offer: Offer, errors: Record<string, string>): Mandate['approval'] {
  const approvers = chosen(fields, 'approvers', people(offer, 'approver'));
  const { assurance } = fields;
  const wait = whole(fields, 'wait_min', errors, [1, MOST_MINUTES]);
  const needed = whole(fields, 'approvals_needed', errors, [1, 8]);
  if (assurance !== 'signature' && assurance !== 'hardware') errors.assurance = 'Choose one of the two.';
  if (approvers.length === 0) return {};
  return {
    routes: [
      {
        approver_type: 'person',
        approvers,
        wait_s: wait * SECONDS_PER_MINUTE,
        notify: ['app'],
        ...(needed === 1 ? {} : { approvals_needed: needed }),
        assurance: assurance === 'hardware' ? 'hardware' : 'signature',
      },
    ],
  };
}

const FIELD_OF: Readonly<Record<string, string>> = {
  ...{ validity_invalid: 'valid_to', validity_over_profile: 'valid_to', scope_over_profile: 'scope' },
  ...{ agent_is_approver: 'agent', approvers_too_few: 'approvals_needed', currency_over_profile: 'currency' },
  ...{ use_count_max_over_profile: 'use_count_max', runtime_max_s_over_profile: 'runtime_max_s' },
};

/** Beside which field a refusal of the policy stands, in words that need not name it again. */
function placed(code: string, message: string): readonly [field: string, words: string] {
  const known = FIELD_OF[code];
  const [, rule] = /^rules\.([a-z][a-z0-9_]*)/.exec(message) ?? [];
  const field = known ?? (rule === undefined ? '' : ruleField(rule));
  return [field, capital(decisionWords(message.replace(/^(?:rules|limits)\.[a-z0-9_]+:? /, '')))];
}
