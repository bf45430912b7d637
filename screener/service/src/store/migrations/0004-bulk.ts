import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import { sql } from 'kysely';

/** Bulk jobs, and one row for each of their symbols. */
export const bulkTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
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
    // Rows are taken in this order: see ADR 0019.
    .addColumn('turn', type.integer, (column) => column.notNull())
    // When it may next be taken: the end of a lease or of a wait.
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
};
