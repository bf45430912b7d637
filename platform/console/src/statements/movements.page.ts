import { type Content, html, type Safe, url } from '@common/web/html';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import type { StatementEntry } from '@platform/core/statement/reconcile';
import { printable } from '@platform/core/verify/report-html';
import { priced } from '@platform/words/amounts';
import { payeeWithEntry } from '@platform/words/directories';
import { listed } from '@platform/words/short';
import { signed } from '@platform/words/statements';
import { day } from '@platform/words/when';
import { mark } from '../site/site.page.ts';
import type { Payment } from './statement.ts';

/** `2 Oct`. */
export function shortDay(instant: string): string {
  const [date = '', month = ''] = day(instant).split(' ');
  return `${date} ${month.slice(0, 3)}`;
}

export function toWords(row: Pick<ReceiptRow, 'payee' | 'payee_entry' | 'reference'>): string {
  const payee = payeeWithEntry(row) ?? 'no payee';
  return row.reference === null ? payee : `${payee} for ${row.reference}`;
}

interface Table {
  readonly currency: string;
  /** The title of the last column. */
  readonly last: string;
  readonly rows: Content;
  readonly foot: { readonly words: string; readonly amount: string; readonly last: string };
}

export function movementsTable({ currency, last, rows, foot }: Table): Safe {
  return html`<table class="movements">
<thead><tr><th scope="col">Date</th><th scope="col">Paid to, for</th><th scope="col" class="signers">Approved by</th><th scope="col" class="num">${currency}</th><th scope="col" class="num so-far">${last}</th></tr></thead>
<tbody>${rows}</tbody>
<tfoot><tr><th scope="row" colspan="3">${foot.words}</th><td class="num">${foot.amount}</td><td class="num so-far">${foot.last}</td></tr></tfoot>
</table>`;
}

interface Line {
  readonly at: string;
  readonly what: Content;
  readonly people: Content;
  readonly amount: string;
  readonly last: string;
}

function lineOf({ at, what, people, amount, last }: Line): Safe {
  return html`<tr>
<td>${shortDay(at)}</td>
<td>${what}</td>
<td class="signers">${people}</td>
<td class="num">${amount}</td>
<td class="num so-far">${last}</td>
</tr>`;
}

function receiptLink(row: ReceiptRow): Safe {
  return html`<a href="${url(`/receipts/${row.receipt_id}`)}"><bdi>${printable(toWords(row))}</bdi></a>`;
}

function peopleWords({ approved_by: people }: ReceiptRow): string {
  return people.length === 0 ? 'not needed' : listed(people.map(printable));
}

/** A payment by its receipt alone. */
export function paymentRow({ row, amount, paid }: Payment): Safe {
  const currency = row.currency ?? '';
  return lineOf({
    at: row.executed_at ?? row.decided_at,
    what: receiptLink(row),
    people: peopleWords(row),
    amount: priced(amount, currency),
    last: priced(paid, currency),
  });
}

/** A movement of the counterparty's list, with its receipt if it has one. */
export function entryRow({ movement, row }: StatementEntry, currency: string, isDiffering: boolean): Safe {
  const { direction, amount, balance, booked_at: at, text, other_account: other } = movement;
  const said = text ?? other ?? (direction === 'in' ? 'Received' : 'Charged');
  const what = row === null ? html`<bdi>${printable(said)}</bdi>` : receiptLink(row);
  return lineOf({
    at,
    what: isDiffering ? html`<span class="word">${mark('half')}${what}</span>` : what,
    people: row === null ? (isDiffering ? 'no receipt' : 'not by Sanad') : peopleWords(row),
    amount: signed(direction === 'in' ? amount : `-${amount}`, currency),
    last: signed(balance, currency),
  });
}

/** The balance that the sheet before ended with. */
export function carriedRow(balance: string, currency: string): Safe {
  return html`<tr class="carried"><td></td><td>Brought forward</td><td class="signers"></td><td class="num"></td><td class="num so-far">${signed(balance, currency)}</td></tr>`;
}
