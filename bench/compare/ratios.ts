import { median, readable } from '../support/report.ts';

/** A figure's values by round, by what it is. */
export type Figures = ReadonlyMap<string, { readonly unit: string; readonly values: readonly number[] }>;

/**
 * Rows of a table: the figure, its medians, and the ratio of now to before with the least and the greatest of all
 * rounds. A figure that only one side has is left out, and so is one that is 0 in both or unknown.
 */
export function ratioRows(before: Figures, now: Figures): readonly (readonly string[])[] {
  return [...now].flatMap(([what, { unit, values }]) => {
    const old = before.get(what)?.values ?? [];
    const ratios = values
      .slice(0, old.length)
      .map((value, round) => value / (old[round] ?? Number.NaN))
      .filter(Number.isFinite);
    if (ratios.length === 0) return [];
    const spread = `${readable(Math.min(...ratios))} to ${readable(Math.max(...ratios))}`;
    const told = (list: readonly number[]) => `${readable(median(list))} ${unit}`.trim();
    return [[what, told(old), told(values), readable(median(ratios)), spread]];
  });
}
