import { STORED_TAGS } from '@screener/engine/stored-tags';
import { readCompanyFactsArchive } from '@screener/sources/bulk-archive';
import { readCompanyFacts } from '@screener/sources/companyfacts/read';

/** Inflates and reads an entry of the archive, and keeps nothing. */
export async function openFactsReader(path: string) {
  const archive = await readCompanyFactsArchive(path);
  if (!archive.ok) throw new Error(archive.error.message);
  return async (place: number): Promise<number> => {
    const { content } = await archive.value.read(place);
    if (!content.ok) throw new Error(content.error.message);
    const facts = readCompanyFacts(content.value, STORED_TAGS);
    if (!facts.ok) throw new Error(facts.error.message);
    return facts.value.facts.length;
  };
}
