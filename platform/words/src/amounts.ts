import { decimalsOf } from '@platform/core/objects/amount-faults';

/** Writes `12345.60` as `12,345.60`; returns anything that is not a plain decimal unchanged. */
export function grouped(amount: string): string {
  if (!/^\d+(\.\d+)?$/.test(amount)) return amount;
  const [whole = '', fraction] = amount.split('.');
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}

/** Writes `2500` as `2,500`, and `2450.5` of a currency with two decimals as `2,450.50`. */
export function inWords(amount: string, currency: string): string {
  return amount.includes('.') ? priced(amount, currency) : grouped(amount);
}

/** Writes `4200` of a currency with two decimals as `4,200.00`, as invoices do; without a currency as `4,200`. */
export function priced(amount: string, currency: string): string {
  if (currency === '' || !/^\d+(\.\d+)?$/.test(amount)) return grouped(amount);
  const [whole = '', fraction = ''] = amount.split('.');
  const decimals = fraction.padEnd(decimalsOf(currency), '0');
  return grouped(decimals === '' ? whole : `${whole}.${decimals}`);
}
