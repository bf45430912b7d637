import { fail, ok, type Result } from '@common/base/result';
import { openHands, type Threads } from '@common/kit/threads';
import type { WantedTags } from '@screener/engine/stored-tags';
import { readCompanyFactsArchive } from '@screener/sources/bulk-archive';
import type { ImportCounts, ImportEntry, ScreenerStore } from '../store/store.ts';
import { entryReader } from './read-entry.ts';
import { DATA_SOURCE } from './screen-ticker.ts';

export interface ImportProgress {
  readonly total: number;
  readonly done: number;
  /** Entries processed by an earlier run of the same import. */
  readonly resumed: number;
  readonly refused: readonly string[];
}

export interface ImportReport {
  readonly total: number;
  /** The outcomes of the whole import, earlier runs included. */
  readonly counts: ImportCounts;
}

interface ImportOptions {
  /** Identifies the import. A second run skips the entries that the import has processed. */
  readonly source: string;
  readonly wantedTags: WantedTags;
  readonly onProgress: (progress: ImportProgress) => void;
  /** What reads the entries; null for this thread. This thread alone writes. */
  readonly threads?: Threads | null;
}

/**
 * Entries per transaction. A crash loses the work on at most this many, and on those that are read ahead.
 */
const BATCH_ENTRIES = 64;
const BATCH_BYTES = 16 * 1024 * 1024;

/**
 * Imports the SEC's `companyfacts.zip`, or a directory of its files. Resumable and idempotent: each batch is
 * stored with the record of its entries in one transaction. A broken entry is refused by name, with what is
 * wrong, and the import continues. The store does not depend on the number of threads.
 */
export async function importFacts(
  store: Pick<ScreenerStore, 'importedEntries' | 'saveImportBatch' | 'importCounts' | 'saveSetting'>,
  path: string,
  options: ImportOptions,
): Promise<Result<ImportReport, 'archive_refused'>> {
  const opened = await readCompanyFactsArchive(path);
  if (!opened.ok) return fail('archive_refused', opened.error.message, opened.error.detail);
  await using archive = opened.value;
  const known = await store.importedEntries(options.source);
  const total = archive.names.length;
  const progress = { total, done: known.size, resumed: known.size, refused: [] as string[] };
  options.onProgress(progress);
  const left = [...archive.names.entries()].filter(([, name]) => !known.has(name));
  const { wantedTags, threads = null } = options;
  await using hands = openHands({
    threads,
    kind: 'entries',
    options: { path, wantedTags },
    jobs: left.length,
    perThread: 100,
    own: entryReader(archive, wantedTags),
    nameOf: ([, name]) => name,
  });
  let batch: ImportEntry[] = [];
  let bytes = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    const { imported } = await store.saveImportBatch(options.source, batch);
    // Only imported facts change the data source: refused or older ones change no answer.
    if (imported > 0) await store.saveSetting(DATA_SOURCE, 'sec_bulk');
    progress.done += batch.length;
    batch = [];
    bytes = 0;
    options.onProgress(progress);
  };
  for await (const entry of hands.answers(left)) {
    if (entry.outcome === 'refused' && entry.message !== null) progress.refused.push(entry.message);
    batch.push(entry);
    bytes += entry.company?.facts.length ?? 0;
    if (batch.length >= BATCH_ENTRIES || bytes >= BATCH_BYTES) await flush();
  }
  await flush();
  return ok({ total, counts: await store.importCounts(options.source) });
}
