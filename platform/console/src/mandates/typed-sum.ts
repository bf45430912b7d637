import type { Mandate } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { CURRENCY, declaredRules } from '@platform/core/objects/plugin-schemas';
import { plainAmount } from '@platform/words/typed-amount';
import { amountText } from './mandate-words.ts';

/** What a principal types from knowledge before they can use a key: the most that the mandate allows. */
export interface TypedSum {
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
  const of = (kind: LimitKind, question: string, per: string): TypedSum | null => {
    const value = limitOf(kind, mandate, manifest);
    if (value === null) return null;
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

type LimitKind = 'daily_sum' | 'amount_cap';

function limitOf(kind: LimitKind, { rules }: Mandate, manifest: PluginManifest): string | null {
  const [found] = [...declaredRules(manifest).values()].filter(({ rule }) => rule.kind === kind);
  const value = found !== undefined && Object.hasOwn(rules, found.rule.name) ? rules[found.rule.name] : null;
  return typeof value === 'string' ? value : null;
}

/** The most that the mandate allows in a day; null if it has no such limit. */
export function dailySum(mandate: Mandate, manifest: PluginManifest): string | null {
  return limitOf('daily_sum', mandate, manifest);
}

/** Accepts any notation of the sum: `20,000`, `$20.000,00` and `20000` are the same. */
export function isTypedSum(typed: string, { value, unit }: TypedSum): boolean {
  const plain = (text: string) => (/^\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text);
  return plain(plainAmount(typed, unit)) === plain(value);
}
