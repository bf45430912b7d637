import type { Mandate } from '@platform/protocol/mandate';
import type { PluginManifest } from '@platform/protocol/plugin';
import { declaredRules } from '@platform/protocol/plugin-schemas';
import { ungrouped } from '../words/typed-amount.ts';
import { amountText } from './mandate-words.ts';

/** What a principal types before a key can be given: the most that the mandate lets happen, from knowledge. */
export interface TypedSum {
  readonly question: string;
  readonly value: string;
  /** As words say it: `20,000 USD a day`. */
  readonly words: string;
}

/** The sum of its worst day; without one, its largest amount; without amounts, how often it may be used. */
export function typedSum(mandate: Mandate, manifest: PluginManifest): TypedSum {
  const rules = [...declaredRules(manifest).values()].map(({ rule }) => rule);
  const limitOf = (kind: 'daily_sum' | 'amount_cap') => {
    const rule = rules.find((one) => one.kind === kind);
    const limit = rule === undefined ? undefined : mandate.rules[rule.name];
    return typeof limit === 'string' ? limit : null;
  };
  const [daily, each] = [limitOf('daily_sum'), limitOf('amount_cap')];
  if (daily !== null) {
    return {
      question: 'The most that it may do in one day, in all',
      value: daily,
      words: `${amountText(daily, mandate)} a day`,
    };
  }
  if (each !== null) {
    return {
      question: 'The most that it may do at once',
      value: each,
      words: `${amountText(each, mandate)} each`,
    };
  }
  const uses = String(mandate.limits.use_count_max);
  return { question: 'How often it may act, in all', value: uses, words: `${uses} times` };
}

/** `20,000`, `20000` and `20000.00` are one sum. */
export function isTypedSum(typed: string, { value }: TypedSum): boolean {
  const plain = (text: string) => (/^\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, '') : text);
  return plain(ungrouped(typed)) === plain(value);
}
