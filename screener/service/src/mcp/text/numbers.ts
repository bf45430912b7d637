/** More digits than any published limit has; the status beside a figure says on which side of the limit it is. */
const DIGITS = 6;

/** `26.3412 %` of a fraction. */
export function percent(fraction: number): string {
  return `${Number((100 * fraction).toPrecision(DIGITS))} %`;
}

/** Between two ends, formatted by `write`; null means no upper bound. */
export function range(low: number, high: number | null, write: (value: number) => string): string {
  if (high === null) return low === 0 ? 'not known' : `${write(low)} or more`;
  const [from, to] = [write(low), write(high)];
  if (from === to) return to;
  return low === 0 ? `at most ${to}` : `${from} to ${to}`;
}

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });

/** `90,509,000,000`: exact, as filed. */
export function amount(value: number): string {
  return WHOLE.format(value);
}

/** `total_assets` in plain words. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
