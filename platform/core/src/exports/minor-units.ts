const MOST_DECIMALS = 4;

/** ISO 4217: the decimals of the currencies that have not two. */
const DECIMALS: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};
/** Metals, units of account and codes for tests, which have no minor unit. */
const NONE = 'XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX';

/**
 * An amount in the minor unit of its currency (ISO 4217), as whole numbers are written elsewhere. Null if the currency
 * has none, or the amount has a smaller part or more digits than a double keeps.
 * @example minorUnits('40.5', 'USD') // 4050
 * @example minorUnits('40.5', 'JPY') // null
 * @example minorUnits('1', 'XAU') // null
 */
export function minorUnits(amount: string, currency: string): number | null {
  const [whole = '', decimals = ''] = amount.split('.');
  if (!/^[A-Z]{3}$/.test(currency) || NONE.includes(currency)) return null;
  const places = Object.keys(DECIMALS).find((key) => DECIMALS[Number(key)]?.includes(currency)) ?? 2;
  if (!/^\d+$/.test(whole) || !/^\d*$/.test(decimals) || decimals.length > MOST_DECIMALS) return null;
  if (decimals.length > Number(places)) return null;
  const units = Number(whole + decimals.padEnd(Number(places), '0'));
  return Number.isSafeInteger(units) ? units : null;
}
