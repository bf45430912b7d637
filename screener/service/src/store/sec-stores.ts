import type { Database } from '@common/kit/sql/database';
import { toInteger, upsert } from '@common/kit/sql/portable';
import type { SecRateStore, SlotAnswer } from '@screener/sources/sec-client/rate-store';
import type { SecResponseStore } from '@screener/sources/sec-client/response-store';
import { sql } from 'kysely';
import { databaseNow } from './database-clock.ts';
import type { ScreenerSchema } from './schema.ts';

/** Stores SEC documents with their validators, so that the next request is conditional. */
export function createSecResponseStore({ db }: Database<ScreenerSchema>): SecResponseStore {
  return {
    async get(url) {
      const row = await db.selectFrom('sec_response').selectAll().where('url', '=', url).executeTakeFirst();
      if (row === undefined) return null;
      return {
        etag: row.etag,
        lastModified: row.last_modified,
        fetchedAt: toInteger(row.fetched_at),
        bytes: row.bytes,
      };
    },
    async put(url, response) {
      const { etag, lastModified, fetchedAt, bytes } = response;
      const row = { url, etag, last_modified: lastModified, fetched_at: fetchedAt, bytes };
      await upsert(db, 'sec_response', [row], ['url']);
    },
  };
}

const ROW = 1;

/**
 * Keeps the pace of requests to the SEC for all processes of a deployment in one row, on the database's own
 * clock, so that the machines' clocks need not agree. See `SecRateStore`.
 */
export function createSharedSecRateStore(database: Database<ScreenerSchema>): SecRateStore {
  const { db } = database;
  const now = databaseNow(database);
  const ensureRow = () =>
    db
      .insertInto('sec_pace')
      .values({ id: ROW, last_departure: 0, held_until: 0 })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  return {
    async takeSlot(spacingMs): Promise<SlotAnswer> {
      await ensureRow();
      const taken = await db
        .updateTable('sec_pace')
        .set({ last_departure: now })
        .where('id', '=', ROW)
        .where('held_until', '<=', now)
        .where(sql<boolean>`last_departure + ${spacingMs} <= ${now}`)
        .executeTakeFirst();
      if (taken.numUpdatedRows > 0n) return { kind: 'go' };
      const row = await db
        .selectFrom('sec_pace')
        .select(['last_departure', 'held_until', now.as('now')])
        .where('id', '=', ROW)
        .executeTakeFirstOrThrow();
      const at = toInteger(row.now);
      const heldFor = toInteger(row.held_until) - at;
      if (heldFor > 0) return { kind: 'held', forMs: heldFor };
      return { kind: 'wait', forMs: Math.max(1, toInteger(row.last_departure) + spacingMs - at) };
    },
    async hold(forMs) {
      await ensureRow();
      await db
        .updateTable('sec_pace')
        .set({ held_until: sql<number>`${now} + ${forMs}` })
        .where('id', '=', ROW)
        .where(sql<boolean>`held_until < ${now} + ${forMs}`)
        .execute();
    },
  };
}
