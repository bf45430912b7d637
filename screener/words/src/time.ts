import { type CalendarDate, daysBetween } from '@common/base/calendar';
import type { DecidedScreening } from '@screener/engine/screened';
import type { Screening } from '@screener/engine/screening';
import type { Stale } from '@screener/engine/stale';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { TENSE as AR_TENSE } from './ar/tense.ts';
import { TIME as AR_TIME } from './ar/time.ts';
import { dateOn } from './dates.ts';
import { TENSE as EN_TENSE } from './en/tense.ts';
import { TIME as EN_TIME } from './en/time.ts';
import { type Face, PAGE } from './face.ts';
import type { Language } from './language.ts';
import { verdictWords } from './names.ts';
import { wholeNumber } from './numbers.ts';

const TENSE: Readonly<Record<Language, typeof EN_TENSE>> = { en: EN_TENSE, ar: AR_TENSE };
const TIME: Readonly<Record<Language, typeof EN_TIME>> = { en: EN_TIME, ar: AR_TIME };

/** What places an answer in time. Every face asks here for tense, ages and what is stale. */
export type InTime = Pick<Screening, 'as_of' | 'today' | 'facts_through' | 'stale'>;
type VerdictInTime = InTime & { readonly compliance: Verdict };

const MONTH_DAYS = 365.25 / 12;
/** Up to this age, days say more than months. */
const MOST_DAYS = 90;
const MONTHS_IN_YEARS = 24;

/**
 * Says how old a figure is today.
 * @example ageInWords(0) // 'today’s'
 * @example ageInWords(60) // '60 days old'
 * @example ageInWords(218) // '7 months old'
 * @example ageInWords(1519) // '4 years old'
 */
export function ageInWords(age: number, face: Face = PAGE): string {
  const { today, daysAgo, monthsAgo, yearsAgo } = TIME[face.language];
  if (age <= 0) return today;
  if (age <= MOST_DAYS) return daysAgo(age, wholeNumber(age));
  const months = Math.floor(age / MONTH_DAYS);
  return months < MONTHS_IN_YEARS ? monthsAgo(months) : yearsAgo(Math.floor(months / 12));
}

/** Says how old a figure of a day is today. */
export function ageOfDay(date: CalendarDate, today: CalendarDate, face: Face = PAGE): string {
  return ageInWords(daysBetween(date, today), face);
}

/** Whether nothing later than the day of the answer is here, so that a reader can get no newer answer. */
export function isNewestHere({ as_of: asOf, facts_through: through }: InTime): boolean {
  return through === null || through <= asOf;
}

/** Whether what is said holds now, or held on the day that the answer stands for. */
export type Verb = 'is' | 'was';

/** A verdict within a sentence: `is`, the verdict, and the day that it stands for. */
interface Tense {
  readonly verb: Verb;
  /** The word before the day, or a remark in its place; null if neither is needed. */
  readonly how: 'on' | 'as of' | 'by an old report' | null;
  /** Null unless a day follows. */
  readonly day: CalendarDate | null;
}

/**
 * Puts a verdict into its time. That there is no verdict is said of today, unless the reader named a day that later
 * filings are known of.
 */
export function tenseOf(answer: VerdictInTime): Tense {
  const { compliance, as_of: asOf, today, stale } = answer;
  if (compliance === 'not_screenable') {
    return asOf >= today || isNewestHere(answer)
      ? { verb: 'is', how: null, day: null }
      : { verb: 'is', how: 'as of', day: asOf };
  }
  if (asOf < today) return { verb: 'was', how: 'on', day: asOf };
  return { verb: 'is', how: stale === null ? null : 'by an old report', day: null };
}

/** Says the verdict in its time: `was compliant on 23 April 2026`. */
export function verdictInTime(answer: VerdictInTime, face: Face): string {
  const { verb, how, day } = tenseOf(answer);
  return TENSE[face.language].verdict({
    compliance: answer.compliance,
    verdict: verdictWords(answer.compliance, face),
    verb,
    how,
    day: day === null ? null : dateOn(day, face),
  });
}

/**
 * Says in a sentence or two what the answer is based on: how far its data reach, how old that is today, and what is
 * overdue.
 */
export function basisInWords(answer: InTime, face: Face): string {
  const { as_of: asOf, today, facts_through: through, stale } = answer;
  const { asOfToday, asOfDay, basedOn } = TIME[face.language];
  const overdue = stale === null ? '' : ` ${staleInWords(stale, face)}`;
  if (asOf >= today) return `${asOfToday(dateOn(asOf, face))}${overdue}`;
  if (!isNewestHere(answer)) return `${asOfDay(dateOn(asOf, face))}${overdue}`;
  // A day that filings do not reach is no day up to which there are data.
  const reached = through !== null && through < asOf ? through : asOf;
  return `${basedOn(dateOn(reached, face), ageOfDay(reached, today, face))}${overdue}`;
}

/** The newest report that is here, which may be too old to be screened. */
interface NewestReport {
  readonly form: string;
  readonly period_end: CalendarDate;
  readonly isScreened: boolean;
}

/** Returns the newest report that is here; null without one. */
export function newestReport({
  anchor,
  market_data: { reason },
}: Pick<DecidedScreening, 'anchor'> & {
  readonly market_data: Pick<DecidedScreening['market_data'], 'reason'>;
}): NewestReport | null {
  if (anchor !== null) return { form: anchor.form, period_end: anchor.period_end, isScreened: true };
  if (reason?.code !== 'reports_not_here' && reason?.code !== 'stale_report') return null;
  return { form: reason.form, period_end: reason.period_end, isScreened: false };
}

/** Says when the next report is due, or was: `the next is due about`. */
export function nextDueWords(next: CalendarDate, today: CalendarDate, face: Face = PAGE): string {
  const { nextWasDue, nextIsDue } = TIME[face.language];
  return next < today ? nextWasDue : nextIsDue;
}

/** Says that an answer is stale, since when, and why. */
export function staleInWords({ since, why }: Stale, face: Face): string {
  const { reportLate, reportNotHere } = TIME[face.language];
  return (why === 'report_late' ? reportLate : reportNotHere)(dateOn(since, face));
}

/** Says, after an old verdict, which day it is of. */
export function verdictDayInWords(day: CalendarDate, face: Face): string {
  return TIME[face.language].verdictOf(dateOn(day, face));
}
