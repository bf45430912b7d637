import type { CalendarDate } from '@common/base/calendar';
import type { BusinessStatus } from '../business/classify.ts';
import type { CheckStatus } from '../methodologies/check.ts';
import type { RuleSetId } from '../methodologies/methodology.ts';
import type { MissingEntry, ReportAnswer, Screening } from '../screening.ts';
import type { Verdict } from '../verdict/verdict.ts';

/**
 * One screening as history stores it: its answer without the evidence. A screening at `as_of` gives the whole
 * answer of that day again, because it reads only what was filed by then.
 */
export interface DatedScreening {
  readonly as_of: CalendarDate;
  readonly rules: RuleSetId;
  readonly engine_version: string;
  readonly compliance: Verdict;
  readonly score: number;
  readonly business_activity: BusinessStatus;
  readonly purification_pct: number | null;
  readonly methodologies: readonly DatedMethodology[];
  readonly anchor: ReportAnswer | null;
  readonly missing: readonly MissingEntry[];
}

interface DatedMethodology {
  readonly id: string;
  readonly passed: boolean;
  readonly status: CheckStatus;
  readonly checks: readonly {
    readonly ratio: string;
    readonly value: number | null;
    readonly threshold: number;
    readonly passed: boolean;
    readonly status: CheckStatus;
  }[];
}

export function dated(screening: Screening): DatedScreening {
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
