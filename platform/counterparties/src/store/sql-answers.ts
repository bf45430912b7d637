import { type Database, write } from '@common/kit/sql';
import { type Kysely, sql } from 'kysely';
import type { AnswerSchema } from './schema.ts';
import type { Answer, Order, Outcome, TokenStore } from './store.ts';

/** Used broker tokens. Expired ones are removed on the way: nobody accepts them any more. */
export function tokenOperations<Schema extends AnswerSchema>(database: Database<Schema>): TokenStore {
  const answers = database as unknown as Database<AnswerSchema>;
  let sweptAt = 0;
  return {
    async claimToken(jti, expiresAt, nowS) {
      if (nowS > sweptAt) {
        sweptAt = nowS;
        await write(answers, (db) => db.deleteFrom('used_token').where('expires_at', '<', nowS).execute());
      }
      const { numInsertedOrUpdatedRows } = await write(answers, (db) =>
        db
          .insertInto('used_token')
          .values({ jti, expires_at: expiresAt })
          .onConflict((conflict) => conflict.column('jti').doNothing())
          .executeTakeFirst(),
      );
      return numInsertedOrUpdatedRows === 1n;
    },
    async ping() {
      await sql`select 1`.execute(answers.db);
    },
  };
}

/** The earlier answer to the order's key; null for a new key. Read and written in the effect's own transaction. */
export async function earlierOutcome(trx: Kysely<AnswerSchema>, order: Order): Promise<Outcome | null> {
  const row = await trx
    .selectFrom('answer')
    .select(['body_hash', 'kind', 'body'])
    .where('idempotency_key', '=', order.idempotencyKey)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.body_hash !== order.bodyHash) return { kind: 'key_reused' };
  const body = JSON.parse(row.body);
  return row.kind === 'acknowledged'
    ? { kind: 'acknowledged', ack: body }
    : { kind: 'refused', refusal: body };
}

export async function keepAnswer(trx: Kysely<AnswerSchema>, order: Order, answer: Answer): Promise<void> {
  await trx
    .insertInto('answer')
    .values({
      idempotency_key: order.idempotencyKey,
      body_hash: order.bodyHash,
      kind: answer.kind,
      body: JSON.stringify(answer.kind === 'acknowledged' ? answer.ack : answer.refusal),
      answered_at: order.at,
    })
    .execute();
}
