import { capitalised } from '@common/base/english';
import { area, field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import type { AttestedTerms } from '@platform/core/objects/attested';
import type { DirectoryTerms } from '@platform/core/objects/directory';
import type { PluginManifest, PolicyRule } from '@platform/core/objects/plugin';
import { BOUNDS_IN, CURRENCY, declaredRules, REQUIRED } from '@platform/core/objects/plugin-schemas';
import type { Profile } from '@platform/core/objects/profile';
import { grouped } from '@platform/words/amounts';
import { attestedTermsWords } from '@platform/words/attested';
import { directoryWords } from '@platform/words/directories';
import { duration } from '@platform/words/duration';
import { nameWords, payeeWords } from '@platform/words/names';
import { asked, boxes, faults, idOf, select } from '../site/ask.page.ts';
import { choice, type Errors, type Fields } from '../site/form-fields.ts';
import { leaf } from '../site/site.page.ts';
import { MOST_REASON } from '../use-cases/reason.ts';
import { ruleField } from './draft-faults.ts';
import { boundColumns, columnsOf, rulesInForm } from './draft-form.ts';

interface DraftFormPage {
  readonly profile: Profile;
  readonly manifest: PluginManifest;
  /** The people who may publish. */
  readonly principals: readonly string[];
  readonly fields: Fields;
  readonly errors: Errors;
}

/**
 * The page of the first step: every member of a profile that a person sets, as the plugin’s manifest declares
 * it.
 */
export function draftFormMain(shown: DraftFormPage): Safe {
  const { profile, fields, errors, principals } = shown;
  const path = `/policy/${profile.name}/draft`;
  return html`<header class="opening">
<p class="crumb"><a href="${url('/policy')}">Policy</a> / <a href="${url(`/policy/${profile.name}`)}"><bdi class="id">${profile.name}</bdi></a> / draft</p>
<h1>Change the policy</h1>
<p class="story">In force: <bdi class="id">${profile.name}@${profile.version}</bdi>. Nothing changes until a principal signs. First you read which mandates would end.</p>
</header>
${faults(errors, labelsOf(shown))}
<form method="post" action="${url(path)}" class="asking" novalidate>
<input type="hidden" name="base" value="${fields.base ?? ''}">
${leaf({ id: 'rules', title: 'The rules', note: 'Every rule that the plugin declares.', matter: html`${scopeField(shown)}${ruleFields(shown)}` })}
${leaf({ id: 'limits', title: 'Limits', note: 'For every mandate.', matter: limitFields(shown) })}
${leaf({ id: 'rest', title: 'Beyond mandates', matter: restFields(shown) })}
${leaf({
  id: 'publication',
  title: 'Publication',
  note: 'Signed, and shown to everyone.',
  matter: html`${asked(text(shown, 'version', FIELDS.version), html`in force: <bdi class="id">${profile.version}</bdi>`)}
${asked(text(shown, 'reason', FIELDS.reason, { maxlength: MOST_REASON }), 'Everyone reads it beside the version.')}
${asked(select({ name: 'published_by', label: FIELDS.published_by, values: principals, value: fields.published_by, error: errors.published_by }), 'A principal who may sign for every tenant.')}
<p>First you read the whole text, and what it ends.</p>
<button type="submit">Read what would be signed</button>`,
})}
</form>`;
}

const FIELDS = {
  scope: 'A mandate may allow',
  currency: 'Amounts are in',
  bounds_in: 'The same in other currencies',
  ...{
    use_count_max: 'Uses of one mandate, at most',
    runtime_max_s: 'Time to execute, at most, in seconds',
  },
  validity_max_days: 'Days a mandate is valid, at most',
  market_data: 'Addresses that may be fetched',
  receipt_retention_days: 'Days for which receipts are kept',
  version: 'Version',
  reason: 'Why',
  published_by: 'Who signs',
} as const;

/** The fields’ labels by name, in the order of the form. */
function labelsOf({ manifest }: DraftFormPage): Readonly<Record<string, string>> {
  const { scope, currency, ...rest } = FIELDS;
  const rules = [...declaredRules(manifest).values()].map(
    ({ rule }) => [ruleField(rule.name), labelOf(rule)] as const,
  );
  return { scope, currency, ...Object.fromEntries(rules), ...rest };
}

function text(
  { fields, errors }: Pick<DraftFormPage, 'fields' | 'errors'>,
  name: string,
  label: string,
  more: Partial<Parameters<typeof field>[0]> = {},
): Safe {
  const { [name]: value = '' } = fields;
  return field({ name, id: idOf(name), label, value, error: errors[name], maxlength: 128, ...more });
}

function scopeField({ profile, manifest, fields, errors }: DraftFormPage): Safe {
  return asked(
    boxes({
      name: 'scope',
      legend: FIELDS.scope,
      error: errors.scope,
      values: manifest.facades.map(({ name, description }) => [name, description] as const),
      isChosen: (_, index) => fields[choice('scope', index)] !== undefined,
    }),
    `now: ${profile.scope.length} of ${manifest.facades.length}`,
  );
}

function ruleFields(shown: DraftFormPage): Safe {
  const { profile, manifest } = shown;
  const hasCurrency = profile.rules[CURRENCY] !== undefined;
  const columns = boundColumns(manifest);
  return html`${hasCurrency && asked(text(shown, CURRENCY, FIELDS.currency), now(profile.rules[CURRENCY]))}
${rulesInForm(manifest, profile).map((rule) => fieldOfRule(rule, shown))}
${Object.entries(profile.directories ?? {}).map(([list, terms]) => directoryNote(list, terms, manifest))}
${Object.entries(profile.attested ?? {}).map(([rule, terms]) => issuersNote(rule, terms))}
${hasCurrency && asked(lines(shown, BOUNDS_IN, FIELDS.bounds_in, columns), 'A mandate in one of these currencies has the limits of its line.')}`;
}

/** A list that stands in a directory: the new version names it on the same terms. */
function directoryNote(list: string, terms: DirectoryTerms, manifest: PluginManifest): Safe {
  const lines = directoryWords(list, terms, manifest).split('\n');
  return asked(
    html`<p><strong>${capitalised(nameWords(list))}</strong></p><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`,
    html`As in the version in force: <a href="${url('/payees')}">what is in it</a>. Other terms: <code>npx sanad profile publish</code>.`,
  );
}

/** Whose statements count stays as it is in the new version. */
function issuersNote(rule: string, terms: AttestedTerms): Safe {
  const lines = attestedTermsWords(terms).split('\n');
  return asked(
    html`<p><strong>${capitalised(nameWords(rule))}: whose word counts</strong></p><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`,
    html`As in the version in force. Other issuers: <code>npx sanad profile publish</code>.`,
  );
}

function fieldOfRule(rule: PolicyRule, shown: DraftFormPage): Safe {
  const { profile, fields, errors } = shown;
  const name = ruleField(rule.name);
  const label = labelOf(rule);
  const columns = columnsOf(rule);
  if (columns !== null) return asked(lines(shown, name, label, columns), countNow(profile.rules[rule.name]));
  const bound = now(profile.rules[rule.name]);
  if (rule.kind === 'ordered_level' || rule.kind === 'level_threshold') {
    return asked(
      select({ name, label, values: rule.order, value: fields[name], error: errors[name] }),
      bound,
    );
  }
  return asked(text(shown, name, label, TYPED[rule.kind]), bound);
}

const DECIMAL = { inputmode: 'decimal' } as const;
const CHOSEN = {} as const;

/** How a value of each kind is typed; lists and levels have fields of their own. */
const TYPED: Readonly<Record<PolicyRule['kind'], Partial<Parameters<typeof field>[0]>>> = {
  allow_list: CHOSEN,
  set: CHOSEN,
  attested: CHOSEN,
  ordered_level: CHOSEN,
  level_threshold: CHOSEN,
  count_per_day: { inputmode: 'numeric' },
  amount_cap: DECIMAL,
  daily_sum: DECIMAL,
  threshold: DECIMAL,
  cumulative_threshold: {
    ...DECIMAL,
    hint: 'Optional. It stops many small amounts that add up.',
  },
  field_required: { hint: `Optional: ${REQUIRED}, or empty.` },
};

function lines(shown: DraftFormPage, name: string, label: string, columns: readonly string[]): Safe {
  const { [name]: value = '' } = shown.fields;
  const rows = Math.min(12, Math.max(3, value.split('\n').length + 1));
  const hint = columns.length === 1 ? 'One a line.' : `One a line: ${columns.map(nameWords).join(', ')}.`;
  return area({ name, id: idOf(name), label, value, error: shown.errors[name], hint, rows });
}

function now(value: unknown): string {
  if (value === undefined) return 'now: not set';
  const text = String(value);
  return `now: ${/^\d+(\.\d+)?$/.test(text) ? grouped(text) : text}`;
}

function countNow(value: unknown): string {
  return `now: ${Array.isArray(value) ? value.length : 0}`;
}

function labelOf(rule: PolicyRule): string {
  switch (rule.kind) {
    case 'amount_cap':
      return 'At most each time';
    case 'daily_sum':
      return 'At most a day, under one mandate';
    case 'threshold':
      return 'Approval needed above';
    case 'cumulative_threshold':
      return `Approval needed above, per day for the same ${payeeWords(rule)}`;
    case 'ordered_level':
      return `${capitalised(nameWords(rule.field))} at most`;
    case 'level_threshold':
      return `Approval needed from this ${nameWords(rule.field)} on`;
    case 'field_required':
      return `${capitalised(nameWords(rule.field))} required`;
    case 'count_per_day':
      return `${capitalised(nameWords(rule.name))}, at most`;
    case 'attested':
      return `${capitalised(nameWords(rule.name))}: what every mandate needs to be said`;
    case 'allow_list':
    case 'set':
      return capitalised(nameWords(rule.name));
  }
}

function limitFields(shown: DraftFormPage): Safe {
  const { limits } = shown.profile;
  const numeric = { inputmode: 'numeric' } as const;
  return html`${asked(text(shown, 'use_count_max', FIELDS.use_count_max, numeric), now(limits.use_count_max))}
${asked(text(shown, 'runtime_max_s', FIELDS.runtime_max_s, numeric), `now: ${grouped(String(limits.runtime_max_s))} (${duration(limits.runtime_max_s)})`)}
${asked(text(shown, 'validity_max_days', FIELDS.validity_max_days, numeric), now(limits.validity_max_days))}`;
}

function restFields(shown: DraftFormPage): Safe {
  const { profile } = shown;
  const days = text(shown, 'receipt_retention_days', FIELDS.receipt_retention_days, { inputmode: 'numeric' });
  return html`${asked(lines(shown, 'market_data', FIELDS.market_data, ['address']), countNow(profile.market_data))}
${asked(days, now(profile.receipt_retention_days))}`;
}
