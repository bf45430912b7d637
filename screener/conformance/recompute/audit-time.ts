import type { Answer, FundAnswer } from './answer.ts';
import type { Audit } from './audit.ts';
import type { CaseFile } from './case-file.ts';
import { addDays, addMonths } from './dates.ts';

const QUARTERLY_FORM = /^10-[KQ]T?(\/A)?$/;
/** Form 10-Q of an accelerated filer, after its quarter. */
const QUARTERLY_DAYS = 40;
/** A fiscal year, and the four months that Form 20-F may take. */
const ANNUAL_MONTHS = 12 + 4;
const FUND_DAYS = 60;
/** A report that was due counts as overdue after these days. */
const GRACE_DAYS = 35;
const OVERDUE = GRACE_DAYS + 1;

/**
 * Audits the three instants, and whether the answer is stale: from the day on which the report after the one screened is
 * overdue, by the calendar of its form and by the day on which it is expected. No expected day can be later than a year
 * after a filing that was known.
 */
export function auditTime({ answer, audit }: CaseFile): void {
  const { as_of: asOf, today, facts_through: through, stale, anchor, next_report_expected: next } = answer;
  audit.holds('today', today, today >= asOf, `not before as_of, ${asOf}`);
  const isBehind = answer.missing.some(({ code }) => code === 'reports_not_here');
  const reaches = through !== null && through >= asOf;
  audit.holds('facts_through', through, !isBehind || !reaches, `before ${asOf}, where reports are not here`);
  audit.holds('stale', stale, stale !== null || !isBehind, 'a date, where reports are not here');
  const day = through === null || through <= asOf ? today : asOf;
  const why = through !== null && through >= day ? 'report_late' : 'report_not_here';
  const decides = answer.business_activity.status === 'fail';
  auditMark(stale, { day, why }, audit);
  audit.holds('stale', stale, stale === null || !decides, 'null: the business decides');
  if (anchor === null) {
    audit.same('next_report_expected', next, null);
    return;
  }
  const latest = addMonths(asOf, 12);
  audit.holds('next_report_expected', next, next === null || next <= latest, `not after ${latest}`);
  const overdue = addDays(dueAfter(anchor, next), OVERDUE);
  auditSince(stale, { overdue: decides || isBehind ? null : overdue, day }, audit);
  const isRefused = asOf >= overdue && (through ?? anchor.filed) < asOf && !decides;
  audit.holds('anchor', anchor.period_end, !isRefused, `null: the next report was overdue on ${overdue}`);
}

/** Audits whether a fund's holdings are stale: a report is public sixty days after each quarter. */
export function auditFundTime(answer: FundAnswer, audit: Audit): void {
  const { as_of: asOf, today, stale, next_report_expected: next, etf_look_through: found } = answer;
  audit.holds('today', today, today >= asOf, `not before as_of, ${asOf}`);
  auditMark(stale, { day: today, why: 'report_not_here' }, audit);
  const { report } = found;
  if (report === null) {
    audit.holds('stale', stale, stale === null, 'null, without a report');
    return;
  }
  const due = addDays(addMonths(report.period_end, 3), FUND_DAYS);
  // A fund that filed its last report owes none.
  audit.holds('next_report_expected', next, next === null || next === due, due);
  const overdue = next === null ? null : addDays(due, OVERDUE);
  auditSince(stale, { overdue, day: today }, audit);
}

type Stale = Answer['stale'];

/** A mark has its reason, and a day that is past. */
function auditMark(
  stale: Stale,
  { day, why }: { readonly day: string; readonly why: string },
  audit: Audit,
): void {
  if (stale === null) return;
  audit.holds('stale.since', stale.since, stale.since <= day, `not after ${day}`);
  audit.same('stale.why', stale.why, why);
}

/** There is a mark from the day on which the next report was overdue, and none before. */
function auditSince(
  stale: Stale,
  { overdue, day }: { readonly overdue: string | null; readonly day: string },
  audit: Audit,
): void {
  if (overdue === null) return;
  audit.same('stale.since', stale?.since ?? null, overdue <= day ? overdue : null);
}

function dueAfter({ form, period_end: end }: NonNullable<Answer['anchor']>, expected: string | null): string {
  const byForm = QUARTERLY_FORM.test(form)
    ? addDays(addMonths(end, 3), QUARTERLY_DAYS)
    : addMonths(end, ANNUAL_MONTHS);
  return expected !== null && expected > byForm ? expected : byForm;
}
