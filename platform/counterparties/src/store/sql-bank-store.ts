import { type Database, transaction } from '@common/kit/sql';
import type { Kysely } from 'kysely';
import type { AnswerSchema, BankSchema } from './schema.ts';
import { earlierOutcome, keepAnswer, tokenOperations } from './sql-answers.ts';
import type { Account, Answer, BankStore, Faults, TransferOrder } from './store.ts';

/** The bank's books on SQLite or PostgreSQL. The schema already exists (see migrations.ts). */
export function createBankStore(database: Database<BankSchema>, faults: Faults): BankStore {
  return {
    ...tokenOperations(database),
    account: (accountId) => findAccount(database.db, accountId),
    openAccounts: (accounts) =>
      transaction(database, async (trx) => {
        for (const account of accounts) {
          await trx
            .insertInto('account')
            .values(rowOf(account))
            .onConflict((conflict) => conflict.column('account_id').doNothing())
            .execute();
        }
      }),
    async transfer(order, move, acknowledge) {
      const outcome = await transaction(database, async (trx) => {
        const answers = trx as unknown as Kysely<AnswerSchema>;
        const earlier = await earlierOutcome(answers, order);
        if (earlier !== null) return earlier;
        const to = await findAccount(trx, order.toAccount);
        const movement = move(await findAccount(trx, order.fromAccount), to);
        if (!movement.ok) {
          const answer: Answer = { kind: 'refused', refusal: movement.refusal };
          await keepAnswer(answers, order, answer);
          return answer;
        }
        faults.at('debited', 'before');
        await setBalance(trx, order.fromAccount, movement.fromBalance);
        faults.at('debited', 'after');
        if (to === null) {
          const opened = {
            accountId: order.toAccount,
            currency: order.currency,
            balance: movement.toBalance,
          };
          await trx.insertInto('account').values(rowOf(opened)).execute();
        } else await setBalance(trx, order.toAccount, movement.toBalance);
        await keepTransfer(trx, order);
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

async function findAccount(db: Kysely<BankSchema>, accountId: string): Promise<Account | null> {
  const row = await db
    .selectFrom('account')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (row === undefined) return null;
  return { accountId: row.account_id, currency: row.currency, balance: row.balance };
}

async function setBalance(trx: Kysely<BankSchema>, accountId: string, balance: string): Promise<void> {
  await trx.updateTable('account').set({ balance }).where('account_id', '=', accountId).execute();
}

async function keepTransfer(trx: Kysely<BankSchema>, order: TransferOrder): Promise<void> {
  await trx
    .insertInto('transfer')
    .values({
      transfer_id: order.transferId,
      grant_id: order.grantId,
      from_account: order.fromAccount,
      to_account: order.toAccount,
      amount: order.amount,
      currency: order.currency,
      transferred_at: order.at,
    })
    .execute();
}

function rowOf(account: Account) {
  return { account_id: account.accountId, currency: account.currency, balance: account.balance };
}
