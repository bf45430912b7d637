import { html, type Safe } from '@common/web/html';
import { type Meaning, markShape } from '@common/web/mark';
import type { Verdict } from '@screener/engine/verdict/verdict';
import { shortDate } from '@screener/words/dates';
import { DIRECTIONS } from '@screener/words/language';
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
/** The width that is left for each line, and that of a character at 13 px, at most. */
const LINE = 270;
const CHARACTER = 7.4;

/** Draws a verdict with its day. A past or stale one has no verdict's colour or shape, which are for today. */
export function badge(answer: BadgeAnswer): Safe {
  const { symbol, compliance, as_of: asOf, today, stale } = answer;
  const isCurrent = stale === null && asOf >= today;
  const meaning = isCurrent ? VERDICT_MEANINGS[compliance] : 'unknown';
  const said = words().badge;
  const verdict =
    compliance === 'not_screenable'
      ? said.hasNoVerdict(symbol)
      : said.verdict(symbol, verdictInTime(answer, face()));
  const based = said.based(shortDate(today, face()));
  const direction = DIRECTIONS[language()];
  // The start of a line is on its right in Arabic.
  const [shapeAt, textAt] = direction === 'ltr' ? [12, 38] : [BADGE.width - 28, BADGE.width - 38];
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${BADGE.width}" height="${BADGE.height}" viewBox="0 0 ${BADGE.width} ${BADGE.height}" role="img" aria-label="${verdict}. ${based}"${direction === 'rtl' && html` direction="rtl"`}>
<title>${verdict}. ${based}</title>
<rect x="0.5" y="0.5" width="${BADGE.width - 1}" height="${BADGE.height - 1}" rx="6" fill="#fbfaf7" stroke="#85888d"/>
<svg x="${shapeAt}" y="12" width="16" height="16" viewBox="0 0 16 16" color="${COLOURS[meaning]}">${markShape(meaning)}</svg>
<text x="${textAt}" y="17" font-family="${FONT}" font-size="13" font-weight="600" fill="#1c1e21"${fit(verdict, CHARACTER)}>${verdict}</text>
<text x="${textAt}" y="32" font-family="${FONT}" font-size="11" fill="#5d6167">${based}</text>
</svg>
`;
}

/** Narrows a line that the widest face could not fit. */
function fit(line: string, character: number): Safe | null {
  return line.length * character > LINE ? html` textLength="${LINE}" lengthAdjust="spacingAndGlyphs"` : null;
}

/** The markup that shows a badge in the language of the page, and leads to the report. */
export function badgeMarkup(base: string, symbol: string): Safe {
  const image = `<img src="${base}${badgePath(symbol)}" width="${BADGE.width}" height="${BADGE.height}"`;
  return html`${`<a href="${base}/portal/report/${symbol}">${image} alt="`}<bdi>${words().badge.alt(symbol)}</bdi>${'"></a>'}`;
}

/** The address of a badge in the language of the page. */
export function badgePath(symbol: string): string {
  const path = `/badge/${symbol}.svg`;
  return language() === 'en' ? path : `${path}?${LANGUAGE_QUERY}=${language()}`;
}
