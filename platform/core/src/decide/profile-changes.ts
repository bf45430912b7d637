import type { PluginManifest, PolicyRule } from '../objects/plugin.ts';
import { BOUNDS_IN, CURRENCY, declaredRules, isAmountRule } from '../objects/plugin-schemas.ts';
import type { ProfileDraft } from '../objects/profile.ts';
import type { RuleSet } from '../objects/rules.ts';
import { compareAmounts, isLimit } from './amount.ts';
import { ruleValue } from './rules/rule.ts';

/** For one member: whether mandates may then do more or less. `other` is neither, both, or unknown. */
export type Change = 'same' | 'tighter' | 'looser' | 'other';

type ComparedProfile = Pick<
  ProfileDraft,
  'scope' | 'limits' | 'rules' | 'directories' | 'attested' | 'market_data' | 'receipt_retention_days'
>;

/** Lists what changes from one version of a profile to another, by member; rules under their names. */
export function profileChanges(
  manifest: PluginManifest | null,
  before: ComparedProfile,
  after: ComparedProfile,
): ReadonlyMap<string, Change> {
  const changes = new Map<string, Change>([['scope', ofLists(before.scope, after.scope)]]);
  for (const [name, change] of ruleChanges(manifest, before.rules, after.rules)) changes.set(name, change);
  for (const name of ['directories', 'attested'] as const) {
    if (before[name] === undefined && after[name] === undefined) continue;
    const isSame = keyOf(before[name] ?? {}) === keyOf(after[name] ?? {});
    changes.set(name, isSame ? 'same' : 'other');
  }
  for (const name of ['use_count_max', 'runtime_max_s', 'validity_max_days'] as const) {
    changes.set(name, byOrder(after.limits[name] - before.limits[name]));
  }
  changes.set('market_data', ofLists(before.market_data, after.market_data));
  const isKept = before.receipt_retention_days === after.receipt_retention_days;
  return changes.set('receipt_retention_days', isKept ? 'same' : 'other');
}

function ruleChanges(
  manifest: PluginManifest | null,
  before: RuleSet,
  after: RuleSet,
): readonly (readonly [string, Change])[] {
  const declared = manifest === null ? new Map() : declaredRules(manifest);
  const names = [...new Set([...declared.keys(), ...Object.keys(before), ...Object.keys(after)])];
  const isSameCurrency = ruleValue(before, CURRENCY) === ruleValue(after, CURRENCY);
  return names.flatMap((name): (readonly [string, Change])[] => {
    const [old, next] = [ruleValue(before, name), ruleValue(after, name)];
    if (old === undefined && next === undefined) return [];
    const rule: PolicyRule | undefined = declared.get(name)?.rule;
    if (name === BOUNDS_IN) return [[name, ofBounds(manifest, old, next)]];
    if (rule === undefined) return [[name, keyOf(old) === keyOf(next) ? 'same' : 'other']];
    return [[name, isAmountRule(rule) && !isSameCurrency ? 'other' : ofRule(rule, old, next)]];
  });
}

function ofRule(rule: PolicyRule, before: unknown, after: unknown): Change {
  switch (rule.kind) {
    case 'allow_list':
    case 'set':
      return ofLists(asList(before), asList(after));
    case 'attested':
      // Each claim more is one more that a statement must make.
      return ofLists(asList(after), asList(before));
    case 'ordered_level':
    case 'level_threshold':
      return byOrder(rule.order.indexOf(String(after)) - rule.order.indexOf(String(before)));
    case 'field_required':
      return ofRequired(before, after);
    case 'count_per_day':
      return byOrder(Number(after) - Number(before));
    case 'amount_cap':
    case 'daily_sum':
    case 'threshold':
    case 'cumulative_threshold':
      return ofAmounts(before, after);
  }
}

function ofRequired(before: unknown, after: unknown): Change {
  if ((before === undefined) === (after === undefined)) return 'same';
  return before === undefined ? 'tighter' : 'looser';
}

/** A missing limit limits nothing; only a rule that adds a check may be missing. */
function ofAmounts(before: unknown, after: unknown): Change {
  if (before === undefined) return 'tighter';
  if (after === undefined) return 'looser';
  return isLimit(before) && isLimit(after) ? byOrder(compareAmounts(after, before)) : 'other';
}

/** Bounds in further currencies: another currency is another way to pay. */
function ofBounds(manifest: PluginManifest | null, before: unknown, after: unknown): Change {
  const [old, next] = [asList(before).filter(isRuleSet), asList(after).filter(isRuleSet)];
  const currencies = [...new Set([...old, ...next].map((bounds) => ruleValue(bounds, CURRENCY)))];
  const changes = currencies.flatMap((currency): Change[] => {
    const find = (list: readonly RuleSet[]) =>
      list.find((bounds) => ruleValue(bounds, CURRENCY) === currency);
    const [from, to] = [find(old), find(next)];
    if (from === undefined) return ['looser'];
    if (to === undefined) return ['tighter'];
    return ruleChanges(manifest, from, to).map(([, change]) => change);
  });
  return together(changes);
}

/** A change that is looser in one member and tighter in another is neither. */
function together(changes: readonly Change[]): Change {
  const kinds = [...new Set(changes.filter((change) => change !== 'same'))];
  const [first = 'same'] = kinds;
  return kinds.length > 1 ? 'other' : first;
}

/** More entries allow more. */
function ofLists(before: readonly unknown[], after: readonly unknown[]): Change {
  const [old, next] = [new Set(before.map(keyOf)), new Set(after.map(keyOf))];
  const isAdded = [...next].some((key) => !old.has(key));
  const isTaken = [...old].some((key) => !next.has(key));
  return together([isAdded ? 'looser' : 'same', isTaken ? 'tighter' : 'same']);
}

function byOrder(difference: number): Change {
  if (difference === 0) return 'same';
  return difference > 0 ? 'looser' : 'tighter';
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isRuleSet(value: unknown): value is RuleSet {
  return typeof value === 'object' && value !== null;
}

/** The same text for the same value, whatever the order of its members. */
function keyOf(value: unknown): string {
  return isRuleSet(value) && !Array.isArray(value)
    ? JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : (JSON.stringify(value) ?? '');
}
