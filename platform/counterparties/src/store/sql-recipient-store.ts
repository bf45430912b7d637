import { type Database, transaction } from '@common/kit/sql/database';
import { toBoolean } from '@common/kit/sql/portable';
import { tokenOperations } from '@platform/frame/used-tokens';
import type { Kysely } from 'kysely';
import type { AnswerSchema, RecipientSchema } from './schema.ts';
import { earlierOutcome, keepAnswer } from './sql-answers.ts';
import type { Faults, RecipientStore, ReleasedRecord } from './store.ts';

/** The recipient's store on SQLite or PostgreSQL. The schema must already exist (see migrations.ts). */
export function createRecipientStore(database: Database<RecipientSchema>, faults: Faults): RecipientStore {
  const { db } = database;
  return {
    ...tokenOperations(database),
    record: (recordId) => findRecord(db, recordId),
    async requester(requesterId) {
      const row = await db
        .selectFrom('requester')
        .selectAll()
        .where('requester_id', '=', requesterId)
        .executeTakeFirst();
      if (row === undefined) return null;
      return { ...row, verified: toBoolean(row.verified) };
    },
    addRecords: (records) =>
      transaction(database, async (trx) => {
        for (const record of records) await addRecord(trx, record);
      }),
    addRequesters: (requesters) =>
      transaction(database, async (trx) => {
        for (const requester of requesters) {
          await trx
            .insertInto('requester')
            .values(requester)
            .onConflict((conflict) => conflict.column('requester_id').doNothing())
            .execute();
        }
      }),
    async release(order, given, answerFor) {
      const outcome = await transaction(database, async (trx) => {
        const answers = trx as unknown as Kysely<AnswerSchema>;
        const earlier = await earlierOutcome(database, answers, order);
        if (earlier !== null) return earlier;
        const { grant_id, record_id, recipient_id, purpose } = order.body;
        await addRecord(trx, given);
        const record = (await findRecord(trx, record_id)) ?? given;
        const answer = answerFor(record);
        if (answer.kind === 'acknowledged') {
          await trx
            .insertInto('release')
            .values({
              release_id: order.id,
              grant_id,
              record_id,
              recipient_id,
              purpose,
              released_at: order.at,
            })
            .execute();
        }
        await keepAnswer(answers, order, answer);
        faults.at('committed', 'before');
        return answer;
      });
      faults.at('committed', 'after');
      return outcome;
    },
  };
}

async function findRecord(db: Kysely<RecipientSchema>, recordId: string): Promise<ReleasedRecord | null> {
  const row = await db.selectFrom('record').selectAll().where('record_id', '=', recordId).executeTakeFirst();
  return row ?? null;
}

async function addRecord(trx: Kysely<RecipientSchema>, record: ReleasedRecord): Promise<void> {
  await trx
    .insertInto('record')
    .values(record)
    .onConflict((conflict) => conflict.column('record_id').doNothing())
    .execute();
}
