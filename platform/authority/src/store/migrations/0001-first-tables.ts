import type { Migration } from '@common/kit/sql/migrate';
import { type ColumnTypes, columnTypes } from '@common/kit/sql/portable';
import type { Kysely } from 'kysely';

export const firstTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await createContracts(db, type);
  await createGrants(db, type);
  await createReceipts(db, type);
  await createEvents(db, type);
  await createLog(db, type);
};

async function createContracts(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('tenant')
    .addColumn('tenant', type.text, (column) => column.primaryKey())
    .addColumn('receipt_sequence', type.integer, (column) => column.notNull())
    .addColumn('previous_receipt_hash', type.text)
    .execute();
  await db.schema
    .createTable('contract')
    .addColumn('contract_id', type.text, (column) => column.primaryKey())
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('contract_hash', type.text, (column) => column.notNull())
    .addColumn('contract_json', type.text, (column) => column.notNull())
    .addColumn('signature_json', type.text, (column) => column.notNull())
    .addColumn('registered_at', type.text, (column) => column.notNull())
    .addColumn('revocation_json', type.text)
    .execute();
  await db.schema
    .createTable('profile_seen')
    .addColumn('name', type.text, (column) => column.primaryKey())
    .addColumn('version', type.text, (column) => column.notNull())
    .addColumn('profile_hash', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('standing')
    .addColumn('contract_id', type.text, (column) => column.notNull())
    .addColumn('counter', type.text, (column) => column.notNull())
    .addColumn('period', type.text, (column) => column.notNull())
    .addColumn('value', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('standing_key', ['contract_id', 'counter', 'period'])
    .execute();
}

async function createGrants(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('action_grant')
    .addColumn('grant_id', type.text, (column) => column.primaryKey())
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('contract_id', type.text, (column) => column.notNull())
    .addColumn('plugin', type.text, (column) => column.notNull())
    .addColumn('status', type.text, (column) => column.notNull())
    .addColumn('proposed_at', type.text, (column) => column.notNull())
    .addColumn('expires_at', type.text)
    .addColumn('live_key', type.text)
    .addColumn('action_hash', type.text, (column) => column.notNull())
    .addColumn('action_json', type.text, (column) => column.notNull())
    .addColumn('grant_json', type.text, (column) => column.notNull())
    .addColumn('grant_hash', type.text, (column) => column.notNull())
    .addColumn('signature_json', type.text, (column) => column.notNull())
    .addColumn('decision_json', type.text, (column) => column.notNull())
    .addColumn('is_unique', type.boolean, (column) => column.notNull())
    .addColumn('reservations_json', type.text, (column) => column.notNull())
    .addColumn('ending_json', type.text)
    .addColumn('approval_json', type.text)
    .addColumn('redemption_id', type.text)
    .addColumn('redeemed_at', type.text)
    .addColumn('receipt_id', type.text)
    // INVARIANT: one live grant per payment in a tenant, whatever two processes do at once (a null bars nothing).
    .addUniqueConstraint('action_grant_live', ['tenant', 'live_key'])
    .execute();
  await db.schema
    .createIndex('action_grant_by_status')
    .on('action_grant')
    .columns(['status', 'expires_at'])
    .execute();
  await db.schema
    .createIndex('action_grant_by_contract')
    .on('action_grant')
    .columns(['contract_id', 'proposed_at'])
    .execute();
}

async function createReceipts(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('receipt_queue')
    .addColumn('grant_id', type.text, (column) => column.primaryKey())
    .addColumn('queued_at', type.text, (column) => column.notNull())
    .addColumn('material_json', type.text, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('receipt')
    .addColumn('receipt_id', type.text, (column) => column.primaryKey())
    .addColumn('grant_id', type.text, (column) => column.notNull().unique())
    .addColumn('tenant', type.text, (column) => column.notNull())
    .addColumn('sequence', type.integer, (column) => column.notNull())
    .addColumn('leaf_index', type.integer, (column) => column.notNull().unique())
    .addColumn('receipt_json', type.text, (column) => column.notNull())
    .addColumn('is_exported', type.boolean, (column) => column.notNull())
    .addUniqueConstraint('receipt_chain', ['tenant', 'sequence'])
    .execute();
  await db.schema
    .createIndex('receipt_by_export')
    .on('receipt')
    .columns(['is_exported', 'leaf_index'])
    .execute();
}

async function createEvents(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('event')
    .addColumn('sequence', type.integer, (column) => column.primaryKey())
    .addColumn('event_id', type.text, (column) => column.notNull().unique())
    .addColumn('kind', type.text, (column) => column.notNull())
    .addColumn('grant_id', type.text)
    .addColumn('event_hash', type.text, (column) => column.notNull())
    .addColumn('record_json', type.text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('event_by_grant').on('event').columns(['grant_id', 'kind']).execute();
  await db.schema
    .createTable('event_head')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('sequence', type.integer, (column) => column.notNull())
    .addColumn('previous_hash', type.text)
    .execute();
  await insertFirst(db, 'event_head', { id: 1, sequence: 0, previous_hash: null });
}

async function createLog(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('log_state')
    .addColumn('id', type.integer, (column) => column.primaryKey())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .execute();
  await insertFirst(db, 'log_state', { id: 1, tree_size: 0 });
  await db.schema
    .createTable('log_node')
    .addColumn('level', type.integer, (column) => column.notNull())
    .addColumn('node_index', type.integer, (column) => column.notNull())
    .addColumn('hash', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_node_key', ['level', 'node_index'])
    .execute();
  await db.schema
    .createTable('log_head')
    .addColumn('tree_size', type.integer, (column) => column.primaryKey())
    .addColumn('head_json', type.text, (column) => column.notNull())
    .execute();
}

async function insertFirst(db: Kysely<unknown>, table: string, row: Record<string, unknown>): Promise<void> {
  const untyped = db as Kysely<Record<string, Record<string, unknown>>>;
  await untyped.insertInto(table).values(row).execute();
}
