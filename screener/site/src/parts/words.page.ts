import type { CalendarDate } from '@common/base/calendar';
import { html, type Safe, url } from '@common/web/html';
import { type Meaning, marked } from '@common/web/mark';
import type { CheckStatus } from '@screener/engine/methodologies/check';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { dayOfYear, longDate, shortDate as shortDateWords } from '@screener/words/dates';
import type { Face } from '@screener/words/face';
import { shortStatusWords, verdictWords } from '@screener/words/names';
import { type InTime, tenseOf } from '@screener/words/time';
import { WORDS } from '@screener/words/words';
import { face, words } from './language.ts';
import { shownName } from './shown-name.ts';

export const VERDICT_MEANINGS: Readonly<Record<Verdict, Meaning>> = {
  compliant: 'pass',
  questionable: 'warn',
  non_compliant: 'fail',
  not_screenable: 'unknown',
};

/** The word of a verdict for readers. Programs are told `not screenable`, the name of its code. */
export function verdictWord(verdict: Verdict): string {
  return verdict === 'not_screenable' ? words().parts.noVerdict : verdictWords(verdict, face());
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
  return stale === null ? statusMark(status) : marked('unknown', shortStatusWords(status, face()));
}

/** Shows a verdict in its time, to follow a name: `was`, the mark, `on 23 April 2026`. */
export function verdictInTime(answer: InTime & { readonly compliance: Verdict }): Safe {
  const { parts } = words();
  if (answer.compliance === 'not_screenable')
    return html`${parts.hasNoVerdict(marked('unknown', parts.noVerdict))}`;
  const { how, day } = tenseOf(answer);
  const mark = verdictMarkOf(answer);
  if (day !== null) return html`${(how === 'on' ? parts.was : parts.isAsOf)(mark, dateInWords(day))}`;
  return html`${(how === null ? parts.is : parts.isByOldReport)(mark)}`;
}

/** Shows the result of a check or a methodology by its word, shape and colour. */
export function statusMark(status: CheckStatus): Safe {
  return marked(status, shortStatusWords(status, face()));
}

/** Shows a date in full: `25 February 2026`. */
export function dateInWords(date: CalendarDate): Safe {
  return html`<time datetime="${date}">${longDate(date, face())}</time>`;
}

/** Shows a short date, for tables: `25 Feb 2026`. */
export function shortDate(date: CalendarDate): Safe {
  return html`<time datetime="${date}">${shortDateWords(date, face())}</time>`;
}

/** What a chart of days says. */
export function dayBarsWords(of: Face) {
  const { bars } = WORDS[of.language].usage;
  return {
    ...bars,
    longDay: (day: string) => longDate(day, of),
    shortDay: (day: string) => dayOfYear(day, of),
  };
}

/** Links what somebody holds to its report. Its name and ticker keep together, from left to right, where they wrap. */
export function holdingLink({
  symbol,
  name,
}: {
  readonly symbol: string;
  readonly name: string | null;
}): Safe {
  return html`<a href="${url(`/?q=${encodeURIComponent(symbol)}`)}"><bdi>${name === null ? symbol : shownName(name)} <bdi class="ticker">${symbol}</bdi></bdi></a>`;
}
