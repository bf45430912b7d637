import { readdirSync, readFileSync } from 'node:fs';
import { NAME_RULE_VERSION } from '@screener/engine/names/normalise-name';
import {
  INDUSTRY_TABLE,
  INDUSTRY_TABLE_VERSION,
  type IndustryRow,
} from '@screener/engine/overlays/industry-table';
import { lastDayOf, type OfficialList, overlayOf } from '@screener/engine/overlays/official-list';
import { OFFICIAL_OVERLAY_TITLES, OFFICIAL_OVERLAYS } from '@screener/engine/overlays/overlay-names';
import { OVERLAYS_NOTE } from '@screener/engine/overlays/overlays';

/** The lists in this repository; an operator may have others. */
const LISTS = new URL('../../../data/lists/', import.meta.url);

/** Returns the part of the methodology page on values overlays. */
export function overlaySection(): readonly string[] {
  return ['## Values overlays', '', OVERLAYS_NOTE, '', ...officialLists(), ...nameRule(), ...industryFlags()];
}

function officialLists(): readonly string[] {
  const lists = readLists();
  const newest = (list: OfficialList) =>
    lists.every(({ id, list_date }) => id !== list.id || lastDayOf(list_date) <= lastDayOf(list.list_date));
  return [
    '### Official lists',
    '',
    ...OFFICIAL_OVERLAYS.map((name) => `- \`${name}\`: ${OFFICIAL_OVERLAY_TITLES[name]}.`),
    '',
    'A screening at an earlier date uses the lists that were the newest then; without `as_of`, today’s lists count, even if the stored facts end earlier. A list of which only the month is known counts from the last day of that month. If no list of the date or earlier is available, the overlay is not checked.',
    '',
    'A name on an **enjoined** list is flagged, because it is on the list; `status` says that a court has stopped the list from being acted on, and since when.',
    '',
    '| overlay | list | date | status | entries | source |',
    '|---|---|---|---|---|---|',
    ...lists.map((list) => {
      const { status: state, status_since: since } = list;
      const enjoined = `enjoined since ${since ?? 'its date'}`;
      const status = !newest(list) ? 'superseded' : state === 'enjoined' ? enjoined : 'in force';
      return `| \`${overlayOf(list.id)}\` | \`${list.id}\`: ${list.list_name} | ${list.list_date} | ${status}, ${list.completeness} | ${list.entries.length} | ${list.publisher}, <${list.source_url}> |`;
    }),
    '',
  ];
}

function nameRule(): readonly string[] {
  return [
    `### The name rule, \`${NAME_RULE_VERSION}\``,
    '',
    'A company is on a list by a **known ticker**: a ticker of the filer that the SEC’s list of tickers names exactly as the list does, and only while that filer has it. Or by an **exact name**: its name is compared with the entity’s name, aliases and former names, whole string against whole string, after these steps.',
    '',
    '1. Unicode NFKD is applied, accents are removed from Latin letters, and letter case is folded.',
    '2. EDGAR suffixes such as `/DE/` or `/ADR` are removed.',
    '3. `&` becomes "and"; full stops and apostrophes are deleted; other punctuation becomes one space; a leading "the" is dropped.',
    '4. The legal form is written in one way (limited and ltd, company and co), and never removed: Costar Group Co., Ltd. is not CoStar Group, Inc.',
    '',
    'A name of five letters or fewer matches nothing, neither a name nor a ticker: BYD on the list makes cars, and the ticker BYD is a casino company. Only the current names of companies are known.',
    '',
  ];
}

function industryFlags(): readonly string[] {
  const cell = (rows: readonly IndustryRow[]) =>
    rows.map(({ values, reason }) => `${values.join(' ')}: ${reason}`).join('<br>');
  return [
    `### Industry flags, \`${INDUSTRY_TABLE_VERSION}\``,
    '',
    'Raised by the SIC code that the filer declares, and by ticker. A code that also covers other business neither raises a flag nor clears it: unless the ticker is in the table, the overlay is then not checked, as is the case where no SIC code is known. The tickers are chosen by hand where the code is too coarse; the list of them is not complete.',
    '',
    '| overlay | flagged by SIC | flagged by ticker | undecided by SIC |',
    '|---|---|---|---|',
    ...Object.entries(INDUSTRY_TABLE).map(([name, rows]) => {
      const of = (by: IndustryRow['matchedBy'], says: IndustryRow['says']) =>
        cell(rows.filter((row) => row.matchedBy === by && row.says === says));
      return `| \`${name}\` | ${of('sic', 'flag')} | ${of('ticker', 'flag')} | ${of('sic', 'unclear')} |`;
    }),
    '',
  ];
}

/** Reads the lists unchecked; a test checks these files against their schema. */
function readLists(): readonly OfficialList[] {
  const names = readdirSync(LISTS).filter((name) => name.endsWith('.json'));
  return names.sort().map((name) => JSON.parse(readFileSync(new URL(name, LISTS), 'utf8')));
}
