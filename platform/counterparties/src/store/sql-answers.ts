import { together } from '@common/base/together';
import { type Database, transaction } from '@common/kit/sql/database';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import { claimToken } from '@platform/frame/used-tokens';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { AnswerSchema } from './schema.ts';
import type { Answer, AnswerStore, Order, Outcome } from './store.ts';

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
