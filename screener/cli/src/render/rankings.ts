import type { CalendarDate } from '@common/base/calendar';
import { LEFT_OUT_REASONS, VALUE_MEASURES, type ValueMeasureName } from '@screener/engine/rankings/formulas';
import type { RankedLeader } from '@screener/engine/rankings/leaders';
import { type CompanyLine, staleOn } from '@screener/engine/rankings/ranking-line';
import type { RankedValue } from '@screener/engine/rankings/value';
import type { RankingAnswer, RankingReport } from '@screener/service/rankings/read-ranking';
import { TEXT } from '@screener/words/face';
import { spaced } from '@screener/words/names';
import { percent, wholeNumber } from '@screener/words/numbers';
import { ageOfDay, verdictInTime } from '@screener/words/time';
import { type Page, pageFor, plural, wrap } from './layout.ts';
import { link, paint, printable, type Terminal } from './terminal.ts';
import { DATA_SOURCE_WORDS } from './words.ts';

/** Column widths. */
const RANK_WIDTH = 5;
const SYMBOL_WIDTH = 9;
const FIGURE_WIDTH = 10;
/** Text under a line starts below its symbol. */
const INDENT = RANK_WIDTH + 2;

/** Writes the output of `sanad leaders`. */
export function renderLeaders(
  answer: RankingAnswer<'leaders'>,
  terminal: Terminal,
  today: CalendarDate,
): string {
  const { lines } = printable(answer);
  const page = pageFor(terminal);
  return textOf([
    ...headLines(page, 'Leaders by score', answer, lines.length),
    headings(page, ['score', 'purify']),
    ...lines.flatMap((line) => leaderLines(page, line, today)),
  ]);
}

/** Writes the output of `sanad value`. */
export function renderValue(answer: RankingAnswer<'value'>, terminal: Terminal, today: CalendarDate): string {
  const { lines, without_figures: without } = printable(answer);
  const page = pageFor(terminal);
  return textOf([
    ...headLines(page, 'Value screen', answer, lines.length),
    headings(page, [...VALUE_MEASURES.map(({ name }) => HEADINGS[name]), 'places']),
    ...lines.flatMap((line) => valueLines(page, line, today)),
    ...(without.length === 0 ? [] : ['', 'Compliant, and not ranked:']),
    ...without.flatMap(({ symbol, name, reason }) =>
      wrap(`${symbol} (${name}): ${LEFT_OUT_REASONS[reason]}`, page.width, 2, 4),
    ),
  ]);
}

const HEADINGS: Readonly<Record<ValueMeasureName, string>> = {
  book_yield: 'book',
  sales_yield: 'sales',
  net_cash_yield: 'net cash',
  earnings_yield: 'earnings',
  free_cash_yield: 'free cash',
};

export function countsText(report: RankingReport): string {
  const reasons = Object.entries(report.left_out).map(
    ([reason, count]) => `${wholeNumber(count)} ${spaced(reason)}`,
  );
  const left = reasons.length === 0 ? '' : `; left out: ${reasons.join(', ')}`;
  return `${plural(report.screened, 'listing')} screened, ${wholeNumber(report.ranked)} ranked${left}`;
}

function headLines(page: Page, title: string, report: RankingReport, shown: number): readonly string[] {
  const source = Object.entries(DATA_SOURCE_WORDS).find(([name]) => name === report.data_source)?.[1];
  const more = shown < report.ranked ? [`The first ${wholeNumber(shown)} (--limit shows more).`] : [];
  return [
    paint(page.terminal, 'bold', `${title}, ${report.as_of}, rules: ${report.rules}`),
    ...wrap(`${countsText(report)}.`, page.width, 2),
    ...wrap(`Made ${report.finished_at}; data: ${source ?? report.data_source}.`, page.width, 2),
    ...more.flatMap((text) => wrap(text, page.width, 2)),
    '',
  ];
}

function headings(page: Page, figures: readonly string[]): string {
  const columns = figures.map((figure) => figure.padStart(FIGURE_WIDTH)).join('');
  return paint(
    page.terminal,
    'dim',
    `${'rank'.padStart(RANK_WIDTH)}  ${'ticker'.padEnd(SYMBOL_WIDTH)}${columns}`,
  );
}

function leaderLines(page: Page, line: RankedLeader, today: CalendarDate): readonly string[] {
  const { pct_of_dividends_and_gains: pct } = line.purification;
  const filings = line.filings.map(({ form, accession, source_url: url }) =>
    accession === null ? form : `${form} ${url === null ? accession : link(page.terminal, url, accession)}`,
  );
  return [
    row(page, line, [line.score.toFixed(1), pct === null ? '-' : percent(pct / 100, TEXT, 1)]),
    ...under(page, line, today),
    // Each filing gets its own line, because wrapping would count a link's escape codes as text.
    ...filings.map((filing) => `${' '.repeat(INDENT)}${filing}`),
  ];
}

function valueLines(page: Page, line: RankedValue, today: CalendarDate): readonly string[] {
  const { anchor } = line;
  const figures = VALUE_MEASURES.map(({ name }) => percent(line.measures[name], TEXT, 1));
  const places = VALUE_MEASURES.map(({ name }) => line.places[name]).join('+');
  const report =
    anchor === null
      ? []
      : [`${' '.repeat(INDENT)}${anchor.form} ${link(page.terminal, anchor.source_url, anchor.accession)}`];
  return [row(page, line, [...figures, places]), ...under(page, line, today), ...report];
}

function row(page: Page, line: CompanyLine & { readonly rank: number }, figures: readonly string[]): string {
  const symbol = paint(page.terminal, 'bold', line.symbol.padEnd(SYMBOL_WIDTH));
  return `${String(line.rank).padStart(RANK_WIDTH)}  ${symbol}${figures.map((figure) => figure.padStart(FIGURE_WIDTH)).join('')}`;
}

function under(page: Page, line: CompanyLine, today: CalendarDate): readonly string[] {
  const { name, other_symbols: others, anchor } = line;
  const also = others.length === 0 ? '' : ` (also ${others.join(', ')})`;
  const stale = staleOn(line, today);
  const verdict = verdictInTime({ ...line, compliance: 'compliant', today, stale }, TEXT);
  const figures =
    anchor === null ? [] : [`figures to ${anchor.period_end}, ${ageOfDay(anchor.period_end, today)}`];
  const dated = [verdict, ...figures, ...(stale === null ? [] : ['no recent report'])].join('; ');
  return [...wrap(`${name}${also}`, page.width, INDENT), ...wrap(dated, page.width, INDENT)];
}

function textOf(lines: readonly string[]): string {
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}
