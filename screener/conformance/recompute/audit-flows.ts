import type { Evidence } from './answer.ts';
import { isAnnualForm, isYear, roleName, roleOfFigure, type ScreenedCase } from './case-file.ts';
import { addDays, daysBetween } from './dates.ts';
import { type Expression, evaluate } from './expression.ts';
import { compare } from './fraction.ts';
import { SLACK_DAYS, YEAR_DAYS } from './published-rules.ts';
import { roleOf } from './published-tags.ts';

/** Flows that are never negative, so that part of a year is never more than the whole year. */
const NEVER_NEGATIVE = ['revenue', 'interest_income', 'mixed_interest_income', 'interest_expense'];

/** Fiscal year + year to date - prior year to date. */
interface TwelveMonths {
  readonly year: Evidence;
  readonly toDate: Evidence;
  readonly prior: Evidence;
}

/**
 * Checks that every flow in an expression covers the twelve months to the anchor: the fiscal year itself if
 * the anchor is an annual report, otherwise three filed figures. Returns the expression with each trio
 * replaced by its fiscal year, so that what remains adds and subtracts whole years. `counts` is false inside
 * an alternative that does not give the value.
 */
export function auditFlows(
  caseFile: ScreenedCase,
  path: string,
  expression: Expression,
  counts = true,
): Expression {
  if (expression.kind === 'constant') return expression;
  if (expression.kind === 'figure') {
    if (roleOfFigure(caseFile, expression.id)?.kind === 'flow') {
      auditFiscalYear(caseFile, path, expression.id);
    }
    return expression;
  }
  const moved = movedLineOf(caseFile, expression);
  if (moved !== null) {
    auditFlows(caseFile, path, moved.line, counts);
    return { kind: 'figure', id: moved.before.id };
  }
  const trio = trioOf(caseFile, expression);
  if (trio !== null) {
    auditTwelveMonths(caseFile, path, trio);
    if (counts) auditTagChange(caseFile, path, trio);
    return { kind: 'figure', id: isMovedLine(caseFile, trio) ? trio.toDate.id : trio.year.id };
  }
  const terms = expression.terms.map((term, index) =>
    auditFlows(
      caseFile,
      `${path}.${expression.kind}[${index}]`,
      term,
      counts && givesValue(caseFile, expression, term),
    ),
  );
  // The number of terms is the same as before.
  return { ...expression, terms } as Expression;
}

/** A line that was net interest and now has a tag of interest with dividends. */
interface MovedLine {
  readonly line: Expression;
  /** One period's figure under the old tag, in the report of a year before. */
  readonly before: Evidence;
}

/**
 * Matches line + old - new, where `old` and `new` are one period's figure under the two tags and equal. This
 * proves that the line holds no dividends and nets no expense.
 */
function movedLineOf(caseFile: ScreenedCase, expression: Expression): MovedLine | null {
  const { evidence } = caseFile;
  if (expression.kind !== 'minus') return null;
  const [together, after] = expression.terms;
  if (together.kind !== 'sum' || after.kind !== 'figure') return null;
  const [line, old, more] = together.terms;
  if (line === undefined || old?.kind !== 'figure' || more !== undefined) return null;
  const [before, now] = [evidence.get(old.id), evidence.get(after.id)];
  if (before === undefined || now === undefined) return null;
  return isOneFigure(caseFile, before, now) ? { line, before } : null;
}

/**
 * Whether an end rests on the assumption `interest_line_renamed`, because only such a line gives its value.
 */
export function restsOnMovedLine(caseFile: ScreenedCase, expression: Expression): boolean {
  if (movedLineOf(caseFile, expression) !== null) return true;
  if (expression.kind !== 'max') return false;
  const giving = expression.terms.filter((term) => givesValue(caseFile, expression, term));
  return giving.length > 0 && giving.every((term) => restsOnMovedLine(caseFile, term));
}

function isOneFigure({ anchor }: ScreenedCase, before: Evidence, now: Evidence): boolean {
  return (
    roleOf(before.xbrl_tag)?.name === 'net_interest' &&
    roleOf(now.xbrl_tag)?.name === 'mixed_interest_income' &&
    before.value === now.value &&
    now.value > 0 &&
    before.period_end === now.period_end &&
    isNear(before.period_start ?? '', now.period_start ?? '') &&
    isYear(now.period_end, anchor.period_end) &&
    now.accession === anchor.accession &&
    before.accession !== anchor.accession
  );
}

/** Whether the year was filed under the old tag, and other evidence proves that it is the same line. */
function isMovedLine(caseFile: ScreenedCase, { year, toDate, prior }: TwelveMonths): boolean {
  if (year.xbrl_tag === toDate.xbrl_tag || roleOf(year.xbrl_tag)?.name !== 'net_interest') return false;
  return caseFile.answer.evidence.some(
    (entry) => entry.xbrl_tag === year.xbrl_tag && isOneFigure(caseFile, entry, prior),
  );
}

function givesValue({ figures }: ScreenedCase, whole: Expression, term: Expression): boolean {
  if (whole.kind !== 'max' && whole.kind !== 'min') return true;
  const [value, own] = [evaluate(whole, figures), evaluate(term, figures)];
  return value !== null && own !== null && compare(value, own) === 0;
}

function trioOf({ evidence }: ScreenedCase, expression: Expression): TwelveMonths | null {
  if (expression.kind !== 'minus') return null;
  const [together, prior] = expression.terms;
  if (together.kind !== 'sum' || prior.kind !== 'figure') return null;
  const entries = [...together.terms, prior].map((term) =>
    term.kind === 'figure' ? evidence.get(term.id) : undefined,
  );
  const [year, toDate, before, more] = entries;
  if (year === undefined || toDate === undefined || before === undefined || more !== undefined) return null;
  return year.period_start === null ? null : { year, toDate, prior: before };
}

function auditFiscalYear({ anchor, audit, evidence }: ScreenedCase, path: string, id: string): void {
  const entry = evidence.get(id);
  if (entry === undefined || entry.period_start === null) return;
  const { accession, period_start: start, period_end: end } = entry;
  const rule = `the fiscal year to ${anchor.period_end} from the annual report ${anchor.accession}`;
  const fits = isAnnualForm(anchor.form) && accession === anchor.accession && end === anchor.period_end;
  audit.holds(
    path,
    `${id}: ${start} to ${end} of ${entry.form} ${accession}`,
    fits && isYear(start, end),
    rule,
  );
}

function auditTwelveMonths(caseFile: ScreenedCase, path: string, trio: TwelveMonths): void {
  const { anchor, audit } = caseFile;
  const { year, toDate, prior } = trio;
  audit.holds(
    path,
    span(year),
    isFiscalYearBefore(year, anchor.period_end),
    'the fiscal year before the anchor',
  );
  const nextDay = addDays(year.period_end, 1);
  audit.holds(
    path,
    span(toDate),
    toDate.accession === anchor.accession &&
      toDate.period_end === anchor.period_end &&
      isNear(toDate.period_start ?? '', nextDay),
    `the year to date from ${nextDay} to ${anchor.period_end}, from ${anchor.accession}`,
  );
  const length = daysBetween(toDate.period_start ?? '', toDate.period_end);
  audit.holds(
    path,
    span(prior),
    prior.accession === anchor.accession &&
      isYear(prior.period_end, anchor.period_end) &&
      isNear(addDays(prior.period_start ?? prior.period_end, length), prior.period_end),
    `the same ${length} days a year before, from ${anchor.accession}`,
  );
  const role = roleName(caseFile, year.id);
  const tags = [toDate.xbrl_tag, prior.xbrl_tag];
  audit.holds(path, tags, toDate.xbrl_tag === prior.xbrl_tag, 'both year-to-date figures under one tag');
  if (year.xbrl_tag !== toDate.xbrl_tag) {
    const isRevenue = role === 'revenue' && roleName(caseFile, toDate.id) === role;
    const mayChange = isRevenue || isMovedLine(caseFile, trio);
    audit.holds(path, toDate.xbrl_tag, mayChange, `${year.xbrl_tag}, the tag of the fiscal year`);
  } else if (NEVER_NEGATIVE.includes(role)) {
    const said = `${prior.id}: ${prior.value}, ${year.id}: ${year.value}`;
    audit.holds(path, said, prior.value <= year.value, 'a part of a fiscal year is not more than the year');
  }
}

/**
 * Checks a change of tag. A filer may change its revenue tag between the annual report and the quarter. It
 * has not if the quarter also gives the annual report's tag with another value, because the two tags then
 * mean two things.
 */
function auditTagChange({ answer, audit }: ScreenedCase, path: string, { year, toDate }: TwelveMonths): void {
  if (year.xbrl_tag === toDate.xbrl_tag) return;
  const other = answer.evidence.find(
    ({ xbrl_tag: tag, accession, period_start: start, period_end: end, value }) =>
      tag === year.xbrl_tag &&
      accession === toDate.accession &&
      start === toDate.period_start &&
      end === toDate.period_end &&
      value !== toDate.value,
  );
  if (other === undefined) return;
  const rule = `no mix with ${year.xbrl_tag}, which states ${other.value} for the same months`;
  audit.differs(path, `${toDate.id}: ${toDate.xbrl_tag} ${toDate.value}`, rule);
}

function isFiscalYearBefore(
  { form, period_start: start, period_end: end }: Evidence,
  anchor: string,
): boolean {
  const isWithinYear = end < anchor && daysBetween(end, anchor) < YEAR_DAYS.most;
  return isAnnualForm(form) && start !== null && isYear(start, end) && isWithinYear;
}

function isNear(a: string, b: string): boolean {
  return Math.abs(daysBetween(a, b)) <= SLACK_DAYS;
}

function span({ id, period_start: start, period_end: end, form, accession }: Evidence): string {
  return `${id}: ${start} to ${end} of ${form} ${accession}`;
}
