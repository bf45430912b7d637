import { fail, ok, type Result } from '@sanad/base/result';
import { readSnapshot, readSnapshotId } from '@sanad/edgar/snapshot/snapshot';
import type { ImportEntry, ScreenerStore, StoredScreening } from '../store/store.ts';
import { toCompanyRecord } from './live-facts.ts';
import { SNAPSHOT_AS_OF } from './screen-ticker.ts';

const SNAPSHOT_ID = 'snapshot_id';
const HISTORY_BATCH = 500;

/**
 * Fills the store from the embedded snapshot, once for each snapshot: facts that the store has newer are kept. A
 * crash in the middle leaves the id unset, and the next start does it again, which changes nothing twice.
 */
export async function seedSnapshot(
  store: ScreenerStore,
  directory: string,
): Promise<Result<'seeded' | 'present', 'snapshot_unreadable'>> {
  const identified = await readSnapshotId(directory);
  if (!identified.ok) return identified;
  const { id, asOf } = identified.value;
  if ((await store.setting(SNAPSHOT_ID)) === id) return ok('present');
  const read = await readSnapshot(directory);
  if (!read.ok) return fail(read.error.code, read.error.message);
  const snapshot = read.value;
  await store.saveTickers(snapshot.tickers);
  const source = `snapshot ${id}`;
  // A start that was cut off may have recorded them: taken again, they would be recorded as `unchanged`.
  const known = await store.importedEntries(source);
  const entries = snapshot.companies.map(
    ({ facts, cik }): ImportEntry => ({
      name: `CIK${cik}`,
      outcome: 'imported',
      message: null,
      company: toCompanyRecord(facts),
    }),
  );
  await store.saveImportBatch(
    source,
    entries.filter(({ name }) => !known.has(name)),
  );
  await store.saveDetails(snapshot.companies.map(({ facts: _facts, ...details }) => details));
  await store.saveQuotes(snapshot.quotes);
  const history = snapshot.history as readonly StoredScreening[];
  for (let start = 0; start < history.length; start += HISTORY_BATCH) {
    await store.saveScreenings(history.slice(start, start + HISTORY_BATCH));
  }
  await store.saveSetting(SNAPSHOT_AS_OF, asOf);
  await store.saveSetting(SNAPSHOT_ID, id);
  return ok('seeded');
}
