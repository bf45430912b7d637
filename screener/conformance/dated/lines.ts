import { daysBetween } from '@common/base/calendar';
import type { HistorySnapshot } from '@screener/service/use-cases/read-history';
import { auditSources } from '../recompute/audit-sources.ts';
import { recompute } from '../recompute/recompute.ts';
import type { Sources } from '../recompute/sources.ts';
import { type Answer, dayQuery, type Faces } from './faces.ts';
import {
  AGES,
  type AgeOf,
  type Said,
  saidByCommand,
  saidByMcp,
  saidByPage,
  saidByWatchlist,
} from './said.ts';

/** What all faces say of one company on one day. */
export interface DatedLine {
  readonly symbol: string;
  /** The day asked for; null for an answer without one. */
  readonly day: string | null;
  readonly verdict: string;
  readonly isStale: boolean;
  /** What is missing for a verdict, as codes; empty if there is one. */
  readonly missing: readonly string[];
  /** The currency of the report; null if none is screened. */
  readonly currency: string | null;
  /** Whether the last screening in the history was of another verdict, which another price explains. */
  readonly isRepriced: boolean;
  readonly ages: readonly SaidAge[];
  /** Where a face differs from the API, or the auditor does; empty if all agree. */
  readonly differences: readonly string[];
}

/** How old something was called, by how many faces. */
interface SaidAge {
  readonly of: AgeOf;
  readonly days: number;
  readonly words: string;
  readonly faces: readonly string[];
}

const VERDICTS: Readonly<Record<Answer['compliance'], string>> = {
  compliant: 'compliant',
  questionable: 'questionable',
  non_compliant: 'non-compliant',
  not_screenable: 'not screenable',
};
/** The members that place a verdict in time, which the tool of MCP repeats. */
const MEMBERS = ['compliance', 'as_of', 'today', 'stale', 'facts_through', 'data_age_days', 'score'] as const;

const NOT_IN_TIME = 'Not screened in time';
const MOST_TRIES = 20;

/** Asks every face about a company on each of the days, and compares what they say. */
export async function datedLines(
  faces: Faces,
  symbol: string,
  days: readonly (string | null)[],
  { rows, sources }: Pick<Asked, 'rows' | 'sources'>,
): Promise<readonly DatedLine[]> {
  const history = await faces.history(symbol);
  const lines: DatedLine[] = [];
  for (const day of days) lines.push(await datedLine(faces, { symbol, day, history, rows, sources }));
  const differences = await historyDifferences(faces, symbol, history);
  const [first, ...rest] = lines;
  if (first === undefined || differences.length === 0) return lines;
  return [{ ...first, differences: [...first.differences, ...differences] }, ...rest];
}

/** The lines of a watchlist that watches them all. */
export async function watchlistOf(
  faces: Faces,
  symbols: readonly string[],
): Promise<ReadonlyMap<string, Said>> {
  await faces.watch(symbols);
  // A page that is sent before all are screened asks its reader to load it again.
  for (let tries = 1; ; tries += 1) {
    const page = await faces.page('/portal/dashboard');
    if (!page.includes(NOT_IN_TIME)) return saidByWatchlist(page);
    if (tries === MOST_TRIES) throw new Error(`the watchlist says ${MOST_TRIES} times: ${NOT_IN_TIME}`);
  }
}

interface Asked {
  readonly symbol: string;
  readonly day: string | null;
  readonly history: readonly HistorySnapshot[];
  readonly rows: ReadonlyMap<string, Said>;
  /** The publishers' own files; null if they are not at hand. */
  readonly sources: Sources | null;
}

async function datedLine(faces: Faces, { symbol, day, history, rows, sources }: Asked): Promise<DatedLine> {
  const answer = await faces.api(symbol, day);
  const tool = await faces.mcp('screen_ticker', { ticker: symbol, detail: 'full', ...dayQuery(day) });
  const line = ['screen', symbol, ...(day === null ? [] : ['--as-of', day])];
  const said: Record<string, Said> = {
    MCP: saidByMcp(tool.text),
    command: saidByCommand(await faces.command(line)),
    report: saidByPage(await faces.page(`/portal/report/${symbol}?${new URLSearchParams(dayQuery(day))}`)),
  };
  if (day === null) {
    said['start page'] = saidByPage(await faces.page(`/?q=${symbol}`));
    const row = rows.get(symbol);
    if (row !== undefined) said.watchlist = row;
  }
  const differing = MEMBERS.filter(
    (name) => JSON.stringify(tool.data[name]) !== JSON.stringify(answer[name]),
  );
  const past = historyAt(history, answer);
  const whole = answer.etf_look_through === undefined ? answer : await faces.whole(symbol, day);
  const audited = [...recompute(whole), ...(sources === null ? [] : auditSources(whole, sources))];
  return {
    symbol,
    day,
    verdict: VERDICTS[answer.compliance],
    isStale: answer.stale !== null,
    missing: answer.missing.map(({ code }) => code),
    currency: answer.amounts.total_assets?.unit ?? null,
    isRepriced: past.isRepriced,
    ages: agesOf(answer, said),
    differences: [
      ...differing.map((name) => `MCP: ${name}`),
      ...Object.entries(said).flatMap(([face, one]) => differencesOf(answer, face, one)),
      ...agreementOf(said),
      ...past.differences,
      ...audited.map(({ path, said: had, recomputed }) => `auditor: ${path}: ${had}, not ${recomputed}`),
    ],
  };
}

/** Where one face differs from the API. */
function differencesOf(answer: Answer, face: string, said: Said): readonly string[] {
  const { compliance, as_of: asOf, today, stale } = answer;
  const mustSayDay = compliance !== 'not_screenable' && asOf < today;
  const found: (readonly [what: string, isSo: boolean, said: unknown])[] = [
    ['verdict', said.verdict === VERDICTS[compliance], said.verdict],
    ['day', said.day === null ? !mustSayDay : said.day === asOf, said.day],
    ['stale mark', said.isStale === (stale !== null), said.isStale],
    ['green', !(said.isGreen && stale !== null), 'although stale'],
  ];
  if (face !== 'watchlist') {
    found.push(['basis', said.basis === basisOf(answer), said.basis]);
    // A company of which no report is screened has no amount per share to say.
    if (answer.anchor === null) found.push(['per share', said.perShare === null, said.perShare]);
  }
  return found.filter(([, isSo]) => !isSo).map(([what, , words]) => `${face}: ${what} ${words}`);
}

/** What faces say of the basis, put together from the members of the answer. */
function basisOf({ as_of: asOf, today, facts_through: through, stale }: Answer): string {
  const overdue =
    stale === null
      ? ''
      : stale.why === 'report_late'
        ? ` The next report has been overdue since ${stale.since}.`
        : ` A newer report was due before ${stale.since} and is not here.`;
  if (asOf >= today) return `As of today, ${asOf}.${overdue}`;
  if (through !== null && through > asOf) return `As of ${asOf}, from what was filed by then.${overdue}`;
  const reached = through ?? asOf;
  const age = ageWords(daysBetween(reached, today));
  return `Based on data up to ${reached} (${age}); we have nothing newer.${overdue}`;
}

/** How old a day is called: in days up to ninety, then in whole months, and in years from two years on. */
function ageWords(days: number): string {
  if (days <= 0) return 'today’s';
  if (days <= 90) return `${days} ${days === 1 ? 'day' : 'days'} old`;
  const months = Math.floor((days * 12) / 365.25);
  return months < 24 ? `${months} months old` : `${Math.floor(months / 12)} years old`;
}

/** Where faces differ among themselves: the age of a thing, or the amount per share. */
function agreementOf(said: Readonly<Record<string, Said>>): readonly string[] {
  const several = (what: string, words: readonly (string | null | undefined)[]) => {
    const all = new Set(words.filter((word) => word !== undefined && word !== null));
    return all.size > 1 ? [`${what}: ${[...all].join(', ')}`] : [];
  };
  const faces = Object.values(said);
  return [
    ...AGES.flatMap((of) =>
      several(
        `age of ${of}`,
        faces.map(({ ages }) => ages[of]),
      ),
    ),
    ...several(
      'per share',
      faces.map(({ perShare }) => perShare),
    ),
  ];
}

function agesOf(answer: Answer, said: Readonly<Record<string, Said>>): readonly SaidAge[] {
  const { today, as_of: asOf, facts_through: through, anchor, market_data: market } = answer;
  const since: Readonly<Record<AgeOf, string | null>> = {
    figures: anchor?.period_end ?? answer.etf_look_through?.report?.period_end ?? null,
    data: through !== null && through < asOf ? through : asOf,
    price: market.date,
  };
  return AGES.flatMap((of) => {
    const day = since[of];
    if (day === null) return [];
    const days = daysBetween(day, today);
    const told = Object.entries(said).flatMap(([face, { ages }]) => {
      const words = ages[of];
      return words === undefined ? [] : [{ face, words }];
    });
    return [...Map.groupBy(told, ({ words }) => words)].map(([words, same]) => ({
      of,
      days,
      words,
      faces: same.map(({ face }) => face),
    }));
  });
}

/**
 * Holds an answer against the history: on a stale day there is no verdict, or a stale one; otherwise the last screening
 * by then has its verdict, or is of the same report at another price, since a history is kept by filings.
 */
function historyAt(
  history: readonly HistorySnapshot[],
  answer: Answer,
): { readonly isRepriced: boolean; readonly differences: readonly string[] } {
  const row = history.find(({ as_of: day }) => day <= answer.as_of);
  if (row === undefined) return { isRepriced: false, differences: [] };
  const was = `${row.compliance} on ${row.as_of}`;
  if (row.changes?.stale !== undefined) {
    const isSo = answer.compliance === 'not_screenable' || answer.stale !== null;
    return { isRepriced: false, differences: isSo ? [] : [`history: stale since ${row.as_of}`] };
  }
  if (row.compliance === answer.compliance) return { isRepriced: false, differences: [] };
  const isSame = row.anchor?.accession === answer.anchor?.accession;
  const isOver = answer.anchor === null && answer.stale !== null;
  const isRepriced = isSame && !isOver;
  return { isRepriced, differences: isSame || isOver ? [] : [`history: ${was}`] };
}

/** Where the histories of other faces differ from that of the API, or its rows from a screening of their day. */
async function historyDifferences(
  faces: Faces,
  symbol: string,
  history: readonly HistorySnapshot[],
): Promise<readonly string[]> {
  const own = history.map(
    ({ as_of: day, compliance, changes }) =>
      `${day} ${changes?.stale === undefined ? VERDICTS[compliance] : 'stale'}`,
  );
  const line = ['history', symbol, '--limit', '500'];
  const printed = [
    ...(await faces.command(line)).matchAll(/^(\d{4}-\d{2}-\d{2}) {2}([a-z -]+?)(?: {2}|;)/gm),
  ].map(([, day, words]) => `${day} ${words === 'no recent report' ? 'stale' : words}`);
  const tool = await faces.mcp('screening_history', { ticker: symbol, limit: 100 });
  const told = [...tool.text.matchAll(/^- (\d{4}-\d{2}-\d{2}): (went stale|[A-Z -]+?)(?: \(|,)/gm)].map(
    ([, day, words]) => `${day} ${words === 'went stale' ? 'stale' : words?.toLowerCase()}`,
  );
  const differences = [
    // One answer of MCP is as long as an agent can read.
    ...(told.join() === own.slice(0, told.length).join() ? [] : [`history by MCP: ${told.join()}`]),
    ...(printed.join() === own.join() ? [] : [`history by command: ${printed.join()}`]),
  ];
  for (const { as_of: day, compliance, changes } of history) {
    const { compliance: then, stale } = await faces.api(symbol, day);
    const isSo =
      changes?.stale === undefined ? then === compliance : then === 'not_screenable' || stale !== null;
    if (!isSo) differences.push(`history: ${compliance} on ${day}, where a screening gives ${then}`);
  }
  return differences;
}
