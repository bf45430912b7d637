import { html, type Safe } from '@common/web/html';
import { type Meaning, markShape } from '@common/web/mark';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { shortDate } from '@screener/words/dates';
import { DIRECTIONS } from '@screener/words/language';
import { followedNames } from '@screener/words/names';
import { type InTime, verdictInTime } from '@screener/words/time';
import { LANGUAGE_QUERY } from '../parts/language.http.ts';
import { face, language, words } from '../parts/language.ts';
import { VERDICT_MEANINGS } from '../parts/words.page.ts';

export interface BadgeAnswer extends InTime {
  readonly symbol: string;
  readonly compliance: Verdict;
}

/** Pixels. A page that embeds the badge reserves them before it loads. */
export const BADGE = { width: 320, height: 40 } as const;

/** The site's colours on its light paper: the badge is an image, whatever page it lies on. */
const COLOURS: Readonly<Record<Meaning, string>> = {
  pass: '#1d6b3a',
  warn: '#8a5a00',
  fail: '#a32727',
  unknown: '#5d6167',
};
const FONT = 'system-ui, sans-serif';
/** The width that is left for each line, and those of a character at 13 and at 11 px, at most. */
const LINE = 270;
const CHARACTER = 7.4;
const SMALL_CHARACTER = 6.2;

/**
 * Draws a verdict with its day, and by whom it is if that was chosen. A past or stale one has no verdict's colour or
 * shape, which are for today. `chosen` has ids, and is empty for no choice.
 */
export function badge(answer: BadgeAnswer, chosen: readonly string[] = []): Safe {
  const { symbol, compliance, as_of: asOf, today, stale } = answer;
  const isCurrent = stale === null && asOf >= today;
  const meaning = isCurrent ? VERDICT_MEANINGS[compliance] : 'unknown';
  const said = words().badge;
  const verdict =
    compliance === 'not_screenable'
      ? said.hasNoVerdict(symbol)
      : said.verdict(symbol, verdictInTime(answer, face()));
  const day = shortDate(today, face());
  const based = chosen.length === 0 ? said.based(day) : said.basedBy(followedNames(chosen, face()), day);
  const direction = DIRECTIONS[language()];
  // The start of a line is on its right in Arabic.
  const [shapeAt, textAt] = direction === 'ltr' ? [12, 38] : [BADGE.width - 28, BADGE.width - 38];
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${BADGE.width}" height="${BADGE.height}" viewBox="0 0 ${BADGE.width} ${BADGE.height}" role="img" aria-label="${verdict}. ${based}"${direction === 'rtl' && html` direction="rtl"`}>
<title>${verdict}. ${based}</title>
<rect x="0.5" y="0.5" width="${BADGE.width - 1}" height="${BADGE.height - 1}" rx="6" fill="#fbfaf7" stroke="#85888d"/>
<svg x="${shapeAt}" y="12" width="16" height="16" viewBox="0 0 16 16" color="${COLOURS[meaning]}">${markShape(meaning)}</svg>
<text x="${textAt}" y="17" font-family="${FONT}" font-size="13" font-weight="600" fill="#1c1e21"${fit(verdict, CHARACTER)}>${verdict}</text>
<text x="${textAt}" y="32" font-family="${FONT}" font-size="11" fill="#5d6167"${fit(based, SMALL_CHARACTER)}>${based}</text>
</svg>
`;
}

/** Narrows a line that the widest face could not fit. */
function fit(line: string, character: number): Safe | null {
  return line.length * character > LINE ? html` textLength="${LINE}" lengthAdjust="spacingAndGlyphs"` : null;
}

/** The markup that shows a badge in the language of the page, and leads to the report by the same choice, of ids. */
export function badgeMarkup(base: string, symbol: string, chosen: readonly string[] = []): Safe {
  const { alt, altBy } = words().badge;
  const query = chosen.length === 0 ? '' : `?methodologies=${chosen.join()}`;
  const image = `<img src="${base}${badgePath(symbol, chosen)}" width="${BADGE.width}" height="${BADGE.height}"`;
  const said = chosen.length === 0 ? alt(symbol) : altBy(symbol, followedNames(chosen, face()));
  return html`${`<a href="${base}/portal/report/${symbol}${query}">${image} alt="`}<bdi>${said}</bdi>${'"></a>'}`;
}

/** The address of a badge in the language of the page. */
export function badgePath(symbol: string, chosen: readonly string[] = []): string {
  const query = [
    ...(chosen.length === 0 ? [] : [`methodologies=${chosen.join()}`]),
    ...(language() === 'en' ? [] : [`${LANGUAGE_QUERY}=${language()}`]),
  ];
  return `/badge/${symbol}.svg${query.length === 0 ? '' : `?${query.join('&')}`}`;
}
