import { addMonths } from '@common/base/calendar';
import { formatInstant } from '@common/base/instant';
import { html, type Safe, url } from '@common/web/html';
import type { Difference } from '@platform/core/objects/account-statement';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { balanceLess } from '@platform/core/statement/balance';
import type { ListedAccount } from '@platform/core/statement/pages';
import { futureFault } from '@platform/core/statement/period';
import type { ReadMonth, Whose } from '@platform/core/statement/read-month';
import type { AccountStatement, StatementEntry } from '@platform/core/statement/reconcile';
import { printable } from '@platform/core/verify/report-html';
import { priced } from '@platform/words/amounts';
import { reasonWords } from '@platform/words/reasons';
import { listed as listedWords } from '@platform/words/short';
import {
  differenceTitle,
  differenceWords,
  monthWords,
  paidTo,
  paymentsWords,
  signed,
} from '@platform/words/statements';
import { day, dayAndTime, shortDay } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { leaf, mark, pointed } from '../site/site.page.ts';
import { carriedRow, entryRow, movementsTable, paymentRow } from './movements.page.ts';
import { type ReceiptStatement, receiptStatement } from './statement.ts';

/** The most movements of one sheet. Their balances are carried from sheet to sheet. */
const ON_A_SHEET = 1_000;

type Compared = NonNullable<ReadMonth['compared']>;

interface Asked {
  readonly sheet: number;
  /** The present, in RFC 3339: a month that has not begun has no page. */
  readonly now: string;
}

/** The month of an account, with its counterparty's list, or else by the receipts alone. */
export function monthMain(whose: Whose, read: ReadMonth, { sheet, now }: Asked): Safe {
  const { compared, soFarAt } = read;
  const matter =
    compared === null
      ? receiptsMatter(receiptStatement(read.rows, read.period), soFarAt)
      : comparedMatter(whose, compared, { sheet, upTo: openFrom(read), soFarAt });
  const isNextKnown = futureFault(monthBeside(whose, 1), now) === null;
  return html`<header class="opening">
<p class="crumb months"><a href="${url('/statements')}">Statements</a> / ${monthLink(whose, -1)} / ${monthWords(whose.month)}${isNextKnown && html` / ${monthLink(whose, 1)}`}</p>
<h1>Statement of <bdi class="id">${printable(whose.account)}</bdi>, ${monthWords(whose.month)}${soFarAt !== null && ', so far'}</h1>
<p class="story">${matter.story}</p>
</header>
${matter.leaves}
${boundsLeaf(read)}
${keepLeaf(whose)}`;
}

/** From when on a payment may be in one list only; null if the month was over by then. */
function openFrom({ settledMs, period }: ReadMonth): string | null {
  const from = formatInstant(settledMs);
  return from.slice(0, 10) < period.until ? from : null;
}

interface Shown {
  readonly sheet: number;
  /** Until when the two lists are compared; null for the whole month. */
  readonly upTo: string | null;
  /** As of when it is, while the month is not over. */
  readonly soFarAt: string | null;
}

/** What is said first, and the sections. */
interface Matter {
  readonly story: string;
  readonly leaves: Safe;
}

function addressOf({ tenant, account, month }: Whose, sheet = 1): Safe {
  const query = new URLSearchParams({
    tenant,
    account,
    month,
    ...(sheet === 1 ? {} : { sheet: `${sheet}` }),
  });
  return url(`/statements/month?${query}`);
}

function monthLink(whose: Whose, step: number): Safe {
  const month = monthBeside(whose, step);
  return html`<a href="${addressOf({ ...whose, month })}">${monthWords(month)}</a>`;
}

function monthBeside({ month }: Whose, step: number): string {
  return addMonths(`${month}-01`, step).slice(0, 7);
}

function comparedMatter(whose: Whose, { statement, listed }: Compared, shown: Shown): Matter {
  const { held, refused, approved } = statement;
  const { sheet, upTo, soFarAt } = shown;
  return {
    story: `${asOfWords(soFarAt)}${storyOf(statement, listed, shown)}`,
    leaves: html`${balanceLeaf(whose, statement, { ...listed, soFarAt })}
${statement.entries.length > 0 && entriesLeaf(whose, statement, sheet)}
${listLeaf(statement, listed, upTo)}
${unpaidLeaves(held, refused, approved)}`,
  };
}

function asOfWords(soFarAt: string | null): string {
  return soFarAt === null ? '' : `The month is not over: this is as of ${dayAndTime(soFarAt)}. `;
}

function storyOf(
  { payments, paid, currency, differences }: AccountStatement,
  listed: ListedAccount,
  { upTo, soFarAt }: Pick<Shown, 'upTo' | 'soFarAt'>,
): string {
  const sum =
    payments === 0
      ? `Nothing was paid${soFarAt === null ? '' : ' so far'}`
      : `${paymentsWords(payments)}, ${priced(paid, currency)} ${currency}`;
  const list = `the ${listed.counterparty}’s list`;
  if (differences.length === 0)
    return `${sum}. Receipts and ${list} agree${upTo === null ? '' : ` up to ${dayAndTime(upTo)}`}.`;
  const count = differences.length === 1 ? 'One difference' : `${differences.length} differences`;
  return `${sum}. ${count} between the receipts and ${list}.`;
}

function balanceLeaf(
  { month }: Whose,
  statement: AccountStatement,
  { counterparty, soFarAt }: Pick<ListedAccount, 'counterparty'> & Pick<Shown, 'soFarAt'>,
): Safe {
  const last = soFarAt === null ? 'Closing' : 'So far';
  const { currency, opening, closing, payments, paid, others } = statement;
  const money = (amount: string) => signed(amount, currency);
  const byReceipts = balanceLess(opening, paid);
  const line = (name: string, amount: string, kind = '') =>
    html`<tr class="${kind}"><th scope="row">${name}</th><td class="num">${money(amount)}</td></tr>`;
  return leaf({
    id: 'balance',
    title: 'Balance',
    note: `In ${currency}, as the ${counterparty} lists it.`,
    matter: html`<table class="balance"><tbody>
${line(`Opening, ${day(`${month}-01`).replace(/ \d+$/, '')}`, opening)}
${line(paymentsWords(payments), `-${paid}`.replace(/^-0$/, '0'))}
${others > 0 && html`${line(`${last}, by the receipts`, byReceipts, 'so-far')}${line(othersWords(others), balanceLess(closing, byReceipts))}`}
${line(`${last}, by the ${counterparty}’s list`, closing, 'closing')}
</tbody></table>`,
  });
}

function othersWords(count: number): string {
  return count === 1 ? '1 movement without a receipt' : `${count} movements without a receipt`;
}

function entriesLeaf(whose: Whose, statement: AccountStatement, asked: number): Safe {
  const { entries, currency, opening, closing, payments, paid } = statement;
  const sheets = Math.ceil(entries.length / ON_A_SHEET);
  const sheet = Math.min(asked, sheets);
  const start = (sheet - 1) * ON_A_SHEET;
  const shown = entries.slice(start, start + ON_A_SHEET);
  const before = entries[start - 1]?.movement.balance ?? opening;
  const differing = differingIn(statement.differences);
  const after = shown.at(-1)?.movement.balance ?? closing;
  const isLast = sheet === sheets;
  const foot = isLast
    ? { words: paymentsWords(payments), amount: signed(`-${paid}`.replace(/^-0$/, '0'), currency) }
    : { words: 'Carried forward', amount: '' };
  return leaf({
    id: 'movements',
    title: 'Movements',
    note:
      sheets === 1
        ? 'Each payment opens its receipt.'
        : `Sheet ${sheet} of ${sheets}. Each payment opens its receipt.`,
    matter: html`${movementsTable({
      currency,
      last: 'Balance',
      rows: html`${sheet > 1 && carriedRow(before, currency)}${shown.map((entry) => entryRow(entry, currency, isDiffering(entry, differing)))}`,
      foot: { ...foot, last: signed(after, currency) },
    })}${sheets > 1 && sheetsNav(whose, sheet, sheets)}`,
  });
}

function sheetsNav(whose: Whose, sheet: number, sheets: number): Safe {
  return html`<nav class="sheets" aria-label="Sheets">${sheet > 1 && html`<a href="${addressOf(whose, sheet - 1)}">Sheet ${sheet - 1}</a>`}
${sheet < sheets && html`<a href="${addressOf(whose, sheet + 1)}">Sheet ${sheet + 1}</a>`}</nav>`;
}

function differingIn(differences: readonly Difference[]): ReadonlySet<string> {
  return new Set(differences.flatMap(({ movement_id: id }) => (id === null ? [] : [id])));
}

function isDiffering({ movement }: StatementEntry, differing: ReadonlySet<string>): boolean {
  return differing.has(movement.movement_id);
}

/** What is in one list only; everything else is evidence that disagrees. */
const IN_ONE_LIST: readonly Difference['kind'][] = [
  'missing_at_counterparty',
  'without_receipt',
  'outcome_unknown',
];
/** The most differences that are told one by one; the file and the CSV have all. */
const MOST_TOLD = 200;

function listLeaf(statement: AccountStatement, listed: ListedAccount, upTo: string | null): Safe {
  const { counterparty, currency, listedAt } = { ...listed, ...statement };
  const { differences, payments, others, young } = statement;
  const isPayment = ({ movement_id: id, receipt_id: receipt }: Difference) => id !== null && receipt !== null;
  const differing = new Set(differences.filter(isPayment).map(({ receipt_id: id }) => id)).size;
  const same = payments - differing;
  const further = differences.length - MOST_TOLD;
  const told =
    others -
    young.movements -
    differences.filter(({ kind }) => IN_ONE_LIST.includes(kind) && kind !== 'missing_at_counterparty').length;
  return leaf({
    id: 'list',
    title: html`The ${printable(counterparty)}’s list`,
    note: `Compared line by line with the list of ${dayAndTime(listedAt)}.`,
    matter: html`<ul class="marks">
${pointed(same === 0 ? 'open' : 'holds', `${same === 0 ? 'No payment is' : same === 1 ? '1 payment is' : `${same} payments are`} in both lists, the same in each.`)}
${told > 0 && pointed('half', `${told === 1 ? '1 movement is' : `${told} movements are`} not by Sanad: no agent asked for ${told === 1 ? 'it' : 'them'}.`)}
${differences.length === 0 && pointed('holds', `No payment${upTo === null ? '' : ' that is an hour old'} is in one list alone.`)}
${upTo !== null && pointed('open', youngWords(young.payments + young.movements))}
</ul>
${differences.length > 0 && html`<ul class="differences">${differences.slice(0, MOST_TOLD).map((difference) => differenceItem(difference, { counterparty, currency }))}</ul>`}
${further > 0 && html`<p>${String(further)} more: the CSV has all.</p>`}`,
  });
}

/** The other side of a payment may come an hour after the first. */
function youngWords(count: number): string {
  const what =
    count === 0
      ? 'No payment of the last hour is in one list alone, but more may come.'
      : `${count === 1 ? '1 payment' : `${count} payments`} of the last hour ${count === 1 ? 'is' : 'are'} in one list so far.`;
  return `${what} What is not an hour old is no difference yet.`;
}

function differenceItem(
  difference: Difference,
  of: { readonly counterparty: string; readonly currency: string },
): Safe {
  const { kind, receipt_id: receipt, movement_id: movement } = difference;
  return html`<li>${mark(IN_ONE_LIST.includes(kind) ? 'half' : 'fails')}<div><h3>${printable(differenceTitle(difference, of))}</h3>
<p>${printable(differenceWords(difference, of))}</p>
<p class="note">${receipt !== null && html`<a href="${url(`/receipts/${receipt}`)}">Its receipt</a>${movement !== null && ', '}`}${movement !== null && html`movement <bdi class="id">${printable(movement)}</bdi>`}</p></div></li>`;
}

function receiptsMatter(
  { currencies, held, refused, approved }: ReceiptStatement,
  soFarAt: string | null,
): Matter {
  const none = currencies.length + held.length + refused.length === 0;
  const sums = currencies.map(
    ({ currency, payments, paid }) =>
      `${paymentsWords(payments.length)}, ${priced(paid, currency)} ${currency}`,
  );
  const paid = sums.length === 0 ? 'Nothing was paid.' : `${listedWords(sums)}.`;
  return {
    story: `${asOfWords(soFarAt)}${none ? `Nothing was asked of this account in this month${soFarAt === null ? '' : ' so far'}.` : paid}`,
    leaves: html`${currencies.map(({ currency, payments, paid: sum }) =>
      leaf({
        id: `movements-${currency.toLowerCase()}`,
        title: `Paid in ${currency}`,
        note: 'Each opens its receipt.',
        matter: movementsTable({
          currency,
          last: 'Paid so far',
          rows: payments.map(paymentRow),
          foot: { words: paymentsWords(payments.length), amount: priced(sum, currency), last: '' },
        }),
      }),
    )}
${unpaidLeaves(held, refused, approved)}`,
  };
}

function unpaidLeaves(held: readonly ReceiptRow[], refused: readonly ReceiptRow[], approved: number): Safe {
  return html`${(held.length > 0 || approved > 0) && heldLeaf(held, approved)}
${refused.length > 0 && leaf({ id: 'refused', title: 'Refused', note: 'Nothing moved.', matter: unpaidList(refused) })}`;
}

function heldLeaf(held: readonly ReceiptRow[], approved: number): Safe {
  return leaf({
    id: 'held',
    title: 'Held',
    matter: html`<p>${heldWords(held.length, approved)}</p>${held.length > 0 && unpaidList(held)}`,
  });
}

function heldWords(unpaid: number, approved: number): string {
  const all = unpaid + approved;
  const were = all === 1 ? 'was' : 'were';
  return approved === 0
    ? `${all} ${were} held for a person; none of it was paid.`
    : `${all} ${were} held for a person; ${approved} ${approved === 1 ? 'was' : 'were'} approved and paid, as listed above.`;
}

function unpaidList(rows: readonly ReceiptRow[]): Safe {
  return html`<ul class="entries">${rows.map(
    (row) => html`<li><time datetime="${row.decided_at}">${shortDay(row.decided_at)}</time>
<div><a href="${url(`/receipts/${row.receipt_id}`)}"><bdi>${printable(`${priced(row.amount ?? '', row.currency ?? '')} ${row.currency ?? ''} to ${paidTo(row)}`)}</bdi></a>
<p class="note">${printable(reasonWords(row.reason))}</p></div>
<p class="outcome">${mark('bar')} ${row.rejected_by === null ? row.outcome : html`<bdi>${printable(row.rejected_by)}</bdi> rejected it`}</p></li>`,
  )}</ul>`;
}

function boundsLeaf({ compared, unlisted }: ReadMonth): Safe {
  return leaf({
    id: 'bounds',
    title: 'What it is not',
    matter: html`<ul class="marks">${
      compared === null
        ? html`${pointed('open', 'It has no balances, and charges and payments that nobody asked for here are not in it.')}
${pointed('open', html`It was not compared with a list of the counterparty: ${printable(unlisted?.message ?? '')}`)}`
        : html`${pointed('open', `The ${compared.listed.counterparty} may have signed nothing: the enforcement point signed what it was told.`)}
${pointed('open', 'What stands in doubt has no receipt yet.')}`
    }
${pointed('open', 'This page is what the authority says. The file proves it, without us.')}</ul>`,
  });
}

function keepLeaf({ tenant, account, month }: Whose): Safe | false {
  if (!may('export')) return false;
  const query = new URLSearchParams({ tenant, account, month });
  const file = `statement-${account}-${month}.jsonl`;
  return leaf({
    id: 'keep',
    title: 'Keep it',
    note: 'This page prints.',
    matter: html`<p class="actions"><a class="button" href="${url(`/statements/month.jsonl?${query}`)}" download>File to verify offline</a>
<a class="button" href="${url(`/statements/month.csv?${query}`)}" download>CSV</a></p>
<p class="note">The file carries every receipt of the tenant in these days, proven under one head of the log, and the signed list. It is checked without us: <bdi class="id">sanad-verify ${printable(file)} --keys keys.json</bdi></p>`,
  });
}
