import type { Migration } from '@common/kit/sql/migrate';
import { type ColumnTypes, columnTypes } from '@common/kit/sql/portable';
import type { Kysely } from 'kysely';

export const firstTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await createCompanies(db, type);
  await createHistory(db, type);
  await createImports(db, type);
  await createSecTables(db, type);
  await createSettings(db, type);
};

async function createCompanies(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('company')
    .addColumn('cik', type.text, (column) => column.primaryKey())
    .addColumn('name', type.text, (column) => column.notNull())
    .addColumn('sic', type.text)
    .addColumn('sic_description', type.text)
    .addColumn('sic_source', type.text)
    .addColumn('facts', type.bytes)
    .addColumn('facts_hash', type.text)
    .addColumn('facts_through', type.text)
    .execute();
  await db.schema
    .createTable('ticker')
    .addColumn('symbol', type.text, (column) => column.primaryKey())
    .addColumn('cik', type.text, (column) => column.notNull())
    .addColumn('name', type.text, (column) => column.notNull())
    .addColumn('exchange', type.text)
    .execute();
  await db.schema.createIndex('ticker_by_cik').on('ticker').column('cik').execute();
  await db.schema
    .createTable('quote_series')
    .addColumn('symbol', type.text, (column) => column.primaryKey())
    .addColumn('quotes', type.text, (column) => column.notNull())
    .execute();
}

async function createHistory(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('screening')
    .addColumn('symbol', type.text, (column) => column.notNull())
    .addColumn('rules', type.text, (column) => column.notNull())
    .addColumn('as_of', type.text, (column) => column.notNull())
    .addColumn('fingerprint', type.text, (column) => column.notNull())
    .addColumn('recorded_at', type.integer, (column) => column.notNull())
    .addColumn('screening', type.text, (column) => column.notNull())
    .addColumn('changes', type.text)
    .addColumn('origin', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('screening_key', ['symbol', 'rules', 'as_of', 'fingerprint'])
    .execute();
}

async function createImports(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('import_entry')
    .addColumn('source', type.text, (column) => column.notNull())
    .addColumn('name', type.text, (column) => column.notNull())
    .addColumn('outcome', type.text, (column) => column.notNull())
    .addColumn('message', type.text)
    .addPrimaryKeyConstraint('import_entry_key', ['source', 'name'])
    .execute();
}

async function createSecTables(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('sec_check')
    .addColumn('cik', type.text, (column) => column.primaryKey())
    .addColumn('checked_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('sec_response')
    .addColumn('url', type.text, (column) => column.primaryKey())
    .addColumn('etag', type.text)
    .addColumn('last_modified', type.text)
    .addColumn('fetched_at', type.integer, (column) => column.notNull())
    .addColumn('bytes', type.bytes, (column) => column.notNull())
    .execute();
  // Pace of requests to the SEC, on the database's clock: one row for all processes.
  await db.schema
    .createTable('sec_pace')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('last_departure', type.integer, (column) => column.notNull())
    .addColumn('held_until', type.integer, (column) => column.notNull())
    .execute();
}

async function createSettings(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('setting')
    .addColumn('name', type.text, (column) => column.primaryKey())
    .addColumn('value', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('generation')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('value', type.integer, (column) => column.notNull())
    .execute();
}
