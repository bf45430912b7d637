import { type Database, transaction } from '@common/kit/sql/database';
import { toInteger } from '@common/kit/sql/portable';
import type { Kysely } from 'kysely';
import type { BankSchema } from './schema.ts';
import type { BookedMovement, ListedMovements, MovementPeriod } from './store.ts';

type Db = Kysely<BankSchema>;

/** A movement with its place in the account's list. */
type Numbered = BookedMovement & { readonly number: number };

/** A page of an account's list, at one instant. */
export function readMovements(
  database: Database<BankSchema>,
  accountId: string,
  period: MovementPeriod,
  limit: number,
): Promise<ListedMovements | null> {
  return transaction(database, (trx) => pageOf(trx, accountId, period, limit));
}

async function pageOf(
  db: Db,
  accountId: string,
  { from, until, after }: MovementPeriod,
  limit: number,
): Promise<ListedMovements | null> {
  const account = await db
    .selectFrom('account')
    .select(['currency', 'balance'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (account === undefined) return null;
  const last = after === null ? 0 : await numberOf(db, accountId, after);
  if (last === null) return null;
  // The list is in the order of time, so a period is a stretch of numbers. One further tells whether there is more.
  const found = await stretch(db, accountId, { from, until, above: last }, limit + 1);
  const movements = found.slice(0, limit);
  const { currency, balance } = account;
  const next = movements[0] ?? (await firstSince(db, accountId, until));
  return {
    currency,
    next: next === null ? null : shown(next),
    present: balance,
    movements: movements.map(shown),
    more: found.length > limit,
  };
}

function shown({ number: _, ...movement }: Numbered): BookedMovement {
  return movement;
}

async function firstSince(db: Db, accountId: string, from: number): Promise<Numbered | null> {
  const [first] = await stretch(db, accountId, { from, until: Number.MAX_SAFE_INTEGER, above: 0 }, 1);
  return first ?? null;
}

async function numberOf(db: Db, accountId: string, transferId: string): Promise<number | null> {
  const row = await db
    .selectFrom('transfer')
    .select(['from_account', 'to_account', 'from_number', 'to_number'])
    .where('transfer_id', '=', transferId)
    .executeTakeFirst();
  if (row?.from_account === accountId) return toInteger(row.from_number);
  return row?.to_account === accountId ? toInteger(row.to_number) : null;
}

interface Bounds {
  readonly from: number;
  readonly until: number;
  /** Only those with a greater number. */
  readonly above: number;
}

/** The columns of a transfer as each of its accounts sees it. */
const SIDES = [
  {
    direction: 'out',
    account: 'from_account',
    number: 'from_number',
    balance: 'from_balance',
    other: 'to_account',
  },
  {
    direction: 'in',
    account: 'to_account',
    number: 'to_number',
    balance: 'to_balance',
    other: 'from_account',
  },
] as const;

async function stretch(
  db: Db,
  accountId: string,
  bounds: Bounds,
  limit: number,
): Promise<readonly Numbered[]> {
  const found: Numbered[] = [];
  for (const side of SIDES) found.push(...(await seenFrom(db, side, accountId, bounds, limit)));
  return found.sort((a, b) => a.number - b.number).slice(0, limit);
}

async function seenFrom(
  db: Db,
  side: (typeof SIDES)[number],
  accountId: string,
  { from, until, above }: Bounds,
  limit: number,
): Promise<readonly Numbered[]> {
  const rows = await db
    .selectFrom('transfer')
    .selectAll()
    .where(side.account, '=', accountId)
    .where(side.number, '>', above)
    .where('booked_at', '>=', from)
    .where('booked_at', '<', until)
    .orderBy(side.number)
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    movement_id: row.transfer_id,
    bookedAt: toInteger(row.booked_at),
    direction: side.direction,
    amount: row.amount,
    balance: row[side.balance],
    other_account: row[side.other],
    reference: orNull(row.reference),
    text: orNull(row.memo),
    // The payer's key is not the payee's to know.
    idempotency_key: side.direction === 'out' ? orNull(row.idempotency_key) : null,
    number: toInteger(row[side.number]),
  }));
}

function orNull(text: string | null): string | null {
  return text === '' ? null : text;
}
