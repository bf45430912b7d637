/** Filings round to a million at most: a coarser power of ten divides a total by chance. */
const COARSEST = 1_000_000;
/** Lines that were rounded one by one may miss their total by this many units. */
const UNITS = 2;

/**
 * How far filed lines may be from adding up: two units of the largest power of ten that divides all `figures`, which
 * are whole currency units. Figures with decimals are taken to be exact.
 *
 * INVARIANT: with fewer figures it can only be more, so that removing a fact never makes an upper end smaller.
 */
export function roundingOf(figures: readonly number[], coarsest = COARSEST): number {
  if (figures.length === 0 || !figures.every(Number.isInteger)) return 0;
  let unit = 1;
  while (unit < coarsest && figures.every((figure) => figure % (unit * 10) === 0)) unit *= 10;
  return UNITS * unit;
}
