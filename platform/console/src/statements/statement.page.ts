import { Readable } from 'node:stream';
import { addMonths } from '@common/base/calendar';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { StatementMonth } from '@platform/core/objects/account-statement';
import { Name, TenantId } from '@platform/core/objects/primitives';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import type { Whose } from '@platform/core/statement/read-month';
import { printable } from '@platform/core/verify/report-html';
import { monthWords } from '@platform/words/statements';
import { Type } from 'typebox';
import { mayList } from '../access/reader.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { monthMain } from './month.page.ts';
import { readStatement } from './read-statement.ts';
import { statementCsv } from './statement-csv.ts';
import { statementFile } from './statement-file.ts';

interface StatementDeps extends PagesDeps {
  readonly authority: Pick<
    Authority,
    'receiptRows' | 'receiptPage' | 'movements' | 'inDoubt' | 'logHead' | 'logProof' | 'keys'
  >;
  /** Returns the present in RFC 3339. */
  readonly now: () => string;
}

const OfMonth = { tenant: TenantId, account: Name, month: StatementMonth };
const Query = Type.Object(OfMonth);
const SheetQuery = Type.Object({
  ...OfMonth,
  sheet: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000 })),
});

/** The accounts that are offered are those of the newest receipts. */
const LOOKED_AT = 1_000;

/** Adds the accounts that have statements, and the statement of an account and a month, with its files. */
export function addStatementPages(app: HttpApp, deps: StatementDeps): void {
  const { authority, site, now } = deps;
  app.get('/statements', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const found = await authority.receiptRows({ before: null, grantId: null, limit: LOOKED_AT });
    if (!found.ok) return refuseAsked(reply, found.error);
    const main = accountsMain(accountsIn(found.value.rows), now().slice(0, 7));
    const about = { title: 'Statements', description: 'What was paid from each account, by month.' };
    return sendPage(request, reply, renderConsolePage(site, { ...about, main, path: '/statements' }));
  });
  app.get(
    '/statements/month',
    { config: { page: true }, schema: { hide: true, querystring: SheetQuery } },
    async (request, reply) => {
      const { sheet = 1, ...whose } = request.query;
      const read = await ofTheirs(whose, () => readStatement(deps, whose));
      if (!read.ok) return refuseAsked(reply, read.error);
      const title = `Statement of ${whose.account}, ${monthWords(whose.month)}${read.value.soFarAt === null ? '' : ', so far'}`;
      const main = monthMain(whose, read.value, { sheet, now: now() });
      const description = 'A month of an account: its receipts, and its counterparty’s own list.';
      return sendPage(
        request,
        reply,
        renderConsolePage(site, { title, description, main, path: '/statements' }),
      );
    },
  );
  addFile(app, 'csv', 'text/csv; charset=utf-8; header=present', async (whose) => {
    const read = await readStatement(deps, whose);
    return read.ok ? ok(statementCsv(read.value)) : read;
  });
  addFile(app, 'jsonl', 'application/jsonl; charset=utf-8', (whose) =>
    statementFile({ crypto: nodeCrypto, authority, now }, whose),
  );
}

/** Adds a file of a month, sent while it is made. */
function addFile(
  app: HttpApp,
  ending: 'csv' | 'jsonl',
  type: string,
  read: (whose: Whose) => Promise<Result<Iterable<string> | AsyncIterable<string>>>,
): void {
  app.get(
    `/statements/month.${ending}`,
    { config: { page: true }, schema: { hide: true, querystring: Query } },
    async (request, reply) => {
      const text = await ofTheirs(request.query, () => read(request.query));
      if (!text.ok) return refuseAsked(reply, text.error);
      const { account, month } = request.query;
      return reply
        .headers({
          'content-type': type,
          'content-disposition': `attachment; filename="statement-${account}-${month}.${ending}"`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
        })
        .send(Readable.from(text.value));
    },
  );
}

/** An account of a company that is not the reader's is told like one that is not there, and not as an empty month. */
async function ofTheirs<Read>(
  { tenant, account }: Account,
  read: () => Promise<Result<Read>>,
): Promise<Result<Read>> {
  if (mayList(tenant)) return read();
  const said = `There is no account ${account} of ${tenant} among yours.`;
  return fail('account_not_found', said, { status: 404, said });
}

type Account = Pick<Whose, 'tenant' | 'account'>;

function accountsIn(rows: readonly ReceiptRow[]): readonly Account[] {
  const found = new Map<string, Account>();
  for (const { tenant, account } of rows)
    if (account !== null) found.set(JSON.stringify([tenant, account]), { tenant, account });
  return [...found.values()];
}

function accountsMain(accounts: readonly Account[], month: string): Safe {
  const months = [addMonths(`${month}-01`, -1).slice(0, 7), month];
  return html`<header class="opening">
<p class="crumb">Statements: what was paid from each account</p>
<h1>Statements</h1>
<p class="story">A month of one account: paid, held and refused, compared with its counterparty’s own list.</p>
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
            html`<li><bdi class="id">${printable(account.account)}</bdi> of <bdi class="id">${printable(account.tenant)}</bdi>: ${months.map((each, index) => html`${index > 0 && ', '}<a href="${url(`/statements/month?${new URLSearchParams({ ...account, month: each })}`)}">${monthWords(each)}</a>`)}</li>`,
        )}</ul>`,
})}`;
}
