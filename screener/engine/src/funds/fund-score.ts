import { SCORE_CAPS, type ScoreComponent } from '../verdict/score.ts';
import { FUND_SCORE_MAXIMA } from './fund-rules.ts';
import { isJudged, type LookThrough } from './look-through.ts';

/** The components with their formulas, for the methodology page. */
export const FUND_SCORE_COMPONENTS = [
  {
    name: 'holdings',
    max: FUND_SCORE_MAXIMA.holdings,
    how: 'max x the weighted average of the holdings’ scores; what has no verdict counts as 0',
  },
  {
    name: 'coverage',
    max: FUND_SCORE_MAXIMA.coverage,
    how: 'max x the weight of holdings with a verdict',
  },
] as const;

/** Score components of a fund. Both only fall as a holding loses its verdict. */
export function fundComponents(found: LookThrough): Readonly<Record<string, ScoreComponent>> {
  const { holdings, coverage } = FUND_SCORE_MAXIMA;
  const share = (part: number) => (found.netAssets > 0 ? Math.min(1, part / found.netAssets) : 0);
  const points = found.findings.reduce(
    (total, { bucket, value, screening }) =>
      isJudged(bucket) && screening !== null ? total + (value * screening.score) / 100 : total,
    0,
  );
  return {
    holdings: { score: tenths(holdings * share(points)), max: holdings },
    coverage: { score: tenths(coverage * share(found.judged)), max: coverage },
  };
}

export function fundScore(
  components: Readonly<Record<string, ScoreComponent>>,
  verdict: LookThrough['verdict'],
): number {
  const total = Object.values(components).reduce((sum, component) => sum + component.score, 0);
  return Math.min(tenths(total), SCORE_CAPS[verdict]);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
