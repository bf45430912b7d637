import { fail, type Result } from '@common/base/result';
import type { PluginManifest, PolicyRule } from '@platform/protocol/plugin';
import { BOUNDS_IN, CURRENCY, declaredRules, isAmountRule } from '@platform/protocol/plugin-schemas';
import type { Profile, ProfileDraft } from '@platform/protocol/profile';
import { choice, chosen, type Errors, type Fields } from '../site/form-fields.ts';
import { readDraft } from '../use-cases/profiles.ts';
import { readReason } from '../use-cases/reason.ts';
import { capital } from '../words/short.ts';
import { ungrouped } from '../words/typed-amount.ts';
import { fromLines, toLines } from './list-lines.ts';

export const ruleField = (name: string) => `rule_${name}`;
const LIMITS = ['use_count_max', 'runtime_max_s', 'validity_max_days'] as const;

/** The columns of a list’s lines; null for a rule that is one value. */
export function columnsOf(rule: PolicyRule): readonly string[] | null {
  if (rule.kind === 'allow_list') return rule.fields;
  return rule.kind === 'set' ? [rule.field] : null;
}

/** Of bounds in further currencies: the currency, then each amount in the manifest’s order. */
export function boundColumns(manifest: PluginManifest): readonly string[] {
  const amounts = [...declaredRules(manifest).values()].filter(({ rule }) => isAmountRule(rule));
  return [CURRENCY, ...amounts.map(({ rule }) => rule.name)];
}

/** The version in force as a form’s fields, with the next number. */
export function draftFields(profile: Profile, hash: string, manifest: PluginManifest): Fields {
  const { rules, limits, market_data, receipt_retention_days } = profile;
  const ofRules = [...declaredRules(manifest).values()].map(({ rule }) => {
    const value = rules[rule.name];
    const columns = columnsOf(rule);
    const text = columns === null ? (value === undefined ? '' : String(value)) : toLines(value, columns);
    return [ruleField(rule.name), text] as const;
  });
  const scope = manifest.facades.flatMap(({ name }, index) =>
    profile.scope.includes(name) ? [[choice('scope', index), 'on'] as const] : [],
  );
  return {
    ...{ base: hash, version: nextVersion(profile.version), reason: '', published_by: profile.published_by },
    ...Object.fromEntries([...scope, ...ofRules]),
    ...Object.fromEntries(LIMITS.map((name) => [name, String(limits[name])])),
    ...(rules[CURRENCY] === undefined ? {} : { [CURRENCY]: String(rules[CURRENCY]) }),
    [BOUNDS_IN]: toLines(rules[BOUNDS_IN], boundColumns(manifest)),
    market_data: market_data.join('\n'),
    receipt_retention_days: String(receipt_retention_days),
  };
}

function nextVersion(version: string): string {
  const [major = '1', minor = '0', patch = '0'] = version.split('.');
  return `${major}.${minor}.${Number(patch) + 1}`;
}

interface ReadForm {
  readonly draft: ProfileDraft;
  readonly reason: string;
}

/** The draft that a form holds: of the form that the plugin’s manifest gives a profile, and nothing hidden in it. */
export function readDraftForm(
  fields: Fields,
  manifest: PluginManifest,
): Result<ReadForm, 'form_invalid'> & { readonly errors: Errors } {
  const errors: Record<string, string> = {};
  const whole = (name: string) => {
    const text = ungrouped(fields[name] ?? '');
    if (/^\d{1,9}$/.test(text)) return Number(text);
    errors[name] = 'Write a whole number.';
    return 0;
  };
  const draft = {
    ...{ name: manifest.profile, plugin: manifest.name, version: (fields.version ?? '').trim() },
    scope: chosen(
      fields,
      'scope',
      manifest.facades.map(({ name }) => name),
    ),
    limits: Object.fromEntries(LIMITS.map((name) => [name, whole(name)])),
    rules: rulesOf(fields, manifest, errors, whole),
    market_data: lines(fields.market_data),
    receipt_retention_days: whole('receipt_retention_days'),
  };
  if (!/^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(draft.version))
    errors.version = 'Write three numbers, such as 1.0.1.';
  const reason = readReason(fields.reason ?? '');
  if (!reason.ok) errors.reason = reason.error.message;
  else if (reason.value === '') errors.reason = 'Say why: everyone reads it beside the version.';
  const none = fail('form_invalid', 'Nothing was made of it yet: put right what is marked.');
  const read = readDraft([manifest], draft);
  if (!read.ok) return { ...none, errors: { ...placed(read.error.message), ...errors } };
  if (!reason.ok || Object.keys(errors).length > 0) return { ...none, errors };
  return { ok: true, value: { draft: read.value, reason: reason.value }, errors };
}

function rulesOf(
  fields: Fields,
  manifest: PluginManifest,
  errors: Record<string, string>,
  whole: (name: string) => number,
): Readonly<Record<string, unknown>> {
  const rules: Record<string, unknown> = {};
  for (const { rule } of declaredRules(manifest).values()) {
    const name = ruleField(rule.name);
    const text = fields[name] ?? '';
    const columns = columnsOf(rule);
    if (rule.kind === 'count_per_day') rules[rule.name] = whole(name);
    else if (columns !== null) {
      const entries = listOf(text, columns, name, errors);
      rules[rule.name] = rule.kind === 'set' ? entries.map((entry) => entry[rule.field]) : entries;
    } else if (text !== '') rules[rule.name] = isAmountRule(rule) ? ungrouped(text) : text;
    else if (rule.kind !== 'cumulative_threshold') errors[name] = 'Write a value: the plugin asks for one.';
  }
  const currency = (fields[CURRENCY] ?? '').trim();
  if (currency !== '') rules[CURRENCY] = currency;
  const further = listOf(fields[BOUNDS_IN] ?? '', boundColumns(manifest), BOUNDS_IN, errors);
  if (further.length > 0) rules[BOUNDS_IN] = further.map(withoutEmpty);
  return rules;
}

function listOf(text: string, columns: readonly string[], name: string, errors: Record<string, string>) {
  const read = fromLines(text, columns);
  if (read.ok) return read.value;
  errors[name] = read.error.message;
  return [];
}

/** An optional bound may be left out; its place in the line is then empty. */
function withoutEmpty(entry: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== ''));
}

function lines(text = ''): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Beside which field a fault of the draft stands: its path is in the message. */
function placed(message: string): Errors {
  const [, path = '', words = message] = /\/((?:[a-z_]+\/?)[\w/]*) (.*)$/.exec(message) ?? [];
  const [first = '', second = '', third = ''] = path.split('/');
  if (first === 'rules' && second === BOUNDS_IN)
    return { [BOUNDS_IN]: `Line ${Number(third) + 1}: ${words}` };
  if (first === 'rules' && second === CURRENCY) return { [CURRENCY]: capital(words) };
  if (first === 'rules' && second !== '') {
    const line = /^\d+$/.test(third) ? `Line ${Number(third) + 1}: ` : '';
    return { [ruleField(second)]: line === '' ? capital(words) : line + words };
  }
  if (first === 'limits') return { [second]: capital(words) };
  return ['scope', 'version', 'market_data', 'receipt_retention_days'].includes(first)
    ? { [first]: capital(words) }
    : { '': message };
}
