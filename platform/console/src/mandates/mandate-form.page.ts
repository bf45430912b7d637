import { capitalised } from '@common/base/english';
import { area, field } from '@common/web/field';
import { type Content, html, type Safe, url } from '@common/web/html';
import type { PolicyRule } from '@platform/core/objects/plugin';
import { CURRENCY, isAmountRule, REQUIRED } from '@platform/core/objects/plugin-schemas';
import { grouped } from '@platform/words/amounts';
import { ageWords, attestedTermsWords } from '@platform/words/attested';
import { duration } from '@platform/words/duration';
import { nameWords, payeeWords } from '@platform/words/names';
import { listed } from '@platform/words/short';
import { day } from '@platform/words/when';
import { asked, boxes, faults, idOf, radios, select, tabs } from '../site/ask.page.ts';
import { choice, type Errors, type Fields } from '../site/form-fields.ts';
import { leaf } from '../site/site.page.ts';
import { knownClaims, levels, ruleField, setValues } from './mandate-form.ts';
import {
  boundsOf,
  known,
  lastDay,
  type Offer,
  offeredCurrencies,
  offeredRules,
  people,
} from './mandate-offer.ts';

interface MandateFormPage {
  readonly offer: Offer;
  readonly profiles: readonly string[];
  readonly fields: Fields;
  readonly errors: Errors;
}

/** The form’s first values: defaults, and whatever is the only one of its kind. */
export function firstFields(offer: Offer): Fields {
  const [principal = '', ...principals] = people(offer, 'principal');
  const [tenant = '', ...tenants] = known(offer, 'tenant');
  const [agent = '', ...agents] = known(offer, 'agent');
  const { limits, scope } = offer.signed.profile;
  return {
    wait_min: '60',
    approvals_needed: '1',
    runtime_max_s: String(limits.runtime_max_s),
    ...(scope.length === 1 ? { [choice('scope', 0)]: 'on' } : {}),
    ...(principals.length === 0 ? { principal } : {}),
    ...(tenants.length === 0 ? { tenant } : {}),
    ...(agents.length === 0 ? { agent } : {}),
    assurance: 'signature',
  };
}

/**
 * The page of the first step. Each field states the most that the profile allows, and the mandate cannot
 * exceed it.
 */
export function mandateFormMain({ offer, profiles, fields, errors }: MandateFormPage): Safe {
  const { profile } = offer.signed;
  const version = `${profile.name}@${profile.version}`;
  const given = { offer, fields, errors };
  return html`<header class="opening">
<p class="crumb"><a href="${url('/mandates')}">Mandates</a> / new</p>
<h1>What may an agent do for you?</h1>
<p class="story">It can do no more than you write here, and you can write no more than <bdi class="id">${version}</bdi> allows.</p>
</header>
${tabs(
  'Rules',
  profiles.map((name) => [name, url(`/mandates/new?profile=${name}`), name === profile.name] as const),
)}
${faults(errors, labelsOf(offer))}
<form method="post" action="/mandates/new" class="asking" novalidate>
<input type="hidden" name="profile" value="${profile.name}">
<input type="hidden" name="policy_version" value="${version}">
${leaf({ id: 'who', title: 'Who', note: 'The agent is any program that has a token with this name, or the private half of the key that you name.', matter: whoFields(given) })}
${leaf({ id: 'limits', title: 'The limits', note: 'Yours, and beside each the most that the profile allows.', matter: limitFields(given) })}
${leaf({ id: 'asks', title: 'Who is asked', note: 'What the rules hold back happens only once a person approves it.', matter: routeFields(given) })}
${leaf({
  id: 'next',
  title: 'Next',
  matter: html`<p>First you read the whole text. Nothing is signed or sent before that.</p>
<button type="submit">Read what would be signed</button>`,
})}
</form>`;
}

const FIELDS = {
  name: 'What people call it',
  agent: 'Agent',
  agent_key: 'The agent’s own key',
  principal: 'Who signs',
  tenant: 'For the tenant',
  scope: 'What it may do',
  currency: 'Amounts are in',
  use_count_max: 'Uses in all',
  runtime_max_s: 'Time to execute, in seconds',
  valid_to: 'Last day (UTC)',
  approvers: 'Who may approve',
  approvals_needed: 'How many of them must approve',
  wait_min: 'Minutes they have to answer',
  assurance: 'With which key',
} as const;

/** The fields’ labels by name, in the order of the form. */
function labelsOf(offer: Offer): Readonly<Record<string, string>> {
  const { name, agent, agent_key, principal, tenant, scope, currency, ...rest } = FIELDS;
  const rules = offeredRules(offer).flatMap((rule) => [
    [ruleField(rule.name), LABELS[rule.kind](rule)] as const,
    ...(rule.kind === 'attested' ? [[ruleField(rule.max_age), ageLabel(rule)] as const] : []),
  ]);
  return {
    name,
    agent,
    agent_key,
    principal,
    tenant,
    scope,
    currency,
    ...Object.fromEntries(rules),
    ...rest,
  };
}

interface FormContent {
  readonly offer: Offer;
  readonly fields: Fields;
  readonly errors: Errors;
}

function text(
  { fields, errors }: Pick<FormContent, 'fields' | 'errors'>,
  name: string,
  label: string,
  more: Partial<Parameters<typeof field>[0]> = {},
): Safe {
  const { [name]: value = '' } = fields;
  return field({
    name,
    id: idOf(name),
    label,
    value,
    error: errors[name],
    ...(more.type === 'date' ? {} : { maxlength: 128 }),
    ...more,
  });
}

function whoFields(given: FormContent): Safe {
  const { offer, fields, errors } = given;
  const seen = (member: 'agent' | 'tenant') => {
    const names = known(offer, member);
    return names.length === 0
      ? null
      : html`In mandates so far: <bdi class="id">${listed(names.slice(0, 8))}</bdi>`;
  };
  const principals = people(offer, 'principal');
  const signer = { name: 'principal', label: FIELDS.principal, values: principals, error: errors.principal };
  const called = { hint: 'Optional, such as Supplier payments.', maxlength: 60 };
  return html`${asked(text(given, 'name', FIELDS.name, called), 'Lists show this name. It is signed, and allows nothing.')}
${asked(text(given, 'agent', FIELDS.agent), seen('agent'))}
${asked(keyField(given), 'With a key, the agent signs each request, and no token counts under this mandate.')}
${asked(select({ ...signer, value: fields.principal }), 'A principal whose key is enrolled here.')}
${asked(text(given, 'tenant', FIELDS.tenant, { hint: 'Whose books and accounts these are.' }), seen('tenant'))}`;
}

function keyField({ fields, errors }: FormContent): Safe {
  const { agent_key: pem = '' } = fields;
  return area({
    name: 'agent_key',
    id: idOf('agent_key'),
    label: FIELDS.agent_key,
    value: pem,
    error: errors.agent_key,
    hint: 'Optional: the public half in PEM and nothing else, as openssl pkey -pubout writes it.',
    maxlength: 2_000,
    rows: 4,
  });
}

function limitFields(given: FormContent): Safe {
  const { offer, fields, errors } = given;
  const { profile } = offer.signed;
  const { limits } = profile;
  const describe = (name: string) =>
    offer.manifest.facades.find((facade) => facade.name === name)?.description ?? '';
  const currencies = offeredCurrencies(profile.rules);
  const rules = offeredRules(offer).map((rule) => ruleRow(rule, given));
  const last = lastDay(offer);
  const never = offer.manifest.never;
  return html`${asked(
    boxes({
      name: 'scope',
      legend: FIELDS.scope,
      error: errors.scope,
      values: profile.scope.map((name) => [name, describe(name)] as const),
      isChosen: (_, index) => fields[choice('scope', index)] !== undefined,
    }),
    never.length === 0 ? null : html`Never, in any mandate: <bdi class="id">${listed(never)}</bdi>`,
  )}
${
  currencies.length > 1 &&
  asked(
    radios({
      name: CURRENCY,
      legend: FIELDS.currency,
      error: errors[CURRENCY],
      values: currencies.map((currency) => [currency, currency] as const),
      isChosen: (value, index) => (fields[CURRENCY] === undefined ? index === 0 : fields[CURRENCY] === value),
    }),
    'A mandate has one currency.',
  )
}
${rules}
${asked(text(given, 'use_count_max', FIELDS.use_count_max, { inputmode: 'numeric' }), html`at most <span class="num">${grouped(String(limits.use_count_max))}</span>`)}
${asked(text(given, 'runtime_max_s', FIELDS.runtime_max_s, { inputmode: 'numeric', hint: 'After that, an allowed request expires.' }), html`at most <span class="num">${grouped(String(limits.runtime_max_s))}</span> (${duration(limits.runtime_max_s)})`)}
${asked(text(given, 'valid_to', FIELDS.valid_to, { type: 'date' }), html`at most <span class="num">${limits.validity_max_days}</span> days: ${day(last)} at the latest`)}`;
}

function ruleRow(rule: PolicyRule, given: FormContent): Safe {
  const { offer, fields, errors } = given;
  const { rules } = offer.signed.profile;
  const name = ruleField(rule.name);
  const error = errors[name];
  if (rule.kind === 'set') {
    const values = setValues(rule, offer).map((value) => [value, ''] as const);
    const isChosen = (_: string, index: number) => fields[choice(name, index)] !== undefined;
    return asked(
      boxes({ name, legend: LABELS.set(rule), values, isChosen, error }),
      'What the policy allows.',
    );
  }
  if (rule.kind === 'ordered_level') {
    const values = levels(rule, offer);
    const label = LABELS.ordered_level(rule);
    return asked(
      select({ name, label, values, value: fields[name], error }),
      html`at most <bdi class="num">${String(rules[rule.name])}</bdi>`,
    );
  }
  if (rule.kind === 'attested') return attestedRow(rule, given);
  const bounds = boundsOf(rules, rule.name).map(([amount, unit]) => `${grouped(amount)} ${unit}`.trim());
  const hint = { ...(isAmountRule(rule) ? { inputmode: 'decimal' as const } : {}), ...HINTS[rule.kind] };
  const label = LABELS[rule.kind](rule);
  return asked(
    text(given, name, label, hint),
    bounds.length === 0
      ? 'The profile does not ask for this.'
      : html`at most <bdi class="num">${listed(bounds, 'or')}</bdi>`,
  );
}

/** What must be said of the subject, and how long ago at most. */
function attestedRow(rule: Extract<PolicyRule, { kind: 'attested' }>, given: FormContent): Safe {
  const { offer, fields, errors } = given;
  const name = ruleField(rule.name);
  const values = knownClaims(rule, offer).map((claim) => [claim, rule.words?.claims[claim] ?? ''] as const);
  const isChosen = (_: string, index: number) => fields[choice(name, index)] !== undefined;
  const terms = offer.signed.profile.attested?.[rule.name];
  const age = { inputmode: 'numeric', hint: 'Optional, in days.' } as const;
  return html`${asked(
    boxes({ name, legend: LABELS.attested(rule), values, isChosen, error: errors[name] }),
    terms === undefined ? null : attestedTermsWords(terms),
  )}
${asked(
  text(given, ruleField(rule.max_age), ageLabel(rule), age),
  terms === undefined ? null : html`at most <span class="num">${ageWords(String(terms.max_age_days))}</span>`,
)}`;
}

type Labels = Readonly<Record<PolicyRule['kind'], (rule: PolicyRule) => string>>;
const ageLabel = (rule: PolicyRule) => `${byName(rule)}: how old at most`;
const byName = ({ name }: PolicyRule) => capitalised(nameWords(name));

const LABELS: Labels = {
  amount_cap: () => 'At most each time',
  daily_sum: () => 'At most a day',
  threshold: () => 'Approval needed above',
  cumulative_threshold: (rule) =>
    rule.kind === 'cumulative_threshold'
      ? `Approval needed above, per day for the same ${payeeWords(rule)}`
      : byName(rule),
  ordered_level: (rule) =>
    `${rule.kind === 'ordered_level' ? capitalised(nameWords(rule.field)) : byName(rule)} at most`,
  field_required: (rule) =>
    rule.kind === 'field_required' ? `${capitalised(nameWords(rule.field))} required` : byName(rule),
  set: byName,
  attested: (rule) => `${byName(rule)}: what must be said of it`,
  allow_list: byName,
  count_per_day: byName,
  level_threshold: byName,
};

const HINTS: Partial<Readonly<Record<PolicyRule['kind'], { readonly hint: string }>>> = {
  threshold: { hint: 'Lower is stricter; 0 means every time.' },
  cumulative_threshold: { hint: 'Optional. It stops many small amounts that add up.' },
  field_required: { hint: `Optional: ${REQUIRED}, or empty.` },
};

function routeFields(given: FormContent): Safe {
  const { offer, fields, errors } = given;
  const approvers = people(offer, 'approver');
  const assurances = [
    ['signature', 'any enrolled key'],
    ['hardware', 'only a key that is kept in hardware'],
  ] as const;
  const none: Content =
    'Only the people you tick are asked. If you tick nobody, requests that need approval are denied.';
  return html`${asked(
    boxes({
      name: 'approvers',
      legend: FIELDS.approvers,
      error: errors.approvers,
      values: approvers.map((person) => [person, ''] as const),
      isChosen: (_, index) => fields[choice('approvers', index)] !== undefined,
    }),
    none,
  )}
${asked(text(given, 'approvals_needed', FIELDS.approvals_needed, { inputmode: 'numeric' }), 'Two devices of one person count once.')}
${asked(text(given, 'wait_min', FIELDS.wait_min, { inputmode: 'numeric' }), 'Then the request expires: no answer means no.')}
${asked(
  radios({
    name: 'assurance',
    legend: FIELDS.assurance,
    error: errors.assurance,
    values: assurances,
    isChosen: (value) => fields.assurance === value,
  }),
)}`;
}
