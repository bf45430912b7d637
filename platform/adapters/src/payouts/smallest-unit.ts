/** As the provider documents them: currencies without decimals, and with three. */
const ZERO = 'BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF';
const THREE = 'BHD JOD KWD OMR TND';
/** Sent with two decimals, which must both be 0 in a payout. */
const WHOLE = 'HUF ISK TWD UGX';

const decimalsOf = (currency: string): number => {
  if (ZERO.includes(currency)) return 0;
  return THREE.includes(currency) ? 3 : 2;
};

/**
 * An amount in the provider's smallest unit of the currency; null if the provider cannot pay it: it has a smaller part, or
 * more digits than a number keeps. The last digit of three decimals must be 0.
 * @example smallestUnit('40.5', 'USD') // 4050
 * @example smallestUnit('500', 'JPY') // 500
 * @example smallestUnit('5.12', 'KWD') // 5120
 * @example smallestUnit('5.124', 'KWD') // null
 */
export function smallestUnit(amount: string, currency: string): number | null {
  const [whole = '', decimals = ''] = amount.split('.');
  const places = decimalsOf(currency);
  if (!/^[A-Z]{3}$/.test(currency) || !/^\d+$/.test(whole) || !/^\d*$/.test(decimals)) return null;
  if (decimals.length > Math.min(places, 2) || (WHOLE.includes(currency) && decimals !== '')) return null;
  const units = Number(whole + decimals.padEnd(places, '0'));
  return Number.isSafeInteger(units) ? units : null;
}

/**
 * The amount as the platform writes it.
 * @example amountOf(4050, 'USD') // '40.5'
 * @example amountOf(5120, 'KWD') // '5.12'
 */
export function amountOf(units: number, currency: string): string {
  const places = decimalsOf(currency);
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places);
  const decimals = digits.slice(digits.length - places).replace(/0+$/, '');
  return `${units < 0 ? '-' : ''}${whole}${decimals === '' ? '' : `.${decimals}`}`;
}
