/** Writes `12345.60` as `12,345.60`; returns anything that is not a plain decimal unchanged. */
export function grouped(amount: string): string {
  if (!/^\d+(\.\d+)?$/.test(amount)) return amount;
  const [whole = '', fraction] = amount.split('.');
  const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? groups : `${groups}.${fraction}`;
}
