import { formatInstant } from '@common/base/instant';
import { type Database, write } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { Engine } from '@common/kit/sql/url';
import { TRANSITIONS } from '@platform/core/decide/grant-states';
import type { EventKind } from '@platform/core/objects/event';
import type { Rules } from '@platform/core/receipt/assemble';
import { type Kysely, sql } from 'kysely';
import { joinReceipts } from './receipt-parts.ts';
import { nodeKey, toMandate, toRecord, versionKey } from './rows.ts';
import type { AuthoritySchema } from './schema.ts';
import {
  ANY_QUEUED,
  DUE_GRANTS,
  FILES_TO_REMOVE,
  GRANT,
  IS_OPEN,
  IS_UNSPENT,
  LOG_HEAD,
  LOG_NODE,
  LOG_NODES,
  MANDATE,
  NEWEST_HEAD,
  RECEIPT_OF_GRANT,
  RULES,
  selectGrants,
} from './sql-statements.ts';
import type { AuthorityStore, NodeCoordinate, Place } from './store.ts';

type Db = Kysely<AuthoritySchema>;

export function readMandates(
  db: Db,
): Pick<AuthorityStore, 'tenantOf' | 'mandate' | 'mandates' | 'mandatesWithOpenGrants'> {
  return {
    tenantOf: (thing) => tenantOf(db, thing),
    async mandate(mandateId) {
      const row = await MANDATE.first(db, { mandateId });
      return row === undefined ? null : toMandate(row);
    },
    async mandates({ tenants, after, limit }) {
      let query = db.selectFrom('contract').selectAll();
      if (tenants !== null) query = query.where('tenant', 'in', tenants);
      if (after !== null) query = query.where(isAfter('registered_at', 'contract_id', after));
      const rows = await query
        .orderBy('registered_at', 'desc')
        .orderBy('contract_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toMandate);
    },
    async mandatesWithOpenGrants() {
      const waiting = db.selectFrom('action_grant').select('contract_id').where(IS_OPEN);
      const rows = await db.selectFrom('contract').selectAll().where('contract_id', 'in', waiting).execute();
      return rows.map(toMandate);
    },
  };
}

async function tenantOf(db: Db, thing: Parameters<AuthorityStore['tenantOf']>[0]): Promise<string | null> {
  const query =
    'contract_id' in thing
      ? db.selectFrom('contract').select('tenant').where('contract_id', '=', thing.contract_id)
      : 'grant_id' in thing
        ? db.selectFrom('action_grant').select('tenant').where('grant_id', '=', thing.grant_id)
        : db.selectFrom('receipt').select('tenant').where('receipt_id', '=', thing.receipt_id);
  return (await query.executeTakeFirst())?.tenant ?? null;
}

type GrantReads = Pick<
  AuthorityStore,
  'grant' | 'grants' | 'settledGrants' | 'dueGrants' | 'waitingGrants' | 'unreportedGrants'
>;

export function readGrants(db: Db): GrantReads {
  return {
    async grant(grantId) {
      const row = await GRANT.first(db, { grantId });
      return row === undefined ? null : toRecord(row);
    },
    async grants({ statuses, mandateId, tenants, inDoubt, unreported, after, limit }) {
      let query = selectGrants(db);
      if (tenants !== null) query = query.where('action_grant.tenant', 'in', tenants);
      if (statuses !== null) query = query.where('status', 'in', statuses);
      if (statuses !== null && !statuses.includes(TRANSITIONS.redeem.to)) query = query.where(IS_UNSPENT);
      if (mandateId !== null) query = query.where('contract_id', '=', mandateId);
      if (inDoubt === true) query = query.where('in_doubt_json', 'is not', null);
      if (unreported === true) query = query.where(IS_UNREPORTED);
      if (after !== null) query = query.where(isAfter('proposed_at', 'action_grant.grant_id', after));
      const rows = await query
        .orderBy('proposed_at', 'desc')
        .orderBy('action_grant.grant_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toRecord);
    },
    async settledGrants(grantIds) {
      const rows = await db
        .selectFrom('action_grant')
        .leftJoin('receipt', 'receipt.grant_id', 'action_grant.grant_id')
        .select('action_grant.grant_id')
        .where('action_grant.grant_id', 'in', grantIds)
        .where('status', 'in', ['pending', TRANSITIONS.redeem.to])
        .where('receipt.receipt_id', 'is', null)
        .execute();
      const waiting = new Set(rows.map(({ grant_id }) => grant_id));
      return grantIds.filter((id) => !waiting.has(id));
    },
    async dueGrants(nowMs, limit) {
      const rows = await DUE_GRANTS.all(db, { now: formatInstant(nowMs), limit });
      return rows.map(({ grant_id }) => grant_id);
    },
    async waitingGrants(mandateId, limit) {
      const rows = await db
        .selectFrom('action_grant')
        .select('grant_id')
        .where('contract_id', '=', mandateId)
        .where(IS_OPEN)
        .orderBy('proposed_at')
        .limit(limit)
        .execute();
      return rows.map(({ grant_id }) => grant_id);
    },
    async unreportedGrants(mandateId, limit) {
      const rows = await db
        .selectFrom('action_grant')
        .select('grant_id')
        .where('contract_id', '=', mandateId)
        .where(IS_UNREPORTED)
        .orderBy('proposed_at')
        .limit(limit)
        .execute();
      return rows.map(({ grant_id }) => grant_id);
    },
  };
}

/** A spent grant of which no enforcement point has reported how it ended. */
const IS_UNREPORTED = sql<boolean>`action_grant.grant_id in (select grant_id from open_redemption)`;

export function leaseLengths(
  database: Database<AuthoritySchema>,
): Pick<AuthorityStore, 'keepLeaseLength' | 'longestLease'> {
  return {
    async keepLeaseLength(sendWithinMs, nowMs) {
      await write(database, (db) =>
        db
          .insertInto('lease_length')
          .values({ send_within_ms: sendWithinMs, used_at: nowMs })
          .onConflict((conflict) => conflict.column('send_within_ms').doUpdateSet({ used_at: nowMs }))
          .execute(),
      );
    },
    async longestLease(sinceMs) {
      const row = await database.db
        .selectFrom('lease_length')
        .select(({ fn }) => fn.max('send_within_ms').as('longest'))
        .where('used_at', '>=', sinceMs)
        .executeTakeFirst();
      return toInteger(row?.longest ?? 0);
    },
  };
}

export function readReceipts(
  db: Db,
): Pick<
  AuthorityStore,
  'receipt' | 'prunedBy' | 'tenantWithOldReceipts' | 'receiptIdOfGrant' | 'receipts' | 'receiptsByLeaf'
> {
  return {
    async receipt(receiptId) {
      const row = await db
        .selectFrom('receipt')
        .innerJoin('receipt_body', 'receipt_body.leaf_index', 'receipt.leaf_index')
        .select('receipt_json')
        .where('receipt_id', '=', receiptId)
        .executeTakeFirst();
      const [receipt = null] = await joinReceipts(db, [row?.receipt_json ?? null]);
      return receipt;
    },
    async prunedBy(receiptId) {
      const row = await db
        .selectFrom('receipt')
        .select('pruned_by')
        .where('receipt_id', '=', receiptId)
        .executeTakeFirst();
      return row?.pruned_by ?? null;
    },
    async tenantWithOldReceipts(profile, before) {
      const row = await db
        .selectFrom('receipt')
        .select('tenant')
        .where('profile', '=', profile)
        .where('pruned_by', 'is', null)
        .where('assembled_at', '<', before)
        .limit(1)
        .executeTakeFirst();
      return row?.tenant ?? null;
    },
    async receiptIdOfGrant(grantId) {
      const row = await RECEIPT_OF_GRANT.first(db, { grantId });
      return row?.receipt_id ?? null;
    },
    async receipts({ grantId, tenant, tenants, before, limit }) {
      let of = db.selectFrom('receipt').select('leaf_index').where('pruned_by', 'is', null);
      if (grantId !== null) of = of.where('grant_id', '=', grantId);
      if (tenant !== null) of = of.where('tenant', '=', tenant);
      if (tenants !== null) of = of.where('tenant', 'in', tenants);
      if (before !== null) of = of.where('leaf_index', '<', before);
      let query = db.selectFrom('receipt_body').select('receipt_json');
      if (before !== null) query = query.where('leaf_index', '<', before);
      if (grantId !== null || tenant !== null || tenants !== null)
        query = query.where('leaf_index', 'in', of.orderBy('leaf_index', 'desc').limit(limit));
      const rows = await query.orderBy('leaf_index', 'desc').limit(limit).execute();
      const receipts = await joinReceipts(db, bodiesOf(rows));
      return receipts.filter((receipt) => receipt !== null).reverse();
    },
    async receiptsByLeaf(from, limit) {
      const rows = await db
        .selectFrom('receipt')
        .leftJoin('receipt_body', 'receipt_body.leaf_index', 'receipt.leaf_index')
        .select(['receipt.leaf_index', 'log_entry', 'receipt_json'])
        .where('receipt.leaf_index', '>=', from)
        .orderBy('receipt.leaf_index')
        .limit(limit)
        .execute();
      const receipts = await joinReceipts(db, bodiesOf(rows));
      return rows.map((row, index) => ({
        leafIndex: toInteger(row.leaf_index),
        entry: row.log_entry,
        receipt: receipts[index] ?? null,
      }));
    },
  };
}

/** Selects what follows that place in a list sorted by instant and id, both descending. */
export function isAfter(instant: string, id: string, place: Place) {
  return sql<boolean>`(${sql.ref(instant)}, ${sql.ref(id)}) < (${place.at}, ${place.id})`;
}

function bodiesOf(rows: readonly { readonly receipt_json: string | null }[]): readonly (string | null)[] {
  return rows.map(({ receipt_json }) => receipt_json);
}

/** Operations on receipts that are requested, and on their files. */
export function followReceipts(
  database: Database<AuthoritySchema>,
): Pick<
  AuthorityStore,
  'nextFile' | 'keepNextFile' | 'filesToRemove' | 'forgetFilesToRemove' | 'hasQueuedReceipts'
> {
  return {
    async nextFile() {
      const row = await database.db
        .selectFrom('receipt_files')
        .select('next_leaf')
        .where('id', '=', 1)
        .executeTakeFirstOrThrow();
      return toInteger(row.next_leaf);
    },
    async keepNextFile(leafIndex) {
      await write(database, (db) =>
        db
          .updateTable('receipt_files')
          .set({ next_leaf: leafIndex })
          .where('id', '=', 1)
          .where('next_leaf', '<', leafIndex)
          .execute(),
      );
    },
    async filesToRemove(limit) {
      const rows = await FILES_TO_REMOVE.all(database.db, { limit });
      return rows.map(({ receipt_id }) => receipt_id);
    },
    async forgetFilesToRemove(receiptIds) {
      await write(database, (db) =>
        db
          .deleteFrom('file_to_remove')
          .where('receipt_id', 'in', [...receiptIds])
          .execute(),
      );
    },
    async hasQueuedReceipts() {
      return (await ANY_QUEUED.first(database.db, {})) !== undefined;
    },
  };
}

/** The kinds of event that each transfer has: among all events, they are never far. */
const EVERY_TRANSFER: readonly EventKind[] = ['enforcement', 'tool_call'];
/** INVARIANT: written as in the index `event_of_rare_kind`, which only then serves such a query. */
export const IS_RARE = sql<boolean>`kind not in (${sql.join(EVERY_TRANSFER.map((kind) => sql.lit(kind)))})`;

export function readEvents(db: Db): Pick<AuthorityStore, 'events' | 'eventHead'> {
  return {
    async events(after, limit, kind) {
      let query = db
        .selectFrom('event')
        .select('record_json')
        .where('sequence', '>', after ?? -1);
      if (kind !== null) query = query.where('kind', '=', kind);
      if (kind !== null && !EVERY_TRANSFER.includes(kind)) query = query.where(IS_RARE);
      const rows = await query.orderBy('sequence').limit(limit).execute();
      return rows.map(({ record_json }) => JSON.parse(record_json));
    },
    async eventHead() {
      const row = await db.selectFrom('event_head').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
      return { sequence: toInteger(row.sequence), previousHash: row.previous_hash };
    },
  };
}

export function readLog({
  db,
  engine,
}: Pick<Database<AuthoritySchema>, 'db' | 'engine'>): Pick<
  AuthorityStore,
  'treeHead' | 'treeHeads' | 'logNodes'
> {
  return {
    async treeHead(treeSize) {
      const row = await (treeSize === null ? NEWEST_HEAD.first(db, {}) : LOG_HEAD.first(db, { treeSize }));
      return row === undefined ? null : JSON.parse(row.head_json);
    },
    async treeHeads(limit, below) {
      let query = db.selectFrom('log_head').select('head_json');
      if (below !== null) query = query.where('tree_size', '<', below);
      const rows = await query.orderBy('tree_size', 'desc').limit(limit).execute();
      return rows.map(({ head_json }) => JSON.parse(head_json));
    },
    logNodes: (coordinates) => readNodes(db, engine, coordinates),
  };
}

/** By database, which a transaction shares. INVARIANT: the id of a database's log never changes. */
const logIds = new WeakMap<object, string>();

export async function readLogId(db: Db, engine: Engine): Promise<string | null> {
  const { adapter } = db.getExecutor();
  const known = logIds.get(adapter);
  if (known !== undefined) return known;
  const found = (await readLog({ db, engine }).treeHead(null))?.tree_head.log_id ?? null;
  if (found !== null) logIds.set(adapter, found);
  return found;
}

/** By database, which a transaction shares, then by hash. INVARIANT: rules under a hash never change. */
const rulesRead = new WeakMap<object, Map<string, Rules>>();
/** More than are in use at a time. */
const MOST_RULES = 64;

/** Every receipt contains its rules, so each set is parsed only once. */
export async function readRules(db: Db, profileHash: string): Promise<Rules | null> {
  const { adapter } = db.getExecutor();
  const known = rulesRead.get(adapter) ?? new Map<string, Rules>();
  rulesRead.set(adapter, known);
  const found = known.get(profileHash);
  if (found !== undefined) return found;
  const row = await RULES.first(db, { profileHash });
  if (row === undefined) return null;
  const rules: Rules = { profile: JSON.parse(row.profile_json), plugin: JSON.parse(row.plugin_json) };
  if (known.size >= MOST_RULES) known.clear();
  known.set(profileHash, rules);
  return rules;
}

/** Reads the versions of one profile that were ever in force here, newest first. */
export function readVersions(db: Db): Pick<AuthorityStore, 'rules' | 'profileVersions'> {
  return {
    rules: (profileHash) => readRules(db, profileHash),
    async profileVersions({ name, below, limit }) {
      let query = db.selectFrom('rules').select('profile_json').where('name', '=', name);
      if (below !== null) query = query.where('version_key', '<', versionKey(below));
      const rows = await query.orderBy('version_key', 'desc').limit(limit).execute();
      return rows.map(({ profile_json }) => JSON.parse(profile_json));
    },
  };
}

/** Returns node hashes by `level:index`. A coordinate without a node is missing from the map. */
export function readNodes(
  db: Db,
  engine: Engine,
  coordinates: readonly NodeCoordinate[],
): Promise<ReadonlyMap<string, string>> {
  // SQLite answers a prepared statement in microseconds. On PostgreSQL each is a round trip while the log is
  // locked.
  return engine === 'sqlite' ? readOneByOne(db, coordinates) : readAtOnce(db, coordinates);
}

async function readOneByOne(
  db: Db,
  coordinates: readonly NodeCoordinate[],
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { level, index } of coordinates) {
    if (found.has(nodeKey({ level, index }))) continue;
    const row = await LOG_NODE.first(db, { level, index });
    if (row !== undefined) found.set(nodeKey({ level, index }), row.hash);
  }
  return found;
}

async function readAtOnce(
  db: Db,
  coordinates: readonly NodeCoordinate[],
): Promise<ReadonlyMap<string, string>> {
  if (coordinates.length === 0) return new Map();
  const levels = coordinates.map(({ level }) => level);
  const indices = coordinates.map(({ index }) => index);
  const rows = await LOG_NODES.all(db, { levels, indices });
  return new Map(
    rows.map(({ level, node_index, hash }) => [
      nodeKey({ level: toInteger(level), index: toInteger(node_index) }),
      hash,
    ]),
  );
}
