import { type Database, transaction, write } from '@common/kit/sql';
import { toInteger, upsert } from '@common/kit/sql/portable';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { PepSchema } from './schema.ts';
import type { Intent, IntentState, IntentStore, Lease } from './store.ts';

/** Word for word the index's condition: with a parameter in it, SQLite would not use the index. */
const UNFINISHED = sql<boolean>`state <> 'recorded'`;

/** The intent log on SQLite or PostgreSQL. The schema already exists (see migrations.ts). */
export function createSqlStore(database: Database<PepSchema>): IntentStore {
  return {
    ...intentOperations(database),
    ...unfinishedOperations(database),
    ...leaseOperations(database),
    ...profileOperations(database),
  };
}

type IntentOperations = Pick<IntentStore, 'create' | 'find' | 'advance' | 'representWith' | 'drop'>;

function intentOperations(database: Database<PepSchema>): IntentOperations {
  return {
    async create(intent, lease, nowMs) {
      const { numInsertedOrUpdatedRows } = await write(database, (db) =>
        db
          .insertInto('intent')
          .values(rowOf(intent, lease, nowMs))
          .onConflict((conflict) => conflict.column('grant_id').doNothing())
          .executeTakeFirst(),
      );
      return numInsertedOrUpdatedRows === 1n;
    },
    async find(grantId) {
      const row = await database.db
        .selectFrom('intent')
        .selectAll()
        .where('grant_id', '=', grantId)
        .executeTakeFirst();
      return row === undefined ? null : intentOf(row);
    },
    async advance(grantId, owner, from, { state, redeemed, ending, receiptId }) {
      const { numUpdatedRows } = await write(database, (db) =>
        db
          .updateTable('intent')
          .set({
            state,
            ...(redeemed === undefined ? {} : { redeemed: JSON.stringify(redeemed) }),
            ...(ending === undefined ? {} : { ending: JSON.stringify(ending) }),
            ...(receiptId === undefined ? {} : { receipt_id: receiptId }),
          })
          .where('grant_id', '=', grantId)
          .where('lease_owner', '=', owner)
          .where('state', '=', from)
          .executeTakeFirst(),
      );
      return numUpdatedRows === 1n;
    },
    async representWith(grantId, owner, presentation) {
      await write(database, (db) =>
        db
          .updateTable('intent')
          .set({ presentation })
          .where('grant_id', '=', grantId)
          .where('lease_owner', '=', owner)
          .execute(),
      );
    },
    async drop(grantId, owner) {
      await write(database, (db) =>
        db
          .deleteFrom('intent')
          .where('grant_id', '=', grantId)
          .where('lease_owner', '=', owner)
          .where('state', '=', 'presented')
          .execute(),
      );
    },
  };
}

function unfinishedOperations({ db }: Database<PepSchema>): Pick<IntentStore, 'due' | 'countUnfinished'> {
  return {
    async due(nowMs, limit) {
      const rows = await db
        .selectFrom('intent')
        .select('grant_id')
        .where(UNFINISHED)
        .where('due_at', '<=', nowMs)
        .where('lease_until', '<=', nowMs)
        .orderBy('due_at')
        .limit(limit)
        .execute();
      return rows.map((row) => row.grant_id);
    },
    async countUnfinished() {
      const row = await db
        .selectFrom('intent')
        .select((select) => select.fn.countAll().as('count'))
        .where(UNFINISHED)
        .executeTakeFirstOrThrow();
      return toInteger(row.count);
    },
  };
}

function leaseOperations({ db }: Database<PepSchema>): Pick<IntentStore, 'acquire' | 'renew' | 'release'> {
  return {
    async acquire(grantId, lease, nowMs) {
      const row = await db
        .updateTable('intent')
        .set({ lease_owner: lease.owner, lease_until: lease.untilMs })
        .where('grant_id', '=', grantId)
        .where('lease_until', '<=', nowMs)
        .where('state', '!=', 'recorded')
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : intentOf(row);
    },
    async renew(grantId, lease) {
      const { numUpdatedRows } = await db
        .updateTable('intent')
        .set({ lease_until: lease.untilMs })
        .where('grant_id', '=', grantId)
        .where('lease_owner', '=', lease.owner)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    },
    async release(grantId, owner, dueMs, attempts) {
      await db
        .updateTable('intent')
        .set({ lease_owner: null, lease_until: 0, due_at: dueMs, attempts })
        .where('grant_id', '=', grantId)
        .where('lease_owner', '=', owner)
        .execute();
    },
  };
}

function profileOperations(database: Database<PepSchema>): Pick<IntentStore, 'onProfiles'> {
  return {
    onProfiles: (work) =>
      transaction(database, (trx) =>
        work({
          async profileSeen(name) {
            const row = await trx
              .selectFrom('seen_profile')
              .selectAll()
              .where('name', '=', name)
              .executeTakeFirst();
            return row === undefined ? null : { version: row.version, profileHash: row.profile_hash };
          },
          setProfileSeen: (name, { version, profileHash }) =>
            upsert(trx, 'seen_profile', [{ name, version, profile_hash: profileHash }], ['name']),
        }),
      ),
  };
}

/** A new intent's row. */
function rowOf(intent: Intent, lease: Lease, nowMs: number): Insertable<PepSchema['intent']> {
  return {
    grant_id: intent.grantId,
    operation: intent.operation,
    state: intent.state,
    request: JSON.stringify(intent.request),
    presentation: intent.presentation,
    redemption: JSON.stringify(intent.redemption),
    redeemed: null,
    ending: null,
    receipt_id: null,
    attempts: 0,
    due_at: nowMs,
    lease_owner: lease.owner,
    lease_until: lease.untilMs,
    presented_at: nowMs,
  };
}

function intentOf(row: Selectable<PepSchema['intent']>): Intent {
  return {
    grantId: row.grant_id,
    operation: row.operation === 'fetch' ? 'fetch' : 'execute',
    // Only `advance` and `create` write states.
    state: row.state as IntentState,
    request: JSON.parse(row.request),
    presentation: row.presentation,
    redemption: JSON.parse(row.redemption),
    redeemed: row.redeemed === null ? null : JSON.parse(row.redeemed),
    ending: row.ending === null ? null : JSON.parse(row.ending),
    receiptId: row.receipt_id,
    attempts: toInteger(row.attempts),
  };
}
