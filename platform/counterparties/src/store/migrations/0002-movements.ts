import type { Migration } from '@common/kit/sql/migrate';
import { columnTypes, toInteger } from '@common/kit/sql/portable';
import { Decimal } from 'decimal.js';
import type { Kysely } from 'kysely';
import type { BankSchema } from '../schema.ts';

/**
 * Each account's list of movements: a transfer is one of both its accounts, with its number and the balance after it.
 * Transfers from before are numbered by their time; their balances are counted back from the ones of now.
 */
export const movements: Migration = async (db, engine) => {
  const type = columnTypes(engine);
  const number = (table: 'account' | 'transfer', name: string) =>
    db.schema
      .alterTable(table)
      .addColumn(name, type.integer, (column) => column.notNull().defaultTo(0))
      .execute();
  for (const name of ['movements', 'booked_at']) await number('account', name);
  for (const name of ['booked_at', 'from_number', 'to_number']) await number('transfer', name);
  for (const name of ['idempotency_key', 'from_balance', 'to_balance'])
    await db.schema
      .alterTable('transfer')
      .addColumn(name, type.text, (column) => column.notNull().defaultTo(''))
      .execute();
  for (const name of ['memo', 'reference'])
    await db.schema.alterTable('transfer').addColumn(name, type.text).execute();
  await numberTransfers(db as Kysely<BankSchema>);
  const listOf = (name: string, account: string, number: string) =>
    db.schema.createIndex(name).unique().on('transfer').columns([account, number]).execute();
  await listOf('transfer_of_payer', 'from_account', 'from_number');
  await listOf('transfer_of_payee', 'to_account', 'to_number');
};

/** Exact: amounts have at most 18 digits and 4 decimals. */
const Money = Decimal.clone({ precision: 60, toExpNeg: -30, toExpPos: 60 });

function plus(a: string, b: string): string {
  return new Money(a).plus(b).toFixed();
}

function minus(a: string, b: string): string {
  return new Money(a).minus(b).toFixed();
}

interface Counted {
  number: number;
  balance: string;
  bookedAt: number;
}

async function numberTransfers(db: Kysely<BankSchema>): Promise<void> {
  const transfers = await db
    .selectFrom('transfer')
    .select(['transfer_id', 'from_account', 'to_account', 'amount', 'transferred_at'])
    .orderBy('transferred_at')
    .orderBy('transfer_id')
    .execute();
  if (transfers.length === 0) return;
  const accounts = new Map<string, Counted>();
  for (const { account_id, balance } of await db.selectFrom('account').selectAll().execute())
    accounts.set(account_id, { number: 0, balance, bookedAt: 0 });
  const counted = (id: string): Counted => {
    const account = accounts.get(id);
    if (account === undefined) throw new Error(`a transfer names ${id}, which is no account`);
    return account;
  };
  for (const { from_account, to_account, amount } of transfers) {
    const [from, to] = [counted(from_account), counted(to_account)];
    from.balance = plus(from.balance, amount);
    to.balance = minus(to.balance, amount);
  }
  const said = await saidOf(db);
  for (const { transfer_id, from_account, to_account, amount, transferred_at } of transfers) {
    const [from, to] = [counted(from_account), counted(to_account)];
    const bookedAt = toInteger(transferred_at);
    const { idempotency_key = '', memo = null, reference = null } = said.get(transfer_id) ?? {};
    from.balance = minus(from.balance, amount);
    to.balance = plus(to.balance, amount);
    for (const each of [from, to]) {
      each.number += 1;
      each.bookedAt = bookedAt;
    }
    await db
      .updateTable('transfer')
      .set({
        booked_at: bookedAt,
        ...{ idempotency_key, memo, reference },
        from_number: from.number,
        from_balance: from.balance,
        to_number: to.number,
        to_balance: to.balance,
      })
      .where('transfer_id', '=', transfer_id)
      .execute();
  }
  for (const [account_id, { number, bookedAt }] of accounts)
    await db
      .updateTable('account')
      .set({ movements: number, booked_at: bookedAt })
      .where('account_id', '=', account_id)
      .execute();
}

interface Said {
  readonly transfer_id: string;
  readonly idempotency_key: string;
  readonly memo?: string;
  readonly reference?: string;
}

/** What the acknowledgments say of transfers, by id. */
async function saidOf(db: Kysely<BankSchema>): Promise<ReadonlyMap<string, Said>> {
  const rows = await db.selectFrom('answer').select('body').where('kind', '=', 'acknowledged').execute();
  return new Map(
    rows.map(({ body }) => {
      const { ack } = JSON.parse(body) as { readonly ack: Said };
      return [ack.transfer_id, ack];
    }),
  );
}
