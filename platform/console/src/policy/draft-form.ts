import { fail, type Result } from '@common/base/result';
import type { PluginManifest, PolicyRule } from '@platform/core/objects/plugin';
import {
  BOUNDS_IN,
  CURRENCY,
  declaredRules,
  isAmountRule,
  isOptional,
} from '@platform/core/objects/plugin-schemas';
import type { Profile, ProfileDraft } from '@platform/core/objects/profile';
import { plainAmount } from '@platform/words/typed-amount';
import { choice, chosen, type Errors, type Fields } from '../site/form-fields.ts';
import { readDraft } from '../use-cases/profiles.ts';
import { readReason } from '../use-cases/reason.ts';
import { type AskedDraft, type DraftFaults, errorsOf, findFaults, ruleField } from './draft-faults.ts';
import { fromLines, toLines } from './list-lines.ts';

const LIMITS = ['use_count_max', 'runtime_max_s', 'validity_max_days'] as const;

/** The columns of a list’s lines; null for a rule that has one value. */
export function columnsOf(rule: PolicyRule): readonly string[] | null {
  if (rule.kind === 'allow_list') return rule.fields;
  if (rule.kind === 'attested') return ['claim'];
  return rule.kind === 'set' ? [rule.field] : null;
}

/** The columns of bounds in further currencies: the currency, then each amount in the manifest’s order. */
export function boundColumns(manifest: PluginManifest): readonly string[] {
  const amounts = [...declaredRules(manifest).values()].filter(({ rule }) => isAmountRule(rule));
  return [CURRENCY, ...amounts.map(({ rule }) => rule.name)];
}

/** The version in force as a form’s fields, with the next version number. */
export function draftFields(profile: Profile, hash: string, manifest: PluginManifest): Fields {
  const { rules, limits, market_data, receipt_retention_days } = profile;
  const ofRules = rulesInForm(manifest, profile).map((rule) => {
    const value = rules[rule.name];
    const columns = columnsOf(rule);
    const text = columns === null ? (value === undefined ? '' : String(value)) : toLines(value, columns);
    return [ruleField(rule.name), text] as const;
  });
  const scope = manifest.facades.flatMap(({ name }, index) =>
    profile.scope.includes(name) ? [[choice('scope', index), 'on'] as const] : [],
  );
  return {
    base: hash,
    version: nextVersion(profile.version),
    reason: '',
    published_by: profile.published_by,
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

/** The rules that a form sets: a list that stands in a directory is not in the profile. */
export function rulesInForm(
  manifest: PluginManifest,
  { directories = {} }: Pick<Profile, 'directories'>,
): readonly PolicyRule[] {
  return [...declaredRules(manifest).values()].flatMap(({ rule }) =>
    Object.hasOwn(directories, rule.name) ? [] : [rule],
  );
}

interface ReadForm {
  readonly draft: ProfileDraft;
  readonly reason: string;
}

/**
 * Reads the draft in a form. It has the shape that the plugin’s manifest gives a profile, no hidden characters, and the
 * directories and issuers of the version in force, on the same terms.
 */
export function readDraftForm(
  fields: Fields,
  manifest: PluginManifest,
  inForce: Pick<Profile, 'directories' | 'attested'>,
): Result<ReadForm, 'form_invalid'> & { readonly errors: Errors } {
  const reading: DraftReading = {
    fields,
    found: { fields: new Map(), lines: new Map() },
    numbers: new Map(),
  };
  const { found } = reading;
  const version = (fields.version ?? '').trim();
  if (!/^\d{1,5}\.\d{1,5}\.\d{1,5}$/.test(version))
    found.fields.set('version', 'Write three numbers, such as 1.0.1.');
  const reason = readReason(fields.reason ?? '');
  if (!reason.ok) found.fields.set('reason', reason.error.message);
  else if (reason.value === '') found.fields.set('reason', 'Say why: everyone reads it beside the version.');
  const asked: AskedDraft = {
    name: manifest.profile,
    plugin: manifest.name,
    version,
    scope: chosen(
      fields,
      'scope',
      manifest.facades.map(({ name }) => name),
    ),
    limits: Object.fromEntries(LIMITS.map((name) => [name, whole(reading, name)])),
    rules: rulesOf(reading, manifest, inForce),
    ...(inForce.directories === undefined ? {} : { directories: inForce.directories }),
    ...(inForce.attested === undefined ? {} : { attested: inForce.attested }),
    market_data: addressesOf(reading),
    receipt_retention_days: whole(reading, 'receipt_retention_days'),
  };
  findFaults(asked, manifest, reading.numbers, found);
  const errors = errorsOf(found);
  const read = readDraft([manifest], asked);
  if (read.ok && reason.ok && Object.keys(errors).length === 0)
    return { ok: true, value: { draft: read.value, reason: reason.value }, errors };
  return { ...fail('form_invalid', 'Nothing was signed or sent: fix the fields that are marked.'), errors };
}

/** The state of a form’s reading. */
interface DraftReading {
  readonly fields: Fields;
  readonly found: DraftFaults;
  readonly numbers: Map<string, readonly number[]>;
}

function whole({ fields, found }: DraftReading, name: string): number {
  const text = plainAmount(fields[name] ?? '');
  if (/^\d{1,9}$/.test(text)) return Number(text);
  found.fields.set(name, 'Write a whole number.');
  return 1;
}

function rulesOf(
  reading: DraftReading,
  manifest: PluginManifest,
  inForce: Pick<Profile, 'directories'>,
): Record<string, unknown> {
  const { fields, found } = reading;
  const rules: Record<string, unknown> = {};
  const currency = (fields[CURRENCY] ?? '').trim();
  for (const rule of rulesInForm(manifest, inForce)) {
    const name = ruleField(rule.name);
    const text = fields[name] ?? '';
    const columns = columnsOf(rule);
    if (rule.kind === 'count_per_day') rules[rule.name] = whole(reading, name);
    else if (columns !== null) {
      const entries = listOf(reading, name, columns);
      if (rule.kind === 'attested') {
        if (entries.length > 0) rules[rule.name] = entries.map(({ claim }) => claim);
        continue;
      }
      rules[rule.name] = rule.kind === 'set' ? entries.map((entry) => entry[rule.field]) : entries;
    } else if (text !== '') rules[rule.name] = isAmountRule(rule) ? plainAmount(text, currency) : text;
    else if (!isOptional(rule)) found.fields.set(name, 'Write a value: the plugin needs one.');
  }
  if (currency !== '') rules[CURRENCY] = currency;
  const optional = [...declaredRules(manifest).values()]
    .filter(({ rule }) => isOptional(rule))
    .map(({ rule }) => rule.name);
  const further = listOf(reading, BOUNDS_IN, boundColumns(manifest), optional);
  if (further.length > 0) rules[BOUNDS_IN] = further.map(withoutEmpty);
  return rules;
}

/** An address may contain a comma, so each line is one address. */
function addressesOf({ fields, numbers }: DraftReading): string[] {
  const lines = (fields.market_data ?? '')
    .split('\n')
    .map((line, index) => [line.trim(), index + 1] as const);
  const written = lines.filter(([line]) => line !== '');
  numbers.set(
    'market_data',
    written.map(([, number]) => number),
  );
  return written.map(([line]) => line);
}

function listOf(
  { fields, found, numbers }: DraftReading,
  name: string,
  columns: readonly string[],
  optional: readonly string[] = [],
) {
  const read = fromLines(fields[name] ?? '', columns, optional);
  if (read.faults.length > 0) found.lines.set(name, [...read.faults]);
  numbers.set(name, read.numbers);
  return read.entries;
}

/** An optional bound may be omitted; its place in the line is then empty. */
function withoutEmpty(entry: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== ''));
}
