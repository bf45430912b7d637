import { type CsvCell, csvOf } from '@common/base/csv';
import type { Difference } from '@platform/core/objects/account-statement';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import type { ReadMonth } from '@platform/core/statement/read-month';
import { differenceWords } from '@platform/words/statements';
import { receiptStatement } from './statement.ts';

const COLUMNS = [
  ...(['kind', 'date', 'payee', 'payee_account', 'payee_entry', 'reference'] as const),
  ...([
    'text',
    'out',
    'in',
    'currency',
    'balance',
    'approved_by',
    'reason',
    'differences',
    'receipt_id',
    'movement_id',
  ] as const),
] as const;
type Line = { readonly [Name in (typeof COLUMNS)[number]]?: CsvCell };

const LINES_AT_ONCE = 500;

/**
 * A statement for a spreadsheet: opening, each movement, what was held and refused, closing or, while the month is not over, as of when it is. It proves nothing; the file does.
 */
export function* statementCsv(read: ReadMonth): Generator<string> {
  yield csvOf([COLUMNS]);
  let lines: (readonly CsvCell[])[] = [];
  for (const line of linesOf(read)) {
    lines.push(COLUMNS.map((name) => line[name] ?? null));
    if (lines.length < LINES_AT_ONCE) continue;
    yield csvOf(lines);
    lines = [];
  }
  yield csvOf(lines);
}

function* linesOf(read: ReadMonth): Generator<Line> {
  if (read.compared !== null) yield* comparedLines(read, read.compared);
  else yield* receiptLines(read);
}

function* comparedLines(
  { period, soFarAt }: ReadMonth,
  { statement, listed }: NonNullable<ReadMonth['compared']>,
): Generator<Line> {
  const { currency, opening, closing, entries, held, refused, differences } = statement;
  const of = { counterparty: listed.counterparty, currency };
  const told = new Map<string, string[]>();
  for (const difference of differences)
    for (const id of [difference.movement_id ?? difference.receipt_id ?? ''])
      told.set(id, [...(told.get(id) ?? []), differenceWords(difference, of)]);
  yield { kind: 'opening', date: period.from, currency, balance: opening };
  for (const { movement, row } of entries) {
    const { direction, amount, balance, movement_id: id } = movement;
    yield {
      ...(row === null ? {} : ofReceipt(row)),
      kind: row === null ? 'movement' : 'payment',
      date: movement.booked_at,
      payee: row?.payee ?? movement.other_account,
      // A receipt's own account: where the counterparty's list has another, `differences` says so.
      payee_account: row?.payee_account ?? movement.other_account,
      reference: row?.reference ?? movement.reference,
      text: row?.text ?? movement.text,
      [direction]: amount,
      currency,
      balance,
      differences: told.get(id)?.join(' ') ?? null,
      movement_id: id,
    };
  }
  for (const difference of differences.filter(isOfNoMovement))
    yield {
      kind: 'difference',
      currency,
      differences: differenceWords(difference, of),
      receipt_id: difference.receipt_id,
    };
  yield* unpaidLines('held', held);
  yield* unpaidLines('refused', refused);
  yield { ...endOf({ period, soFarAt }), currency, balance: closing };
}

function isOfNoMovement({ movement_id: id }: Difference): boolean {
  return id === null;
}

function endOf({ period, soFarAt }: Pick<ReadMonth, 'period' | 'soFarAt'>): Line {
  return soFarAt === null ? { kind: 'closing', date: period.until } : { kind: 'so far', date: soFarAt };
}

function* receiptLines({ rows, period, soFarAt }: ReadMonth): Generator<Line> {
  const { currencies, held, refused } = receiptStatement(rows, period);
  for (const { payments } of currencies)
    for (const { row, amount } of payments)
      yield { ...ofReceipt(row), kind: 'payment', date: row.executed_at, out: amount };
  yield* unpaidLines('held', held);
  yield* unpaidLines('refused', refused);
  if (soFarAt !== null) yield endOf({ period, soFarAt });
}

function* unpaidLines(kind: 'held' | 'refused', rows: readonly ReceiptRow[]): Generator<Line> {
  for (const row of rows) yield { ...ofReceipt(row), kind, date: row.decided_at, out: row.amount };
}

function ofReceipt(row: ReceiptRow): Line {
  const { payee, payee_account, payee_entry, reference, text, currency, reason, receipt_id } = row;
  const people = row.approved_by.join('; ');
  return {
    payee,
    payee_account,
    payee_entry,
    reference,
    text,
    currency,
    reason,
    receipt_id,
    approved_by: people,
  };
}
