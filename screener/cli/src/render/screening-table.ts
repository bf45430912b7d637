import { multiply } from '@common/base/exact';
import type { WordedAnswer } from '@screener/service/use-cases/screen-ticker';
import { TEXT } from '@screener/words/face';
import { spaced, VERDICT_WORDS } from '@screener/words/names';
import { percent } from '@screener/words/numbers';
import { tenseOf } from '@screener/words/time';
import { closestCheck } from './closest-call.ts';
import { type Page, pageFor, wrap } from './layout.ts';
import { ratioRange } from './numbers.ts';
import { FETCH_ADVICE, mayBeFetched } from './short-answer.ts';
import { type Column, tableLines } from './table.ts';
import { paint, printable, type Terminal } from './terminal.ts';
import { missingName, paintAnswer, ratioLine } from './words.ts';

/** The answer for one ticker, or its error. */
export type TickerResult =
  | WordedAnswer
  | { readonly symbol: string; readonly error: { readonly code: string; readonly message: string } };

/** A table may be wider than prose, which is hard to read in long lines. */
const WIDEST = 160;
/** From this width on, there is room for ratios in full, the form of each report, and a date in each row. */
const WIDE = 116;
/** The most tickers that the advice names; of more it gives only the number. */
const MOST_NAMED = 8;

/** Writes the output of `sanad screen` for several tickers: a line for each, and below them the dates. */
export function renderTable(results: readonly TickerResult[], terminal: Terminal): string {
  const page = { ...pageFor(terminal), width: Math.min(WIDEST, terminal.columns) };
  const rows = printable(results);
  const isWide = page.width >= WIDE;
  const notes = [isWide ? '' : datesText(rows), adviceText(rows)].filter((text) => text !== '');
  const note = notes
    .flatMap((text) => wrap(text, page.width, 0, 2))
    .map((line) => paint(terminal, 'dim', line));
  return `${[...tableLines(page, columnsOf(page, isWide), rows), ...note].join('\n')}\n`;
}

/** Writes `As of 2026-04-23 (AAPL) and 2026-08-21 (the others).`; a single other is named. */
function datesText(rows: readonly TickerResult[]): string {
  const byDate = new Map<string, string[]>();
  for (const row of rows) {
    if ('error' in row) continue;
    byDate.set(row.as_of, [...(byDate.get(row.as_of) ?? []), row.symbol]);
  }
  const groups = [...byDate].sort(([, a], [, b]) => a.length - b.length);
  const [others, rest = []] = groups.at(-1) ?? [];
  if (others === undefined) return '';
  if (groups.length === 1) return `As of ${others}.`;
  const named = groups.slice(0, -1).map(([date, symbols]) => `${date} (${symbols.join(', ')})`);
  return `As of ${named.sort().join(', ')} and ${others} (${rest.length === 1 ? rest.join() : 'the others'}).`;
}

/** Advises once on all rows without figures. */
function adviceText(rows: readonly TickerResult[]): string {
  const lacking = rows.filter((row) => !('error' in row) && row.anchor === null && mayBeFetched(row));
  const named =
    lacking.length > MOST_NAMED
      ? `${lacking.length} tickers`
      : lacking.map(({ symbol }) => symbol).join(', ');
  return lacking.length === 0 ? '' : `No recent figures of ${named} are stored here. ${FETCH_ADVICE}`;
}

function columnsOf(page: Page, isWide: boolean): readonly Column<TickerResult>[] {
  const either = (of: (answer: WordedAnswer) => string) => (row: TickerResult) =>
    'error' in row ? '-' : of(row);
  return [
    { title: 'ticker', text: ({ symbol }) => symbol, style: 'bold' },
    {
      title: 'verdict',
      text: (row) => ('error' in row ? 'no answer' : verdictText(row)),
      paint: (row, text) => ('error' in row ? text : paintAnswer(page.terminal, row, text)),
    },
    {
      title: 'score',
      text: either(({ compliance, score }) => (compliance === 'not_screenable' ? '-' : score.toFixed(1))),
      alignRight: true,
    },
    {
      title: 'closest call',
      text: (row) => ('error' in row ? spaced(row.error.code) : callText(page, row, isWide)),
      shrinks: true,
    },
    { title: isWide ? 'purification' : 'purify', text: either((row) => purificationText(page, row)) },
    ...(isWide ? [{ title: 'as of', text: either(({ as_of: date }) => date) }] : []),
    { title: 'report', text: either((row) => reportText(row, isWide)) },
  ];
}

/** A verdict of a day that is past is marked, since the column has no room for the day. */
function verdictText(row: WordedAnswer): string {
  const word = VERDICT_WORDS[row.compliance];
  return tenseOf(row).verb === 'was' ? `was ${word}` : word;
}

/** Writes `debt / assets 23.9 of 33.33 %` or, in a narrow table, `debt 23.9 of 33.33 %`. */
function callText(page: Page, answer: WordedAnswer, isWide: boolean): string {
  const { business_activity: business, compliance, missing, anchor, etf_look_through: fund } = answer;
  if (business.status === 'fail') {
    const failing = business.findings.filter(({ status }) => status === 'fail');
    return [...new Set(failing.map(({ label }) => label))].join(', ');
  }
  if (compliance === 'not_screenable') {
    if (fund?.report != null) return `${percent(answer.ratios.open_weight ?? 1, TEXT, 1)} undecided`;
    const codes = missing.map(({ code }) => missingName(code)).join(', ');
    return anchor === null ? codes : `open: ${codes}`;
  }
  const check = closestCheck(answer);
  if (check === null) return '-';
  const { value, threshold } = check;
  const name = ratioLine(check, true);
  const figure = ratioRange(value ?? 0, value, page.glyphs, check);
  return `${isWide ? name : name.split(' ')[0]} ${figure.replace(' %', '')} of ${multiply(100, threshold)} %`;
}

/** Writes the documented figure, with `<=` if it is the upper end of what is known; for a fund the rate and its coverage. */
function purificationText(page: Page, { purification }: WordedAnswer): string {
  const { pct_of_dividends_and_gains: pct, low_pct: low, high_pct: high } = purification;
  const { covered_rate_pct: covered, coverage_pct: coverage } = purification;
  if (covered !== null && coverage !== null) return `${covered.toFixed(2)} % by ${coverage.toFixed(0)} %`;
  if (pct === null) return '-';
  return pct === high && low !== high ? `${page.glyphs.atMost} ${pct.toFixed(2)} %` : `${pct.toFixed(2)} %`;
}

function reportText({ anchor, etf_look_through: fund }: WordedAnswer, isWide: boolean): string {
  const report = anchor ?? fund?.report ?? null;
  if (report === null) return '-';
  return isWide ? `${report.form} ${report.period_end}` : report.period_end;
}
