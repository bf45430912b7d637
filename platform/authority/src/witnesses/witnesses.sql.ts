import { type Database, write } from '@common/kit/sql/database';
import { toInteger, upsert } from '@common/kit/sql/portable';
import type { SignedTreeHead } from '@platform/core/objects/log';
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
        witness,
        size: toInteger(tree_size),
        claimed: toInteger(claimed_size),
      }));
    },
    async keepProgress(origin, { witness, size, claimed }) {
      const row = { origin, witness, tree_size: size, claimed_size: claimed };
      await write(database, (trx) => upsert(trx, 'log_witness', [row], ['origin', 'witness']));
    },
    async cosigned(origin, limit) {
      const rows = await database.db
        .selectFrom('log_cosignature')
        .select(['tree_size', 'name', 'key_id'])
        .where('origin', '=', origin)
        .orderBy('tree_size', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ tree_size, name, key_id }) => ({ size: toInteger(tree_size), name, keyId: key_id }));
    },
    async headAfter(size) {
      const row = await database.db
        .selectFrom('log_head')
        .select('head_json')
        .where('tree_size', '>', size)
        .orderBy('tree_size')
        .limit(1)
        .executeTakeFirst();
      if (row === undefined) return null;
      return Date.parse((JSON.parse(row.head_json) as SignedTreeHead).tree_head.timestamp);
    },
  };
}
