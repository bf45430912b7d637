import { type PreparedQuery, prepare, type Slot, slots } from '@common/kit/sql/prepared';
import type { Engine } from '@common/kit/sql/url';
import { OPEN_STATUSES, TRANSITIONS } from '@platform/core/decide/grant-states';
import { type Compilable, type Insertable, type Kysely, type RawBuilder, sql } from 'kysely';
import type { fromGrant } from './rows.ts';
import type { AuthoritySchema } from './schema.ts';

/** The statements of every execution, by table. Rarer queries are built where they are used. */
type Db = Kysely<AuthoritySchema>;
type New<Table extends keyof AuthoritySchema> = Insertable<AuthoritySchema[Table]>;
type NewGrant = ReturnType<typeof fromGrant>;

type Build<Values, Found> = (db: Db, value: Slot<Values>) => Compilable<Found>;

/** A read that locks its row on PostgreSQL. On SQLite no other transaction can write meanwhile. */
function locking<Values, Found>(
  read: Build<Values, Found>,
  lock: Build<Values, Found>,
): Readonly<Record<Engine, PreparedQuery<AuthoritySchema, Values, Found>>> {
  return { sqlite: prepare(read), postgres: prepare(lock) };
}

/** A statement of PostgreSQL in its own words, which Kysely has no name for. */
function prepareText<Values>(
  build: (value: Slot<Values>) => RawBuilder<unknown>,
): PreparedQuery<AuthoritySchema, Values, unknown> {
  return prepare((db: Db, value: Slot<Values>) => ({ compile: () => build(value).compile(db) }));
}

const tenantByName = (db: Db, value: Slot<{ tenant: string }>) =>
  db.selectFrom('tenant').selectAll().where('tenant', '=', value('tenant'));
export const TENANT = locking(tenantByName, (db, value: Slot<{ tenant: string }>) =>
  tenantByName(db, value).forUpdate(),
);

export const SET_RECEIPT_CHAIN = prepare((db: Db, value: Slot<New<'tenant'>>) =>
  db
    .updateTable('tenant')
    .set(slots(value, ['receipt_sequence', 'previous_receipt_hash']))
    .where('tenant', '=', value('tenant')),
);

export const MANDATE = prepare((db: Db, value: Slot<{ mandateId: string }>) =>
  db.selectFrom('contract').selectAll().where('contract_id', '=', value('mandateId')),
);

export const RULES = prepare((db: Db, value: Slot<{ profileHash: string }>) =>
  db.selectFrom('rules').selectAll().where('profile_hash', '=', value('profileHash')),
);

export const LIVE_DUPLICATE = prepare((db: Db, value: Slot<{ tenant: string; idempotencyKey: string }>) =>
  db
    .selectFrom('action_grant')
    .select('grant_id')
    .where('tenant', '=', value('tenant'))
    .where('live_key', '=', value('idempotencyKey')),
);

export const LIVE_ACTIONS = prepare((db: Db, value: Slot<{ tenant: string; after: string; limit: number }>) =>
  db
    .selectFrom('action_grant')
    .innerJoin('grant_body', 'grant_body.grant_id', 'action_grant.grant_id')
    .select(['live_key', 'action_json'])
    .where('tenant', '=', value('tenant'))
    .where('live_key', '>', value('after'))
    .orderBy('live_key')
    .limit(value('limit')),
);

/** Grants as `toRecord` takes them: both rows, and the id of the receipt. */
export function selectGrants(db: Db) {
  return db
    .selectFrom('action_grant')
    .innerJoin('grant_body', 'grant_body.grant_id', 'action_grant.grant_id')
    .leftJoin('receipt', 'receipt.grant_id', 'action_grant.grant_id')
    .selectAll(['action_grant', 'grant_body'])
    .select('receipt.receipt_id');
}

const grantById = (db: Db, value: Slot<{ grantId: string }>) =>
  selectGrants(db).where('action_grant.grant_id', '=', value('grantId'));
export const GRANT = prepare(grantById);
export const LOCKED_GRANT = locking(grantById, (db, value: Slot<{ grantId: string }>) =>
  grantById(db, value).forUpdate('action_grant'),
);

/** INVARIANT: written as in the index `action_grant_due`, which only then serves such a query. */
export const IS_OPEN = sql<boolean>`action_grant.status in (${sql.join(OPEN_STATUSES.map((status) => sql.lit(status)))})`;
/** The same for `action_grant_unspent`. */
export const IS_UNSPENT = sql<boolean>`action_grant.status <> ${sql.lit(TRANSITIONS.redeem.to)}`;

export const DUE_GRANTS = prepare((db: Db, value: Slot<{ now: string; limit: number }>) =>
  db
    .selectFrom('action_grant')
    .select('grant_id')
    .where(IS_OPEN)
    .where('expires_at', '<=', value('now'))
    .orderBy('expires_at')
    .limit(value('limit')),
);

const insertState = (db: Pick<Db, 'insertInto'>, value: Slot<NewGrant>) =>
  db.insertInto('action_grant').values({
    ...slots(value, ['grant_id', 'tenant', 'contract_id', 'status', 'proposed_at']),
    ...slots(value, ['expires_at', 'live_key', 'ending_json', 'approval_json', 'earlier_approvals_json']),
    ...slots(value, ['redemption_id', 'redeemed_at']),
  });

const insertBody = (db: Pick<Db, 'insertInto'>, value: Slot<NewGrant>) =>
  db.insertInto('grant_body').values({
    ...slots(value, ['grant_id', 'action_hash', 'action_json', 'salts_json', 'grant_json', 'grant_hash']),
    ...slots(value, [
      'signature_json',
      'decision_json',
      'is_unique',
      'reservations_json',
      'directories_json',
    ]),
  });

export const INSERT_GRANT_STATE = prepare(insertState);
export const INSERT_GRANT_BODY = prepare(insertBody);
/** Both in one round trip, because the tenant is locked meanwhile. SQLite writes one table at a time. */
export const INSERT_GRANT_AT_ONCE = prepare((db: Db, value: Slot<NewGrant>) =>
  insertState(
    db.with('body', (query) => insertBody(query, value)),
    value,
  ),
);

type Moved = NewGrant & { readonly previous: string };

/** Changes no other column: an index of one that is set is written even if it stays the same. */
const spend = (db: Pick<Db, 'updateTable'>, value: Slot<Moved>) =>
  db
    .updateTable('action_grant')
    .set(slots(value, ['status', 'redemption_id', 'redeemed_at']))
    .where('grant_id', '=', value('grant_id'))
    .where('status', '=', value('previous'));
export const SPEND_GRANT = prepare(spend);
/** Finds the grant if it was spent, and notes then that its redemption is open. */
export const SPEND_GRANT_AT_ONCE = prepare((db: Db, value: Slot<Moved>) =>
  db
    .with('spent', (query) => spend(query, value).returning('action_grant.grant_id'))
    .with('opened', (query) =>
      query
        .insertInto('open_redemption')
        .columns(['grant_id'])
        .expression((of) => of.selectFrom('spent').select('spent.grant_id'))
        .onConflict((conflict) => conflict.doNothing()),
    )
    .selectFrom('spent')
    .select('spent.grant_id'),
);

export const MOVE_GRANT = prepare((db: Db, value: Slot<Moved>) =>
  db
    .updateTable('action_grant')
    .set({
      ...slots(value, ['status', 'expires_at', 'live_key', 'ending_json']),
      ...slots(value, ['approval_json', 'earlier_approvals_json']),
    })
    .where('grant_id', '=', value('grant_id'))
    .where('status', '=', value('previous')),
);

export const SIGN_GRANT_AGAIN = prepare((db: Db, value: Slot<NewGrant>) =>
  db
    .updateTable('grant_body')
    .set(slots(value, ['grant_json', 'grant_hash', 'signature_json']))
    .where('grant_id', '=', value('grant_id')),
);

export const QUEUE_RECEIPT = prepare((db: Db, value: Slot<New<'receipt_queue'>>) =>
  db
    .insertInto('receipt_queue')
    .columns(['grant_id', 'queued_at', 'enforcement_json'])
    .expression(
      db
        .selectFrom('action_grant')
        .select((of) => [
          of.val(value('grant_id')).as('grant_id'),
          of.val(value('queued_at')).as('queued_at'),
          of.val(value('enforcement_json')).as('enforcement_json'),
        ])
        .where('grant_id', '=', value('grant_id'))
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('receipt').select('receipt_id').where('grant_id', '=', value('grant_id')))),
        ),
    )
    .onConflict((conflict) => conflict.column('grant_id').doNothing()),
);

export const ANY_QUEUED = prepare((db: Db, _value: Slot<unknown>) =>
  db.selectFrom('receipt_queue').select('grant_id').limit(1),
);

export const QUEUED = prepare((db: Db, value: Slot<{ limit: number }>) =>
  db
    .selectFrom('receipt_queue')
    .innerJoin('action_grant', 'action_grant.grant_id', 'receipt_queue.grant_id')
    .select(['receipt_queue.grant_id', 'enforcement_json', 'tenant'])
    .orderBy('queued_at')
    .orderBy('receipt_queue.grant_id')
    .limit(value('limit')),
);

export const FILES_TO_REMOVE = prepare((db: Db, value: Slot<{ limit: number }>) =>
  db.selectFrom('file_to_remove').select('receipt_id').limit(value('limit')),
);

export const INSERT_RECEIPT = prepare((db: Db, value: Slot<New<'receipt'>>) =>
  db.insertInto('receipt').values({
    ...slots(value, ['receipt_id', 'grant_id', 'tenant', 'sequence', 'leaf_index']),
    ...slots(value, ['log_entry', 'profile', 'assembled_at', 'pruned_by']),
  }),
);

export const INSERT_RECEIPT_BODY = prepare((db: Db, value: Slot<New<'receipt_body'>>) =>
  db.insertInto('receipt_body').values(slots(value, ['leaf_index', 'receipt_json'])),
);

export const INSERT_RECEIPT_PART = prepare((db: Db, value: Slot<New<'receipt_part'>>) =>
  db
    .insertInto('receipt_part')
    .values(slots(value, ['hash', 'part_json']))
    .onConflict((conflict) => conflict.doNothing()),
);

/**
 * Rows come as JSON in the columns of their table, so that any number of them is one statement and one text. SQLite
 * writes one table at a time.
 */
export const INSERT_RECEIPTS_AT_ONCE = prepareText(
  (value: Slot<{ receipts: string; bodies: string; parts: string; tenants: string }>) => sql`
    with new_parts as (
      insert into receipt_part
      select * from json_populate_recordset(null::receipt_part, ${value('parts')}::json)
      on conflict do nothing
    ),
    new_bodies as (
      insert into receipt_body
      select * from json_populate_recordset(null::receipt_body, ${value('bodies')}::json)
    ),
    chained as (
      update tenant
      set receipt_sequence = grown.receipt_sequence, previous_receipt_hash = grown.previous_receipt_hash
      from json_populate_recordset(null::tenant, ${value('tenants')}::json) as grown
      where tenant.tenant = grown.tenant
    ),
    made as materialized (select * from json_populate_recordset(null::receipt, ${value('receipts')}::json)),
    closed as (delete from open_redemption where grant_id in (select grant_id from made))
    insert into receipt select * from made`,
);

export const OPEN_REDEMPTION = prepare((db: Db, value: Slot<New<'open_redemption'>>) =>
  db
    .insertInto('open_redemption')
    .values(slots(value, ['grant_id']))
    .onConflict((conflict) => conflict.doNothing()),
);

export const CLOSE_REDEMPTION = prepare((db: Db, value: Slot<New<'open_redemption'>>) =>
  db.deleteFrom('open_redemption').where('grant_id', '=', value('grant_id')),
);

export const RECEIPT_OF_GRANT = prepare((db: Db, value: Slot<{ grantId: string }>) =>
  db.selectFrom('receipt').select('receipt_id').where('grant_id', '=', value('grantId')),
);

const eventHead = (db: Db) => db.selectFrom('event_head').selectAll().where('id', '=', 1);
export const EVENT_HEAD = locking(
  (db, _value: Slot<unknown>) => eventHead(db),
  (db) => eventHead(db).forUpdate(),
);

export const INSERT_EVENT = prepare((db: Db, value: Slot<New<'event'>>) =>
  db
    .insertInto('event')
    .values(slots(value, ['sequence', 'event_id', 'kind', 'grant_id', 'event_hash', 'record_json'])),
);

export const SET_EVENT_HEAD = prepare((db: Db, value: Slot<Omit<New<'event_head'>, 'id'>>) =>
  db
    .updateTable('event_head')
    .set(slots(value, ['sequence', 'previous_hash']))
    .where('id', '=', 1),
);

/**
 * Appends events and moves the head in one round trip, because every other append waits for this
 * transaction. SQLite writes one table at a time.
 */
export const APPEND_EVENTS_AT_ONCE = prepareText(
  (value: Slot<Omit<New<'event_head'>, 'id'> & { readonly events: string }>) => sql`
    with moved_head as (
      update event_head set sequence = ${value('sequence')}, previous_hash = ${value('previous_hash')} where id = 1
    )
    insert into event select * from json_populate_recordset(null::event, ${value('events')}::json)`,
);

export const ENFORCEMENT_EVENT = prepare((db: Db, value: Slot<{ grantId: string }>) =>
  db
    .selectFrom('event')
    .select('record_json')
    .where('grant_id', '=', value('grantId'))
    .where('kind', '=', 'enforcement'),
);

const reported = (db: Db) =>
  db
    .selectFrom('action_grant')
    .innerJoin('contract', 'contract.contract_id', 'action_grant.contract_id')
    .leftJoin('event', (join) =>
      join.onRef('event.grant_id', '=', 'action_grant.grant_id').on('event.kind', '=', 'enforcement'),
    )
    .leftJoin('receipt', 'receipt.grant_id', 'action_grant.grant_id')
    .leftJoin('agent_webhook', 'agent_webhook.contract_id', 'action_grant.contract_id')
    .select('agent_webhook.contract_id as webhook_of')
    .select(['action_grant.grant_id', 'receipt.receipt_id', 'in_doubt_json', 'cancellation_json'])
    .select(['revocation_json', 'revocation_recorded_at', 'record_json']);
const REPORTED_GRANT = prepare((db: Db, value: Slot<{ grantId: string }>) =>
  reported(db).where('action_grant.grant_id', '=', value('grantId')),
);
const REPORTED_GRANTS = prepare((db: Db, value: Slot<{ grantIds: readonly string[] }>) =>
  reported(db).where(sql<boolean>`action_grant.grant_id = any(${value('grantIds')})`),
);

/** On PostgreSQL one statement for all of them, since each is a round trip under the locks. */
export async function reportedGrants(db: Db, engine: Engine, grantIds: readonly string[]) {
  if (engine === 'postgres') return REPORTED_GRANTS.all(db, { grantIds });
  const rows = [];
  for (const grantId of grantIds) rows.push(...(await REPORTED_GRANT.all(db, { grantId })));
  return rows;
}

const logState = (db: Db) => db.selectFrom('log_state').select('tree_size').where('id', '=', 1);
export const LOG_SIZE = locking(
  (db, _value: Slot<unknown>) => logState(db),
  (db) => logState(db).forUpdate(),
);

export const INSERT_LOG_NODE = prepare((db: Db, value: Slot<New<'log_node'>>) =>
  db.insertInto('log_node').values(slots(value, ['level', 'node_index', 'hash'])),
);

type GrownLog = New<'log_head'> & New<'log_checkpoint'> & { readonly nodes: string };

export const APPEND_LOG_AT_ONCE = prepareText(
  (value: Slot<GrownLog>) => sql`
    with nodes as (
      insert into log_node select * from json_populate_recordset(null::log_node, ${value('nodes')}::json)
    ),
    head as (
      insert into log_head (tree_size, head_json) values (${value('tree_size')}, ${value('head_json')})
    ),
    checkpoint as (
      insert into log_checkpoint (origin, tree_size, note)
      values (${value('origin')}, ${value('tree_size')}, ${value('note')})
      on conflict (origin, tree_size) do update set note = excluded.note
    )
    update log_state set tree_size = ${value('tree_size')} where id = 1`,
);

export const SET_LOG_SIZE = prepare((db: Db, value: Slot<{ tree_size: number }>) =>
  db
    .updateTable('log_state')
    .set(slots(value, ['tree_size']))
    .where('id', '=', 1),
);

export const LOG_NODE = prepare((db: Db, value: Slot<{ level: number; index: number }>) =>
  db
    .selectFrom('log_node')
    .select('hash')
    .where('level', '=', value('level'))
    .where('node_index', '=', value('index')),
);

export const LOG_NODES = prepare(
  (db: Db, value: Slot<{ levels: readonly number[]; indices: readonly number[] }>) =>
    db
      .selectFrom('log_node')
      .selectAll()
      .where(
        sql<boolean>`("level", "node_index") in (
          select * from unnest(${value('levels')}::bigint[], ${value('indices')}::bigint[]))`,
      ),
);

export const NEWEST_HEAD = prepare((db: Db, _value: Slot<unknown>) =>
  db.selectFrom('log_head').select('head_json').orderBy('tree_size', 'desc').limit(sql.lit(1)),
);

export const LOG_HEAD = prepare((db: Db, value: Slot<{ treeSize: number }>) =>
  db.selectFrom('log_head').select('head_json').where('tree_size', '=', value('treeSize')),
);

export const INSERT_LOG_HEAD = prepare((db: Db, value: Slot<New<'log_head'>>) =>
  db.insertInto('log_head').values(slots(value, ['tree_size', 'head_json'])),
);
