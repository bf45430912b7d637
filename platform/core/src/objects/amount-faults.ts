import type { PluginManifest } from './plugin.ts';
import { declaredRules, isAmountRule } from './plugin-schemas.ts';
import type { RuleSet } from './rules.ts';
import type { Fault } from './shape-fault.ts';

/** ISO 4217: the decimals of currencies that do not have two. */
export const DECIMALS: Readonly<Record<string, number>> = {
  BIF: 0,
  CLP: 0,
  DJF: 0,
  GNF: 0,
  ISK: 0,
  JPY: 0,
  KMF: 0,
  KRW: 0,
  PYG: 0,
  RWF: 0,
  UGX: 0,
  UYI: 0,
  VND: 0,
  VUV: 0,
  XAF: 0,
  XOF: 0,
  XPF: 0,
  BHD: 3,
  IQD: 3,
  JOD: 3,
  KWD: 3,
  LYD: 3,
  OMR: 3,
  TND: 3,
  CLF: 4,
  UYW: 4,
};
/** The decimals of an amount without a currency. */
const MOST_DECIMALS = 4;

/**
 * How many decimals an amount of this currency may have.
 * @example decimalsOf('JPY') // 0
 */
export function decimalsOf(currency: string): number {
  return (Object.hasOwn(DECIMALS, currency) ? DECIMALS[currency] : undefined) ?? 2;
}

/**
 * Finds the first limit with more decimals than its currency has, apart from trailing zeros: nobody could
 * spend the rest, and nobody knows what was meant. The rules match their schema.
 */
export function decimalsFault(manifest: PluginManifest, rules: RuleSet, currency: unknown): Fault | null {
  const most = typeof currency === 'string' ? decimalsOf(currency) : MOST_DECIMALS;
  for (const { rule } of declaredRules(manifest).values()) {
    const value = Object.hasOwn(rules, rule.name) ? rules[rule.name] : undefined;
    if (!isAmountRule(rule) || typeof value !== 'string') continue;
    const decimals = value.split('.')[1]?.replace(/0+$/, '') ?? '';
    if (decimals.length <= most) continue;
    const of = typeof currency === 'string' ? `, as ${currency} has` : '';
    return { path: `/${rule.name}`, message: `is ${value}, but may have at most ${most} decimals${of}` };
  }
  return null;
}
