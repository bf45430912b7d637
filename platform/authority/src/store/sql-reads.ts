import { formatInstant } from '@common/base/instant';
import { type Database, write } from '@common/kit/sql';
import { toInteger } from '@common/kit/sql/portable';
import { OPEN_STATUSES } from '@platform/policy/grant-states';
import type { Receipt } from '@platform/protocol/receipt';
import type { Kysely } from 'kysely';
import { nodeKey, toGrant, toMandate, toNode } from './rows.ts';
import type { AuthoritySchema } from './schema.ts';
import type { AuthorityStore, NodeCoordinate } from './store.ts';

type Db = Kysely<AuthoritySchema>;

export function readMandates(
  db: Db,
): Pick<AuthorityStore, 'mandate' | 'mandates' | 'mandatesWithOpenGrants'> {
  return {
    async mandate(mandateId) {
      const row = await db
        .selectFrom('contract')
        .selectAll()
        .where('contract_id', '=', mandateId)
        .executeTakeFirst();
      return row === undefined ? null : toMandate(row);
    },
    async mandates() {
      const rows = await db.selectFrom('contract').selectAll().orderBy('registered_at', 'desc').execute();
      return rows.map(toMandate);
    },
    async mandatesWithOpenGrants() {
      const waiting = db
        .selectFrom('action_grant')
        .select('contract_id')
        .where('status', 'in', OPEN_STATUSES);
      const rows = await db.selectFrom('contract').selectAll().where('contract_id', 'in', waiting).execute();
      return rows.map(toMandate);
    },
  };
}

export function readGrants(db: Db): Pick<AuthorityStore, 'grant' | 'grants' | 'dueGrants' | 'waitingGrants'> {
  return {
    async grant(grantId) {
      const row = await db
        .selectFrom('action_grant')
        .selectAll()
        .where('grant_id', '=', grantId)
        .executeTakeFirst();
      return row === undefined ? null : toGrant(row);
    },
    async grants({ status, mandateId, limit }) {
      let query = db.selectFrom('action_grant').selectAll();
      if (status !== null) query = query.where('status', '=', status);
      if (mandateId !== null) query = query.where('contract_id', '=', mandateId);
      const rows = await query.orderBy('proposed_at', 'desc').orderBy('grant_id').limit(limit).execute();
      return rows.map(toGrant);
    },
    async dueGrants(nowMs, limit) {
      const rows = await db
        .selectFrom('action_grant')
        .select('grant_id')
        .where('status', 'in', OPEN_STATUSES)
        .where('expires_at', '<=', formatInstant(nowMs))
        .orderBy('expires_at')
        .limit(limit)
        .execute();
      return rows.map(({ grant_id }) => grant_id);
    },
    async waitingGrants(mandateId, limit) {
      const rows = await db
        .selectFrom('action_grant')
        .select('grant_id')
        .where('contract_id', '=', mandateId)
        .where('status', 'in', OPEN_STATUSES)
        .orderBy('proposed_at')
        .limit(limit)
        .execute();
      return rows.map(({ grant_id }) => grant_id);
    },
  };
}

export function readReceipts(
  db: Db,
): Pick<AuthorityStore, 'receipt' | 'receiptIdOfGrant' | 'receipts' | 'receiptsByLeaf'> {
  return {
    async receipt(receiptId) {
      const row = await db
        .selectFrom('receipt')
        .select('receipt_json')
        .where('receipt_id', '=', receiptId)
        .executeTakeFirst();
      return row === undefined ? null : parse(row);
    },
    async receiptIdOfGrant(grantId) {
      const row = await db
        .selectFrom('receipt')
        .select('receipt_id')
        .where('grant_id', '=', grantId)
        .executeTakeFirst();
      return row?.receipt_id ?? null;
    },
    async receipts({ grantId, tenant, limit }) {
      let query = db.selectFrom('receipt').select('receipt_json');
      if (grantId !== null) query = query.where('grant_id', '=', grantId);
      if (tenant !== null) query = query.where('tenant', '=', tenant);
      const rows = await query.orderBy('leaf_index', 'desc').limit(limit).execute();
      return rows.map(parse).reverse();
    },
    async receiptsByLeaf(from, limit) {
      const rows = await db
        .selectFrom('receipt')
        .select(['leaf_index', 'receipt_json'])
        .where('leaf_index', '>=', from)
        .orderBy('leaf_index')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ leafIndex: toInteger(row.leaf_index), receipt: parse(row) }));
    },
  };
}

function parse({ receipt_json }: { readonly receipt_json: string }): Receipt {
  return JSON.parse(receipt_json);
}

/** Receipts that are requested, and those that have no file yet. */
export function followReceipts(
  database: Database<AuthoritySchema>,
): Pick<AuthorityStore, 'unexportedReceipts' | 'markExported' | 'hasQueuedReceipts'> {
  return {
    async unexportedReceipts(limit) {
      const rows = await database.db
        .selectFrom('receipt')
        .select('receipt_json')
        .where('is_exported', '=', false)
        .orderBy('leaf_index')
        .limit(limit)
        .execute();
      return rows.map(parse);
    },
    async markExported(receiptIds) {
      if (receiptIds.length === 0) return;
      await write(database, (db) =>
        db
          .updateTable('receipt')
          .set({ is_exported: true })
          .where('receipt_id', 'in', [...receiptIds])
          .execute(),
      );
    },
    async hasQueuedReceipts() {
      const row = await database.db
        .selectFrom('receipt_queue')
        .select('grant_id')
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

export function readEvents(db: Db): Pick<AuthorityStore, 'events' | 'eventHead'> {
  return {
    async events(after, limit) {
      const rows = await db
        .selectFrom('event')
        .select('record_json')
        .where('sequence', '>', after ?? -1)
        .orderBy('sequence')
        .limit(limit)
        .execute();
      return rows.map(({ record_json }) => JSON.parse(record_json));
    },
    async eventHead() {
      const row = await db.selectFrom('event_head').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();
      return { sequence: toInteger(row.sequence), previousHash: row.previous_hash };
    },
  };
}

export function readLog(db: Db): Pick<AuthorityStore, 'treeHead' | 'treeHeads' | 'logNodes'> {
  return {
    async treeHead(treeSize) {
      const query = db.selectFrom('log_head').select('head_json');
      const row = await (treeSize === null
        ? query.orderBy('tree_size', 'desc').limit(1)
        : query.where('tree_size', '=', treeSize)
      ).executeTakeFirst();
      return row === undefined ? null : JSON.parse(row.head_json);
    },
    async treeHeads(limit) {
      const rows = await db
        .selectFrom('log_head')
        .select('head_json')
        .orderBy('tree_size', 'desc')
        .limit(limit)
        .execute();
      return rows.map(({ head_json }) => JSON.parse(head_json));
    },
    logNodes: (coordinates) => readNodes(db, coordinates),
  };
}

/** Hashes by `level:index`. A coordinate without a node is missing from the answer. */
export async function readNodes(
  db: Db,
  coordinates: readonly NodeCoordinate[],
): Promise<ReadonlyMap<string, string>> {
  const byLevel = Map.groupBy(coordinates, ({ level }) => level);
  const found = new Map<string, string>();
  for (const [level, wanted] of byLevel) {
    const rows = await db
      .selectFrom('log_node')
      .selectAll()
      .where('level', '=', level)
      .where('node_index', 'in', [...new Set(wanted.map(({ index }) => index))])
      .execute();
    for (const node of rows.map(toNode)) found.set(nodeKey(node), node.hash);
  }
  return found;
}
