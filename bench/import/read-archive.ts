/** What `bench/import.ts` holds an import against: inflates and reads the archive of argument 1, and stores nothing. */

import { STORED_TAGS } from '@screener/engine/stored-tags';
import { readCompanyFactsArchive } from '@screener/sources/bulk-archive';
import { readCompanyFacts } from '@screener/sources/companyfacts/read';

const [, , path = ''] = process.argv;
const start = performance.now();
const archive = await readCompanyFactsArchive(path);
if (!archive.ok) throw new Error(archive.error.message);
let read = 0;
for await (const { content } of archive.value.entries()) {
  if (!content.ok) throw new Error(content.error.message);
  const facts = readCompanyFacts(content.value, STORED_TAGS);
  if (!facts.ok) throw new Error(facts.error.message);
  read += 1;
}
await archive.value.close();
const seconds = (performance.now() - start) / 1_000;
const { user, system } = process.cpuUsage();
process.stdout.write(JSON.stringify({ read, seconds, cpuSeconds: (user + system) / 1e6 }));
