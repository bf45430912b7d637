import type { CalendarDate } from '@common/base/calendar';
import { type TOptional, type TSchema, Type } from 'typebox';
import {
  type AnswerOf,
  choice,
  count,
  date,
  flag,
  list,
  nullable,
  nullableText,
  object,
  text,
} from '../schema-parts.ts';
import { INDUSTRY_TABLE, INDUSTRY_TABLE_VERSION, type IndustryRow } from './industry-table.ts';
import { type Company, ListMatch, matchListed } from './match-listed.ts';
import { type IndexedList, ListStatus, lastDayOf, listsInForce, statusAt } from './official-list.ts';
import {
  INDUSTRY_OVERLAYS,
  type IndustryOverlay,
  OFFICIAL_OVERLAYS,
  type OfficialOverlay,
  OVERLAY_NAMES,
  OverlayName,
} from './overlay-names.ts';

/**
 * The inputs of overlays. No screening goes in and none comes out, so a verdict cannot depend on an overlay.
 */
interface OverlaySubject extends Company {
  /** Four digits; null where no source gives one. */
  readonly sic: string | null;
}

const ListSource = object({
  list_id: text('Id of the list'),
  list_name: text('Its name'),
  publisher: text('Who publishes it'),
  source_url: text('Where it is published'),
  list_date: date('The day of the list'),
  list_date_precision: choice(
    ['day', 'month'],
    'month: list_date is the last day of the month in which it is known to have been published',
  ),
  status: ListStatus,
  status_since: nullableText('Since when it has been enjoined; null where that is not known, or it is not'),
  completeness: choice(['complete', 'partial'], 'partial: only some of its names are known here'),
  entries: count('Names that are known here'),
});
export type ListSource = AnswerOf<typeof ListSource>;

const OfficialAnswer = object(
  {
    flagged: flag('Whether the company is on one of the lists'),
    basis: Type.Literal('official_list', { description: 'What the flag rests on' }),
    match: nullable(ListMatch, 'The first of matches; null where the company is on none of the lists'),
    source: object(ListSource.properties, {
      description: 'The list of match; without a match, the first list that was checked',
    }),
    matches: list(ListMatch, 'At most one for each list'),
    sources: list(ListSource, 'Every list that was checked'),
  },
  { description: 'Whether official lists name the company' },
);
export type OfficialAnswer = AnswerOf<typeof OfficialAnswer>;

const IndustryMatch = object({
  matched_by: choice(['sic', 'ticker'], 'Whether the SIC code matched, or the ticker'),
  entity: text('The code or the ticker'),
  reason: text('Why it is flagged'),
});

const IndustryAnswer = object(
  {
    flagged: flag('Whether the company’s line of business is flagged'),
    basis: Type.Literal('industry_classification', { description: 'What the flag rests on' }),
    match: nullable(IndustryMatch, 'Null where nothing matched'),
    source: object(
      {
        table: text('Version of the table'),
        sic: nullableText('The company’s SIC code; null where it is not known'),
        coverage: choice(
          ['sic_and_tickers', 'tickers'],
          'tickers: only companies named in the table can be flagged',
        ),
      },
      { description: 'What was looked up' },
    ),
  },
  { description: 'Whether the company’s line of business is one that the overlay names' },
);
export type IndustryAnswer = AnswerOf<typeof IndustryAnswer>;

const NotChecked = object({
  overlay: choice([...OVERLAY_NAMES], 'Its name'),
  code: choice(['no_list', 'no_classification', 'unclear_classification'], 'Why not, for programs'),
  message: text('Why not, for people'),
});
type NotChecked = AnswerOf<typeof NotChecked>;

const eachOf = <Name extends string, Schema extends TSchema>(names: readonly Name[], schema: Schema) =>
  Object.fromEntries(names.map((name) => [name, Type.Optional(schema)])) as Record<Name, TOptional<Schema>>;

/** The `overlays` object of an answer, in the field names of the interface document (2.3) and some more. */
export const Overlays = object({
  ...eachOf(OFFICIAL_OVERLAYS, OfficialAnswer),
  ...eachOf(INDUSTRY_OVERLAYS, IndustryAnswer),
  values_summary: object(
    {
      as_of: date('The date as of which lists were checked'),
      flags_checked: count('Overlays that could be checked'),
      flags_raised: count('Overlays that flag the company'),
      raised: list(OverlayName, 'Their names'),
      by_basis: object(
        {
          official_list: count('Raised by an official list'),
          industry_classification: count('Raised by the line of business'),
        },
        { description: 'How many of the raised flags rest on what' },
      ),
      not_checked: list(
        NotChecked,
        'Overlays that were asked for and could not be checked: unknown, not clean',
      ),
    },
    { description: 'All overlays that were asked for, in numbers' },
  ),
  note: text('What overlays mean, and what they do not'),
});
export type Overlays = AnswerOf<typeof Overlays>;

export const OVERLAYS_NOTE =
  'Overlays are informational and never change the halal verdict or score. A list is matched by known ticker or exact name only: no flag means that the name is not on the list at its date, not that there is no exposure, and a fund’s holdings are not checked. An overlay under values_summary.not_checked has no answer at all.';

/**
 * Reads the named overlays at a date. An overlay that cannot be checked has no member of its own: it is listed in
 * `values_summary.not_checked`, so that it cannot be taken for a clean one.
 * @example readOverlays({ symbol: 'X', sic: null }, [], '2026-03-02', ['uflpa']).values_summary.not_checked
 *   .map(({ overlay, code }) => [overlay, code]) // [['uflpa', 'no_list']]
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
  const source: IndustryAnswer['source'] = { table: INDUSTRY_TABLE_VERSION, sic, coverage };
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
