import type { Migration } from '@common/kit/sql/migrate';
import { type ColumnTypes, columnTypes } from '@common/kit/sql/portable';
import { type Kysely, sql } from 'kysely';
import { createAccountTables } from './account-tables.ts';

export const firstTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await createCompanies(db, type);
  await createHistory(db, type);
  await createImports(db, type);
  await createSecTables(db, type);
  await createSettings(db, type);
  await createFunds(db, type);
  await createRankings(db, type);
  await createCurrentData(db, type);
  await createBulkJobs(db, type);
  await createAccountTables(db, type);
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
    // The day through which the facts are known to be complete.
    .addColumn('complete_through', type.text)
    .execute();
  await db.schema
    .createTable('ticker')
    .addColumn('symbol', type.text, (column) => column.primaryKey())
    .addColumn('cik', type.text, (column) => column.notNull())
    .addColumn('name', type.text, (column) => column.notNull())
    .addColumn('exchange', type.text)
    .addColumn('sector', type.text)
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
  // The pace of requests to the SEC, on the database's clock, in one row for all processes.
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

/**
 * Creates the tables of funds: their tickers, their reports as filed, and the identifiers of securities that
 * reports give.
 */
async function createFunds(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('fund_class')
    .addColumn('symbol', type.text, (column) => column.primaryKey())
    .addColumn('fund', type.text, (column) => column.notNull())
    .addColumn('class_id', type.text, (column) => column.notNull())
    .addColumn('cik', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('fund_report')
    .addColumn('fund', type.text, (column) => column.notNull())
    .addColumn('period_end', type.text, (column) => column.notNull())
    .addColumn('content_hash', type.text, (column) => column.notNull())
    .addColumn('filed', type.text)
    .addColumn('accession', type.text)
    .addColumn('source_url', type.text)
    .addColumn('content', type.bytes, (column) => column.notNull())
    .addPrimaryKeyConstraint('fund_report_key', ['fund', 'period_end', 'content_hash'])
    .execute();
  // Maps an ISIN or CUSIP to a ticker, as given side by side in some fund's report.
  await db.schema
    .createTable('security_number')
    .addColumn('number', type.text, (column) => column.notNull())
    .addColumn('symbol', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('security_number_key', ['number', 'symbol'])
    .execute();
}

/** Creates the tables of rankings: one of each kind with its lines, and the run that makes the next one. */
async function createRankings(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('ranking')
    .addColumn('kind', type.text, (column) => column.primaryKey())
    // A RankingSummary.
    .addColumn('summary', type.text, (column) => column.notNull())
    .addColumn('started_at', type.integer, (column) => column.notNull())
    .addColumn('finished_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('ranking_line')
    .addColumn('kind', type.text, (column) => column.notNull().references('ranking.kind').onDelete('cascade'))
    // A rank, or a negative number for a company named without one.
    .addColumn('place', type.integer, (column) => column.notNull())
    .addColumn('content', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('ranking_line_key', ['kind', 'place'])
    .execute();
  await db.schema
    .createTable('ranking_run')
    .addColumn('kind', type.text, (column) => column.primaryKey())
    .addColumn('token', type.text)
    .addColumn('started_at', type.integer, (column) => column.notNull())
    // The end of the lease; 0 when there is no run.
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .execute();
}

/**
 * Creates the tables that keep facts and prices current: the daily listing, the SEC's daily index, and the
 * sources that could not be reached.
 */
async function createCurrentData(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('listing_close')
    .addColumn('symbol', type.text, (column) => column.notNull())
    // `confirmed` or `provisional`; there is one session of each.
    .addColumn('status', type.text, (column) => column.notNull())
    .addColumn('session', type.text, (column) => column.notNull())
    .addColumn('close', type.double, (column) => column.notNull())
    .addColumn('market_cap', type.double)
    .addPrimaryKeyConstraint('listing_close_key', ['symbol', 'status'])
    .execute();
  await db.schema
    .createTable('listing_state')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    // A ListingState.
    .addColumn('content', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('unreached')
    .addColumn('source', type.text, (column) => column.primaryKey())
    .addColumn('until', type.integer, (column) => column.notNull())
    .addColumn('message', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('index_state')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    // The days of the SEC's index that have been read, without a gap.
    .addColumn('first_day', type.text)
    .addColumn('last_day', type.text)
    .addColumn('run_at', type.integer)
    .addColumn('message', type.text)
    // The end of the lease of the process that reads the index; 0 if none does.
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .addColumn('token', type.text)
    .execute();
  await db.schema
    .createTable('index_due')
    .addColumn('cik', type.text, (column) => column.primaryKey())
    .addColumn('day', type.text, (column) => column.notNull())
    .execute();
}

/** Creates the tables of bulk jobs, with one row for each of their symbols. */
async function createBulkJobs(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('bulk_job')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('owner', type.text, (column) => column.notNull())
    .addColumn('total', type.integer, (column) => column.notNull())
    .addColumn('idempotency_key', type.text)
    .addColumn('request_hash', type.text)
    .addColumn('created_at', type.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('bulk_job_idempotency')
    .unique()
    .on('bulk_job')
    .columns(['owner', 'idempotency_key'])
    .where(sql<boolean>`idempotency_key is not null`)
    .execute();
  await db.schema.createIndex('bulk_job_age').on('bulk_job').column('created_at').execute();
  await db.schema
    .createTable('bulk_symbol')
    .addColumn('job_id', type.text, (column) =>
      column.notNull().references('bulk_job.id').onDelete('cascade'),
    )
    .addColumn('position', type.integer, (column) => column.notNull())
    .addColumn('owner', type.text, (column) => column.notNull())
    .addColumn('symbol', type.text, (column) => column.notNull())
    // Rows are taken in the order of their turns (ADR 0019).
    .addColumn('turn', type.integer, (column) => column.notNull())
    // When the symbol may next be taken: the end of a lease or of a wait.
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .addColumn('lease_token', type.text)
    .addColumn('leases', type.integer, (column) => column.notNull())
    .addColumn('retries', type.integer, (column) => column.notNull())
    .addColumn('result', type.text)
    .addPrimaryKeyConstraint('bulk_symbol_key', ['job_id', 'position'])
    .execute();
  await db.schema
    .createIndex('bulk_symbol_turn')
    .on('bulk_symbol')
    .columns(['turn', 'job_id'])
    .where(sql<boolean>`result is null`)
    .execute();
  await db.schema
    .createIndex('bulk_symbol_pending')
    .on('bulk_symbol')
    .columns(['owner', 'job_id', 'turn'])
    .where(sql<boolean>`result is null`)
    .execute();
  await db.schema
    .createIndex('bulk_symbol_lease')
    .on('bulk_symbol')
    .column('lease_token')
    .where(sql<boolean>`lease_token is not null`)
    .execute();
}
