import { together } from '@common/base/together';
import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import { prepare, type Slot, slots } from '@common/kit/sql/prepared';
import { tokenOperations } from '@platform/frame/used-tokens';
import { type Insertable, type Kysely, sql } from 'kysely';
import type { AnswerSchema, BankSchema } from './schema.ts';
import { answerOperations, earlierOutcome, keepAnswer } from './sql-answers.ts';
import { readMovements } from './sql-movements.ts';
import type { Account, Answer, BankStore, Faults } from './store.ts';

/** The bank's store on SQLite or PostgreSQL. The schema must already exist (see migrations.ts). */
export function createBankStore(database: Database<BankSchema>, faults: Faults): BankStore {
  return {
    ...tokenOperations(database),
    ...answerOperations(database),
    async account(accountId) {
      const found = await findAccount(database.db, accountId);
      if (found === null) return null;
      const { account_id, currency, balance } = found;
      return { account_id, currency, balance };
    },
    movements: (accountId, period, limit) => readMovements(database, accountId, period, limit),
    openAccounts: (accounts) =>
      inLocked(database, async (trx) => {
        await lockAccounts(
          database,
          trx,
          accounts.map(({ account_id }) => account_id),
        );
        for (const account of accounts) {
          await trx
            .insertInto('account')
            .values({ ...account, movements: 0, booked_at: 0 })
            .onConflict((conflict) => conflict.column('account_id').doNothing())
            .execute();
        }
      }),
    async transfer(order, move, acknowledge) {
      const outcome = await inLocked(database, async (trx) => {
        const answers = trx as unknown as Kysely<AnswerSchema>;
        const { from_account, to_account, amount, currency, grant_id } = order.body;
        const [earlier, , from, to] = await together([
          earlierOutcome(database, answers, order),
          lockAccounts(database, trx, [from_account, to_account]),
          findAccount(trx, from_account),
          findAccount(trx, to_account),
        ]);
        if (earlier !== null) return earlier;
        const movement = move(from, to);
        if (!movement.ok) {
          const answer: Answer = { kind: 'refused', refusal: movement.refusal };
          await keepAnswer(answers, order, answer);
          return answer;
        }
        // INVARIANT: a later movement of an account is never booked earlier, so that each day begins with the balance that
        // the day before ended with.
        const bookedAt = Math.max(order.at, from?.bookedAt ?? 0, to?.bookedAt ?? 0);
        const debited = bookOf(
          from,
          { account_id: from_account, currency, balance: movement.fromBalance },
          bookedAt,
        );
        const credited = bookOf(
          to,
          { account_id: to_account, currency, balance: movement.toBalance },
          bookedAt,
        );
        const debit = async () => {
          faults.at('debited', 'before');
          await SET_BALANCE.run(trx, debited);
          faults.at('debited', 'after');
        };
        const answer: Answer = { kind: 'acknowledged', ack: acknowledge() };
        const { idempotency_key, memo = null, reference = null } = order.body;
        await together([
          debit(),
          (to === null ? OPEN_ACCOUNT : SET_BALANCE).run(trx, credited),
          INSERT_TRANSFER.run(trx, {
            transfer_id: order.id,
            grant_id,
            from_account,
            to_account,
            amount,
            currency,
            transferred_at: order.at,
            booked_at: bookedAt,
            ...{ idempotency_key, memo, reference },
            from_number: debited.movements,
            from_balance: debited.balance,
            to_number: credited.movements,
            to_balance: credited.balance,
          }),
          keepAnswer(answers, order, answer),
        ]);
        faults.at('committed', 'before');
        return answer;
      });
      faults.at('committed', 'after');
      return outcome;
    },
  };
}

/** Each statement sees what was committed before it, including by the transaction that held the locks. */
function inLocked<Value>(
  database: Database<BankSchema>,
  work: (trx: Kysely<BankSchema>) => Promise<Value>,
): Promise<Value> {
  return transaction(database, work, { isolation: 'read committed' });
}

/**
 * Locks accounts, which need not exist yet. SQLite has one writer at a time; on PostgreSQL the second of two
 * transactions about one of them waits. Serializable ones would give up among many that pay from one account.
 * INVARIANT: an order's key first, then accounts in one order, so there is no deadlock.
 */
async function lockAccounts(
  { engine }: Database<BankSchema>,
  trx: Kysely<BankSchema>,
  accountIds: readonly string[],
): Promise<void> {
  if (engine === 'postgres') await LOCK_ACCOUNTS.run(trx, { accountIds });
}

/** In a space of their own beside the keys, which are locked by one number. */
const LOCK_ACCOUNTS = prepare(
  (db: Kysely<BankSchema>, value: Slot<{ readonly accountIds: readonly string[] }>) => ({
    compile: () =>
      sql`select pg_advisory_xact_lock(1, "hash") from (
          select distinct hashtext("name") as "hash" from unnest(${value('accountIds')}::text[]) as "asked" ("name")
          order by "hash"
        ) as "sorted"`.compile(db),
  }),
);

const ACCOUNT = prepare((db: Kysely<BankSchema>, value: Slot<{ accountId: string }>) =>
  db.selectFrom('account').selectAll().where('account_id', '=', value('accountId')),
);

/** An account after one more movement. */
function bookOf(
  before: BookedAccount | null,
  after: Account,
  bookedAt: number,
): Insertable<BankSchema['account']> {
  return { ...after, movements: (before?.movements ?? 0) + 1, booked_at: bookedAt };
}

const SET_BALANCE = prepare((db: Kysely<BankSchema>, value: Slot<Insertable<BankSchema['account']>>) =>
  db
    .updateTable('account')
    .set(slots(value, ['balance', 'movements', 'booked_at']))
    .where('account_id', '=', value('account_id')),
);

const OPEN_ACCOUNT = prepare((db: Kysely<BankSchema>, value: Slot<Insertable<BankSchema['account']>>) =>
  db
    .insertInto('account')
    .values(slots(value, ['account_id', 'currency', 'balance', 'movements', 'booked_at'])),
);

const INSERT_TRANSFER = prepare((db: Kysely<BankSchema>, value: Slot<Insertable<BankSchema['transfer']>>) =>
  db.insertInto('transfer').values({
    ...slots(value, ['transfer_id', 'grant_id', 'from_account', 'to_account']),
    ...slots(value, [
      'amount',
      'currency',
      'transferred_at',
      'booked_at',
      'idempotency_key',
      'memo',
      'reference',
    ]),
    ...slots(value, ['from_number', 'from_balance', 'to_number', 'to_balance']),
  }),
);

interface BookedAccount extends Account {
  /** How many movements it has, and when the newest was booked; 0 before the first. */
  readonly movements: number;
  readonly bookedAt: number;
}

async function findAccount(db: Kysely<BankSchema>, accountId: string): Promise<BookedAccount | null> {
  const row = await ACCOUNT.first(db, { accountId });
  if (row === undefined) return null;
  const { account_id, currency, balance, movements, booked_at } = row;
  return { account_id, currency, balance, movements: toInteger(movements), bookedAt: toInteger(booked_at) };
}
