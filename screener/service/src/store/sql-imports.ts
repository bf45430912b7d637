import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger, upsert } from '@common/kit/sql/portable';
import { sql } from 'kysely';
import type { ScreenerSchema } from './schema.ts';
import { bump, type Executor, upsertCompanies } from './sql-companies.ts';
import type { ImportCounts, ImportEntry, ScreenerStore } from './store.ts';

type ImportOperations = Pick<ScreenerStore, 'importedEntries' | 'saveImportBatch' | 'importCounts'>;

export function importOperations(database: Database<ScreenerSchema>): ImportOperations {
  const { db } = database;
  const write = <Value>(work: (trx: Executor) => Promise<Value>): Promise<Value> =>
    transaction(database, work);
  return {
    async importedEntries(source) {
      const rows = await db.selectFrom('import_entry').select('name').where('source', '=', source).execute();
      return new Set(rows.map((row) => row.name));
    },
    saveImportBatch: (source, entries) =>
      write(async (trx) => {
        const decided = await decideOutcomes(trx, entries);
        const companies = decided
          .filter((entry) => entry.outcome === 'imported')
          .map((entry) => entry.company);
        await upsertCompanies(
          trx,
          companies.filter((company) => company !== null),
        );
        const rows = decided.map(({ name, outcome, message }) => ({ source, name, outcome, message }));
        await upsert(trx, 'import_entry', rows, ['source', 'name']);
        if (companies.length > 0) await bump(trx);
        return tally(decided.map((entry) => [entry.outcome, 1] as const));
      }),
    async importCounts(source) {
      const rows = await db
        .selectFrom('import_entry')
        .select(['outcome', sql<unknown>`count(*)`.as('count')])
        .where('source', '=', source)
        .groupBy('outcome')
        .execute();
      return tally(rows.map((row) => [row.outcome as ImportEntry['outcome'], toInteger(row.count)] as const));
    },
  };
}

/**
 * Decides what becomes of each entry. One with the stored facts is `unchanged`, unless it knows them to be
 * complete through a later day; one with older facts is `superseded`.
 */
async function decideOutcomes(
  trx: Executor,
  entries: readonly ImportEntry[],
): Promise<readonly ImportEntry[]> {
  const ciks = entries.flatMap((entry) => (entry.company === null ? [] : [entry.company.cik]));
  const rows =
    ciks.length === 0
      ? []
      : await trx
          .selectFrom('company')
          .select(['cik', 'facts_hash', 'facts_through', 'complete_through'])
          .where('cik', 'in', ciks)
          .execute();
  const atHand = new Map(rows.map((row) => [row.cik, row]));
  return entries.map((entry) => {
    const { company } = entry;
    if (company === null) return entry;
    const known = atHand.get(company.cik);
    const isLaterDay = (company.completeThrough ?? '') > (known?.complete_through ?? '');
    if (known?.facts_hash === company.factsHash && !isLaterDay) return { ...entry, outcome: 'unchanged' };
    if (known !== undefined && (known.facts_through ?? '') > (company.factsThrough ?? '')) {
      return { ...entry, outcome: 'superseded' };
    }
    // A later entry of the same batch is compared with this one.
    atHand.set(company.cik, {
      cik: company.cik,
      facts_hash: company.factsHash,
      facts_through: company.factsThrough,
      complete_through: company.completeThrough ?? null,
    });
    return { ...entry, outcome: 'imported' };
  });
}

function tally(outcomes: readonly (readonly [ImportEntry['outcome'], number])[]): ImportCounts {
  const counts = { imported: 0, unchanged: 0, superseded: 0, refused: 0 };
  for (const [outcome, count] of outcomes) counts[outcome] += count;
  return counts;
}
