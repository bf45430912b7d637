import type { Database } from '@common/kit/sql/database';
import { transaction, write } from '@common/kit/sql/database';
import type { Migration } from '@common/kit/sql/migrate';
import { toInteger } from '@common/kit/sql/portable';
import type { BrokerToken, SignedAck } from '@platform/core/objects/counterparty';
import type { SettledState, SignedSettled } from '@platform/core/objects/settled';
import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import { claimToken, type TokenSchema, type TokenStore, tokenOperations } from './used-tokens.ts';

/** `open`: a request may have left, and nobody knows what became of it. `nothing`: it had no effect, for good. */
type State = 'open' | 'done' | 'refused' | 'nothing';

export interface Refusal {
  readonly code: string;
  readonly message: string;
}

export interface JournalSchema extends TokenSchema {
  effect: {
    idempotency_key: string;
    body_hash: string;
    body: string;
    state: State;
    began_at: number;
    /** Until then a request that was sent may still have its effect. */
    may_arrive_until: number;
    /** The acknowledgment or the refusal. */
    result: string | null;
    /** What the provider answered, byte for byte. */
    answer: string | null;
  };
  step: { idempotency_key: string; at: number; what: string; detail: string };
  heard: { event_id: string; at: number };
  /** One row, of the first call that was let in; 0 if the journal was there before this was kept. */
  birth: { at: number };
  /** What became of what was acknowledged. */
  became: {
    idempotency_key: string;
    state: SettledState;
    at: number;
    /** The addendum. */
    result: string;
    answer: string;
  };
}

/** INVARIANT: SQLite alone, since one process has the journal. */
export const JOURNAL_MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-journal': async (db) => {
    await sql`create table effect (idempotency_key text primary key, body_hash text not null, body text not null,
      state text not null, began_at integer not null, may_arrive_until integer not null, result text, answer text)`.execute(
      db,
    );
    await sql`create index effect_open on effect (state) where state = 'open'`.execute(db);
    await sql`create table step (number integer primary key autoincrement, idempotency_key text not null,
      at integer not null, what text not null, detail text not null)`.execute(db);
    await sql`create table heard (event_id text primary key, at integer not null)`.execute(db);
    await sql`create table used_token (jti text primary key, expires_at integer not null)`.execute(db);
    await sql`create index used_token_by_expiry on used_token (expires_at)`.execute(db);
  },
  '0002-settlements': async (db) => {
    await sql`create table became (number integer primary key autoincrement, idempotency_key text not null,
      state text not null, at integer not null, result text not null, answer text not null,
      unique (idempotency_key, state))`.execute(db);
  },
  '0003-birth': async (db) => {
    await sql`create table birth (at integer not null)`.execute(db);
    await sql`insert into birth (at) select 0 where exists (select 1 from effect)`.execute(db);
  },
};

/** A line of the journal about one key. */
interface JournalStep {
  readonly at: number;
  readonly what: string;
  readonly detail: string;
}

interface Entry {
  readonly body: string;
  readonly state: State;
  readonly beganAt: number;
  readonly mayArriveUntil: number;
  readonly ack: SignedAck | null;
}

interface Ordered {
  readonly key: string;
  readonly bodyHash: string;
  readonly body: string;
  readonly token: BrokerToken;
  readonly at: number;
  readonly mayArriveUntil: number;
  /** Since when something may have been sent that the journal lacks, because it began later; null if it cannot. */
  readonly sentSince: number | null;
}

export type Begun =
  /** `beganAt`: when anything was sent first under this key, also if it was taken for not done since. */
  | { readonly kind: 'new'; readonly beganAt: number }
  | { readonly kind: 'token_used' | 'key_reused' | 'too_late' | 'key_in_doubt' }
  | { readonly kind: 'open'; readonly beganAt: number; readonly mayArriveUntil: number }
  | { readonly kind: 'acknowledged'; readonly ack: SignedAck }
  | { readonly kind: 'refused'; readonly refusal: Refusal };

export interface Journal extends TokenStore {
  /**
   * When the journal began, in milliseconds; `at` for the first call that was let in. INVARIANT: until then nothing shows
   * that the clock is right, and a journal that began too early by it would vouch for what it never saw.
   */
  bornAt(at: number): Promise<number>;
  /** Takes the key and uses the token up, in one transaction, before anything leaves. */
  begin(order: Ordered): Promise<Begun>;
  /** Notes that a request leaves again. */
  again(key: string, at: number, mayArriveUntil: number): Promise<void>;
  note(key: string, at: number, what: string, detail?: string): Promise<void>;
  /** Returns the acknowledgment that stands: INVARIANT: a key has one, and it never changes. */
  done(key: string, at: number, ack: SignedAck, answer: string): Promise<SignedAck>;
  refused(key: string, at: number, refusal: Refusal): Promise<void>;
  /** Nothing was done, and nothing will be under what was sent so far. */
  nothing(key: string, at: number, why: string): Promise<void>;
  entry(key: string): Promise<Entry | null>;
  /** The keys of which nobody knows what became of them. */
  open(): Promise<readonly string[]>;
  /** Keeps what became of a key. INVARIANT: a state is said once, and what was said never changes. */
  became(key: string, at: number, signed: SignedSettled, answer: string): Promise<void>;
  /** What became of a key last; null if nothing is known yet. */
  last(key: string): Promise<SignedSettled | null>;
  wasHeard(eventId: string): Promise<boolean>;
  hear(eventId: string, at: number): Promise<void>;
  steps(key: string): Promise<readonly JournalStep[]>;
}

export function createJournal(database: Database<JournalSchema>): Journal {
  const change = (
    key: string,
    at: number,
    [what, detail]: readonly [what: string, detail: string],
    values: Updateable<JournalSchema['effect']>,
  ): Promise<void> =>
    transaction(database, async (trx) => {
      await trx
        .updateTable('effect')
        .set(values)
        .where('idempotency_key', '=', key)
        .where('state', '<>', 'done')
        .execute();
      await addStep(trx, { idempotency_key: key, at, what, detail });
    });
  return {
    ...tokenOperations(database),
    bornAt: birthIn(database),
    begin: (order) => transaction(database, (trx) => begin(trx, order)),
    again: (key, at, mayArriveUntil) =>
      change(key, at, ['may_leave_again', ''], { may_arrive_until: mayArriveUntil }),
    note: (key, at, what, detail = '') =>
      write(database, (db) => addStep(db, { idempotency_key: key, at, what, detail })),
    done: (key, at, ack, answer) =>
      transaction(database, async (trx) => {
        const before = await find(trx, key);
        if (before?.state === 'done' && before.result !== null) return JSON.parse(before.result);
        const values = { state: 'done' as const, result: JSON.stringify(ack), answer };
        await trx.updateTable('effect').set(values).where('idempotency_key', '=', key).execute();
        await addStep(trx, { idempotency_key: key, at, what: 'acknowledged', detail: ack.ack_hash });
        return ack;
      }),
    refused: (key, at, refusal) =>
      change(key, at, ['refused', refusal.code], { state: 'refused', result: JSON.stringify(refusal) }),
    nothing: (key, at, why) => change(key, at, ['nothing_done', why], { state: 'nothing' }),
    async entry(key) {
      const row = await find(database.db, key);
      if (row === undefined) return null;
      const { body, state, began_at, may_arrive_until, result } = row;
      const ack = state === 'done' && result !== null ? JSON.parse(result) : null;
      return {
        body,
        state,
        beganAt: toInteger(began_at),
        mayArriveUntil: toInteger(may_arrive_until),
        ack,
      };
    },
    async open() {
      const rows = await database.db
        .selectFrom('effect')
        .select('idempotency_key')
        .where('state', '=', 'open')
        .execute();
      return rows.map((row) => row.idempotency_key);
    },
    became: (key, at, signed, answer) =>
      transaction(database, async (trx) => {
        const { state } = signed.settled;
        const row = { idempotency_key: key, state, at, result: JSON.stringify(signed), answer };
        await trx.insertInto('became').values(row).execute();
        await addStep(trx, { idempotency_key: key, at, what: state, detail: signed.settled_hash });
      }),
    async last(key) {
      const row = await database.db
        .selectFrom('became')
        .select('result')
        .where('idempotency_key', '=', key)
        .orderBy(sql`number desc`)
        .limit(1)
        .executeTakeFirst();
      return row === undefined ? null : JSON.parse(row.result);
    },
    async wasHeard(eventId) {
      const row = await database.db
        .selectFrom('heard')
        .select('at')
        .where('event_id', '=', eventId)
        .executeTakeFirst();
      return row !== undefined;
    },
    async hear(eventId, at) {
      await write(database, (db) =>
        db
          .insertInto('heard')
          .values({ event_id: eventId, at })
          .onConflict((conflict) => conflict.column('event_id').doNothing())
          .execute(),
      );
    },
    steps: (key) =>
      database.db
        .selectFrom('step')
        .select(['at', 'what', 'detail'])
        .where('idempotency_key', '=', key)
        .orderBy(sql`number`)
        .execute(),
  };
}

/** Reads the row once. */
function birthIn(database: Database<JournalSchema>): Journal['bornAt'] {
  let bornAt: number | null = null;
  return async (at) => {
    bornAt ??= await transaction(database, (trx) => birth(trx, at));
    return bornAt;
  };
}

async function birth(trx: Kysely<JournalSchema>, at: number): Promise<number> {
  const row = await trx.selectFrom('birth').select('at').executeTakeFirst();
  if (row !== undefined) return toInteger(row.at);
  await trx.insertInto('birth').values({ at }).execute();
  return at;
}

async function addStep(db: Kysely<JournalSchema>, step: Insertable<JournalSchema['step']>): Promise<void> {
  await db
    .insertInto('step')
    .values({ ...step, detail: step.detail.slice(0, 500) })
    .execute();
}

function find(db: Kysely<JournalSchema>, key: string) {
  return db.selectFrom('effect').selectAll().where('idempotency_key', '=', key).executeTakeFirst();
}

async function begin(trx: Kysely<JournalSchema>, order: Ordered): Promise<Begun> {
  const { key, token, at } = order;
  if (!(await claimToken(trx as unknown as Kysely<TokenSchema>, token))) return { kind: 'token_used' };
  const row = await find(trx, key);
  const isSame = row?.body_hash === order.bodyHash;
  if (row?.state === 'done')
    return isSame ? { kind: 'acknowledged', ack: JSON.parse(row.result ?? '') } : { kind: 'key_reused' };
  if (row?.state === 'refused' && isSame) return { kind: 'refused', refusal: JSON.parse(row.result ?? '') };
  if (row?.state === 'open' && !isSame) return { kind: 'key_in_doubt' };
  if (at >= token.exp * 1_000) return { kind: 'too_late' };
  if (row?.state === 'open')
    return {
      kind: 'open',
      beganAt: toInteger(row.began_at),
      mayArriveUntil: toInteger(row.may_arrive_until),
    };
  // What was taken for not done may be there after all: a look-up goes back to the first request.
  const beganAt = row === undefined ? (order.sentSince ?? at) : Math.min(at, toInteger(row.began_at));
  const effect = {
    idempotency_key: key,
    body_hash: order.bodyHash,
    body: order.body,
    state: 'open' as const,
    began_at: beganAt,
    may_arrive_until: order.mayArriveUntil,
    result: null,
    answer: null,
  };
  await trx
    .insertInto('effect')
    .values(effect)
    .onConflict((conflict) => conflict.column('idempotency_key').doUpdateSet(effect))
    .execute();
  await addStep(trx, { idempotency_key: key, at, what: 'may_leave', detail: token.grant_id ?? '' });
  const isNew = row !== undefined || order.sentSince === null;
  return isNew ? { kind: 'new', beganAt } : { kind: 'open', beganAt, mayArriveUntil: order.mayArriveUntil };
}
