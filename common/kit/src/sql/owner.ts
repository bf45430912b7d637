import { fail, ok, type Result } from '@common/base/result';
import type { Kysely } from 'kysely';
import { type Database, transaction } from './database.ts';
import type { Migration } from './migrate.ts';
import { columnTypes } from './portable.ts';

/** A table with one row, which names the database's owner. */
interface OwnerSchema {
  database_owner: { id: number; owner: string };
}

export const ownerTable: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await db.schema
    .createTable('database_owner')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('owner', type.text, (column) => column.notNull())
    .execute();
};

/**
 * Writes the owner into a database that has none, and refuses any other owner afterwards. `owner_unknown`: it
 * has none, but the owner is not new, so its data must be elsewhere. Needs the table of `ownerTable`.
 */
export function claimDatabase<Schema>(
  database: Database<Schema>,
  owner: string,
  isNewOwner: boolean,
): Promise<Result<void, 'owner_unknown' | 'owner_differs'>> {
  return transaction(database, async (trx) => {
    const owners = trx as unknown as Kysely<OwnerSchema>;
    const find = () =>
      owners.selectFrom('database_owner').select('owner').where('id', '=', 1).executeTakeFirst();
    if ((await find()) === undefined) {
      if (!isNewOwner)
        return fail('owner_unknown', `the database says not whose it is, and ${owner} is not new`);
      await owners
        .insertInto('database_owner')
        .values({ id: 1, owner })
        // If two processes start together, only one of them writes it.
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
    }
    const found = await find();
    if (found?.owner === owner) return ok(undefined);
    return fail('owner_differs', `the database belongs to ${found?.owner}, not to ${owner}`);
  });
}
