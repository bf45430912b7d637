import { addDays, type CalendarDate } from '@common/base/calendar';
import { capitalised, listed } from '@common/base/english';
import { html, type Safe } from '@common/web/html';
import type { ToldChange } from '@screener/service/watchlist/told-change';
import type { UnscreenedRow, WatchedRow } from '@screener/service/watchlist/watched-row';
import { VERDICT_WORDS } from '@screener/words/names';
import { numberInWords } from '@screener/words/numbers';
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
  const [verb, of] = [lacking.length === 1 ? 'has' : 'have', rows.length === 1 ? '' : ` of ${rows.length}`];
  return rows.length === 1
    ? ' It has no recent report.'
    : ` ${lacking.length}${of} ${verb} no recent report.`;
}

function titleOf(changed: number, watched: number): string {
  const when = 'this month';
  const yours = watched === 1 ? 'Your one ticker' : `your ${numberInWords(watched)}`;
  if (changed === 0)
    return watched === 1 ? `${yours} did not change ${when}` : `None of ${yours} changed ${when}`;
  if (watched === 1) return `${yours} changed ${when}`;
  if (changed === watched) return watched === 2 ? `Both changed ${when}` : `All ${yours} changed ${when}`;
  return `${capitalised(numberInWords(changed))} of ${yours} changed ${when}`;
}

function leadOf(changed: readonly OwnedChange[], all: readonly OwnedChange[]): Safe {
  const [first] = changed;
  if (first === undefined) {
    const last = all.find(({ change }) => change.verdict !== null);
    return last === undefined
      ? html`No verdict changed in the last twelve months.`
      : html`The last change: ${clauseOf(last, true)} on ${dateInWords(last.change.date)}.`;
  }
  const decided = changed
    .filter(({ change }) => change.verdict?.to !== 'not_screenable')
    .slice(0, MOST_NAMED);
  const ranOut = changed.filter(({ change }) => change.verdict?.to === 'not_screenable').slice(0, MOST_NAMED);
  const became = decided.map((owned, index) => clauseOf(owned, index === 0));
  const names = ranOut.map(({ row }) => shownName(row.name));
  return html`${became.length > 0 && `${listed(became)}.`}${names.length > 0 && ` For ${listed(names)} the data ran out.`}`;
}

function clauseOf({ change, row }: OwnedChange, isFirst: boolean): string {
  const to = change.verdict?.to ?? row.compliance;
  return `${shownName(row.name)}${isFirst ? ' became' : ''} ${VERDICT_WORDS[to]}`;
}
