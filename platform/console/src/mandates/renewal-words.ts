import { requiredMs } from '@common/base/instant';
import { addAmounts, isLimit } from '@platform/core/decide/amount';
import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest, PolicyRule } from '@platform/core/objects/plugin';
import { CURRENCY, declaredRules } from '@platform/core/objects/plugin-schemas';
import type { Profile } from '@platform/core/objects/profile';
import { grouped } from '@platform/words/amounts';
import { day } from '@platform/words/when';
import type { Renewal } from '../use-cases/renewals.ts';
import { mandateRows } from './mandate-rows.ts';
import { amountText } from './mandate-words.ts';
import { dailySum, type TypedSum, typedSum } from './typed-sum.ts';

/** One difference between an ended mandate and the one that would be signed. */
interface RenewalChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  readonly why: string;
}

/** What differs, in words, apart from what makes any two mandates two. */
export function renewalChanges(
  { record, mandate }: Pick<Renewal, 'record' | 'mandate'>,
  manifest: PluginManifest,
): readonly RenewalChange[] {
  const before = new Map(mandateRows(record.contract, manifest).map(({ label, words }) => [label, words]));
  const changes = mandateRows(mandate, manifest).flatMap(({ label, words }): RenewalChange[] => {
    const old = before.get(label) ?? 'the policy’s';
    if (label === 'Time' || label === 'Under' || old === words) return [];
    return [{ label, before: inOneLine(old), after: inOneLine(words), why: 'the policy’s new limit' }];
  });
  return [...changes, ...timeChange(record.contract, mandate)];
}

function inOneLine(words: string): string {
  return words.replaceAll('\n', '; ');
}

function timeChange(before: Mandate, after: Mandate): readonly RenewalChange[] {
  const [old, now] = [day(before.valid_to), day(after.valid_to)];
  if (old === now) return [];
  const lasts = ({ valid_from, valid_to }: Mandate) => requiredMs(valid_to) - requiredMs(valid_from);
  const why = lasts(after) < lasts(before) ? 'as long as the policy allows' : 'as long as before, from today';
  return [{ label: 'Until', before: old, after: now, why }];
}

/**
 * What the new mandate does not take over. INVARIANT: limits count what was done under one mandate, by its id, so that a
 * renewal gives each of them anew.
 */
export function freshWords(mandate: Mandate, manifest: PluginManifest): string {
  const isAdding = [...declaredRules(manifest).values()].some(
    ({ rule }) => COUNTING.includes(rule.kind) && mandate.scope.includes(manifest.covered_facade),
  );
  return isAdding
    ? 'Starts at zero: today’s total, and the number of uses. What was done under the mandate that ended no longer counts toward its limits.'
    : 'Starts at zero: the number of uses. What was done under the mandate that ended no longer counts toward it.';
}

const COUNTING: readonly PolicyRule['kind'][] = ['daily_sum', 'cumulative_threshold', 'count_per_day'];

/** With the currency of its profile if it names none. For display; it is never signed. */
function toldMandate(mandate: Mandate, profile: Profile): Mandate {
  const { [CURRENCY]: currency } = profile.rules;
  if (mandate.rules[CURRENCY] !== undefined || typeof currency !== 'string') return mandate;
  return { ...mandate, rules: { ...mandate.rules, [CURRENCY]: currency } };
}

interface Basis {
  readonly profile: Profile;
  readonly manifest: PluginManifest;
}

/** The most that a mandate allows in a day, and its last day. */
export function boundWords(
  mandate: Mandate,
  { profile, manifest }: Basis,
): readonly [most: string, until: string] {
  const told = toldMandate(mandate, profile);
  const sum = dailySum(told, manifest);
  const isMoving = mandate.scope.includes(manifest.covered_facade);
  const most = !isMoving
    ? 'Only reads'
    : sum === null
      ? typedSum(told, manifest).words
      : `${amountText(sum, told)} a day`;
  return [most, `until ${day(mandate.valid_to)}`];
}

/**
 * What a principal types before they sign several mandates at once: what all of them allow in a day together; where
 * that has no sum, how many they are.
 */
export function typedTotal(mandates: readonly Mandate[], { profile, manifest }: Basis): TypedSum {
  const moving = mandates
    .filter(({ scope }) => scope.includes(manifest.covered_facade))
    .map((mandate) => toldMandate(mandate, profile));
  const units = new Set(moving.map(({ rules }) => rules[CURRENCY]));
  const sums = moving.map((mandate) => dailySum(mandate, manifest)).filter(isLimit);
  const [unit] = units;
  if (moving.length > 0 && units.size === 1 && sums.length === moving.length) {
    const value = sums.reduce(addAmounts, '0');
    const question = 'the most that all of them may do together in one day';
    const currency = typeof unit === 'string' ? unit : '';
    return {
      question,
      value,
      unit: currency,
      words: `up to ${`${grouped(value)} ${currency}`.trim()} a day together`,
    };
  }
  const value = String(mandates.length);
  return { question: 'how many mandates you sign anew', value, unit: '', words: `${value} in all` };
}
