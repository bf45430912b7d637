import { type Database, transaction } from '@common/kit/sql/database';
import { toBoolean, toInteger } from '@common/kit/sql/portable';
import { type Selectable, sql } from 'kysely';
import type { ScreenerSchema } from '../store/schema.ts';
import type { Executor } from '../store/sql-companies.ts';
import type { PaymentListed, PaymentMark, PaymentState, PaymentStore, Purchase } from './payments.store.ts';

const DAY_MS = 86_400_000;
/** Well over the three days for which the provider repeats an event. */
const EVENTS_KEPT_MS = 30 * DAY_MS;

export function createPaymentStore(database: Database<ScreenerSchema>): PaymentStore {
  return {
    take: (news, { now, othersEndAt }) =>
      transaction(database, async (trx) => {
        if (!(await isNew(trx, news.eventId, news.type, now))) return false;
        if (news.purchase !== null) await keepPurchase(trx, news.purchase);
        for (const mark of news.marks) await keepMark(trx, mark);
        const subjects = [...news.marks.map(({ subject }) => subject), news.purchase?.id ?? ''];
        await settleAccounts(trx, await accountsOf(trx, subjects), othersEndAt);
        return true;
      }),
    async list(limit) {
      const { db } = database;
      const rows = await paymentRows(db)
        .orderBy(sql`case when matched_by is null and paid_at is not null then 0 else 1 end`)
        .orderBy('payment.created_at', 'desc')
        .orderBy('payment.id')
        .limit(limit)
        .execute();
      return Promise.all(rows.map((row) => toListed(db, row)));
    },
    async find(payment) {
      const { db } = database;
      const row = await paymentRows(db).where('payment.id', '=', payment).executeTakeFirst();
      return row === undefined ? null : toListed(db, row);
    },
    assign: (payment, account, { now, othersEndAt }) =>
      transaction(database, async (trx) => {
        const known = await trx
          .selectFrom('account')
          .select('id')
          .where('id', '=', account)
          .executeTakeFirst();
        if (known === undefined) return false;
        const assigned = await trx
          .updateTable('payment')
          .set({ account, matched_by: 'admin', assigned_at: now })
          .where('id', '=', payment)
          .where('matched_by', 'is', null)
          .executeTakeFirst();
        if (assigned.numUpdatedRows === 0n) return false;
        await settleAccounts(trx, [account], othersEndAt);
        return true;
      }),
    unassign: (payment, { othersEndAt }) =>
      transaction(database, async (trx) => {
        const assigned = await trx
          .selectFrom('payment')
          .select('account')
          .where('id', '=', payment)
          .where('matched_by', '=', 'admin')
          .where('account', 'is not', null)
          .executeTakeFirst();
        const account = assigned?.account ?? null;
        if (account === null) return false;
        await trx
          .updateTable('payment')
          .set({ account: null, matched_by: null, assigned_at: null })
          .where('id', '=', payment)
          .execute();
        await settleAccounts(trx, [account], othersEndAt);
        return true;
      }),
  };
}

/** Selects purchases with the address of their account. */
function paymentRows(executor: Executor) {
  return executor
    .selectFrom('payment')
    .leftJoin('account', 'account.id', 'payment.account')
    .selectAll('payment')
    .select('account.email as account_email');
}

async function isNew(trx: Executor, id: string, type: string, now: number): Promise<boolean> {
  await trx
    .deleteFrom('payment_event')
    .where('received_at', '<', now - EVENTS_KEPT_MS)
    .execute();
  const inserted = await trx
    .insertInto('payment_event')
    .values({ id, type, received_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst();
  return (inserted.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/**
 * Stores a purchase. The provider reports a checkout when it completes, and again if its money arrives later.
 */
async function keepPurchase(trx: Executor, purchase: Purchase): Promise<void> {
  const match = await matchOf(trx, purchase);
  await trx
    .insertInto('payment')
    .values({
      id: purchase.id,
      account: match?.account ?? null,
      matched_by: match?.by ?? null,
      email: purchase.email,
      customer: purchase.customer,
      subscription: purchase.subscription,
      payment_intent: purchase.paymentIntent,
      amount: purchase.amount,
      currency: purchase.currency,
      created_at: purchase.createdAt,
      paid_at: purchase.paidAt,
      assigned_at: null,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        // A purchase whose account was deleted stays without one.
        account: sql`case when payment.matched_by is null then excluded.account else payment.account end`,
        matched_by: sql`coalesce(payment.matched_by, excluded.matched_by)`,
        paid_at: sql`coalesce(payment.paid_at, excluded.paid_at)`,
      }),
    )
    .execute();
}

/**
 * Finds the account of a purchase. We put the reference into the link ourselves. An address is only what the
 * payer typed, so it leads only to the account that has proved it, and the operator sees that the match was by
 * address. Anyone can sign up with the address of somebody who pays.
 */
async function matchOf(
  trx: Executor,
  { reference, email }: Purchase,
): Promise<{ account: string; by: 'reference' | 'email' } | null> {
  if (reference !== null) {
    const row = await trx.selectFrom('account').select('id').where('id', '=', reference).executeTakeFirst();
    if (row !== undefined) return { account: row.id, by: 'reference' };
  }
  if (email === null) return null;
  const proven = await trx
    .selectFrom('account')
    .select('id')
    .where('email', '=', email)
    .where('proven_at', 'is not', null)
    .executeTakeFirst();
  return proven === undefined ? null : { account: proven.id, by: 'email' };
}

/** Gives an account that has just proved its address the purchases that name the address and wait. */
export async function claimPurchases(
  trx: Executor,
  { id, email }: { readonly id: string; readonly email: string },
  othersEndAt: number,
): Promise<void> {
  const claimed = await trx
    .updateTable('payment')
    .set({ account: id, matched_by: 'email' })
    .where('email', '=', email)
    .where('matched_by', 'is', null)
    .executeTakeFirst();
  if (claimed.numUpdatedRows > 0n) await settleAccounts(trx, [id], othersEndAt);
}

async function keepMark(trx: Executor, { subject, kind, at }: PaymentMark): Promise<void> {
  await trx
    .insertInto('payment_mark')
    .values({ subject, kind, at })
    .onConflict((conflict) =>
      conflict.columns(['subject', 'kind']).doUpdateSet({ at }).where('payment_mark.at', '<', at),
    )
    .execute();
}

/** Returns the accounts of the purchases that these ids of the provider refer to. */
async function accountsOf(trx: Executor, subjects: readonly string[]): Promise<readonly string[]> {
  const rows = await trx
    .selectFrom('payment')
    .select('account')
    .distinct()
    .where(({ or, eb }) =>
      or([
        eb('id', 'in', subjects),
        eb('subscription', 'in', subjects),
        eb('payment_intent', 'in', subjects),
        eb('customer', 'in', subjects),
      ]),
    )
    .execute();
  return rows.flatMap(({ account }) => (account === null ? [] : [account]));
}

/**
 * INVARIANT: an account is of the partner tier if and only if the operator granted it or one of its purchases
 * counts.
 */
async function settleAccounts(
  trx: Executor,
  accounts: readonly string[],
  othersEndAt: number,
): Promise<void> {
  for (const account of accounts) {
    const rows = await paymentRows(trx).where('payment.account', '=', account).execute();
    const payments = await Promise.all(rows.map((row) => toListed(trx, row)));
    const before = await trx
      .selectFrom('account')
      .select(['tier', 'is_granted'])
      .where('id', '=', account)
      .executeTakeFirst();
    if (before === undefined) continue;
    const isPaid = payments.some(({ state }) => state === 'paid');
    const tier = isPaid || toBoolean(before.is_granted) ? 'partner' : 'free';
    if (before.tier === tier) continue;
    await trx.updateTable('account').set({ tier }).where('id', '=', account).execute();
    if (tier === 'partner') await raiseKeys(trx, account);
    else await lowerKeys(trx, account, othersEndAt);
  }
}

/** Raises the account's keys to the partner tier in place. */
async function raiseKeys(trx: Executor, account: string): Promise<void> {
  await trx
    .updateTable('api_key')
    .set({ tier: 'partner' })
    .where('account', '=', account)
    .where('ended_at', 'is', null)
    .execute();
}

/**
 * Lowers the account's keys to the free tier in place. An account has one current free key: here the newest. Its
 * other keys go on for as long as after a new key.
 */
async function lowerKeys(trx: Executor, account: string, ends_at: number): Promise<void> {
  const keys = await trx
    .selectFrom('api_key')
    .select('hash')
    .where('account', '=', account)
    .where('tier', '=', 'partner')
    .where('ended_at', 'is', null)
    .where('ends_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('hash')
    .execute();
  const [newest, ...older] = keys.map(({ hash }) => hash);
  if (newest !== undefined) {
    await trx
      .updateTable('api_key')
      .set({ ends_at })
      .where('account', '=', account)
      .where('tier', '=', 'free')
      .where('ended_at', 'is', null)
      .where('ends_at', 'is', null)
      .execute();
  }
  if (older.length > 0)
    await trx.updateTable('api_key').set({ ends_at }).where('hash', 'in', older).execute();
  await trx
    .updateTable('api_key')
    .set({ tier: 'free' })
    .where('account', '=', account)
    .where('tier', '=', 'partner')
    .where('ended_at', 'is', null)
    .execute();
}

type PaymentRow = Selectable<ScreenerSchema['payment']> & { readonly account_email: string | null };

async function toListed(executor: Executor, row: PaymentRow): Promise<PaymentListed> {
  const createdAt = toInteger(row.created_at);
  const paidAt = row.paid_at === null ? null : toInteger(row.paid_at);
  return {
    id: row.id,
    account: row.account,
    accountEmail: row.account_email,
    matchedBy: row.matched_by as PaymentListed['matchedBy'],
    assignedAt: row.assigned_at === null ? null : toInteger(row.assigned_at),
    email: row.email,
    customer: row.customer,
    subscription: row.subscription,
    paymentIntent: row.payment_intent,
    amount: row.amount === null ? null : toInteger(row.amount),
    currency: row.currency,
    createdAt,
    paidAt,
    state: await stateOf(executor, row, createdAt, paidAt),
  };
}

async function stateOf(
  executor: Executor,
  row: PaymentRow,
  createdAt: number,
  paidAt: number | null,
): Promise<PaymentState> {
  if (paidAt === null) return 'waiting';
  // The checkout of a subscription does not know the ids of its payments; both name the customer.
  const refundOf = row.payment_intent ?? row.customer;
  const subjects = [row.subscription, refundOf].filter((subject) => subject !== null);
  if (subjects.length === 0) return 'paid';
  const rows = await executor
    .selectFrom('payment_mark')
    .selectAll()
    .where('subject', 'in', subjects)
    .execute();
  const at = (subject: string | null, kind: PaymentMark['kind']): number => {
    const row = rows.find((mark) => mark.subject === subject && mark.kind === kind);
    return row === undefined ? Number.NEGATIVE_INFINITY : toInteger(row.at);
  };
  if (at(row.subscription, 'ended') > Number.NEGATIVE_INFINITY) return 'ended';
  if (at(refundOf, 'refunded') >= createdAt) return 'refunded';
  return at(row.subscription, 'unpaid') > at(row.subscription, 'paid') ? 'unpaid' : 'paid';
}
