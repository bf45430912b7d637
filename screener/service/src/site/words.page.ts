import type { CalendarDate } from '@common/base/calendar';
import { html, type Safe } from '@common/web/html';
import { type Meaning, marked } from '@common/web/mark';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { longDate, shortDate as shortDateWords } from '@screener/words/dates';
import { SHORT_STATUS_WORDS, VERDICT_WORDS } from '@screener/words/names';
import { SANAD } from '@screener/words/commands';

export const VERDICT_MEANINGS: Readonly<Record<Verdict, Meaning>> = {
  compliant: 'pass',
  questionable: 'warn',
  non_compliant: 'fail',
  not_screenable: 'unknown',
};

/** A verdict in its word, shape and colour. */
export function verdictMark(verdict: Verdict): Safe {
  return marked(VERDICT_MEANINGS[verdict], VERDICT_WORDS[verdict]);
}

/** The result of a check or a methodology in its word, shape and colour. */
export function statusMark(status: CheckStatus): Safe {
  return marked(status, SHORT_STATUS_WORDS[status]);
}

/** `25 February 2026`. */
export function dateInWords(date: CalendarDate): Safe {
  return html`<time datetime="${date}">${longDate(date)}</time>`;
}

/** `25 Feb 2026`, for tables. */
export function shortDate(date: CalendarDate): Safe {
  return html`<time datetime="${date}">${shortDateWords(date)}</time>`;
}

/** A clause that names a command, from the colon or the end of the sentence before it. */
const WITH_COMMAND = new RegExp(`(?::|(?<=[.?])) [^:.?]*"${SANAD} .*$`, 's');

/** What is missing, without the command that fetches it: only the operator can run one, and reads it elsewhere. */
export function withoutCommand(message: string): string {
  return message.replace(WITH_COMMAND, '');
}

/** Sentences of the engine in the spelling of pages: `5%`, signs instead of letters, and `25 February 2026`. */
export function inPageSpelling(text: string): string {
  return text
    .replaceAll(' %', '%')
    .replaceAll(' - ', ' − ')
    .replaceAll(' x ', ' × ')
    .replace(ISO_DATE, (date) => longDate(date));
}

/** Dates in sentences of the engine exist. */
const ISO_DATE = /\b\d{4}-\d\d-\d\d\b/g;
