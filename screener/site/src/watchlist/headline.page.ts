import { addDays, type CalendarDate } from '@common/base/calendar';
import { type Content, html, type Safe } from '@common/web/html';
import type { ToldChange } from '@screener/service/watchlist/told-change';
import type { UnscreenedRow, WatchedRow } from '@screener/service/watchlist/watched-row';
import { verdictName } from '../parts/in-words.ts';
import { words } from '../parts/language.ts';
import { shownName } from '../parts/shown-name.ts';
import { dateInWords } from '../parts/words.page.ts';

const MONTH_DAYS = 31;
/** The most tickers that the headline names. Others are only counted; the list below has them. */
const MOST_NAMED = 4;

/** A change of a verdict or a check, with the row that it belongs to. */
export interface OwnedChange {
  readonly change: ToldChange;
  readonly row: WatchedRow;
}

/** Returns what changed, newest first: verdicts of the last twelve months, single checks of the last one. */
export function changesOf(rows: readonly WatchedRow[], today: CalendarDate): readonly OwnedChange[] {
  return rows
    .flatMap((row) => row.changes.map((change) => ({ change, row })))
    .filter(({ change }) => change.verdict !== null || change.stale !== null || isOfMonth(change, today))
    .toSorted((a, b) => (a.change.date < b.change.date ? 1 : a.change.date > b.change.date ? -1 : 0));
}

function isOfMonth({ date }: ToldChange, today: CalendarDate): boolean {
  return date > addDays(today, -MONTH_DAYS);
}

/** Writes the title and lead of the page: what changed in the month. */
export function headline(
  rows: readonly (WatchedRow | UnscreenedRow)[],
  changes: readonly OwnedChange[],
  today: CalendarDate,
): { readonly title: string; readonly lead: Safe } {
  // The newest change of each ticker gives its present verdict.
  const newest = new Map<string, OwnedChange>();
  for (const owned of changes) {
    const { verdict, symbol } = owned.change;
    if (verdict !== null && isOfMonth(owned.change, today) && !newest.has(symbol)) newest.set(symbol, owned);
  }
  const changed = [...newest.values()];
  return {
    title: titleOf(changed.length, rows.length),
    lead: html`${leadOf(changed, changes)}${withoutReport(rows)}`,
  };
}

/** Counts what has no recent report: its verdict is of a day long ago, or there is none. */
function withoutReport(rows: readonly (WatchedRow | UnscreenedRow)[]): string {
  const lacking = rows.filter(
    (row) =>
      !('problem' in row) &&
      (row.stale !== null || (row.period_end === null && row.compliance === 'not_screenable')),
  );
  if (lacking.length === 0) return '';
  return ` ${words().watchlist.headline.withoutReport(lacking.length, rows.length)}`;
}

function titleOf(changed: number, watched: number): string {
  const { none, some } = words().watchlist.headline;
  return changed === 0 ? none(watched) : some(changed, watched);
}

function leadOf(changed: readonly OwnedChange[], all: readonly OwnedChange[]): Content {
  const said = words().watchlist.headline;
  if (changed.length === 0) {
    const last = all.find(({ change }) => change.verdict !== null);
    return last === undefined
      ? said.noVerdictChanged
      : said.last(namedIn(last), dateInWords(last.change.date));
  }
  const decided = changed
    .filter(({ change }) => change.verdict?.to !== 'not_screenable')
    .slice(0, MOST_NAMED);
  const ranOut = changed.filter(({ change }) => change.verdict?.to === 'not_screenable').slice(0, MOST_NAMED);
  const names = ranOut.map(({ row }) => shownName(row.name));
  return html`${decided.length > 0 && said.became(decided.map(namedIn))}${names.length > 0 && ` ${said.ranOut(names)}`}`;
}

function namedIn({ change, row }: OwnedChange) {
  return { name: shownName(row.name), verdict: verdictName(change.verdict?.to ?? row.compliance) };
}
