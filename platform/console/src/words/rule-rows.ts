import type { PluginManifest, PolicyRule } from '@platform/protocol/plugin';
import { CURRENCY, declaredRules, isAmountRule } from '@platform/protocol/plugin-schemas';
import type { RuleSet } from '@platform/protocol/rules';

type Row = readonly [label: string, text: string];

/**
 * A mandate's rules, or a profile's bounds: each under the name that is signed, in words that follow from its kind. A
 * value that no rule of the plugin explains is shown as it is, because it is signed as well.
 */
export function ruleRows(rules: RuleSet, manifest: PluginManifest | null): readonly Row[] {
  const declared = manifest === null ? new Map() : declaredRules(manifest);
  const names = [...declared.keys()].filter((name) => Object.hasOwn(rules, name));
  const others = Object.keys(rules).filter((name) => !names.includes(name));
  const currency = rules[CURRENCY];
  const unit = typeof currency === 'string' ? ` ${currency}` : '';
  return [...names, ...others].map((name): Row => {
    const rule: PolicyRule | undefined = declared.get(name)?.rule;
    const value = rules[name];
    return [name, rule === undefined ? asWritten(value) : ruleText(rule, value, unit)];
  });
}

function ruleText(rule: PolicyRule, value: unknown, unit: string): string {
  const text = asWritten(value) + (isAmountRule(rule) ? unit : '');
  switch (rule.kind) {
    case 'amount_cap':
      return `at most ${text} each`;
    case 'daily_sum':
      return `at most ${text} per day`;
    case 'threshold':
      return `above ${text} a person must approve`;
    case 'cumulative_threshold':
      return `above ${text} per day and ${rule.per.join(' and ')} a person must approve`;
    case 'ordered_level':
      return `${rule.field} at most ${text}`;
    case 'level_threshold':
      return `${rule.field} ${text} or above: a person must approve`;
    case 'set':
      return `${rule.field}: ${text}`;
    case 'count_per_day':
      return `at most ${text} per day`;
    case 'allow_list':
      return text;
  }
}

/** Lists of entries one per line; lists of words in one. */
function asWritten(value: unknown): string {
  if (!Array.isArray(value)) return typeof value === 'object' ? JSON.stringify(value) : String(value);
  if (value.length === 0) return 'none';
  return value.every((one) => typeof one === 'string')
    ? value.join(', ')
    : value.map((entry: unknown) => entryText(entry)).join('\n');
}

function entryText(entry: unknown): string {
  if (typeof entry !== 'object' || entry === null) return String(entry);
  return Object.entries(entry)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}
