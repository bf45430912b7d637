import { isCalendarDate } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { SaxesParser } from 'saxes';
import { filingIndexUrl, isAccession } from '../accession.ts';
import { normaliseCik } from '../cik.ts';

/** One filing of a fund's list at the SEC. */
export interface FeedFiling {
  readonly accession: string;
  readonly filed: string;
  readonly form: string;
  /** Ten digits: the filer whose folder holds the documents. */
  readonly cik: string;
  readonly sourceUrl: string;
}

const WANTED: ReadonlySet<string> = new Set([
  'accession-number',
  'filing-date',
  'filing-type',
  'filing-href',
]);
const FORMS: ReadonlySet<string> = new Set(['NPORT-P', 'NPORT-P/A']);
const FOLDER = /\/Archives\/edgar\/data\/(\d{1,10})\//;
/** The SEC gives at most 100 filings; a longer document is not such a list. */
const MOST_ENTRIES = 1_000;

/**
 * Reads the SEC's Atom list of a series' filings (`action=getcompany&output=atom`): reports of holdings, the newest
 * filing first, each with the folder that holds it. Entries of other forms and incomplete entries are skipped; a
 * document that is not such a list is refused.
 */
export function parseFundFeed(bytes: Uint8Array): Result<readonly FeedFiling[], 'corrupt_feed'> {
  const parser = new SaxesParser({ xmlns: true });
  const filings: FeedFiling[] = [];
  let refusal: string | null = null;
  let root: string | null = null;
  let entry: Map<string, string> | null = null;
  let entries = 0;
  let reading: string | null = null;
  parser.on('error', (error) => {
    refusal ??= error.message;
  });
  parser.on('doctype', () => {
    refusal ??= 'it declares a DOCTYPE';
  });
  parser.on('opentag', ({ local }) => {
    root ??= local;
    if (local === 'entry') {
      entry = new Map();
      entries += 1;
    }
    reading = WANTED.has(local) ? local : null;
  });
  parser.on('text', (text) => {
    if (reading !== null) entry?.set(reading, (entry.get(reading) ?? '') + text);
  });
  parser.on('closetag', ({ local }) => {
    reading = null;
    if (local !== 'entry' || entry === null) return;
    const filing = filingOf(entry);
    if (filing !== null && entries <= MOST_ENTRIES) filings.push(filing);
    entry = null;
  });
  // The SEC declares Latin-1; what is read is ASCII in either.
  parser.write(new TextDecoder('latin1').decode(bytes)).close();
  if (refusal !== null) return fail('corrupt_feed', `the SEC’s list of filings is not XML: ${refusal}`);
  if (root !== 'feed') return fail('corrupt_feed', 'the SEC’s list of filings is not an Atom feed');
  return ok(filings.sort((a, b) => (a.filed === b.filed ? 0 : a.filed > b.filed ? -1 : 1)));
}

function filingOf(entry: ReadonlyMap<string, string>): FeedFiling | null {
  const text = (name: string) => (entry.get(name) ?? '').trim();
  const accession = text('accession-number');
  const filed = text('filing-date');
  const form = text('filing-type');
  const cik = normaliseCik(FOLDER.exec(text('filing-href'))?.[1]);
  if (!isAccession(accession) || !isCalendarDate(filed) || cik === null || !FORMS.has(form)) return null;
  const sourceUrl = filingIndexUrl(cik, accession);
  return sourceUrl === null ? null : { accession, filed, form, cik, sourceUrl };
}
