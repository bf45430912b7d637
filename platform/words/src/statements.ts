import type { Difference, DifferenceKind } from '@platform/core/objects/account-statement';
import type { Movement } from '@platform/core/objects/movement';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { priced } from './amounts.ts';
import { payeeWithEntry } from './directories.ts';
import { valueWords } from './short.ts';
import { day } from './when.ts';

/** Short titles of the kinds of difference. */
const TITLES: Readonly<Record<DifferenceKind, (counterparty: string) => string>> = {
  missing_at_counterparty: (counterparty) => `Not in the ${counterparty}’s list`,
  without_receipt: (counterparty) => `In the ${counterparty}’s list without a receipt`,
  outcome_unknown: (counterparty) => `In the ${counterparty}’s list, in doubt here`,
  paid_twice: () => 'Paid twice',
  amount_differs: () => 'Another amount',
  currency_differs: () => 'Another currency',
  payee_differs: () => 'Another payee’s account',
  reference_differs: () => 'Another reference',
  balance_differs: () => 'The balances do not add up',
};

/** What a statement's counterparty and currency are called. */
interface Of {
  readonly counterparty: string;
  readonly currency: string;
}

/**
 * The title of a difference.
 * @example differenceTitle({ kind: 'paid_twice' }, { counterparty: 'bank' }) // 'Paid twice'
 */
export function differenceTitle(
  { kind }: Pick<Difference, 'kind'>,
  { counterparty }: Pick<Of, 'counterparty'>,
): string {
  return TITLES[kind](counterparty);
}

/** What each side says, in one sentence. */
export function differenceWords(
  { kind, by_receipt: ours, by_counterparty: theirs }: Difference,
  { counterparty, currency }: Of,
): string {
  const price = (amount: string | null): string => `${signed(amount ?? '', currency)} ${currency}`;
  const list = `the ${counterparty}’s list`;
  switch (kind) {
    case 'missing_at_counterparty':
      return `A receipt says that ${price(ours)} was paid; ${list} has no such movement.`;
    case 'without_receipt':
      return `${price(theirs)} left the account under the key of a payment, and there is no receipt of it.`;
    case 'outcome_unknown':
      return `${price(theirs)} left the account; here, the payment is still in doubt.`;
    case 'paid_twice':
      return `${price(theirs)} left the account again under the key of a payment that was made before.`;
    case 'amount_differs':
      return `The receipt says ${price(ours)}; ${list} says ${price(theirs)}.`;
    case 'balance_differs':
      return ours === null
        ? `The balance of ${price(theirs)} is not the one before it and this movement.`
        : `The last movement leaves ${price(ours)}; ${list} ends with ${price(theirs)}.`;
    default:
      return `The receipt says ${valueWords(ours ?? 'nothing')}; ${list} says ${valueWords(theirs ?? 'nothing')}.`;
  }
}

/** To whom and for what a payment was, as in `acme for INV-7`. */
export function paidTo(row: Pick<ReceiptRow, 'payee' | 'payee_entry' | 'reference'>): string {
  const payee = payeeWithEntry(row) ?? 'no payee';
  return row.reference === null ? payee : `${payee} for ${row.reference}`;
}

/** What the counterparty says of a movement. */
export function movementSaid({ direction, text, other_account: other }: Movement): string {
  return text ?? other ?? (direction === 'in' ? 'Received' : 'Charged');
}

/**
 * What a movement adds to the account, or takes from it.
 * @example movedAmount({ direction: 'out', amount: '12.5' }, 'EUR') // '−12.50'
 */
export function movedAmount(
  { direction, amount }: Pick<Movement, 'direction' | 'amount'>,
  currency: string,
): string {
  return signed(direction === 'in' ? amount : `-${amount}`, currency);
}

/**
 * An amount or a balance with the decimals of its currency, and a true minus sign.
 * @example signed('-1200.5', 'USD') // '−1,200.50'
 */
export function signed(amount: string, currency: string): string {
  return amount.startsWith('-') ? `−${priced(amount.slice(1), currency)}` : priced(amount, currency);
}

/**
 * The name of a month.
 * @example monthWords('2026-10') // 'October 2026'
 */
export function monthWords(month: string): string {
  return day(`${month}-01`).replace(/^1 /, '');
}

/** A number of payments, as in `1 payment`. */
export function paymentsWords(count: number): string {
  return numbered(count, 'payment');
}

/** A number with its noun, whose plural ends in s. */
export function numbered(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
