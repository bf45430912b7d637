import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { Kysely } from 'kysely';
import type { WitnessSchema } from './schema.ts';
import type { CosignedCheckpoint, WitnessStore } from './store.ts';

/** A store on SQLite or PostgreSQL. The schema must exist (see migrations.ts). */
export function createSqlStore(database: Database<WitnessSchema>): WitnessStore {
  return {
    cosigned: (origin) => find(database.db, origin),
    advance: (origin, decide) =>
      // The transaction is serializable: if two read the same row, PostgreSQL commits one, and the other
      // decides again.
      transaction(database, async (trx) => {
        const { keep, answer } = decide(await find(trx, origin));
        if (keep !== null) await store(trx, origin, keep);
        return answer;
      }),
    async ping() {
      await database.db.selectFrom('cosigned').select('origin').limit(1).execute();
    },
  };
}

async function find(db: Kysely<WitnessSchema>, origin: string): Promise<CosignedCheckpoint | null> {
  const row = await db.selectFrom('cosigned').selectAll().where('origin', '=', origin).executeTakeFirst();
  return row === undefined ? null : { size: toInteger(row.tree_size), root: row.root_hash, note: row.note };
}

async function store(
  db: Kysely<WitnessSchema>,
  origin: string,
  { size, root, note }: CosignedCheckpoint,
): Promise<void> {
  const row = { tree_size: size, root_hash: root, note };
  await db
    .insertInto('cosigned')
    .values({ origin, ...row })
    .onConflict((conflict) => conflict.column('origin').doUpdateSet(row))
    .execute();
}
