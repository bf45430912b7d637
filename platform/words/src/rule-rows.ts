import type { PluginManifest, PolicyRule } from '@platform/core/objects/plugin';
import { BOUNDS_IN, CURRENCY, declaredRules, isAmountRule } from '@platform/core/objects/plugin-schemas';
import type { RuleSet } from '@platform/core/objects/rules';
import { grouped } from './amounts.ts';
import { ageWords, attestedWords } from './attested.ts';
import { nameWords, payeeWords } from './names.ts';

interface RuleRow {
  /** The name as it is signed. */
  readonly name: string;
  readonly label: string;
  readonly words: string;
}

type DeclaredRules = ReadonlyMap<string, PolicyRule>;

/**
 * A mandate’s rules, or a profile’s bounds, each in words that follow from its kind. A value that no rule of
 * the plugin explains is shown unchanged, because it is signed, too.
 */
export function ruleRows(rules: RuleSet, manifest: PluginManifest | null): readonly RuleRow[] {
  const declared: DeclaredRules = new Map(
    manifest === null ? [] : [...declaredRules(manifest)].map(([name, { rule }]) => [name, rule]),
  );
  const names = [...declared.keys()].filter((name) => Object.hasOwn(rules, name));
  const others = Object.keys(rules).filter((name) => !names.includes(name));
  const currency = rules[CURRENCY];
  const unit = typeof currency === 'string' ? ` ${currency}` : '';
  return [...names, ...others].map((name): RuleRow => {
    const rule = declared.get(name);
    const value = rules[name];
    if (rule?.kind === 'attested')
      return { name, label: labelOf(rule), words: attestedWords(rule, { [name]: value }) };
    if (rule !== undefined) return { name, label: labelOf(rule), words: ruleWords(rule, value, unit) };
    const aged = [...declared.values()].find((one) => one.kind === 'attested' && one.max_age === name);
    if (aged !== undefined)
      return { name, label: `${nameWords(aged.name)} within`, words: ageWords(asWritten(value)) };
    if (name === CURRENCY) return { name, label: 'amounts are in', words: asWritten(value) };
    if (name === BOUNDS_IN && Array.isArray(value)) {
      const lines = value.map((bounds: RuleSet) => boundsWords(bounds, declared));
      return { name, label: 'in other currencies', words: lines.join('\n') || 'none' };
    }
    return { name, label: nameWords(name), words: asWritten(value) };
  });
}

function labelOf(rule: PolicyRule): string {
  switch (rule.kind) {
    case 'amount_cap':
      return 'each time';
    case 'daily_sum':
      return 'in a day';
    case 'threshold':
      return 'approval';
    case 'cumulative_threshold':
      return `approval for the same ${payeeWords(rule)}`;
    case 'ordered_level':
      return nameWords(rule.field);
    case 'level_threshold':
      return `approval by ${nameWords(rule.field)}`;
    case 'field_required':
      return nameWords(rule.field);
    case 'allow_list':
    case 'set':
    case 'attested':
    case 'count_per_day':
      return nameWords(rule.name);
  }
}

function ruleWords(rule: PolicyRule, value: unknown, unit: string): string {
  const text = isAmountRule(rule) ? amountWords(value) + unit : asWritten(value);
  switch (rule.kind) {
    case 'amount_cap':
      return `at most ${text} each`;
    case 'daily_sum':
      return `at most ${text} a day`;
    case 'threshold':
      return `above ${text} a person must approve`;
    case 'cumulative_threshold':
      return `above ${text} a day for the same ${payeeWords(rule)} a person must approve`;
    case 'ordered_level':
      return `at most ${text}`;
    case 'level_threshold':
      return `from ${text} on a person must approve`;
    case 'field_required':
      return 'required each time';
    case 'set':
    case 'attested':
      return text;
    case 'count_per_day':
      return `at most ${amountWords(value)}`;
    case 'allow_list':
      return entriesWords(value, rule.fields);
  }
}

function amountWords(value: unknown): string {
  return grouped(asWritten(value));
}

/** Writes a list in one line. */
function asWritten(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  return value.map(asWritten).join(', ') || 'none';
}

/** Writes one entry per line: its subject, then its other members by name. */
function entriesWords(value: unknown, fields: readonly string[]): string {
  if (!Array.isArray(value)) return asWritten(value);
  const [first = ''] = fields;
  const lines = value.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return String(entry);
    const members = Object.entries(entry).toSorted(([a], [b]) => fields.indexOf(a) - fields.indexOf(b));
    return members
      .map(([name, one]) => (name === first ? String(one) : `${nameWords(name)} ${String(one)}`))
      .join(', ');
  });
  return lines.join('\n') || 'none';
}

/**
 * The bounds in one currency: `EUR: at most 9,000 each, at most 45,000 a day, above 900 a person must
 * approve`.
 */
function boundsWords(bounds: RuleSet, declared: DeclaredRules): string {
  const { [CURRENCY]: currency, ...amounts } = bounds;
  const words = Object.entries(amounts).map(([name, value]) => {
    const rule = declared.get(name);
    return rule === undefined ? `${nameWords(name)} ${asWritten(value)}` : ruleWords(rule, value, '');
  });
  return `${asWritten(currency)}: ${words.join(', ')}`;
}
