import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { CURRENCY, declaredRules } from '@platform/core/objects/plugin-schemas';
import { ungrouped } from '@platform/words/typed-amount';
import { amountText } from './mandate-words.ts';

/** What a principal types from knowledge before they can use a key: the most that the mandate allows. */
interface TypedSum {
  readonly question: string;
  readonly value: string;
  /** The mandate’s currency; empty if it names none. */
  readonly unit: string;
  /** The sum in words: `20,000 USD a day`. */
  readonly words: string;
}

/**
 * The sum of the mandate’s worst day; without one, its largest amount; without amounts, its number of uses.
 */
export function typedSum(mandate: Mandate, manifest: PluginManifest): TypedSum {
  const rules = [...declaredRules(manifest).values()].map(({ rule }) => rule);
  const of = (kind: 'daily_sum' | 'amount_cap', question: string, per: string): TypedSum | null => {
    const rule = rules.find((one) => one.kind === kind);
    const value = rule === undefined ? undefined : mandate.rules[rule.name];
    if (typeof value !== 'string') return null;
    const { [CURRENCY]: currency } = mandate.rules;
    const unit = typeof currency === 'string' ? currency : '';
    return { question, value, unit, words: `up to ${amountText(value, mandate)} ${per}` };
  };
  const uses = String(mandate.limits.use_count_max);
  return (
    of('daily_sum', 'the most that it may do in one day, in all', 'a day') ??
    of('amount_cap', 'the most that it may do at once', 'each') ?? {
      question: 'how often it may act, in all',
      value: uses,
      unit: '',
      words: `${uses} times`,
    }
  );
}

/** Accepts any notation of the sum: `20,000`, `20000` and `20000.00` are the same. */
export function isTypedSum(typed: string, { value }: TypedSum): boolean {
  const plain = (text: string) => (/^\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text);
  return plain(ungrouped(typed)) === plain(value);
}
