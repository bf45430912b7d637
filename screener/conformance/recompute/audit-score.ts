import type { BusinessStatus, Verdict } from './answer.ts';
import type { CheckResult, MethodologyResult } from './audit-methodologies.ts';
import type { CaseFile } from './case-file.ts';
import {
  absolute,
  add,
  compare,
  decimal,
  divide,
  type Fraction,
  fractionOf,
  largest,
  multiply,
  nearestNumber,
  ONE,
  smallest,
  subtract,
  ZERO,
} from './fraction.ts';
import {
  BUSINESS_SCORE,
  DATA_QUALITY_MAX,
  PASSING_SHARE,
  RATIO_COMPONENTS,
  SCORE_CAPS,
} from './published-rules.ts';

/**
 * A score has one decimal, so it differs from the exact one by at most half of a tenth, plus a trifle for a
 * tie.
 */
const MOST_ROUNDING = decimal('0.0500000001');

/** Audits each component, and their sum under the verdict's cap. */
export function auditScore(
  caseFile: CaseFile,
  business: BusinessStatus,
  verdict: Verdict,
  methodologies: readonly MethodologyResult[],
): void {
  const { answer, audit } = caseFile;
  const checks = methodologies.flatMap((methodology) => methodology.checks);
  const components = new Map<string, { max: number; score: Fraction }>();
  components.set('business_activity', { max: BUSINESS_SCORE.max, score: BUSINESS_SCORE[business] });
  for (const [name, { max, numerators }] of Object.entries(RATIO_COMPONENTS)) {
    const shares = checks.filter(({ check }) => numerators.includes(check.numerator)).map(passingShare);
    components.set(name, { max, score: multiply(fractionOf(max), smallest([ONE, ...shares])) });
  }
  const total = checks.map(tightness).reduce(add, ZERO);
  const quality = multiply(fractionOf(DATA_QUALITY_MAX), divide(total, fractionOf(checks.length)));
  components.set('data_quality', { max: DATA_QUALITY_MAX, score: quality });

  const names = [...components.keys()].sort().join(' ');
  audit.same('components', Object.keys(answer.components).sort().join(' '), names);
  for (const [name, { max, score }] of components) {
    const said = answer.components[name];
    if (said === undefined) continue;
    audit.same(`components.${name}.max`, said.max, max);
    auditTenths(caseFile, `components.${name}.score`, said.score, score);
  }
  const sum = Object.values(answer.components).map(({ score }) => fractionOf(score));
  const capped = smallest([sum.reduce(add, ZERO), SCORE_CAPS[verdict]]);
  audit.same('score', answer.score, nearestNumber(capped));
}

/** Returns half for passing, and half times the room left under the limit. */
function passingShare({ status, high, check }: CheckResult): Fraction {
  if (status !== 'pass' || high === null) return ZERO;
  const headroom = largest([ZERO, subtract(ONE, divide(high, check.limit))]);
  return add(PASSING_SHARE, multiply(subtract(ONE, PASSING_SHARE), headroom));
}

function tightness({ low, high, check }: CheckResult): Fraction {
  if (high === null) return ZERO;
  return largest([ZERO, subtract(ONE, divide(subtract(high, low), check.limit))]);
}

function auditTenths({ audit }: CaseFile, path: string, said: number, exact: Fraction): void {
  const tenths = multiply(fractionOf(said), decimal('10'));
  const isTenths = tenths.numerator % tenths.denominator === 0n;
  const distance = absolute(subtract(fractionOf(said), exact));
  if (isTenths && compare(distance, MOST_ROUNDING) <= 0) return;
  audit.differs(path, said, Math.round(nearestNumber(exact) * 10) / 10);
}
