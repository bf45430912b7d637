import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DifferenceKind } from '../../src/objects/account-statement.ts';
import type { Movement } from '../../src/objects/movement.ts';
import type { ReceiptRow } from '../../src/objects/receipt-row.ts';
import { rowOf } from '../../src/row/row-of.ts';
import type { ListedAccount } from '../../src/statement/pages.ts';
import { reconcile, reconciliationOf } from '../../src/statement/reconcile.ts';
import { opened } from '../verify/story.ts';
import { MOVEMENTS, PERIOD, RECEIPTS, WHOSE } from './month.ts';

const ROWS = RECEIPTS.map((receipt) => rowOf(opened(receipt)));
const LISTED: ListedAccount = {
  currency: 'EUR',
  plugin: 'treasury',
  counterparty: 'bank',
  opening: '1000',
  closing: '658.5',
  movements: MOVEMENTS,
  listedAt: '2026-06-01T12:00:00Z',
};

interface Sides {
  readonly rows?: readonly ReceiptRow[];
  readonly movements?: readonly Movement[];
  readonly listed?: Partial<ListedAccount>;
  readonly inDoubt?: ReadonlySet<string>;
}

function compare({ rows = ROWS, movements = MOVEMENTS, listed = {}, inDoubt = new Set() }: Sides) {
  return reconcile({ period: PERIOD, rows, listed: { ...LISTED, movements, ...listed }, inDoubt });
}

const [FIRST, FEE, SECOND] = MOVEMENTS as [Movement, Movement, Movement];
const [PAID, DENIED, PAID_2] = ROWS as [ReceiptRow, ReceiptRow, ReceiptRow];
const key = FIRST.idempotency_key ?? '';
const later = (movement: Movement): Movement => ({ ...movement, booked_at: '2026-07-01T00:00:00Z' });
const again = { ...FIRST, movement_id: 'txn_again', balance: '408.5' };

const AGREES: Readonly<Record<string, Sides>> = {
  'every payment is in both lists, and a fee is not by Sanad': {},
  'an amount is written with other zeros': { rows: [{ ...PAID, amount: '250.0' }, DENIED, PAID_2] },
  'the counterparty says neither payee nor reference': {
    movements: [{ ...FIRST, other_account: null, reference: null }, FEE, SECOND],
  },
  'money came in': {
    movements: [...MOVEMENTS, { ...FEE, movement_id: 'in', direction: 'in', amount: '10', balance: '668.5' }],
    listed: { closing: '668.5' },
  },
  'a payment of the month before is booked by then, and its receipt is of this month': {
    movements: [{ ...FIRST, booked_at: '2026-05-31T23:59:59Z' }, FEE, SECOND],
  },
  'a receipt of the days after is of a movement of this month': {
    rows: [PAID, DENIED, { ...PAID_2, decided_at: '2026-07-03T00:00:00Z' }],
  },
  'a movement of the day after has a receipt of this month': { movements: [FIRST, FEE, later(SECOND)] },
};

for (const [what, sides] of Object.entries(AGREES)) {
  test(`receipts and list agree: ${what}`, () => assert.deepEqual(compare(sides).differences, []));
}

const DIFFERS: Readonly<Record<DifferenceKind, Sides>> = {
  missing_at_counterparty: { movements: [FEE, SECOND], listed: { opening: '750' } },
  without_receipt: { rows: [DENIED, PAID_2] },
  outcome_unknown: { rows: [DENIED, PAID_2], inDoubt: new Set([key]) },
  paid_twice: { movements: [...MOVEMENTS, again], listed: { closing: '408.5' } },
  amount_differs: { rows: [{ ...PAID, amount: '251' }, DENIED, PAID_2] },
  currency_differs: { rows: [{ ...PAID, currency: 'USD' }, DENIED, PAID_2] },
  payee_differs: { rows: [{ ...PAID, payee_account: 'DE03' }, DENIED, PAID_2] },
  reference_differs: { rows: [{ ...PAID, reference: 'INV-9' }, DENIED, PAID_2] },
  balance_differs: {
    movements: [FIRST, { ...FEE, balance: '748' }, { ...SECOND, balance: '658' }],
    listed: { closing: '658' },
  },
};

for (const [kind, sides] of Object.entries(DIFFERS)) {
  test(`receipts and list differ: ${kind}`, () => {
    const statement = compare(sides);
    assert.deepEqual(
      statement.differences.map((difference) => difference.kind),
      [kind],
    );
    assert.deepEqual(reconciliationOf(WHOSE, statement), { ...WHOSE, outcome: 'differs', differences: 1 });
  });
}

test('what is in one list only is counted and no difference while its other side may still come', () => {
  const paidLately = { ...PAID, decided_at: '2026-06-30T12:00:00Z' };
  const bookedLately = { ...SECOND, booked_at: '2026-06-30T12:10:00Z' };
  const movements = [FEE, bookedLately];
  const sides = { period: PERIOD, rows: [paidLately], listed: { ...LISTED, movements } };
  const at = (settled: string) => {
    const { young, differences } = reconcile({ ...sides, settledMs: Date.parse(settled) });
    return [young, differences.map(({ kind }) => kind).filter((kind) => kind !== 'balance_differs')];
  };
  assert.deepEqual(at('2026-06-30T12:00:00Z'), [{ payments: 1, movements: 1 }, []]);
  assert.deepEqual(at('2026-06-30T12:05:00Z'), [{ payments: 0, movements: 1 }, ['missing_at_counterparty']]);
  assert.deepEqual(at('2026-06-30T12:30:00Z'), [
    { payments: 0, movements: 0 },
    ['without_receipt', 'missing_at_counterparty'],
  ]);
});

test('a list whose end is not what its movements come to differs, and no list compares nothing', () => {
  const [difference] = compare({ listed: { closing: '1' } }).differences;
  assert.deepEqual(
    [difference?.kind, difference?.by_receipt, difference?.by_counterparty],
    ['balance_differs', '658.5', '1'],
  );
  assert.equal(reconciliationOf(WHOSE, null).outcome, 'not_compared');
});

test('a movement is of the month in which it was booked, and balances are those of the month', () => {
  const before = { ...FIRST, booked_at: '2026-05-31T12:00:00Z' };
  const { opening, closing, payments, entries } = compare({ movements: [before, FEE, later(SECOND)] });
  assert.deepEqual([opening, closing, payments, entries.length], ['750', '748.5', 0, 1]);
});
