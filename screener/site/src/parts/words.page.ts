import type { CalendarDate } from '@common/base/calendar';
import { html, type Safe } from '@common/web/html';
import { type Meaning, marked } from '@common/web/mark';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { longDate, shortDate as shortDateWords } from '@screener/words/dates';
import { SHORT_STATUS_WORDS, VERDICT_WORDS } from '@screener/words/names';
import { type InTime, tenseOf } from '@screener/words/time';

export const VERDICT_MEANINGS: Readonly<Record<Verdict, Meaning>> = {
  compliant: 'pass',
  questionable: 'warn',
  non_compliant: 'fail',
  not_screenable: 'unknown',
};

/** The word of a verdict for readers. Programs are told `not screenable`, the name of its code. */
export function verdictWord(verdict: Verdict): string {
  return verdict === 'not_screenable' ? 'no verdict' : VERDICT_WORDS[verdict];
}

/** Shows a verdict by its word, shape and colour. */
export function verdictMark(verdict: Verdict): Safe {
  return marked(VERDICT_MEANINGS[verdict], verdictWord(verdict));
}

/** Shows the verdict of an answer; that of a stale one without its colour and shape, which are for today. */
export function verdictMarkOf({
  compliance,
  stale,
}: {
  readonly compliance: Verdict;
  readonly stale: InTime['stale'];
}): Safe {
  return stale === null ? verdictMark(compliance) : marked('unknown', verdictWord(compliance));
}

/** Shows what a methodology said; that of a stale answer without the colour and shape that are for today. */
export function statusMarkOf({ stale }: Pick<InTime, 'stale'>, status: CheckStatus): Safe {
  return stale === null ? statusMark(status) : marked('unknown', SHORT_STATUS_WORDS[status]);
}

/** Shows a verdict in its time, to follow a name: `was`, the mark, `on 23 April 2026`. */
export function verdictInTime(answer: InTime & { readonly compliance: Verdict }): Safe {
  if (answer.compliance === 'not_screenable') return html`has ${marked('unknown', 'no verdict')}`;
  const { verb, how, day } = tenseOf(answer);
  return html`${verb} ${verdictMarkOf(answer)}${how !== null && html` ${how}${day !== null && html` ${dateInWords(day)}`}`}`;
}

/** Shows the result of a check or a methodology by its word, shape and colour. */
export function statusMark(status: CheckStatus): Safe {
  return marked(status, SHORT_STATUS_WORDS[status]);
}

/** Shows a date in full: `25 February 2026`. */
export function dateInWords(date: CalendarDate): Safe {
  return html`<time datetime="${date}">${longDate(date)}</time>`;
}

/** Shows a short date, for tables: `25 Feb 2026`. */
export function shortDate(date: CalendarDate): Safe {
  return html`<time datetime="${date}">${shortDateWords(date)}</time>`;
}
