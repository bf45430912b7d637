import type { WantedTags } from '@screener/engine/stored-tags';
import {
  type ArchiveItem,
  type CompanyFactsArchive,
  readCompanyFactsArchive,
} from '@screener/sources/bulk-archive';
import { parseCompanyFacts, readCompanyFacts } from '@screener/sources/companyfacts/read';
import type { ImportEntry } from '../store/store.ts';
import { toCompanyRecord } from './live-facts.ts';

/** An entry's place in the archive, and its name. */
type Place = readonly [place: number, name: string];

/** Reads entries of an archive as they are stored. A broken one is refused by name, with what is wrong. */
export function entryReader(archive: CompanyFactsArchive, wantedTags: WantedTags) {
  return async ([place, name]: Place): Promise<ImportEntry> => {
    // Each thread has opened the archive for itself.
    if (archive.names[place] !== name) throw new Error('the archive changed while it was read');
    return readEntry(await archive.read(place), wantedTags);
  };
}

/** The same for a thread of its own. */
export async function openEntryReader(options: { readonly path: string; readonly wantedTags: WantedTags }) {
  const opened = await readCompanyFactsArchive(options.path);
  if (!opened.ok) throw new Error(opened.error.message);
  return entryReader(opened.value, options.wantedTags);
}

function readEntry(item: ArchiveItem, wantedTags: WantedTags): ImportEntry {
  const { name } = item;
  const refused = (message: string): ImportEntry => ({ name, outcome: 'refused', message, company: null });
  if (!item.content.ok) return refused(item.content.error.message);
  const reader = item.checksummed ? readCompanyFacts : parseCompanyFacts;
  const facts = reader(item.content.value, wantedTags);
  if (!facts.ok) return refused(`${name}: ${facts.error.message}`);
  if (facts.value.cik !== item.cik) return refused(`${name}: the file is about CIK ${facts.value.cik}`);
  return { name, outcome: 'imported', message: null, company: toCompanyRecord(facts.value) };
}
