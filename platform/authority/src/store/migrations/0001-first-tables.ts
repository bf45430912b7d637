import type { Migration } from '@common/kit/sql/migrate';
import { ownerTable } from '@common/kit/sql/owner';
import { type ColumnTypes, columnTypes } from '@common/kit/sql/portable';
import { type Kysely, sql } from 'kysely';

export const firstTables: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  await createContracts(db, type);
  await createGrants(db, type);
  await createReceipts(db, type);
  await createEvents(db, type);
  await createLog(db, type);
  await createCheckpoints(db, type);
  await createNotices(db, type);
  await ownerTable(db, engine);
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
    .createIndex('contract_by_time')
    .on('contract')
    .columns(['registered_at', 'contract_id'])
    .execute();
  // The profiles and plugins that decided grants: a receipt shows those of its grant, not the newest.
  await db.schema
    .createTable('rules')
    .addColumn('profile_hash', type.text, (column) => column.primaryKey())
    .addColumn('profile_json', type.text, (column) => column.notNull())
    .addColumn('plugin_json', type.text, (column) => column.notNull())
    .addColumn('name', type.text, (column) => column.notNull())
    .addColumn('version_key', type.text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('rules_by_version').on('rules').columns(['name', 'version_key']).execute();
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
    .addColumn('earlier_approvals_json', type.text)
    .addColumn('redemption_id', type.text)
    .addColumn('redeemed_at', type.text)
    .addColumn('receipt_id', type.text)
    // INVARIANT: one live grant per payment in a tenant, even if two processes race. A null bars nothing.
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
  // The orders of lists: without these indexes, the first page of grants takes two seconds among 300,000.
  await db.schema
    .createIndex('action_grant_by_time')
    .on('action_grant')
    .columns(['proposed_at', 'grant_id'])
    .execute();
  await db.schema
    .createIndex('action_grant_by_status_and_time')
    .on('action_grant')
    .columns(['status', 'proposed_at', 'grant_id'])
    .execute();
  // The signature counters of people's devices.
  await db.schema
    .createTable('sign_counter')
    .addColumn('fingerprint', type.text, (column) => column.primaryKey())
    .addColumn('counter', type.integer, (column) => column.notNull())
    .execute();
}

async function createReceipts(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('receipt_queue')
    .addColumn('grant_id', type.text, (column) => column.primaryKey())
    .addColumn('queued_at', type.text, (column) => column.notNull())
    .addColumn('enforcement_json', type.text, (column) => column.notNull())
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
    // What remains of a receipt when its body is deleted.
    .addColumn('log_entry', type.text, (column) => column.notNull())
    .addColumn('profile', type.text, (column) => column.notNull())
    .addColumn('assembled_at', type.text, (column) => column.notNull())
    .addColumn('pruned_by', type.text)
    .addUniqueConstraint('receipt_chain', ['tenant', 'sequence'])
    .execute();
  await db.schema
    .createIndex('receipt_by_export')
    .on('receipt')
    .columns(['is_exported', 'leaf_index'])
    .execute();
  await db.schema
    .createIndex('receipt_by_age')
    .on('receipt')
    .columns(['profile', 'pruned_by', 'assembled_at'])
    .execute();
  // Lists leave out receipts without bodies, which become the majority over time.
  await db.schema
    .createIndex('receipt_with_body')
    .on('receipt')
    .columns(['leaf_index'])
    .where(sql.ref('pruned_by'), 'is', null)
    .execute();
  await db.schema
    .createIndex('receipt_with_body_by_tenant')
    .on('receipt')
    .columns(['tenant', 'leaf_index'])
    .where(sql.ref('pruned_by'), 'is', null)
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
  // For `GET /events?kind=`, and the revocations that enforcement points read before each execution.
  await db.schema.createIndex('event_by_kind').on('event').columns(['kind', 'sequence']).execute();
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

/** The log in public formats, its witnesses, and the heads posted to a public log (ADR 0027). */
async function createCheckpoints(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('log_checkpoint')
    .addColumn('origin', type.text, (column) => column.notNull())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('note', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_checkpoint_key', ['origin', 'tree_size'])
    .execute();
  await db.schema
    .createTable('log_cosignature')
    .addColumn('origin', type.text, (column) => column.notNull())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('name', type.text, (column) => column.notNull())
    .addColumn('key_id', type.text, (column) => column.notNull())
    .addColumn('line', type.text, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_cosignature_key', ['origin', 'tree_size', 'name', 'key_id'])
    .execute();
  // How far each witness has followed the log.
  await db.schema
    .createTable('log_witness')
    .addColumn('origin', type.text, (column) => column.notNull())
    .addColumn('witness', type.text, (column) => column.notNull())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('claimed_size', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_witness_key', ['origin', 'witness'])
    .execute();
  await db.schema
    .createTable('log_anchor')
    .addColumn('origin', type.text, (column) => column.notNull())
    .addColumn('tree_size', type.integer, (column) => column.notNull())
    .addColumn('note', type.text, (column) => column.notNull())
    .addColumn('log_key', type.text, (column) => column.notNull())
    .addColumn('signature', type.text, (column) => column.notNull())
    .addColumn('state', type.text, (column) => column.notNull())
    .addColumn('entry', type.text)
    .addColumn('trusted_log', type.text)
    .addColumn('prepared_at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('log_anchor_key', ['origin', 'tree_size'])
    .execute();
}

/** When approvers of held grants are to be asked, and the messages to them. */
async function createNotices(db: Kysely<unknown>, type: ColumnTypes): Promise<void> {
  await db.schema
    .createTable('notice_round')
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addColumn('route', type.integer, (column) => column.notNull())
    .addColumn('round', type.text, (column) => column.notNull())
    .addColumn('due_at', type.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('notice_round_key', ['grant_id', 'route', 'round'])
    .execute();
  await db.schema.createIndex('notice_round_due').on('notice_round').column('due_at').execute();
  await db.schema
    .createTable('notice')
    .addColumn('id', type.text, (column) => column.primaryKey())
    .addColumn('grant_id', type.text, (column) => column.notNull())
    .addColumn('person', type.text, (column) => column.notNull())
    .addColumn('type', type.text, (column) => column.notNull())
    .addColumn('until', type.integer, (column) => column.notNull())
    .addColumn('entered_at', type.integer, (column) => column.notNull())
    .addColumn('attempts', type.integer, (column) => column.notNull())
    // The earliest time at which the notice may be taken: the end of a lease or of a wait.
    .addColumn('free_at', type.integer, (column) => column.notNull())
    .addColumn('lease_token', type.text)
    .addColumn('ended_at', type.integer)
    .addColumn('state', type.text, (column) => column.notNull())
    .addColumn('problem', type.text)
    .addColumn('refused_by', type.text)
    .addUniqueConstraint('notice_once', ['grant_id', 'person', 'type'])
    .execute();
  await db.schema
    .createIndex('notice_due')
    .on('notice')
    .columns(['attempts', 'free_at'])
    .where(sql<boolean>`ended_at is null`)
    .execute();
  await db.schema.createIndex('notice_ended').on('notice').column('ended_at').execute();
  await db.schema.createIndex('notice_refused').on('notice').column('refused_by').execute();
}

async function insertFirst(db: Kysely<unknown>, table: string, row: Record<string, unknown>): Promise<void> {
  const untyped = db as Kysely<Record<string, Record<string, unknown>>>;
  await untyped.insertInto(table).values(row).execute();
}
