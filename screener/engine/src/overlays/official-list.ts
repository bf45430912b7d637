import type { CalendarDate } from '@common/base/calendar';
import { addDays, addMonths } from '@common/base/calendar';
import type { Static } from 'typebox';
import { normaliseName } from '../names/normalise-name.ts';
import { choice } from '../schema-parts.ts';
import type { OfficialOverlay } from './overlay-names.ts';

/** One list as its authority published it at one date. The members are those of the files in screener/data/lists. */
export interface OfficialList {
  /** `dod_1260h`, `uflpa`, or `state_<which>`. */
  readonly id: string;
  readonly list_name: string;
  readonly publisher: string;
  readonly source_url: string;
  /** `YYYY-MM-DD`, or `YYYY-MM` where no more is known. */
  readonly list_date: string;
  readonly status: ListStatus;
  /** Enjoined since, `YYYY-MM-DD` or `YYYY-MM`; null where that is not known, or the list is not enjoined. */
  readonly status_since: string | null;
  /** `partial`: entries of the published list are not here. */
  readonly completeness: 'complete' | 'partial';
  /** The date of the SEC ticker list that tickers were taken from; null where no entry has one from there. */
  readonly tickers_as_of: CalendarDate | null;
  readonly entries: readonly ListedEntity[];
}

export const ListStatus = choice(
  ['in_force', 'enjoined'],
  'enjoined: a court has stopped the list from being acted on; its names are still on it',
);
export type ListStatus = Static<typeof ListStatus>;

export interface ListedEntity {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly former_names: readonly string[];
  readonly tickers: readonly ListedTicker[];
  readonly sublist: readonly string[];
  /** The entry under which this one is listed. */
  readonly parent: string | null;
  /** Others that are covered without being named, in the list's words. */
  readonly includes: string | null;
}

export interface ListedTicker {
  /** In the SEC's spelling. */
  readonly ticker: string;
  /** Ten digits; null where the list itself gives the ticker. */
  readonly cik: string | null;
  /** The filer's name in the SEC's list of tickers, the same as `listed_as` by the rule of names. */
  readonly sec_name: string | null;
  /** The name on the list by which the ticker is known. */
  readonly listed_as: string;
}

/** A name under which an entity is on a list, as the list spells it. */
interface ListedName {
  readonly entity: ListedEntity;
  readonly text: string;
}

/** A list made ready for matching. */
export interface IndexedList {
  readonly list: OfficialList;
  /** The first day by which the list had certainly been published. */
  readonly effective: CalendarDate;
  readonly byTicker: ReadonlyMap<string, { readonly entity: ListedEntity; readonly ticker: ListedTicker }>;
  /** By `normaliseName`. */
  readonly byName: ReadonlyMap<string, ListedName>;
}

/**
 * Names with this few letters and digits are never matched: most are acronyms, and an acronym is often another
 * company's name or ticker (BYD on the list makes cars, the ticker BYD is a casino company).
 */
const TOO_SHORT_LETTERS = 5;

/**
 * Whether a name, normalised, has too few letters and digits to be matched. Spaces do not count.
 * @example isTooShort('a b c d') // true
 */
export function isTooShort(normalised: string): boolean {
  return [...normalised.replaceAll(' ', '')].length <= TOO_SHORT_LETTERS;
}

/**
 * Makes a list ready for matching. It leaves out names that are too short.
 * @example [...indexList({ list_date: '2026-01', entries: [
 *     { name: 'BYD', aliases: ['BYD Company Limited'], former_names: [], tickers: [] },
 *   ] }).byName.keys()] // ['byd co ltd']
 */
export function indexList(list: OfficialList): IndexedList {
  const byName = new Map<string, ListedName>();
  const byTicker = new Map<string, { entity: ListedEntity; ticker: ListedTicker }>();
  for (const entity of list.entries) {
    for (const ticker of entity.tickers) {
      if (!byTicker.has(ticker.ticker)) byTicker.set(ticker.ticker, { entity, ticker });
    }
    for (const text of [entity.name, ...entity.aliases, ...entity.former_names]) {
      const key = normaliseName(text);
      if (!isTooShort(key) && !byName.has(key)) byName.set(key, { entity, text });
    }
  }
  return { list, effective: lastDayOf(list.list_date), byTicker, byName };
}

/**
 * The snapshots that were the newest of their list on `asOf`, in order of id. A list dated only by its month counts
 * from the month's last day: no earlier screening may know it.
 */
export function listsInForce(
  lists: readonly IndexedList[],
  overlay: OfficialOverlay,
  asOf: CalendarDate,
): readonly IndexedList[] {
  const newest = new Map<string, IndexedList>();
  for (const indexed of lists) {
    const { id } = indexed.list;
    if (overlayOf(id) !== overlay || indexed.effective > asOf) continue;
    const known = newest.get(id);
    if (known === undefined || known.effective < indexed.effective) newest.set(id, indexed);
  }
  return [...newest.values()].sort((a, b) => (a.list.id < b.list.id ? -1 : 1));
}

/**
 * The overlay that a list belongs to; null for an id that belongs to none.
 * @example overlayOf('state_texas') // 'state_scrutinized'
 * @example overlayOf('texas') // null
 */
export function overlayOf(id: string): OfficialOverlay | null {
  if (id === 'dod_1260h' || id === 'uflpa') return id;
  return id.startsWith('state_') ? 'state_scrutinized' : null;
}

/** Whether the list was enjoined on `asOf`. If the list does not say since when, it always was. */
export function statusAt({ status, status_since }: OfficialList, asOf: CalendarDate): ListStatus {
  if (status === 'in_force' || status_since === null) return status;
  return lastDayOf(status_since) <= asOf ? 'enjoined' : 'in_force';
}

/**
 * The date itself, or the last day of the month.
 * @example lastDayOf('2024-02') // '2024-02-29'
 */
export function lastDayOf(dateOrMonth: string): CalendarDate {
  return dateOrMonth.length === 7 ? addDays(addMonths(`${dateOrMonth}-01`, 1), -1) : dateOrMonth;
}
