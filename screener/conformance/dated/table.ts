import { addDays, addMonths, type CalendarDate } from '@common/base/calendar';
import { renderScreening } from '@screener/cli/render/screening';
import { screeningText } from '@screener/service/mcp/text/screening-text';
import { type ScreenAnswer, type ScreenDeps, screenTicker } from '@screener/service/use-cases/screen-ticker';
import { readTimeline } from '@screener/service/use-cases/timeline';
import { readWatchedRow } from '@screener/service/watchlist/watched-row';
import { NOTHING_BESIDE } from '@screener/site/report/no-verdict.page';
import { verdictSection } from '@screener/site/report/verdict.page';
import { answerCard } from '@screener/site/start-page/answer.page';
import { watchlistTable } from '@screener/site/watchlist/watchlist-table.page';
import { worded } from '@screener/words/answer';
import { VERDICT_WORDS } from '@screener/words/names';

/** What each face says of one company on one day. */
interface DatedLine {
  readonly symbol: string;
  /** The day asked for; null for an answer without a date. */
  readonly asOf: CalendarDate | null;
  /** The verdict by face, in the words of that face. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** The age of the figures by face; only faces that say one. */
  readonly ages: Readonly<Record<string, string>>;
  /** What the history says of that day. */
  readonly history: string;
  /** Where faces differ; empty if they agree. */
  readonly differences: readonly string[];
}

const TERMINAL = { columns: 100, colour: false, unicode: false, hyperlinks: false };
const AGE = /today’s|\d[\d,]* (?:days?|months|years) old/;
/** How a report without a verdict says so in its heading. */
const NO_VERDICT = 'no verdict';
/** Longer names first: `non-compliant` ends in `compliant`. */
const VERDICTS = new RegExp(
  [...Object.values(VERDICT_WORDS), NO_VERDICT].toSorted((a, b) => b.length - a.length).join('|'),
  'i',
);

/** Returns the quarter ends from a year on, up to a day. */
export function quarterEnds(year: number, until: CalendarDate): readonly CalendarDate[] {
  const ends: CalendarDate[] = [];
  for (let next = 3; ; next += 3) {
    const end = addDays(addMonths(`${year}-01-01`, next), -1);
    if (end > until) return ends;
    ends.push(end);
  }
}

/** Asks every face about a company on a day, and compares what they say. */
export async function datedLine(
  deps: ScreenDeps,
  symbol: string,
  asOf: CalendarDate | null,
): Promise<DatedLine> {
  const screened = await screenTicker(deps, { symbol, asOf, rules: 'current' });
  if (!screened.ok) throw new Error(`${symbol}: ${screened.error.message}`);
  const answer = screened.value;
  const texts = await textsOf(deps, answer, asOf === null);
  const read = Object.entries(texts).map(
    ([face, { verdict, figures }]) => [face, verdictIn(verdict), AGE.exec(figures)?.[0] ?? null] as const,
  );
  const verdicts = Object.fromEntries([
    ['API', VERDICT_WORDS[answer.compliance]],
    ...read.map(([face, verdict]) => [face, verdict]),
  ]);
  const ages = Object.fromEntries(read.flatMap(([face, , age]) => (age === null ? [] : [[face, age]])));
  const history = await historyAt(deps, symbol, answer);
  const differences = [
    ...(new Set(Object.values(verdicts)).size > 1 ? ['verdict'] : []),
    ...(new Set(Object.values(ages)).size > 1 ? ['age'] : []),
    ...(history.isTrue ? [] : ['history']),
  ];
  return { symbol, asOf, verdicts, ages, history: history.words, differences };
}

function verdictIn(text: string): string {
  const found = VERDICTS.exec(text)?.[0].toLowerCase() ?? '?';
  return found === NO_VERDICT ? VERDICT_WORDS.not_screenable : found;
}

interface FaceText {
  readonly verdict: string;
  /** The part that has the age of the figures. */
  readonly figures: string;
}

/** The text of each face; the start page and the watchlist show only the present. */
async function textsOf(
  deps: ScreenDeps,
  answer: ScreenAnswer,
  isPresent: boolean,
): Promise<Readonly<Record<string, FaceText>>> {
  const whole = worded(answer);
  const mcp = screeningText(whole).split('\n');
  const cli = renderScreening(whole, TERMINAL, { explain: false, links: false }).split('\n');
  const report = plain(verdictSection(answer, {}, NOTHING_BESIDE).toString());
  const texts = {
    MCP: {
      verdict: mcp[0]?.slice(whole.name.length) ?? '',
      figures: mcp.find(startsWith('The figures')) ?? '',
    },
    CLI: {
      verdict:
        (answer.anchor === null ? cli[0]?.slice(whole.name.length) : cli.findLast((line) => line !== '')) ??
        '',
      figures: cli.find(startsWith('  Figures')) ?? '',
    },
    report: { verdict: between(report, '<h1', '</h1>'), figures: ageCell(answer, report) },
  };
  if (!isPresent) return texts;
  const card = plain(answerCard(answer, { heading: 'h1' }).toString());
  const row = await readWatchedRow(deps, { symbol: answer.symbol, asOf: null, rules: 'current' });
  if (!row.ok) throw new Error(`${answer.symbol}: ${row.error.message}`);
  const table = plain(watchlistTable([row.value]).toString());
  return {
    ...texts,
    'start page': { verdict: between(card, '<h1', '</h1>'), figures: ageCell(answer, card) },
    watchlist: {
      verdict: between(table, '<td class="verdict">', '</td>'),
      figures: answer.anchor === null ? '' : between(table, 'number age">', '</td>'),
    },
  };
}

/** The cell with the age of the figures that were screened; a report that is too old has an age of its own. */
function ageCell(answer: ScreenAnswer, page: string): string {
  return answer.anchor === null ? '' : between(page, '<dt>Figures</dt>', '</dd>');
}

function startsWith(start: string): (line: string) => boolean {
  return (line) => line.startsWith(start);
}

function plain(markup: string): string {
  return markup.replaceAll(/<bdi[^>]*>[^<]*<\/bdi>/g, '');
}

function between(text: string, start: string, end: string): string {
  const from = text.indexOf(start);
  return from === -1 ? '' : text.slice(from, text.indexOf(end, from));
}

/**
 * What the history says of the day of an answer, and whether that is so: its last screening by then is what a screening
 * of that screening's day shows, and on a stale day there is no verdict, or a stale one.
 */
async function historyAt(
  deps: ScreenDeps,
  symbol: string,
  { as_of: asOf, compliance, stale }: ScreenAnswer,
): Promise<{ readonly words: string; readonly isTrue: boolean }> {
  const rows = await readTimeline(deps, symbol, 'current', 1_000);
  const row = rows.find((candidate) => candidate.asOf <= asOf);
  if (row === undefined) return { words: 'nothing', isTrue: true };
  if (row.changes?.stale !== undefined) {
    const isTrue = compliance === 'not_screenable' || stale !== null;
    return { words: `stale since ${row.asOf}`, isTrue };
  }
  const then = await screenTicker(deps, { symbol, asOf: row.asOf, rules: 'current' });
  const isTrue = then.ok && then.value.compliance === row.screening.compliance;
  return { words: `${VERDICT_WORDS[row.screening.compliance]} on ${row.asOf}`, isTrue };
}

/** Writes lines as a table in Markdown, those on which faces differ marked in the last column. */
export function datedTable(lines: readonly DatedLine[]): string {
  const faces = ['API', 'MCP', 'CLI', 'report', 'start page', 'watchlist'];
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    row(['company', 'as of', ...faces, 'age of the figures', 'history', 'differs']),
    row(Array.from({ length: faces.length + 5 }, () => '---')),
    ...lines.map(({ symbol, asOf, verdicts, ages, history, differences }) =>
      row([
        symbol,
        asOf ?? 'no date',
        ...faces.map((face) => verdicts[face] ?? ''),
        [...new Set(Object.values(ages))].join(', '),
        history,
        differences.join(', '),
      ]),
    ),
    '',
  ].join('\n');
}
