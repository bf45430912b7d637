import { businessStatus } from '../business/classify.ts';
import { status } from '../methodologies/check.ts';
import { Rules } from '../methodologies/methodology.ts';
import {
  type AnswerOf,
  date,
  flag,
  list,
  nullable,
  nullableNum,
  num,
  object,
  text,
} from '../schema-parts.ts';
import { type MethodologyAnswer, MissingEntry, ReportAnswer, type Screening } from '../screening.ts';
import { Compliance } from '../verdict/verdict.ts';

const DatedMethodology = object({
  id: text('Id of the methodology'),
  passed: flag('True only for status pass'),
  status: status('What the methodology says'),
  checks: list(
    object({
      ratio: text('Name of the ratio'),
      value: nullableNum('The end that decides, as a fraction; null where nothing bounds it'),
      threshold: num('The limit, as a fraction: 0.3 is 30 %'),
      passed: flag('True only for status pass'),
      status: status('The check'),
    }),
    'Its limits, in the order in which it states them',
  ),
});

/**
 * One screening as history stores it: its answer without the evidence. A screening at `as_of` gives the whole
 * answer of that day again, because it reads only what was filed by then.
 */
export const DatedScreening = object({
  as_of: date('The date as of which was screened: only what was filed by then counts'),
  rules: Rules,
  engine_version: text('Version of the rules and formulas'),
  compliance: Compliance,
  score: num('Of 100 points'),
  business_activity: businessStatus('What the business says'),
  purification_pct: nullableNum(
    'Percent of dividends and gains to give away: 3.1 is 3.1 %; null where nothing bounds it',
  ),
  methodologies: list(DatedMethodology, 'What each methodology said'),
  anchor: nullable(ReportAnswer, 'The report that was screened; null where there was none'),
  missing: list(MissingEntry, 'What was missing for a verdict'),
});
export type DatedScreening = AnswerOf<typeof DatedScreening>;

type UndatedScreening = Omit<Screening, 'summary' | 'methodologies' | 'market_data' | 'approximations'> & {
  readonly methodologies: readonly Omit<MethodologyAnswer, 'summary'>[];
};

/** Takes from a screening what history stores. */
export function dated(screening: UndatedScreening): DatedScreening {
  return {
    as_of: screening.as_of,
    rules: screening.rules,
    engine_version: screening.engine_version,
    compliance: screening.compliance,
    score: screening.score,
    business_activity: screening.business_activity.status,
    purification_pct: screening.purification.pct_of_dividends_and_gains,
    methodologies: screening.methodologies.map(({ id, passed, status, checks }) => ({
      id,
      passed,
      status,
      checks: checks.map((check) => ({
        ratio: check.ratio,
        value: check.value,
        threshold: check.threshold,
        passed: check.passed,
        status: check.status,
      })),
    })),
    anchor: screening.anchor,
    missing: screening.missing,
  };
}

/**
 * What makes two screenings of a ticker different enough to keep both: the verdict, the score, any check's status,
 * the report screened, what is missing, or the engine. The date and a ratio's last digits do not.
 */
export function fingerprint(screening: DatedScreening): string {
  return JSON.stringify([
    screening.compliance,
    screening.score,
    screening.engine_version,
    screening.business_activity,
    screening.anchor?.accession ?? null,
    screening.methodologies.map((methodology) => methodology.checks.map((check) => check.status)),
    screening.missing.map((entry) => entry.code),
  ]);
}
