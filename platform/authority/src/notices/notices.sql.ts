import { type Database, transaction, write } from '@common/kit/sql/database';
import { createLeases } from '@common/kit/sql/leases';
import { toInteger } from '@common/kit/sql/portable';
import type { NoticeState, NoticeType } from '@platform/core/objects/notice';
import { type Selectable, sql } from 'kysely';
import type { NoticeStore, RoundName, StoredNotice } from '../store/notices.store.ts';
import type { AuthoritySchema } from '../store/schema.ts';

type NoticeRow = Selectable<AuthoritySchema['notice']>;

export function createNoticeStore(database: Database<AuthoritySchema>): NoticeStore {
  return { ...roundOperations(database), ...readOperations(database), ...deliveryOperations(database) };
}

function roundOperations(database: Database<AuthoritySchema>): Pick<NoticeStore, 'dueRounds' | 'endRound'> {
  return {
    async dueRounds(now, limit) {
      const rows = await database.db
        .selectFrom('notice_round')
        .selectAll()
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .orderBy('grant_id')
        .orderBy('route')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        ...row,
        route: toInteger(row.route),
        round: row.round as RoundName,
        due_at: toInteger(row.due_at),
      }));
    },
    async endRound({ grant_id, route, round }, notices) {
      await transaction(
        database,
        async (trx) => {
          // On PostgreSQL a second process waits here, and then finds that the round is gone.
          const { numDeletedRows } = await trx
            .deleteFrom('notice_round')
            .where('grant_id', '=', grant_id)
            .where('route', '=', route)
            .where('round', '=', round)
            .executeTakeFirst();
          if (numDeletedRows === 0n || notices.length === 0) return;
          if (round === 'in_doubt') {
            // The principal had the counterparty asked again, and it still does not answer.
            await trx
              .deleteFrom('notice')
              .where('grant_id', '=', grant_id)
              .where('type', '=', 'grant.in_doubt')
              .where('ended_at', 'is not', null)
              .execute();
          }
          const rows = notices.map((notice) => ({
            ...notice,
            attempts: 0,
            free_at: notice.entered_at,
            state: 'waiting',
          }));
          await trx
            .insertInto('notice')
            .values(rows)
            .onConflict((conflict) => conflict.columns(['grant_id', 'person', 'type']).doNothing())
            .execute();
        },
        { isolation: 'read committed' },
      );
    },
  };
}

function readOperations(
  database: Database<AuthoritySchema>,
): Pick<NoticeStore, 'noticesOf' | 'notice' | 'notices' | 'hasRefused'> {
  const { db } = database;
  return {
    async noticesOf(grantId) {
      const rows = await db
        .selectFrom('notice')
        .selectAll()
        .where('grant_id', '=', grantId)
        .orderBy('entered_at')
        .orderBy('id')
        .execute();
      return rows.map(toNotice);
    },
    async notice(id) {
      const row = await db.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toNotice(row);
    },
    async notices(state, limit) {
      let query = db.selectFrom('notice').selectAll();
      if (state !== null) query = query.where('state', '=', state);
      const rows = await query.orderBy('entered_at', 'desc').orderBy('id').limit(limit).execute();
      return rows.map(toNotice);
    },
    async hasRefused(addressId) {
      const row = await db
        .selectFrom('notice')
        .select('id')
        .where('refused_by', '=', addressId)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function deliveryOperations(
  database: Database<AuthoritySchema>,
): Pick<NoticeStore, 'take' | 'postpone' | 'end' | 'sendAgain' | 'forget'> {
  const leases = createLeases(database, {
    table: 'notice',
    key: ['id'],
    token: 'lease_token',
    freeAt: 'free_at',
    count: 'attempts',
    isOpen: sql`ended_at is null`,
    order: ['attempts', 'free_at', 'id'],
  });
  return {
    async take(token, now, leaseMs, except) {
      const among = except.length === 0 ? undefined : sql<boolean>`person not in (${sql.join(except)})`;
      if (!(await leases.hasDue(now, among))) return null;
      const row = await leases.takeNext({ token, now, until: now + leaseMs }, among);
      return row === null ? null : { token, notice: toNotice(row) };
    },
    async postpone({ token, notice }, until, problem) {
      await leases.putBack({ id: notice.id }, token, { free_at: until, problem });
    },
    async end({ token, notice }, { state, at, problem, refusedBy = null }) {
      const ended = { state, ended_at: at, problem, refused_by: refusedBy };
      await leases.putBack({ id: notice.id }, token, ended);
    },
    async sendAgain(id, now) {
      // An operator who sends a notice again has reason to think that the address accepts messages after all.
      await write(database, (db) =>
        db
          .updateTable('notice')
          .set({ refused_by: null })
          .where('refused_by', '=', db.selectFrom('notice').select('refused_by').where('id', '=', id))
          .execute(),
      );
      const { numUpdatedRows } = await write(database, (db) =>
        db
          .updateTable('notice')
          .set({ state: 'waiting', attempts: 0, free_at: now, ended_at: null })
          .where('id', '=', id)
          .where('state', '=', 'given_up')
          .executeTakeFirst(),
      );
      return numUpdatedRows === 1n;
    },
    async forget(before) {
      await write(database, (db) =>
        db.deleteFrom('notice').where('ended_at', '<', before).where('refused_by', 'is', null).execute(),
      );
    },
  };
}

function toNotice({ lease_token: _, refused_by: __, ...row }: NoticeRow): StoredNotice {
  return {
    ...row,
    type: row.type as NoticeType,
    until: toInteger(row.until),
    entered_at: toInteger(row.entered_at),
    state: row.state as NoticeState,
    attempts: toInteger(row.attempts),
    free_at: toInteger(row.free_at),
    ended_at: row.ended_at === null ? null : toInteger(row.ended_at),
  };
}
