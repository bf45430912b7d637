import { type Database, transaction } from '@common/kit/sql/database';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import type { Insertable, Kysely } from 'kysely';
import type { AnswerSchema, BankSchema } from './schema.ts';
import { answerOperations, earlierOutcome, keepAnswer, tokenOperations } from './sql-answers.ts';
import type { Account, Answer, BankStore, Faults } from './store.ts';

/** The bank's store on SQLite or PostgreSQL. The schema must already exist (see migrations.ts). */
export function createBankStore(database: Database<BankSchema>, faults: Faults): BankStore {
  return {
    ...tokenOperations(database),
    ...answerOperations(database),
    account: (accountId) => findAccount(database.db, accountId),
    openAccounts: (accounts) =>
      transaction(database, async (trx) => {
        for (const account of accounts) {
          await trx
            .insertInto('account')
            .values(account)
            .onConflict((conflict) => conflict.column('account_id').doNothing())
            .execute();
        }
      }),
    async transfer(order, move, acknowledge) {
      const outcome = await transaction(database, async (trx) => {
        const answers = trx as unknown as Kysely<AnswerSchema>;
        const earlier = await earlierOutcome(database, answers, order);
        if (earlier !== null) return earlier;
        const { from_account, to_account, amount, currency, grant_id } = order.body;
        const to = await findAccount(trx, to_account);
        const movement = move(await findAccount(trx, from_account), to);
        if (!movement.ok) {
          const answer: Answer = { kind: 'refused', refusal: movement.refusal };
          await keepAnswer(answers, order, answer);
          return answer;
        }
        faults.at('debited', 'before');
        await setBalance(trx, from_account, movement.fromBalance);
        faults.at('debited', 'after');
        if (to === null) {
          const opened = { account_id: to_account, currency, balance: movement.toBalance };
          await trx.insertInto('account').values(opened).execute();
        } else await setBalance(trx, to_account, movement.toBalance);
        await INSERT_TRANSFER.run(trx, {
          transfer_id: order.id,
          grant_id,
          from_account,
          to_account,
          amount,
          currency,
          transferred_at: order.at,
        });
        const answer: Answer = { kind: 'acknowledged', ack: acknowledge() };
        await keepAnswer(answers, order, answer);
        faults.at('committed', 'before');
        return answer;
      });
      faults.at('committed', 'after');
      return outcome;
    },
  };
}

const ACCOUNT = prepare((db: Kysely<BankSchema>, value: Slot<{ accountId: string }>) =>
  db.selectFrom('account').selectAll().where('account_id', '=', value('accountId')),
);

const SET_BALANCE = prepare((db: Kysely<BankSchema>, value: Slot<{ accountId: string; balance: string }>) =>
  db
    .updateTable('account')
    .set(slots(value, ['balance']))
    .where('account_id', '=', value('accountId')),
);

const INSERT_TRANSFER = prepare((db: Kysely<BankSchema>, value: Slot<Insertable<BankSchema['transfer']>>) =>
  db.insertInto('transfer').values({
    ...slots(value, ['transfer_id', 'grant_id', 'from_account', 'to_account']),
    ...slots(value, ['amount', 'currency', 'transferred_at']),
  }),
);

async function findAccount(db: Kysely<BankSchema>, accountId: string): Promise<Account | null> {
  return (await ACCOUNT.first(db, { accountId })) ?? null;
}

async function setBalance(trx: Kysely<BankSchema>, accountId: string, balance: string): Promise<void> {
  await SET_BALANCE.run(trx, { accountId, balance });
}
