import type { BusinessStatus } from '../business/classify.ts';
import type { CheckResult } from '../methodologies/check.ts';
import type { Numerator } from '../methodologies/methodology.ts';
import { type AnswerOf, num, object } from '../schema-parts.ts';
import type { Verdict } from './verdict.ts';

export const ScoreComponent = object({
  score: num('Points given'),
  max: num('Points that could be given'),
});
export type ScoreComponent = AnswerOf<typeof ScoreComponent>;

/** Share of a component that a check earns by passing at all; the rest is headroom under the limit. */
export const PASSING_SHARE = 0.5;

/** Any verdict other than compliant caps the score, so that a high score never appears beside it. */
export const SCORE_CAPS: Readonly<Record<Verdict, number>> = {
  compliant: 100,
  questionable: 69,
  non_compliant: 39,
  not_screenable: 0,
};

export const BUSINESS_SCORE: Readonly<Record<BusinessStatus, number>> = {
  pass: 20,
  review: 10,
  fail: 0,
  unknown: 0,
};

/** Ratio components: the numerators each covers, and its weight. */
export const RATIO_COMPONENTS: readonly {
  readonly name: string;
  readonly max: number;
  readonly of: readonly Numerator[];
}[] = [
  { name: 'debt', max: 25, of: ['debt'] },
  {
    name: 'cash_and_interest_bearing',
    max: 15,
    of: ['cash_and_current_securities', 'cash_and_all_securities'],
  },
  { name: 'receivables', max: 10, of: ['receivables', 'receivables_and_cash'] },
  { name: 'prohibited_income', max: 20, of: ['interest_income'] },
];
export const DATA_QUALITY_MAX = 10;

/** All components with their formulas, for the methodology page. */
export const SCORE_COMPONENTS: readonly {
  readonly name: string;
  readonly max: number;
  readonly how: string;
}[] = [
  {
    name: 'business_activity',
    max: BUSINESS_SCORE.pass,
    how: `${BUSINESS_SCORE.pass} for a pass, ${BUSINESS_SCORE.review} under review, else 0`,
  },
  ...RATIO_COMPONENTS.map(({ name, max, of }) => ({
    name,
    max,
    how: `the worst check on ${of.join(', ').replaceAll('_', ' ')}: 0 unless it passes, else max x (${PASSING_SHARE} + ${1 - PASSING_SHARE} x (1 - high / limit))`,
  })),
  {
    name: 'data_quality',
    max: DATA_QUALITY_MAX,
    how: 'max x the average over all checks of 1 - (high - low) / limit, at least 0',
  },
];

/**
 * Score components, each `{score, max}`; the maxima add up to 100.
 *
 * A ratio component is as good as its worst check: 0 unless the check passes, else half of the maximum and the
 * other half times the headroom `1 - high / threshold`. Data quality is the average over all checks of
 * `1 - (high - low) / threshold`, at least 0. Both only fall as an interval widens.
 */
export function scoreComponents(
  business: BusinessStatus,
  checks: readonly CheckResult[],
): Readonly<Record<string, ScoreComponent>> {
  const components: Record<string, ScoreComponent> = {
    business_activity: { score: BUSINESS_SCORE[business], max: BUSINESS_SCORE.pass },
  };
  for (const { name, max, of } of RATIO_COMPONENTS) {
    const shares = checks.filter((result) => of.includes(result.check.numerator)).map(passingShare);
    components[name] = { score: tenths(max * Math.min(1, ...shares)), max };
  }
  const tightness = checks.map(tightnessOf).reduce((total, share) => total + share, 0);
  components.data_quality = {
    score: tenths(checks.length === 0 ? 0 : (DATA_QUALITY_MAX * tightness) / checks.length),
    max: DATA_QUALITY_MAX,
  };
  return components;
}

/** The sum of the components, capped by the verdict, to one decimal. */
export function totalScore(components: Readonly<Record<string, ScoreComponent>>, verdict: Verdict): number {
  const sum = Object.values(components).reduce((total, component) => total + component.score, 0);
  return Math.min(tenths(sum), SCORE_CAPS[verdict]);
}

function passingShare(result: CheckResult): number {
  if (result.status !== 'pass' || result.high === null) return 0;
  const headroom = Math.max(0, 1 - result.high / result.check.threshold);
  return PASSING_SHARE + (1 - PASSING_SHARE) * headroom;
}

function tightnessOf(result: CheckResult): number {
  return result.high === null ? 0 : Math.max(0, 1 - (result.high - result.low) / result.check.threshold);
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
