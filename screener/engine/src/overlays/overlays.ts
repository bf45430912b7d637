import type { CalendarDate } from '@common/base/calendar';
import { INDUSTRY_TABLE, INDUSTRY_TABLE_VERSION, type IndustryRow } from './industry-table.ts';
import { type Company, type ListMatch, matchListed } from './match-listed.ts';
import { type IndexedList, type ListStatus, lastDayOf, listsInForce, statusAt } from './official-list.ts';
import {
  INDUSTRY_OVERLAYS,
  type IndustryOverlay,
  OFFICIAL_OVERLAYS,
  type OfficialOverlay,
  type OverlayName,
} from './overlay-names.ts';

/**
 * The inputs of overlays. No screening goes in and none comes out, so a verdict cannot depend on an overlay.
 */
interface OverlaySubject extends Company {
  /** Four digits; null where no source gives one. */
  readonly sic: string | null;
}

/** The `overlays` object of an answer, in the field names of the interface document (2.3) and some more. */
export type Overlays = Readonly<Partial<Record<OfficialOverlay, OfficialAnswer>>> &
  Readonly<Partial<Record<IndustryOverlay, IndustryAnswer>>> & {
    readonly values_summary: ValuesSummary;
    readonly note: string;
  };

export interface OfficialAnswer {
  readonly flagged: boolean;
  readonly basis: 'official_list';
  /** The first of `matches`; null where the company is on none of the lists. */
  readonly match: ListMatch | null;
  /** The list of `match`; without a match, the first list that was checked. */
  readonly source: ListSource;
  /** At most one for each list. */
  readonly matches: readonly ListMatch[];
  /** Every list that was checked. */
  readonly sources: readonly ListSource[];
}

export interface ListSource {
  readonly list_id: string;
  readonly list_name: string;
  readonly publisher: string;
  readonly source_url: string;
  readonly list_date: CalendarDate;
  /** `month`: `list_date` is the last day of the month in which the list is known to have been published. */
  readonly list_date_precision: 'day' | 'month';
  /** The status on the date of the screening. */
  readonly status: ListStatus;
  /** Since when it has been enjoined; null where that is not known, or it is not enjoined. */
  readonly status_since: string | null;
  readonly completeness: 'complete' | 'partial';
  readonly entries: number;
}

export interface IndustryAnswer {
  readonly flagged: boolean;
  readonly basis: 'industry_classification';
  readonly match: IndustryMatch | null;
  readonly source: IndustrySource;
}

interface IndustrySource {
  /** The version of the table. */
  readonly table: string;
  readonly sic: string | null;
  /** `tickers`: no code identifies this business, so only the companies that the table names can be flagged. */
  readonly coverage: 'sic_and_tickers' | 'tickers';
}

interface IndustryMatch {
  readonly matched_by: 'sic' | 'ticker';
  /** The code or the ticker. */
  readonly entity: string;
  readonly reason: string;
}

interface ValuesSummary {
  /** The date as of which lists were checked. */
  readonly as_of: CalendarDate;
  readonly flags_checked: number;
  readonly flags_raised: number;
  readonly raised: readonly OverlayName[];
  /** How many of the raised flags have which basis. */
  readonly by_basis: { readonly official_list: number; readonly industry_classification: number };
  /**
   * Requested overlays that could not be checked. Nothing is known about them, which is not the same as no
   * flag.
   */
  readonly not_checked: readonly NotChecked[];
}

interface NotChecked {
  readonly overlay: OverlayName;
  readonly code: 'no_list' | 'no_classification' | 'unclear_classification';
  readonly message: string;
}

export const OVERLAYS_NOTE =
  'Overlays are informational and never change the halal verdict or score. A list is matched by known ticker or exact name only: no flag means that the name is not on the list at its date, not that there is no exposure, and a fund’s holdings are not checked. An overlay under values_summary.not_checked has no answer at all.';

/**
 * Reads the named overlays at a date. An overlay that cannot be checked has no member of its own: it is listed in
 * `values_summary.not_checked`, so that it cannot be taken for a clean one.
 */
export function readOverlays(
  subject: OverlaySubject,
  lists: readonly IndexedList[],
  asOf: CalendarDate,
  names: readonly OverlayName[],
): Overlays {
  const asked = new Set(names);
  const official = OFFICIAL_OVERLAYS.filter((name) => asked.has(name)).map(
    (name) => [name, readOfficial(name, subject, lists, asOf)] as const,
  );
  const industry = INDUSTRY_OVERLAYS.filter((name) => asked.has(name)).map(
    (name) => [name, readIndustry(name, subject)] as const,
  );
  const all = [...official, ...industry];
  const raised = all.flatMap(([name, answer]) => ('flagged' in answer && answer.flagged ? [name] : []));
  const isOfficial = (name: OverlayName) => official.some(([other]) => other === name);
  return {
    ...Object.fromEntries(all.filter(([, answer]) => 'flagged' in answer)),
    values_summary: {
      as_of: asOf,
      flags_checked: all.filter(([, answer]) => 'flagged' in answer).length,
      flags_raised: raised.length,
      raised,
      by_basis: {
        official_list: raised.filter(isOfficial).length,
        industry_classification: raised.filter((name) => !isOfficial(name)).length,
      },
      not_checked: all.flatMap(([, answer]) => ('flagged' in answer ? [] : [answer])),
    },
    note: OVERLAYS_NOTE,
  };
}

function readOfficial(
  overlay: OfficialOverlay,
  company: Company,
  lists: readonly IndexedList[],
  asOf: CalendarDate,
): OfficialAnswer | NotChecked {
  const inForce = listsInForce(lists, overlay, asOf);
  const sources = inForce.map((indexed) => sourceOf(indexed, asOf));
  const [first] = sources;
  if (first === undefined) {
    return { overlay, code: 'no_list', message: `no list dated ${asOf} or earlier is available here` };
  }
  const matches = inForce.flatMap((indexed) => matchListed(indexed, company) ?? []);
  const match = matches[0] ?? null;
  const source = sources.find(({ list_id }) => list_id === match?.list_id) ?? first;
  // A name on an enjoined list is still on the list: it is flagged, and `status` says that nobody may act on it.
  return { flagged: match !== null, basis: 'official_list', match, source, matches, sources };
}

function sourceOf({ list, effective }: IndexedList, asOf: CalendarDate): ListSource {
  const status = statusAt(list, asOf);
  return {
    list_id: list.id,
    list_name: list.list_name,
    publisher: list.publisher,
    source_url: list.source_url,
    list_date: effective,
    list_date_precision: lastDayOf(list.list_date) === list.list_date ? 'day' : 'month',
    status,
    status_since: status === 'enjoined' ? list.status_since : null,
    completeness: list.completeness,
    entries: list.entries.length,
  };
}

function readIndustry(
  overlay: IndustryOverlay,
  { symbol, sic }: OverlaySubject,
): IndustryAnswer | NotChecked {
  const rows = INDUSTRY_TABLE[overlay];
  const holds = ({ matchedBy, values }: IndustryRow) =>
    matchedBy === 'ticker' ? values.includes(symbol) : sic !== null && values.includes(sic);
  const found = rows.filter(holds);
  const flag = found.find(({ says }) => says === 'flag');
  const byCode = rows.some(({ matchedBy }) => matchedBy === 'sic');
  const coverage = byCode ? 'sic_and_tickers' : 'tickers';
  const source: IndustrySource = { table: INDUSTRY_TABLE_VERSION, sic, coverage };
  const basis = 'industry_classification';
  if (flag !== undefined) {
    const { matchedBy: matched_by, reason } = flag;
    const entity = matched_by === 'sic' && sic !== null ? sic : symbol;
    return { flagged: true, basis, match: { matched_by, entity, reason }, source };
  }
  const [unclear] = found;
  if (unclear !== undefined) {
    const message = `SIC ${sic} is inconclusive: ${unclear.reason}`;
    return { overlay, code: 'unclear_classification', message };
  }
  if (sic === null && byCode) {
    const message = 'no SIC code is known, and the ticker is in no table';
    return { overlay, code: 'no_classification', message };
  }
  return { flagged: false, basis, match: null, source };
}
