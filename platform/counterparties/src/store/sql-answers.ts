import { together } from '@common/base/together';
import { type Database, transaction, write } from '@common/kit/sql/database';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { AnswerSchema } from './schema.ts';
import type { Answer, AnswerStore, Order, Outcome, TokenStore } from './store.ts';

/** Records used broker tokens: of a read by itself, of an order in its own transaction (`earlierOutcome`). */
export function tokenOperations<Schema extends AnswerSchema>(database: Database<Schema>): TokenStore {
  const answers = database as unknown as Database<AnswerSchema>;
  let sweptAt = 0;
  return {
    claimToken: (jti, expiresAt) => write(answers, (db) => claimToken(db, { jti, exp: expiresAt })),
    sweepTokens(nowS) {
      if (nowS < sweptAt + SWEEP_EVERY_S) return;
      sweptAt = nowS;
      // A failure leaves them for the next time.
      write(answers, (db) => db.deleteFrom('used_token').where('expires_at', '<', nowS).execute()).catch(
        () => undefined,
      );
    },
    async ping() {
      await sql`select 1`.execute(answers.db);
    },
  };
}

const SWEEP_EVERY_S = 10;

async function claimToken(
  db: Kysely<AnswerSchema>,
  { jti, exp }: { readonly jti: string; readonly exp: number },
): Promise<boolean> {
  return (await CLAIM_TOKEN.run(db, { jti, expires_at: exp })) === 1;
}

/** Looks up what became of a key. */
export function answerOperations<Schema extends AnswerSchema>(database: Database<Schema>): AnswerStore {
  const answers = database as unknown as Database<AnswerSchema>;
  return {
    standing: (key, clock) =>
      transaction(
        answers,
        async (trx) => {
          await lockKey(answers, trx, key);
          const row = await EARLIER.first(trx, { key });
          const answer = row === undefined ? null : answerOf(row);
          return { answer: answer?.kind === 'acknowledged' ? answer.ack : null, asOf: clock() };
        },
        // Reads what was committed while the lock was waited for.
        { isolation: 'read committed' },
      ),
  };
}

/**
 * Takes the order's key, uses up its token, and returns the earlier answer to it; null for a new key. Runs in the effect's own
 * transaction, as its first step. A refusal holds for its own order only, since nothing was done under the key: another
 * order with it is decided.
 */
export async function earlierOutcome(
  { engine }: Pick<Database<unknown>, 'engine'>,
  trx: Kysely<AnswerSchema>,
  order: Order,
): Promise<Outcome | null> {
  const { idempotency_key: key } = order.body;
  // PostgreSQL runs them in this order, in one exchange.
  const [, isClaimed, row] = await together([
    lockKey({ engine }, trx, key),
    claimToken(trx, order.token),
    EARLIER.first(trx, { key }),
  ]);
  if (!isClaimed) return { kind: 'token_used' };
  if (row === undefined) return order.isCurrent() ? null : { kind: 'too_late' };
  if (row.body_hash === order.bodyHash) return answerOf(row);
  if (row.kind === 'acknowledged') return { kind: 'key_reused' };
  return order.isCurrent() ? null : { kind: 'too_late' };
}

/** SQLite has one writer at a time; on PostgreSQL the second of two transactions about one key waits. */
async function lockKey(
  { engine }: Pick<Database<unknown>, 'engine'>,
  trx: Kysely<AnswerSchema>,
  key: string,
): Promise<void> {
  if (engine === 'postgres') await LOCK_KEY.run(trx, { key });
}

const LOCK_KEY = prepare((db: Kysely<AnswerSchema>, value: Slot<{ key: string }>) => ({
  compile: () => sql`select pg_advisory_xact_lock(hashtext(${value('key')}))`.compile(db),
}));

function answerOf({ kind, body }: { readonly kind: string; readonly body: string }): Answer {
  return kind === 'acknowledged'
    ? { kind: 'acknowledged', ack: JSON.parse(body) }
    : { kind: 'refused', refusal: JSON.parse(body) };
}

export async function keepAnswer(trx: Kysely<AnswerSchema>, order: Order, answer: Answer): Promise<void> {
  await KEEP.run(trx, {
    idempotency_key: order.body.idempotency_key,
    body_hash: order.bodyHash,
    kind: answer.kind,
    body: JSON.stringify(answer.kind === 'acknowledged' ? answer.ack : answer.refusal),
    answered_at: order.at,
  });
}

const CLAIM_TOKEN = prepare((db: Kysely<AnswerSchema>, value: Slot<Insertable<AnswerSchema['used_token']>>) =>
  db
    .insertInto('used_token')
    .values(slots(value, ['jti', 'expires_at']))
    .onConflict((conflict) => conflict.column('jti').doNothing()),
);

const EARLIER = prepare((db: Kysely<AnswerSchema>, value: Slot<{ key: string }>) =>
  db.selectFrom('answer').select(['body_hash', 'kind', 'body']).where('idempotency_key', '=', value('key')),
);

const KEEP = prepare((db: Kysely<AnswerSchema>, value: Slot<Insertable<AnswerSchema['answer']>>) =>
  db
    .insertInto('answer')
    .values(slots(value, ['idempotency_key', 'body_hash', 'kind', 'body', 'answered_at']))
    // INVARIANT: only a refusal is replaced, see `earlierOutcome`.
    .onConflict((conflict) =>
      conflict
        .column('idempotency_key')
        .doUpdateSet((excluded) => ({
          body_hash: excluded.ref('excluded.body_hash'),
          kind: excluded.ref('excluded.kind'),
          body: excluded.ref('excluded.body'),
          answered_at: excluded.ref('excluded.answered_at'),
        }))
        .where('answer.kind', '=', 'refused'),
    ),
);
