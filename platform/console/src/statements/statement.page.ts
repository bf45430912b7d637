import { addDays, addMonths } from '@common/base/calendar';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { decimalsOf } from '@platform/core/objects/amount-faults';
import { TenantId } from '@platform/core/objects/primitives';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import { reasonWords } from '@platform/words/reasons';
import { listed } from '@platform/words/short';
import { day } from '@platform/words/when';
import { Type } from 'typebox';
import { may } from '../access/areas.ts';
import { readRows } from '../receipts/find-receipts.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, mark, type PagesDeps, pointed, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { type Movement, type Statement, statementOf } from './statement.ts';

interface StatementDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'receiptRows'>;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const MONTH = '^\\d{4}-(0[1-9]|1[0-2])$';
const Query = Type.Object({
  tenant: TenantId,
  account: Type.String({ minLength: 1, maxLength: 128 }),
  month: Type.String({ pattern: MONTH }),
});

/** The accounts that are offered are those of the newest receipts. */
const LOOKED_AT = 1_000;

/** Whose statement, of which month (`2026-10`). */
interface Account {
  readonly tenant: string;
  readonly account: string;
}

/** Adds the accounts that have statements, and the statement of an account and a month. */
export function addStatementPages(app: HttpApp, { authority, site, now }: StatementDeps): void {
  app.get('/statements', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const found = await authority.receiptRows({ before: null, grantId: null, limit: LOOKED_AT });
    if (!found.ok) return refuseAsked(reply, found.error);
    const main = accountsMain(accountsIn(found.value.rows), now().slice(0, 7));
    const about = { title: 'Statements', description: 'What was paid from each account, by month.' };
    return sendPage(request, reply, renderConsolePage(site, { ...about, main, path: '/statements' }));
  });
  app.get(
    '/statements/month',
    { config: { page: true }, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const { tenant, account, month } = request.query;
      const search = { tenant, account, ...daysOf(month) };
      const rows = await readRows(authority, search);
      if (!rows.ok) return refuseAsked(reply, rows.error);
      const title = `Statement of ${account}, ${monthWords(month)}`;
      const main = statementMain({ tenant, account }, month, statementOf(rows.value));
      const description = 'What the receipts of an account say of a month.';
      return sendPage(
        request,
        reply,
        renderConsolePage(site, { title, description, main, path: '/statements' }),
      );
    },
  );
}

function daysOf(month: string): { readonly from: string; readonly to: string } {
  const first = `${month}-01`;
  return { from: first, to: addDays(addMonths(first, 1), -1) };
}

/** `October 2026`. */
function monthWords(month: string): string {
  return day(`${month}-01`).replace(/^1 /, '');
}

/** `2 Oct`. */
function shortDay(instant: string): string {
  const [date = '', month = ''] = day(instant).split(' ');
  return `${date} ${month.slice(0, 3)}`;
}

/** With as many decimals as the currency has, so that a column can be read. */
function money(amount: string, currency: string | null): string {
  const [whole = '', decimals = ''] = amount.split('.');
  const padded = decimals.padEnd(currency === null ? 0 : decimalsOf(currency), '0');
  return grouped(padded === '' ? whole : `${whole}.${padded}`);
}

function accountsIn(rows: readonly ReceiptRow[]): readonly Account[] {
  const found = new Map<string, Account>();
  for (const { tenant, account } of rows)
    if (account !== null) found.set(JSON.stringify([tenant, account]), { tenant, account });
  return [...found.values()];
}

function addressOf({ tenant, account }: Account, month: string): Safe {
  return url(`/statements/month?${new URLSearchParams({ tenant, account, month })}`);
}

function accountsMain(accounts: readonly Account[], month: string): Safe {
  const months = [addMonths(`${month}-01`, -1).slice(0, 7), month];
  return html`<header class="opening">
<p class="crumb">Statements: what was paid from each account</p>
<h1>Statements</h1>
<p class="story">A month of one account, by its receipts: paid, held and refused.</p>
</header>
${leaf({
  id: 'whose',
  title: 'Accounts',
  note: 'Those of the newest receipts.',
  matter:
    accounts.length === 0
      ? html`<p>No receipt names an account yet.</p>`
      : html`<ul class="plain">${accounts.map(
          (account) =>
            html`<li><bdi class="id">${printable(account.account)}</bdi> of <bdi class="id">${printable(account.tenant)}</bdi>: ${months.map((each, index) => html`${index > 0 && ', '}<a href="${addressOf(account, each)}">${monthWords(each)}</a>`)}</li>`,
        )}</ul>`,
})}`;
}

function statementMain(account: Account, month: string, statement: Statement): Safe {
  const [before, after] = [-1, 1].map((step) => addMonths(`${month}-01`, step).slice(0, 7));
  const { currencies, held, refused, approved } = statement;
  const none = currencies.length + held.length + refused.length === 0;
  return html`<header class="opening">
<p class="crumb months"><a href="${url('/statements')}">Statements</a> / <a href="${addressOf(account, before ?? month)}">${monthWords(before ?? month)}</a> / ${monthWords(month)} / <a href="${addressOf(account, after ?? month)}">${monthWords(after ?? month)}</a></p>
<h1>Statement of <bdi class="id">${printable(account.account)}</bdi>, ${monthWords(month)}</h1>
<p class="story">${none ? 'Nothing was asked of this account in this month.' : paidWords(statement)}</p>
</header>
${currencies.map(movementsLeaf)}
${(held.length > 0 || approved > 0) && heldLeaf(held, approved)}
${refused.length > 0 && leaf({ id: 'refused', title: 'Refused', note: 'Nothing moved.', matter: unpaidList(refused) })}
${boundsLeaf()}
${!none && keepLeaf(account, month)}`;
}

function paidWords({ currencies }: Statement): string {
  if (currencies.length === 0) return 'Nothing was paid.';
  return `${listed(
    currencies.map(
      ({ currency, movements, paid }) =>
        `${paymentsWords(movements.length)}, ${money(paid, currency)} ${currency}`,
    ),
  )}.`;
}

function paymentsWords(count: number): string {
  return count === 1 ? '1 payment' : `${count} payments`;
}

function movementsLeaf({ currency, movements, paid }: Statement['currencies'][number]): Safe {
  return leaf({
    id: `movements-${currency.toLowerCase()}`,
    title: `Paid in ${currency}`,
    note: 'Each opens its receipt.',
    matter: html`<table class="movements">
<thead><tr><th scope="col">Date</th><th scope="col">Paid to, for</th><th scope="col" class="people">Approved by</th><th scope="col" class="num">${currency}</th><th scope="col" class="num so-far">Paid so far</th></tr></thead>
<tbody>${movements.map(movementRow)}</tbody>
<tfoot><tr><th scope="row" colspan="3">${paymentsWords(movements.length)}</th><td class="num">${money(paid, currency)}</td><td></td></tr></tfoot>
</table>`,
  });
}

function movementRow({ row, amount, paid }: Movement): Safe {
  const people = row.approved_by.length === 0 ? 'no approval needed' : listed(row.approved_by.map(printable));
  return html`<tr>
<td>${shortDay(row.executed_at ?? row.decided_at)}</td>
<td><a href="${url(`/receipts/${row.receipt_id}`)}"><bdi>${printable(toWords(row))}</bdi></a></td>
<td class="people">${people}</td>
<td class="num">${money(amount, row.currency)}</td>
<td class="num so-far">${money(paid, row.currency)}</td>
</tr>`;
}

function toWords({ payee, reference }: ReceiptRow): string {
  return reference === null ? (payee ?? 'no payee') : `${payee ?? 'no payee'} for ${reference}`;
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
<div><a href="${url(`/receipts/${row.receipt_id}`)}"><bdi>${printable(`${money(row.amount ?? '', row.currency)} ${row.currency ?? ''} to ${toWords(row)}`)}</bdi></a>
<p class="note">${printable(reasonWords(row.reason))}</p></div>
<p class="outcome">${mark('bar')} ${row.rejected_by === null ? row.outcome : html`<bdi>${printable(row.rejected_by)}</bdi> rejected it`}</p></li>`,
  )}</ul>`;
}

function boundsLeaf(): Safe {
  return leaf({
    id: 'bounds',
    title: 'What it is not',
    matter: html`<ul class="marks">${pointed('open', 'It is no statement of the counterparty: it has no balances, and charges and payments that nobody asked for here are not in it.')}
${pointed('open', 'It was not compared with the counterparty’s own list.')}
${pointed('open', 'It is what the authority says. Only whole receipts prove anything.')}</ul>`,
  });
}

function keepLeaf({ tenant, account }: Account, month: string): Safe {
  const query = new URLSearchParams({ ...daysOf(month), tenant, account });
  return leaf({
    id: 'keep',
    title: 'Keep it',
    note: 'This page prints.',
    matter: html`<ul class="plain">
${
  may('export') &&
  html`<li><a href="${url(`/receipts/receipts.csv?${query}`)}" download>CSV</a>: each line of it, for a spreadsheet</li>
<li><a href="${url(`/receipts/receipts.jsonl?${query}`)}" download>JSON Lines</a>: the whole receipts, one per line</li>`
}
<li><a href="${url(`/receipts?${query}`)}">The receipts</a>, to check them here</li>
</ul>`,
  });
}
