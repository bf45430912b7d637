import { decimalsOf } from './amount-faults.ts';

/** Metals, units of account and codes for tests, which have no minor unit. */
export const WITHOUT_MINOR_UNIT = 'XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX';

/**
 * An amount in the minor unit of its currency (ISO 4217), as whole numbers are written elsewhere. Null if the currency
 * has none, or the amount has a smaller part or more digits than a double keeps.
 * @example minorUnits('40.5', 'USD') // 4050
 * @example minorUnits('40.5', 'JPY') // null
 * @example minorUnits('1', 'XAU') // null
 */
export function minorUnits(amount: string, currency: string): number | null {
  const [, whole, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (whole === undefined || !/^[A-Z]{3}$/.test(currency) || WITHOUT_MINOR_UNIT.includes(currency))
    return null;
  const places = decimalsOf(currency);
  if (decimals.length > places) return null;
  const units = Number(whole + decimals.padEnd(places, '0'));
  return Number.isSafeInteger(units) ? units : null;
}
