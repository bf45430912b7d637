/** The units of filings, coarsest first: millions, tenths of millions, thousands, whole units of currency. */
const PRECISIONS = [1_000_000, 100_000, 1_000, 1];
/** Notes round some totals more coarsely. */
const PRECISIONS_OF_NOTES = [100_000_000, 10_000_000, ...PRECISIONS];
/** Lines that were rounded one by one may miss their total by this many units. */
const UNITS = 2;

/**
 * How far filed lines may be from adding up: two units of the coarsest precision that divides all `figures`.
 * Figures with decimals count as exact.
 *
 * INVARIANT: with fewer figures the result can only grow, so that removing a fact never makes an upper end
 * smaller.
 */
export function roundingOf(figures: readonly number[]): number {
  return figures.length === 0 ? 0 : UNITS * precisionOf(figures, PRECISIONS);
}

/** The same for one figure of a note. */
export function roundingOfNote(figure: number): number {
  return UNITS * precisionOf([figure], PRECISIONS_OF_NOTES);
}

function precisionOf(figures: readonly number[], precisions: readonly number[]): number {
  return precisions.find((unit) => figures.every((figure) => figure % unit === 0)) ?? 0;
}
