import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { type Kysely, sql } from 'kysely';
import type { AuthoritySchema } from '../schema.ts';
import { enterMandate } from '../sql-search-entries.ts';

const MANDATES_AT_ONCE = 500;

/**
 * The search over receipts and mandates. INVARIANT: it is made from what is stored, behind the log, in steps that may end
 * anywhere: the receipts of an existing deployment are entered in it in the same way, after the start.
 */
export const receiptSearch: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  const byKey = sql.raw(engine === 'sqlite' ? 'without rowid' : '');
  await db.schema
    .createTable('receipt_row')
    // On SQLite, a key of this type is the number of the row.
    .addColumn('leaf_index', engine === 'sqlite' ? 'integer' : type.integer, (column) => column.primaryKey())
    .addColumn('decided_ms', type.integer, (column) => column.notNull())
    .addColumn('amount_key', type.text)
    .addColumn('row_json', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('receipt_row_by_time')
    .on('receipt_row')
    .columns(['decided_ms', 'leaf_index'])
    .execute();
  await db.schema
    .createIndex('receipt_row_by_amount')
    .on('receipt_row')
    .columns(['amount_key', 'decided_ms', 'leaf_index'])
    .where(sql.ref('amount_key'), 'is not', null)
    .execute();
  await db.schema
    .createTable('receipt_term')
    .addColumn('term', type.text, (column) => column.notNull())
    .addColumn('decided_ms', type.integer, (column) => column.notNull())
    .addColumn('leaf_index', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('receipt_term_key', ['term', 'decided_ms', 'leaf_index'])
    .modifyEnd(byKey)
    .execute();
  await db.schema
    .createTable('mandate_term')
    .addColumn('term', type.text, (column) => column.notNull())
    .addColumn('registered_at', type.text, (column) => column.notNull())
    .addColumn('contract_id', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('mandate_term_key', ['term', 'registered_at', 'contract_id'])
    .modifyEnd(byKey)
    .execute();
  await enterMandates(db as Kysely<AuthoritySchema>);
  // One row: the first leaf that is not entered yet.
  await db.schema
    .createTable('search_state')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('next_leaf', type.integer, (column) => column.notNull())
    .execute();
  await sql`insert into search_state (id, next_leaf) values (1, 0)`.execute(db);
};

/** Mandates are few. */
async function enterMandates(db: Kysely<AuthoritySchema>): Promise<void> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('contract')
      .select(['contract_id', 'contract_json', 'signature_json', 'registered_at'])
      .where('contract_id', '>', after)
      .orderBy('contract_id')
      .limit(MANDATES_AT_ONCE)
      .execute();
    for (const { contract_json, signature_json, registered_at } of rows) {
      const mandate = { contract: JSON.parse(contract_json), signature: JSON.parse(signature_json) };
      await enterMandate(db, { ...mandate, registered_at });
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.contract_id;
  }
}
