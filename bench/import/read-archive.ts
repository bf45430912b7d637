/** What `bench/import.ts` holds an import against: threads (argument 2) inflate and read the archive of argument 1. */
import { openHands } from '@common/kit/threads';
import { readCompanyFactsArchive } from '@screener/sources/bulk-archive';
import { openFactsReader } from './read-facts.ts';
import { measured, threadsOf } from './threads.ts';

const [, , path = '', count = ''] = process.argv;
await measured(async () => {
  const archive = await readCompanyFactsArchive(path);
  if (!archive.ok) throw new Error(archive.error.message);
  const places = [...archive.value.names.keys()];
  await archive.value.close();
  await using hands = openHands({
    threads: threadsOf(count),
    kind: 'facts',
    options: path,
    jobs: places.length,
    perThread: 100,
    own: await openFactsReader(path),
    nameOf: String,
  });
  let done = 0;
  for await (const facts of hands.answers(places)) if (facts > 0) done += 1;
  return done;
});
