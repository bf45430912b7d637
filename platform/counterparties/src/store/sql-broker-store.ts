import { type Database, transaction } from '@common/kit/sql/database';
import { tokenOperations } from '@platform/frame/used-tokens';
import type { Kysely } from 'kysely';
import type { AnswerSchema, BrokerSchema } from './schema.ts';
import { answerOperations, earlierOutcome, keepAnswer } from './sql-answers.ts';
import type { Answer, BrokerStore, Faults } from './store.ts';

/** The broker's store on SQLite or PostgreSQL. The schema must already exist (see migrations.ts). */
export function createBrokerStore(database: Database<BrokerSchema>, faults: Faults): BrokerStore {
  return {
    ...tokenOperations(database),
    ...answerOperations(database),
    position: (symbol) => quantityOf(database.db, symbol),
    async place(order, fill, acknowledge) {
      const outcome = await transaction(database, async (trx) => {
        const answers = trx as unknown as Kysely<AnswerSchema>;
        const earlier = await earlierOutcome(database, answers, order);
        if (earlier !== null) return earlier;
        const { symbol, side, notional, grant_id } = order.body;
        const filled = fill(await quantityOf(trx, symbol));
        if (!filled.ok) {
          const answer: Answer = { kind: 'refused', refusal: filled.refusal };
          await keepAnswer(answers, order, answer);
          return answer;
        }
        await trx
          .insertInto('position')
          .values({ symbol, quantity: filled.position })
          .onConflict((conflict) => conflict.column('symbol').doUpdateSet({ quantity: filled.position }))
          .execute();
        await trx
          .insertInto('placed_order')
          .values({
            order_id: order.id,
            grant_id,
            symbol,
            side,
            notional,
            quantity: filled.quantity,
            placed_at: order.at,
          })
          .execute();
        const answer: Answer = { kind: 'acknowledged', ack: acknowledge(filled.quantity, filled.price) };
        await keepAnswer(answers, order, answer);
        faults.at('committed', 'before');
        return answer;
      });
      faults.at('committed', 'after');
      return outcome;
    },
  };
}

/** Returns the quantity held; zero for a symbol that was never traded. */
async function quantityOf(db: Kysely<BrokerSchema>, symbol: string): Promise<string> {
  const row = await db
    .selectFrom('position')
    .select('quantity')
    .where('symbol', '=', symbol)
    .executeTakeFirst();
  return row?.quantity ?? '0';
}
