import { type Database, transaction } from '@common/kit/sql/database';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import type { Insertable, Kysely } from 'kysely';
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
  const row = await ACCOUNT.first(db, { accountId });
  if (row === undefined) return null;
  return { accountId: row.account_id, currency: row.currency, balance: row.balance };
}

async function setBalance(trx: Kysely<BankSchema>, accountId: string, balance: string): Promise<void> {
  await SET_BALANCE.run(trx, { accountId, balance });
}

async function keepTransfer(trx: Kysely<BankSchema>, order: TransferOrder): Promise<void> {
  await INSERT_TRANSFER.run(trx, {
    transfer_id: order.transferId,
    grant_id: order.grantId,
    from_account: order.fromAccount,
    to_account: order.toAccount,
    amount: order.amount,
    currency: order.currency,
    transferred_at: order.at,
  });
}

function rowOf(account: Account) {
  return { account_id: account.accountId, currency: account.currency, balance: account.balance };
}
