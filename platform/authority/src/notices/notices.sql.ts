import { type Database, transaction, write } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { NoticeState, NoticeType } from '@platform/core/objects/notice';
import { type Selectable, sql } from 'kysely';
import type {
  NoticeLease,
  NoticeRound,
  NoticeStore,
  RoundName,
  StoredNotice,
} from '../store/notices.store.ts';
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
      return rows.map(
        (row): NoticeRound => ({
          grantId: row.grant_id,
          route: toInteger(row.route),
          round: row.round as RoundName,
          dueAt: toInteger(row.due_at),
        }),
      );
    },
    async endRound({ grantId, route, round }, notices) {
      await transaction(
        database,
        async (trx) => {
          // On PostgreSQL a second process waits here, and then finds that it is gone.
          const { numDeletedRows } = await trx
            .deleteFrom('notice_round')
            .where('grant_id', '=', grantId)
            .where('route', '=', route)
            .where('round', '=', round)
            .executeTakeFirst();
          if (numDeletedRows === 0n || notices.length === 0) return;
          const rows = notices.map(({ id, person, type, until, enteredAt }) => ({
            ...{ id, grant_id: grantId, person, type, until, entered_at: enteredAt },
            ...{ attempts: 0, free_at: enteredAt, state: 'waiting' },
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
  const release = async (lease: NoticeLease, changes: Partial<NoticeRow>) => {
    await write(database, (db) =>
      // INVARIANT: only with its token, so that a process that lost the lease changes nothing.
      db
        .updateTable('notice')
        .set({ ...changes, lease_token: null })
        .where('id', '=', lease.notice.id)
        .where('lease_token', '=', lease.token)
        .execute(),
    );
  };
  return {
    take: (token, now, leaseMs, except) => take(database, { token, now, leaseMs, except }),
    postpone: (lease, until, problem) => release(lease, { free_at: until, problem }),
    end: (lease, { state, at, problem, refusedBy = null }) =>
      release(lease, { state, ended_at: at, problem, refused_by: refusedBy }),
    async sendAgain(id, now) {
      // Whoever sends it again has reason to think that the address takes messages after all.
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

interface Taking {
  readonly token: string;
  readonly now: number;
  readonly leaseMs: number;
  readonly except: readonly string[];
}

/** One statement on both engines; on PostgreSQL it skips rows that others are taking at this moment. */
async function take(
  database: Database<AuthoritySchema>,
  { token, now, leaseMs, except }: Taking,
): Promise<NoticeLease | null> {
  const lock = database.engine === 'postgres' ? sql`for update skip locked` : sql``;
  const others = except.length === 0 ? sql`` : sql`and person not in (${sql.join(except)})`;
  const due = sql`select id from notice where ended_at is null and free_at <= ${now} ${others}
    order by attempts, free_at, id limit 1`;
  // Looking writes nothing; taking does.
  const { rows: found } = await due.execute(database.db);
  if (found.length === 0) return null;
  const { rows } = await write(database, (db) =>
    sql<NoticeRow>`
      update notice
      set lease_token = ${token}, free_at = ${now + leaseMs}, attempts = attempts + 1
      where id = (${due} ${lock})
      returning *`.execute(db),
  );
  const [row] = rows;
  return row === undefined ? null : { token, notice: toNotice(row) };
}

function toNotice(row: NoticeRow): StoredNotice {
  return {
    id: row.id,
    grantId: row.grant_id,
    person: row.person,
    type: row.type as NoticeType,
    until: toInteger(row.until),
    enteredAt: toInteger(row.entered_at),
    state: row.state as NoticeState,
    attempts: toInteger(row.attempts),
    problem: row.problem,
    nextAt: row.ended_at === null ? toInteger(row.free_at) : null,
    endedAt: row.ended_at === null ? null : toInteger(row.ended_at),
  };
}
