import type { ScreenAnswer } from '@screener/service/use-cases/screen-ticker';

/** Assumptions that do not matter if no ratio is worked out. */
const OF_RATIOS: ReadonlySet<string> = new Set(['point_in_time_market_cap', 'interest_income_is_the_proxy']);

/** The approximations that a reader of this answer has to know. */
export function assumptionsOf({ amounts, approximations }: ScreenAnswer): ScreenAnswer['approximations'] {
  const hasRatios = Object.keys(amounts).length > 0;
  return approximations.filter(({ id }) => hasRatios || !OF_RATIOS.has(id));
}
