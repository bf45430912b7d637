import { type Database, transaction } from '@common/kit/sql/database';
import type { SignedEntry } from '@platform/core/objects/directory';
import type { DirectoryStore } from './directories.store.ts';
import type { PepSchema } from './schema.ts';

const ROWS_PER_INSERT = 100;

export function createDirectoryStore(database: Database<PepSchema>): DirectoryStore {
  return {
    async entries({ tenant, profile, directory }, after, limit) {
      const rows = await database.db
        .selectFrom('directory_entry')
        .select('entry_json')
        .where('tenant', '=', tenant)
        .where('profile', '=', profile)
        .where('directory', '=', directory)
        .where('sequence', '>', after ?? -1)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(({ entry_json }): SignedEntry => JSON.parse(entry_json));
    },
    async add(entries) {
      const rows = entries.map((signed) => {
        const { tenant, profile, directory, sequence } = signed.entry;
        return { tenant, profile, directory, sequence, entry_json: JSON.stringify(signed) };
      });
      await transaction(database, async (trx) => {
        for (let from = 0; from < rows.length; from += ROWS_PER_INSERT) {
          await trx
            .insertInto('directory_entry')
            .values(rows.slice(from, from + ROWS_PER_INSERT))
            .onConflict((conflict) =>
              conflict.columns(['tenant', 'profile', 'directory', 'sequence']).doNothing(),
            )
            .execute();
        }
      });
    },
  };
}
