import type { Answer, Basis, BusinessStatus, CheckAnswer, Status } from './answer.ts';
import { type Amounts, type Ends, UNKNOWN } from './audit-amounts.ts';
import type { CaseFile } from './case-file.ts';
import {
  absolute,
  compare,
  decimal,
  divide,
  type Fraction,
  fractionOf,
  multiply,
  nearestNumber,
  subtract,
  ZERO,
} from './fraction.ts';
import { NOT_EXCLUDED_BY } from './published-activities.ts';
import { type PublishedCheck, RULE_SETS } from './published-rules.ts';

/** A recomputed check. Ratios are exact; `high` is null if nothing bounds it. */
export interface CheckResult {
  readonly check: PublishedCheck;
  readonly status: Status;
  readonly low: Fraction;
  readonly high: Fraction | null;
}

export interface MethodologyResult {
  /** On business and ratios. */
  readonly status: Status;
  /** On the ratios alone. */
  readonly ratios: Status;
  readonly checks: readonly CheckResult[];
}

/** A quotient is rounded to a double, perhaps twice, before it is rounded for an answer. */
const DOUBLE_ROUNDING = decimal('1e-14');
/**
 * Significant digits of a quotient in an answer. There are more only if six would put it on the other side of
 * its limit.
 */
const ANSWER_DIGITS = 6;
const ALL_DIGITS = 17;

/**
 * Audits all methodologies of the rule set: divides each check again, compares it with its limit, and fails a
 * methodology that excludes the business. `priced` are the amounts in the currency of the price.
 */
export function auditMethodologies(
  caseFile: CaseFile,
  amounts: Amounts,
  priced: Amounts,
  business: BusinessStatus,
): readonly MethodologyResult[] {
  const { answer, audit } = caseFile;
  const published = RULE_SETS[answer.rules];
  const ids = answer.methodologies.map((methodology) => methodology.id).join(' ');
  audit.same('methodologies', ids, published.map((methodology) => methodology.id).join(' '));
  return published.map((methodology, index) => {
    const path = `methodologies[${index}]`;
    const said = answer.methodologies[index];
    const names = said?.checks.map((check) => check.ratio).join(' ') ?? '';
    audit.same(`${path}.checks`, names, methodology.checks.map((check) => check.ratio).join(' '));
    const checks = methodology.checks.map((check, at) => {
      const result = recomputeCheck(check, amounts, priced);
      const claim = said?.checks[at];
      if (claim?.ratio === check.ratio) auditCheck(caseFile, `${path}.checks[${at}]`, claim, result);
      return result;
    });
    const ratios = combine(checks.map((check) => check.status));
    const status = standing(answer, methodology.id, business, ratios);
    audit.same(`${path}.status`, said?.status, status);
    audit.same(`${path}.passed`, said?.passed, status === 'pass');
    return { status, ratios, checks };
  });
}

function standing(
  { business_activity: { findings } }: Answer,
  methodology: string,
  business: BusinessStatus,
  ratios: Status,
): Status {
  const isExcluded = findings.some(
    ({ line, status }) => status === 'fail' && !(NOT_EXCLUDED_BY[line] ?? []).includes(methodology),
  );
  if (ratios === 'fail' || isExcluded) return 'fail';
  return business === 'unknown' ? 'unknown' : ratios;
}

type RecomputedCheck = CheckResult & { readonly basis: Basis };

function recomputeCheck(check: PublishedCheck, amounts: Amounts, priced: Amounts): RecomputedCheck {
  const numerators = check.denominator === 'market_cap' ? priced : amounts;
  const numerator = numerators.get(check.numerator) ?? UNKNOWN;
  const divisor = exactlyPositive(amounts.get(check.denominator) ?? UNKNOWN);
  if (divisor === null) return { check, status: 'unknown', low: ZERO, high: null, basis: 'unknown' };
  return {
    check,
    status: checkStatus(check, numerator, divisor),
    low: divide(numerator.low, divisor),
    high: numerator.high === null ? null : divide(numerator.high, divisor),
    basis: weaker(numerator.basis, amounts.get(check.denominator)?.basis ?? 'unknown'),
  };
}

/** Returns a usable divisor, which is known exactly and above zero; null if there is none. */
function exactlyPositive({ low, high }: Ends): Fraction | null {
  return high !== null && compare(low, high) === 0 && compare(low, ZERO) > 0 ? low : null;
}

/** Decides a check. A pass is wholly inside the limit, a fail wholly outside; anything else is unknown. */
export function checkStatus(check: PublishedCheck, numerator: Ends, divisor: Fraction): Status {
  const most = multiply(check.limit, divisor);
  const isInside = (value: Fraction) =>
    check.comparison === '<' ? compare(value, most) < 0 : compare(value, most) <= 0;
  if (!isInside(numerator.low)) return 'fail';
  return numerator.high !== null && isInside(numerator.high) ? 'pass' : 'unknown';
}

/** Combines statuses. One failed check fails a methodology, whatever else is open. */
export function combine(statuses: readonly Status[]): Status {
  if (statuses.includes('fail')) return 'fail';
  return statuses.includes('unknown') ? 'unknown' : 'pass';
}

function weaker(a: Basis, b: Basis): Basis {
  const order: readonly Basis[] = ['unknown', 'bounded', 'derived', 'reported'];
  return order.find((basis) => basis === a || basis === b) ?? 'unknown';
}

function auditCheck(caseFile: CaseFile, path: string, said: CheckAnswer, result: RecomputedCheck): void {
  const { audit } = caseFile;
  const { check, status, low, high, basis } = result;
  audit.same(`${path}.threshold`, said.threshold, nearestNumber(check.limit));
  audit.same(`${path}.comparison`, said.comparison, check.comparison);
  audit.same(`${path}.numerator`, said.numerator, check.numerator);
  audit.same(`${path}.denominator`, said.denominator, check.denominator);
  audit.same(`${path}.status`, said.status, status);
  audit.same(`${path}.passed`, said.passed, status === 'pass');
  audit.same(`${path}.basis`, said.basis, basis);
  auditQuotient(caseFile, `${path}.low`, said.low, low, check);
  auditQuotient(caseFile, `${path}.high`, said.high, high, check);
  const decides = status === 'fail' ? low : high;
  auditQuotient(caseFile, `${path}.value`, said.value, decides, check);
  const distance = status === 'unknown' || decides === null ? null : subtract(check.limit, decides);
  auditQuotient(caseFile, `${path}.distance`, said.distance, distance);
}

type PublishedLimit = Pick<PublishedCheck, 'comparison' | 'limit'>;

/** Compares a rounded quotient with the exact one, and a check’s own quotient also with its limit. */
export function auditQuotient(
  { audit }: Pick<CaseFile, 'audit'>,
  path: string,
  said: number | null,
  exact: Fraction | null,
  limit?: PublishedLimit,
): void {
  if (said === null && exact === null) return;
  if (said !== null && exact !== null && isRounded(said, exact, limit)) return;
  audit.differs(path, said, exact === null ? null : nearestNumber(exact));
}

/** Whether a figure is rounded to six digits, or to as many as keep it on its own side of the limit. */
function isRounded(said: number, exact: Fraction, limit: PublishedLimit | undefined): boolean {
  for (let digits = ANSWER_DIGITS; digits <= ALL_DIGITS; digits += 1) {
    const candidate = Number(nearestNumber(exact).toPrecision(digits));
    // No answer holds a quotient that no double holds.
    if (!Number.isFinite(candidate)) return false;
    const keepsSide =
      limit === undefined || isInside(limit, fractionOf(candidate)) === isInside(limit, exact);
    if (keepsSide) return said === candidate || isTie(said, exact, digits);
  }
  return false;
}

/** Whether the double before the rounding may have been on the other side of a half of the last digit. */
function isTie(said: number, exact: Fraction, digits: number): boolean {
  const value = nearestNumber(exact);
  const slack = nearestNumber(multiply(absolute(exact), DOUBLE_ROUNDING));
  return [value - slack, value + slack].some((near) => Number(near.toPrecision(digits)) === said);
}

function isInside({ comparison, limit }: PublishedLimit, value: Fraction): boolean {
  return comparison === '<' ? compare(value, limit) < 0 : compare(value, limit) <= 0;
}

/** Audits each ratio by name: its upper end, which is the same in every methodology. */
export function auditRatios(caseFile: CaseFile, methodologies: readonly MethodologyResult[]): void {
  const { answer, audit } = caseFile;
  const ratios = new Map(
    methodologies.flatMap(({ checks }) => checks.map((result) => [result.check.ratio, result.high] as const)),
  );
  audit.same('ratios', Object.keys(answer.ratios).sort().join(' '), [...ratios.keys()].sort().join(' '));
  for (const [name, high] of ratios) {
    const said = answer.ratios[name];
    if (said !== undefined) auditQuotient(caseFile, `ratios.${name}`, said, high);
  }
}
