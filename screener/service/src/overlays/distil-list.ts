import type { Result } from '@common/base/result';
import type { ListStatus, OfficialList } from '@screener/engine/overlays/official-list';
import { normaliseCik } from '@screener/sources/cik';
import { normaliseTicker } from '@screener/sources/company-tickers';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { checkList, type ListRefusal, refuse } from './list-schema.ts';

const Text = Type.String();
const MaybeText = Type.Optional(Type.Union([Text, Type.Null()]));
const Texts = Type.Optional(Type.Array(Text));

/** An entry as the transcriber of the list wrote it. Members not named here are dropped. */
const TranscribedEntry = Type.Object({
  name: Text,
  aliases: Texts,
  former_names: Texts,
  ticker: MaybeText,
  sublist: Type.Optional(Type.Union([Text, Type.Array(Text), Type.Null()])),
  parent: MaybeText,
  includes: MaybeText,
  us_listing: Type.Optional(
    Type.Object({
      cik: Type.Union([Text, Type.Integer()]),
      sec_name: Text,
      matched_on: Text,
      other_tickers: Texts,
    }),
  ),
});

const Transcribed = Type.Object({
  id: Type.Optional(Text),
  list_name: Text,
  list_date: Text,
  publisher: Text,
  source_url: Text,
  completeness: Text,
  status: MaybeText,
  us_listing_source: Type.Optional(Text),
  entries: Type.Array(TranscribedEntry),
});

const TRANSCRIBED = Compile(Transcribed);
const FILE_NAME = /^(.+?)_\d{4}-\d{2}(?:-\d{2})?\.json$/;
const LEADING_DATE = /^(\d{4}-\d{2}(?:-\d{2})?)(?=$|\s)/;
const LEADING_URL = /^https?:\/\/[^\s]+/;
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const MONTH_AND_YEAR = new RegExp(`\\b(${MONTHS.join('|')})[a-z]* (\\d{4})\\b`);

/**
 * Distils a transcribed list (docs/guides/import-a-list.md) to the form that is stored: names, dates and
 * addresses. Drops prose, such as an authority's reasons and a transcriber's remarks. `file` is the file's
 * name, which gives the id if the text gives none. The same text gives the same list.
 */
export function distilList(text: string, file: string): Result<OfficialList, ListRefusal> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(file, `it is not JSON: ${error instanceof Error ? error.message : error}`);
  }
  if (!TRANSCRIBED.Check(value)) {
    const [fault] = TRANSCRIBED.Errors(value);
    return refuse(file, `${fault?.instancePath ?? ''} ${fault?.message ?? ''}`);
  }
  const status = statusOf(value.status ?? null);
  if (status === null) return refuse(file, 'status must be in_force or begin with "enjoined"');
  const completeness = completenessOf(value);
  if (completeness === null) return refuse(file, 'completeness must begin with "complete" or "partial"');
  const list: OfficialList = {
    id: value.id ?? FILE_NAME.exec(file)?.[1] ?? '',
    list_name: value.list_name,
    publisher: value.publisher,
    source_url: LEADING_URL.exec(value.source_url)?.[0] ?? value.source_url,
    list_date: LEADING_DATE.exec(value.list_date)?.[1] ?? value.list_date,
    ...status,
    completeness,
    tickers_as_of: /as of (\d{4}-\d{2}-\d{2})/.exec(value.us_listing_source ?? '')?.[1] ?? null,
    entries: value.entries.map(entryOf),
  };
  return checkList(list, file);
}

function entryOf(entry: Static<typeof TranscribedEntry>): OfficialList['entries'][number] {
  const { sublist = null, us_listing: listing } = entry;
  const written = [entry.ticker ?? null, ...(listing?.other_tickers ?? [])].filter((text) => text !== null);
  return {
    name: entry.name,
    aliases: unique(entry.aliases),
    former_names: unique(entry.former_names),
    tickers: unique(written.map(normaliseTicker)).map((ticker) => ({
      ticker,
      // An invalid CIK is left for the check to refuse.
      cik: listing === undefined ? null : (normaliseCik(listing.cik) ?? String(listing.cik)),
      sec_name: listing?.sec_name ?? null,
      listed_as: listing?.matched_on ?? entry.name,
    })),
    sublist: typeof sublist === 'string' ? [sublist] : unique(sublist ?? []),
    parent: entry.parent ?? null,
    includes: entry.includes ?? null,
  };
}

function unique(texts: readonly string[] = []): readonly string[] {
  return [...new Set(texts)];
}

/**
 * Reads the status of a list. The first month named is taken as the month in which a court stopped the list.
 */
function statusOf(
  words: string | null,
): { readonly status: ListStatus; readonly status_since: string | null } | null {
  if (words === null || words === 'in_force') return { status: 'in_force', status_since: null };
  if (!/^(?:enjoined|enforcement blocked)\b/i.test(words)) return null;
  const [, month = '', year = ''] = MONTH_AND_YEAR.exec(words) ?? [];
  const number = MONTHS.indexOf(month) + 1;
  const since = number === 0 ? null : `${year}-${String(number).padStart(2, '0')}`;
  return { status: 'enjoined', status_since: since };
}

/**
 * Reads the completeness of a list. "complete for ..." names a part of it; "<n> unique entities" means all of
 * it if there are that many entries.
 */
function completenessOf({
  completeness,
  entries,
}: Static<typeof Transcribed>): OfficialList['completeness'] | null {
  if (/^(?:partial|complete for)\b/i.test(completeness)) return 'partial';
  if (/^complete\b/i.test(completeness)) return 'complete';
  const counted = /^(\d+) unique entities\b/.exec(completeness)?.[1];
  return counted === String(entries.length) ? 'complete' : null;
}
