import { isCalendarDate } from '@common/base/calendar';
import { capitalised } from '@common/base/english';
import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { KeyFileError } from '@common/kit/private-file';
import { boundsIn } from '@platform/core/decide/bounds-in';
import { mandateRefusals, type PolicyRefusal } from '@platform/core/decide/mandate-bounds';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PolicyRule } from '@platform/core/objects/plugin';
import { CURRENCY, isAmountRule, isOptional, REQUIRED } from '@platform/core/objects/plugin-schemas';
import { MandateName, Name, TenantId } from '@platform/core/objects/primitives';
import { printable } from '@platform/core/verify/report-html';
import { readPublicKey } from '@platform/keys/key-files/key-pair';
import { grouped } from '@platform/words/amounts';
import { refusalWords } from '@platform/words/refusals';
import { plainAmount } from '@platform/words/typed-amount';
import { Value } from 'typebox/value';
import { chosen, type Errors, type Fields } from '../site/form-fields.ts';
import { draftMandate, type Fresh } from '../use-cases/mandates.ts';
import { type Offer, offeredCurrencies, offeredRules, people } from './mandate-offer.ts';

export const ruleField = (name: string) => `rule_${name}`;

/** The values that the profile allows for a set rule. The mandate takes some of them. */
export function setValues(rule: PolicyRule, { signed }: Pick<Offer, 'signed'>): readonly string[] {
  const bound = signed.profile.rules[rule.name];
  return Array.isArray(bound) ? bound.filter((value) => typeof value === 'string') : [];
}

/** The levels that the profile allows, lowest first. */
export function levels(rule: PolicyRule, { signed }: Pick<Offer, 'signed'>): readonly string[] {
  if (rule.kind !== 'ordered_level') return [];
  return rule.order.slice(0, rule.order.indexOf(String(signed.profile.rules[rule.name])) + 1);
}

/** The claims that a mandate may need: those of the profile, and those that the plugin has words for. */
export function knownClaims(rule: PolicyRule, { signed }: Pick<Offer, 'signed'>): readonly string[] {
  if (rule.kind !== 'attested') return [];
  const bound = signed.profile.rules[rule.name];
  const own = Array.isArray(bound) ? bound.filter((claim) => typeof claim === 'string') : [];
  return [...new Set([...own, ...Object.keys(rule.words?.claims ?? {})])];
}

/**
 * Reads the mandate that a form asks for, and checks with the policy’s own code that the profile allows it.
 * INVARIANT: it has no member that the next page does not show, and only values that the form could offer.
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
    errors[''] = `The policy is now ${version}, not the one you were shown: read the limits below again.`;
  }
  const asked = {
    ...namesOf(fields, offer, errors),
    ...agentKeyOf(fields, errors),
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
  findFaults(asked, { offer, deployment, fresh }, errors);
  const draft = draftMandate(asked, deployment, fresh);
  if (draft.ok && Object.keys(errors).length === 0) return { ...draft, errors };
  if (!draft.ok && Object.keys(errors).length === 0) errors[''] = draft.error.message;
  return { ...fail('form_invalid', 'Nothing was signed or sent: fix the fields that are marked.'), errors };
}

interface FormContext {
  readonly offer: Offer;
  readonly deployment: string;
  readonly fresh: Fresh;
}

/**
 * Finds everything that the policy refuses, each beside its field. The policy reports only the first fault of
 * a mandate’s rules, so each rule is checked by itself, beside values of the others that are never refused.
 * Invalid names are replaced for the same reason.
 */
function findFaults(
  asked: Pick<Mandate, 'rules'> & object,
  { offer, deployment, fresh }: FormContext,
  errors: Record<string, string>,
): void {
  const { profile } = offer.signed;
  const harmlessRules = boundsOfRules(asked.rules, offer);
  const harmless = {
    ...(errors.name === undefined ? {} : { name: 'name' }),
    ...(errors.agent === undefined ? {} : { agent: 'agent' }),
    ...(errors.principal === undefined ? {} : { principal: 'principal' }),
    ...(errors.tenant === undefined ? {} : { tenant: 'tn_local' }),
    ...(errors.valid_to === undefined ? {} : { valid_to: soonAfter(offer) }),
    rules: harmlessRules,
  };
  const base = draftMandate({ ...asked, ...harmless }, deployment, fresh);
  if (!base.ok) {
    errors[''] ??= base.error.message;
    return;
  }
  const refusalsOf = (rules: Mandate['rules']) =>
    mandateRefusals(profile, offer.manifest, { ...base.value, rules }, requiredMs(offer.now)).map(
      ({ error }) => placed(error),
    );
  for (const [field, words] of refusalsOf(harmlessRules)) errors[field] ??= words;
  for (const [name, value] of Object.entries(asked.rules)) {
    const field = ruleField(name);
    const own = refusalsOf({ ...harmlessRules, [name]: value }).find(([where]) => where === field);
    if (own !== undefined) errors[field] ??= own[1];
  }
}

/**
 * The profile’s own bounds as a mandate’s rules, in the requested currency if the profile has bounds in it,
 * else in its first.
 */
function boundsOfRules({ [CURRENCY]: asked }: Mandate['rules'], offer: Offer): Mandate['rules'] {
  const { rules } = offer.signed.profile;
  const [first] = offeredCurrencies(rules);
  const currency = offeredCurrencies(rules).find((one) => one === asked) ?? first;
  const bounds = boundsIn(rules, currency) ?? rules;
  const own = offeredRules(offer).flatMap((rule): [string, Mandate['rules'][string]][] => {
    const { [rule.name]: bound } = bounds;
    if (Array.isArray(bound)) return [[rule.name, bound.filter((one) => typeof one === 'string')]];
    return typeof bound === 'string' ? [[rule.name, bound]] : [];
  });
  return { ...(currency === undefined ? {} : { [CURRENCY]: currency }), ...Object.fromEntries(own) };
}

/** An end of validity that is never refused. */
function soonAfter({ now }: Offer): string {
  return formatInstant(requiredMs(now) + 1_000);
}

function namesOf(fields: Fields, offer: Offer, errors: Record<string, string>) {
  const { name = '', agent = '', tenant = '', principal = '' } = fields;
  const called = name.trim();
  const trimmed = {
    ...(called === '' ? {} : { name: called }),
    agent: agent.trim(),
    tenant: tenant.trim(),
    principal,
  };
  if (called !== '' && !Value.Check(MandateName, called)) {
    errors.name = 'Write at most 60 characters, all of which can be seen.';
  }
  if (!Value.Check(Name, trimmed.agent)) {
    errors.agent = 'Write its name as in its token: letters, digits and _ . @ - without spaces.';
  }
  if (!Value.Check(TenantId, trimmed.tenant)) errors.tenant = 'Write an id such as tn_local.';
  if (!people(offer, 'principal').includes(principal)) errors.principal = 'Choose who signs.';
  return trimmed;
}

/** The public half that was pasted; null if there is none, because the agent has a token. */
function ownKeyOf({ agent_key: pasted = '' }: Fields) {
  if (pasted.trim() === '') return ok(null);
  try {
    return ok(readPublicKey(pasted, 'What you pasted'));
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error;
    return fail('key_unusable', `${error.message}. The field was emptied.`);
  }
}

/**
 * The fields with the agent’s key written anew, or empty if it cannot be read. INVARIANT: no page sends back what was
 * pasted there, because it may hold a private key.
 */
export function withOwnKey(fields: Fields): Fields {
  const own = ownKeyOf(fields);
  return { ...fields, agent_key: own.ok ? (own.value?.pem ?? '') : '' };
}

/** The agent’s key as the mandate names it. */
function agentKeyOf(fields: Fields, errors: Record<string, string>) {
  const own = ownKeyOf(fields);
  if (!own.ok) errors.agent_key = own.error.message;
  if (!own.ok || own.value === null) return {};
  const { alg, public_key } = own.value;
  return { agent_key: { alg, public_key } };
}

function whole(
  fields: Fields,
  name: string,
  errors: Record<string, string>,
  [least, most]: readonly [number, number],
): number {
  const text = plainAmount(fields[name] ?? '');
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  errors[name] = `Write a whole number from ${least} to ${grouped(String(most))}.`;
  return least;
}

/** The end of that day (UTC), which is what a person means by “until”. */
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
    errors.currency = 'Choose one of these: the policy has limits in no other currency.';
  }
  // The currency is named even if it is the profile’s own, so the text itself says what its amounts are in.
  if (currency !== undefined) rules[CURRENCY] = currency;
  for (const rule of offeredRules(offer)) {
    const name = ruleField(rule.name);
    if (rule.kind === 'set') {
      rules[rule.name] = chosen(fields, name, setValues(rule, offer));
      if (rules[rule.name]?.length === 0) errors[name] = 'Choose at least one.';
      continue;
    }
    if (rule.kind === 'attested') {
      const claims = chosen(fields, name, knownClaims(rule, offer));
      if (claims.length > 0) rules[rule.name] = claims;
      const age = (fields[ruleField(rule.max_age)] ?? '').trim();
      if (age !== '') rules[rule.max_age] = age;
      continue;
    }
    const text = isAmountRule(rule) ? plainAmount(fields[name] ?? '', currency) : (fields[name] ?? '');
    if (text !== '') rules[rule.name] = text;
    else if (!isOptional(rule)) errors[name] = 'Write a value: the policy needs one.';
    if (rule.kind === 'field_required' && text !== '' && text !== REQUIRED) {
      errors[name] = `Write ${REQUIRED}, or leave it empty.`;
    }
    if (rule.kind === 'ordered_level' && text !== '' && !levels(rule, offer).includes(text)) {
      errors[name] = 'Choose one of the levels.';
    }
  }
  return rules;
}

const SECONDS_PER_MINUTE = 60;
const MOST_MINUTES = 525_600;

/** One route or none. A mandate with several routes is written as a file. */
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
  validity_invalid: 'valid_to',
  validity_over_profile: 'valid_to',
  scope_over_profile: 'scope',
  scope_forbidden: 'scope',
  agent_is_approver: 'agent',
  approvers_too_few: 'approvals_needed',
  currency_over_profile: 'currency',
  use_count_max_over_profile: 'use_count_max',
  runtime_max_s_over_profile: 'runtime_max_s',
};

/** The field that a refusal of the policy belongs to, and words that need not repeat the field’s name. */
function placed(refusal: PolicyRefusal): readonly [field: string, words: string] {
  const { code, subject } = refusal;
  const [name = ''] = subject?.most !== undefined || subject?.fault !== undefined ? subject.names : [];
  const field = FIELD_OF[code] ?? (name === '' ? '' : ruleField(name));
  return [field, capitalised(printable(refusalWords(refusal, true)))];
}
