import { type Database, write } from '@common/kit/sql';
import { toInteger, upsert } from '@common/kit/sql/portable';
import type { AuthoritySchema } from '../store/schema.ts';
import type { WitnessMemory } from './witnesses.store.ts';

export function createWitnessMemory(database: Database<AuthoritySchema>): WitnessMemory {
  return {
    async progress(origin) {
      const rows = await database.db
        .selectFrom('log_witness')
        .selectAll()
        .where('origin', '=', origin)
        .execute();
      return rows.map(({ witness, tree_size, claimed_size }) => ({
        ...{ witness, size: toInteger(tree_size), claimed: toInteger(claimed_size) },
      }));
    },
    async keepProgress(origin, { witness, size, claimed }) {
      const row = { origin, witness, tree_size: size, claimed_size: claimed };
      await write(database, (trx) => upsert(trx, 'log_witness', [row], ['origin', 'witness']));
    },
  };
}
