import { type Database, transaction, write } from '@common/kit/sql/database';
import { createLeases } from '@common/kit/sql/leases';
import { toInteger } from '@common/kit/sql/portable';
import type { NoticeState, NoticeType } from '@platform/core/objects/notice';
import { type Selectable, sql, type Transaction } from 'kysely';
import {
  type NewNotice,
  type NoticeStore,
  type RoundName,
  SINK,
  type StoredNotice,
} from '../store/notices.store.ts';
import type { AuthoritySchema } from '../store/schema.ts';
import { insertNoticeEvents, jsonOrNull, toNoticeEvent } from '../store/sql-notice-events.ts';

type NoticeRow = Selectable<AuthoritySchema['notice']>;

export function createNoticeStore(database: Database<AuthoritySchema>): NoticeStore {
  return {
    ...roundOperations(database),
    ...eventOperations(database),
    ...readOperations(database),
    ...deliveryOperations(database),
  };
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
              .where('about', '=', grant_id)
              .where('type', '=', 'grant.in_doubt')
              .where('ended_at', 'is not', null)
              .execute();
          }
          await enterNotices(trx, notices);
        },
        { isolation: 'read committed' },
      );
    },
  };
}

function eventOperations(
  database: Database<AuthoritySchema>,
): Pick<NoticeStore, 'events' | 'enterEvents' | 'endEvents' | 'enterTest' | 'openRedemptions'> {
  const { db } = database;
  return {
    async events(limit) {
      const rows = await db
        .selectFrom('notice_event')
        .selectAll()
        .orderBy('entered_at')
        .orderBy('type')
        .orderBy('about')
        .limit(limit)
        .execute();
      return rows.map(toNoticeEvent);
    },
    enterEvents: (events) => write(database, (own) => insertNoticeEvents(own, events)),
    async endEvents(told) {
      const events = [...told.keys()];
      if (events.length === 0) return;
      await transaction(
        database,
        async (trx) => {
          const named = sql.join(events.map(({ type, about }) => sql`(${type}, ${about})`));
          const ended = await trx
            .deleteFrom('notice_event')
            .where(sql<boolean>`(type, about) in (values ${named})`)
            .returning(['type', 'about'])
            .execute();
          // Another process was faster with the others.
          const own = events.filter(({ type, about }) =>
            ended.some((row) => row.type === type && row.about === about),
          );
          await enterNotices(
            trx,
            own.flatMap((event) => told.get(event) ?? []),
          );
        },
        { isolation: 'read committed' },
      );
    },
    enterTest(notice, since) {
      return transaction(database, async (trx) => {
        const earlier = await trx
          .selectFrom('notice')
          .select('id')
          .where('recipient', '=', notice.recipient)
          .where('entered_at', '>', since)
          .where('type', '=', notice.type)
          .executeTakeFirst();
        if (earlier !== undefined) return false;
        await insertNotices(trx, [notice]);
        return true;
      });
    },
    async openRedemptions(after, until, limit) {
      const rows = await db
        .selectFrom('action_grant')
        .innerJoin('open_redemption', 'open_redemption.grant_id', 'action_grant.grant_id')
        .select(['action_grant.grant_id', 'tenant', 'redeemed_at'])
        .where(sql<boolean>`(redeemed_at, action_grant.grant_id) > (${after.redeemed_at}, ${after.grant_id})`)
        .where('redeemed_at', '<=', until)
        .orderBy('redeemed_at')
        .orderBy('action_grant.grant_id')
        .limit(limit)
        .execute();
      return rows.map((row) => ({ ...row, redeemed_at: row.redeemed_at ?? '' }));
    },
  };
}

type Trx = Transaction<AuthoritySchema>;

/** A recipient gets so many in so long, counted from the start of a window; then how many more there were. */
const WINDOW_MS = 600_000;
const MOST_IN_WINDOW = 20;
const LEFT_OUT_TOLD_MS = 86_400_000;

/** Enters those that are not known yet, and counts those for which there is no room. */
async function enterNotices(trx: Trx, notices: readonly NewNotice[]): Promise<void> {
  const known = await keysOfKnown(trx, notices);
  const entered: NewNotice[] = [];
  const room = new Map<string, number>();
  const leftOut = new Map<string, NewNotice[]>();
  for (const notice of notices) {
    const { recipient } = notice;
    if (known.has(keyOf(notice))) continue;
    const left = notice.isBounded ? (room.get(recipient) ?? (await roomFor(trx, notice))) : 1;
    room.set(recipient, left - 1);
    if (left > 0) entered.push(notice);
    else leftOut.set(recipient, [...(leftOut.get(recipient) ?? []), notice]);
  }
  await insertNotices(trx, entered);
  for (const those of leftOut.values()) await leaveOut(trx, those);
}

const keyOf = ({ about, recipient, type }: Pick<NewNotice, 'about' | 'recipient' | 'type'>) =>
  `${type} ${recipient} ${about}`;

async function keysOfKnown(trx: Trx, notices: readonly NewNotice[]): Promise<ReadonlySet<string>> {
  if (notices.length === 0) return new Set();
  const abouts = [...new Set(notices.map(({ about }) => about))];
  const rows = await trx
    .selectFrom('notice')
    .select(['about', 'recipient', 'type'])
    .where('about', 'in', abouts)
    .execute();
  return new Set(rows.map((row) => keyOf({ ...row, type: row.type as NoticeType })));
}

/** How many more its recipient gets in this window. */
async function roomFor(trx: Trx, { recipient, entered_at: at }: NewNotice): Promise<number> {
  const row = await trx
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('recipient', '=', recipient)
    .where('entered_at', '>=', windowOf(at) * WINDOW_MS)
    .executeTakeFirstOrThrow();
  return MOST_IN_WINDOW - toInteger(row.count);
}

const windowOf = (at: number) => Math.floor(at / WINDOW_MS);

/** Counts them in the notice that is sent at the end of the window. INVARIANT: one that was taken stays as it is. */
async function leaveOut(trx: Trx, notices: readonly NewNotice[]): Promise<void> {
  const [first] = notices;
  if (first === undefined) return;
  for (let window = windowOf(first.entered_at); ; window += 1) {
    const end = (window + 1) * WINDOW_MS;
    const counting: NewNotice = {
      ...first,
      about: `window ${window}`,
      type: 'notices.left_out',
      content: null,
      until: end + LEFT_OUT_TOLD_MS,
    };
    await insertNotices(trx, [counting], end);
    const { numUpdatedRows } = await trx
      .updateTable('notice')
      .set(({ eb }) => ({ left_out: eb('left_out', '+', notices.length) }))
      .where('about', '=', counting.about)
      .where('recipient', '=', counting.recipient)
      .where('type', '=', counting.type)
      .where('attempts', '=', 0)
      .where('ended_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return;
  }
}

async function insertNotices(trx: Trx, notices: readonly NewNotice[], freeAt?: number): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map(({ isBounded: _, content, ...notice }) => ({
    ...notice,
    content_json: jsonOrNull(content),
    attempts: 0,
    free_at: freeAt ?? notice.entered_at,
    state: 'waiting',
  }));
  await trx
    .insertInto('notice')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['about', 'recipient', 'type']).doNothing())
    .execute();
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
        .where('about', '=', grantId)
        // No person's name has a colon.
        .where('recipient', 'not like', '%:%')
        .orderBy('entered_at')
        .orderBy('id')
        .execute();
      return rows.map(toNotice);
    },
    async notice(id) {
      const row = await db.selectFrom('notice').selectAll().where('id', '=', id).executeTakeFirst();
      return row === undefined ? null : toNotice(row);
    },
    async notices(state, limit, only) {
      let query = db.selectFrom('notice').selectAll();
      if (state !== null) query = query.where('state', '=', state);
      if (only?.sinks === true) query = query.where('recipient', 'like', `${SINK}%`);
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
      const among = except.length === 0 ? undefined : sql<boolean>`recipient not in (${sql.join(except)})`;
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

function toNotice({
  lease_token: _,
  refused_by: __,
  content_json: content,
  ...row
}: NoticeRow): StoredNotice {
  return {
    ...row,
    type: row.type as NoticeType,
    content: content === null ? null : JSON.parse(content),
    left_out: toInteger(row.left_out),
    until: toInteger(row.until),
    entered_at: toInteger(row.entered_at),
    state: row.state as NoticeState,
    attempts: toInteger(row.attempts),
    free_at: toInteger(row.free_at),
    ended_at: row.ended_at === null ? null : toInteger(row.ended_at),
  };
}
