import type { CalendarDate } from '@common/base/calendar';
import { type AnswerOf, choice, date, object } from './schema-parts.ts';

/** Why an answer is stale: what is known of the report that is due. */
const STALE_REASONS = ['report_not_here', 'report_late'] as const;

export const Stale = object(
  {
    since: date('The first day on which the report that was due counts as overdue'),
    why: choice(
      STALE_REASONS,
      'report_not_here: filings of that time are not here, so the report may well have been filed; report_late: filings are known up to the day that counts, and it is not among them',
    ),
  },
  {
    title: 'Stale',
    description: 'A newer periodic report is due by the filer’s own calendar, and is not here',
  },
);
export type Stale = AnswerOf<typeof Stale>;

/** Why a past day is not answered: its newest report was overdue by then, and filings of that time are not here. */
export interface ReportsNotHere {
  readonly code: 'reports_not_here';
  readonly as_of: CalendarDate;
  /** The newest report that is here. */
  readonly form: string;
  readonly period_end: CalendarDate;
  /** When the one after it was due. */
  readonly due: CalendarDate;
  /** The day through which filings are here. */
  readonly filed_through: CalendarDate;
}
