import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes } from '@common/kit/sql/portable';
import type { Engine } from '@common/kit/sql/url';
import { type Kysely, sql } from 'kysely';

type Db = Kysely<unknown>;

/**
 * Rows are written once, and in fewer b-trees. SQLite writes each page that a commit touches, whole: so what changes
 * lies apart from what is long.
 */
export const rowsWrittenOnce: Migration = async (db, engine) => {
  await divideGrants(db, engine);
  await divideReceipts(db, engine);
  await makeEventsLean(db, engine);
  if (engine === 'sqlite') await orderLogByKey(db);
};

const LONG_COLUMNS = [
  ...['action_hash', 'action_json', 'grant_json', 'grant_hash', 'signature_json'],
  ...['decision_json', 'is_unique', 'reservations_json'],
];
/** The id of a receipt is in the receipt's row. Nothing has read the plugin. */
const DEAD_COLUMNS = ['plugin', 'receipt_id'];

async function divideGrants(db: Db, engine: Engine): Promise<void> {
  const type = columnTypes(engine);
  await db.schema
    .createTable('grant_body')
    .addColumn('grant_id', type.text, (column) => column.primaryKey())
    .addColumn('action_hash', type.text, (column) => column.notNull())
    .addColumn('action_json', type.text, (column) => column.notNull())
    .addColumn('grant_json', type.text, (column) => column.notNull())
    .addColumn('grant_hash', type.text, (column) => column.notNull())
    .addColumn('signature_json', type.text, (column) => column.notNull())
    .addColumn('decision_json', type.text, (column) => column.notNull())
    .addColumn('is_unique', type.boolean, (column) => column.notNull())
    .addColumn('reservations_json', type.text, (column) => column.notNull())
    .execute();
  const copied = sql.join(['grant_id', ...LONG_COLUMNS].map((name) => sql.ref(name)));
  await sql`insert into grant_body (${copied}) select ${copied} from action_grant order by grant_id`.execute(
    db,
  );
  const gone = [...LONG_COLUMNS, ...DEAD_COLUMNS];
  if (engine === 'sqlite') await rebuild(db, 'action_grant', { key: ['grant_id'], without: gone });
  else {
    await sql`alter table action_grant drop constraint action_grant_live`.execute(db);
    for (const index of ['in_doubt', 'by_status', 'by_contract', 'by_time', 'by_status_and_time'])
      await db.schema.dropIndex(`action_grant_${index}`).execute();
    for (const column of gone) await db.schema.alterTable('action_grant').dropColumn(column).execute();
  }
  for (const index of [
    // INVARIANT: one live grant per payment in a tenant, even if two processes race.
    'unique index action_grant_live on action_grant (tenant, live_key) where live_key is not null',
    // Open grants that are due, and the mandates of open grants.
    `index action_grant_due on action_grant (expires_at) where status in ('pending', 'active')`,
    // The lists of all statuses but the one that most grants have, which is found in the order of time.
    `index action_grant_unspent on action_grant (status, proposed_at, grant_id) where status <> 'redeemed'`,
    'index action_grant_by_time on action_grant (proposed_at, grant_id)',
    'index action_grant_by_contract on action_grant (contract_id, proposed_at)',
    'index action_grant_in_doubt on action_grant (proposed_at, grant_id) where in_doubt_json is not null',
  ])
    await sql`create ${sql.raw(index)}`.execute(db);
}

/** Bodies lie apart. Those that are there stay whole; parts of new ones are stored under their hashes. */
async function divideReceipts(db: Db, engine: Engine): Promise<void> {
  const type = columnTypes(engine);
  await db.schema
    .createTable('receipt_part')
    .addColumn('hash', type.text, (column) => column.primaryKey())
    .addColumn('part_json', type.text, (column) => column.notNull())
    .execute();
  // On SQLite, a key of this type is the number of the row.
  const rowNumber = engine === 'sqlite' ? 'integer' : type.integer;
  await db.schema
    .createTable('receipt_body')
    .addColumn('leaf_index', rowNumber, (column) => column.primaryKey())
    .addColumn('receipt_json', type.text, (column) => column.notNull())
    .execute();
  await sql`insert into receipt_body (leaf_index, receipt_json)
    select leaf_index, receipt_json from receipt where pruned_by is null order by leaf_index`.execute(db);
  if (engine === 'sqlite') await rebuild(db, 'receipt', { key: ['leaf_index'], without: ['receipt_json'] });
  else {
    for (const index of ['by_export', 'by_age', 'with_body', 'with_body_by_tenant'])
      await db.schema.dropIndex(`receipt_${index}`).execute();
    await db.schema.alterTable('receipt').dropColumn('receipt_json').execute();
  }
  // PostgreSQL has the unique ones already.
  const unique = [
    'id on receipt (receipt_id)',
    'grant on receipt (grant_id)',
    'chain on receipt (tenant, sequence)',
  ];
  for (const index of [
    ...(engine === 'sqlite' ? unique.map((each) => `unique index receipt_by_${each}`) : []),
    'index receipt_by_export on receipt (is_exported, leaf_index)',
    'index receipt_by_age on receipt (profile, assembled_at) where pruned_by is null',
    // A list leaves out receipts without bodies, which become the majority over time.
    'index receipt_with_body_by_tenant on receipt (tenant, leaf_index) where pruned_by is null',
  ])
    await sql`create ${sql.raw(index)}`.execute(db);
}

/** Nobody looks an event up by its id, and those of two kinds are found by reading on: every transfer has them. */
async function makeEventsLean(db: Db, engine: Engine): Promise<void> {
  if (engine === 'sqlite') {
    await rebuild(db, 'event', { key: ['sequence'], hasRowid: true });
    await sql`create index event_by_grant on event (grant_id, kind)`.execute(db);
  } else {
    await sql`alter table event drop constraint event_event_id_key`.execute(db);
    await db.schema.dropIndex('event_by_kind').execute();
  }
  await sql`create index event_of_rare_kind on event (kind, sequence)
    where kind not in ('enforcement', 'tool_call')`.execute(db);
}

/** PostgreSQL keeps rows and keys apart in any case. */
async function orderLogByKey(db: Db): Promise<void> {
  await rebuild(db, 'log_node', { key: ['level', 'node_index'] });
  await rebuild(db, 'log_head', { key: ['tree_size'] });
  await rebuild(db, 'log_checkpoint', { key: ['origin', 'tree_size'] });
  await rebuild(db, 'log_cosignature', { key: ['origin', 'tree_size', 'name', 'key_id'] });
}

interface Rebuilt {
  readonly key: readonly string[];
  readonly without?: readonly string[];
  /** For long rows: SQLite keeps less than a kilobyte of a row beside the key, and the rest in a page of its own. */
  readonly hasRowid?: boolean;
}

/** Makes a SQLite table anew, ordered by its key instead of beside an index of it. Its other indexes go. */
async function rebuild(db: Db, table: string, { key, without = [], hasRowid = false }: Rebuilt) {
  const { rows } = await sql<{ name: string; type: string; required: number }>`
    select name, type, "notnull" as required from pragma_table_info(${table}) order by cid`.execute(db);
  const kept = rows.filter(({ name }) => !without.includes(name));
  // A key of this type is the number of the row.
  const typeOf = ({ name, type }: { name: string; type: string }) =>
    hasRowid && key.includes(name) ? 'integer' : type;
  const columns = kept.map((column) =>
    [column.name, typeOf(column), ...(column.required === 1 ? ['not null'] : [])].join(' '),
  );
  const [names, keys] = [kept.map(({ name }) => name).join(', '), key.join(', ')];
  const end = hasRowid ? '' : 'without rowid';
  for (const statement of [
    `create table rebuilt (${columns.join(', ')}, primary key (${keys})) ${end}`,
    `insert into rebuilt (${names}) select ${names} from ${table} order by ${keys}`,
    `drop table ${table}`,
    `alter table rebuilt rename to ${table}`,
  ])
    await sql.raw(statement).execute(db);
}
