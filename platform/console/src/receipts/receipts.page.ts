import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { sendPage } from '@common/web/send-page';
import type { Receipt } from '@platform/core/objects/receipt';
import { day } from '@platform/words/when';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { entry } from './entry.page.ts';
import { filterLeaf } from './filter-form.page.ts';
import { findReceipts } from './find-receipts.ts';
import { jsonLines, receiptsCsv } from './receipt-files.ts';
import { isFiltered, queryOf, type ReceiptFilter } from './receipt-filter.ts';
import { filterOf, ReceiptsQuery, withoutBlanks } from './receipts-query.ts';

interface ReceiptsPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'receiptPage' | 'mandates' | 'plugins'>;
}

const ON_A_PAGE = 50;
const IN_A_FILE = 300;

/** Where the list begins and what it contains, for its links. */
interface Place {
  readonly filter: ReceiptFilter;
  readonly grantId: string | null;
  readonly before: string | null;
}

const ROUTE = {
  config: { page: true },
  preValidation: withoutBlanks,
  schema: { hide: true, querystring: ReceiptsQuery },
} as const;

/** Adds the list of receipts, newest first and a page at a time, with its search and its files. */
export function addReceiptsPage(app: HttpApp, { authority, site, assets }: ReceiptsPageDeps): void {
  app.get('/receipts', ROUTE, async (request, reply) => {
    const { before = null, grant_id: grantId = null } = request.query;
    const place = { filter: filterOf(request.query), grantId, before };
    const [found, choices] = await Promise.all([
      findReceipts(authority, { ...place, most: ON_A_PAGE }),
      readChoices(authority),
    ]);
    if (!found.ok) return refuseAsked(reply, found.error);
    const { receipts, earlier, lookedAt } = found.value;
    const isPart = before !== null || grantId !== null || isFiltered(place.filter);
    const main = html`<header class="opening">
<p class="crumb">Receipts: one for each request</p>
<h1>${titleOf(receipts.length, isPart)}</h1>
<p class="story">Each is a signed account of one decision, including denials. Open one to check it.</p>
</header>
${filterLeaf(place.filter, choices)}
${receipts.length === 0 ? emptyLeaf(place, earlier, lookedAt) : html`${listLeaf(receipts, place, earlier, lookedAt)}${checkLeaf(receipts.length)}${keepLeaf(place)}`}`;
    const description = 'Receipts of what agents asked for, newest first.';
    const bundles = receipts.length === 0 ? [] : [assets.addresses['receipts.js']];
    const title = titleOf(receipts.length, isPart);
    return sendPage(
      request,
      reply,
      renderConsolePage(site, { title, description, main, path: '/receipts', bundles }),
    );
  });
  addFile(app, authority, {
    name: 'receipts.jsonl',
    type: 'application/jsonl; charset=utf-8',
    text: jsonLines,
  });
  addFile(app, authority, {
    name: 'receipts.csv',
    type: 'text/csv; charset=utf-8; header=present',
    text: receiptsCsv,
  });
}

interface ReceiptsFile {
  readonly name: 'receipts.jsonl' | 'receipts.csv';
  readonly type: string;
  readonly text: (receipts: readonly Receipt[]) => string;
}

/** Adds a file of the list’s receipts. Its `link` header leads to earlier ones that are not in it. */
function addFile(
  app: HttpApp,
  authority: Pick<Authority, 'receiptPage'>,
  { name, type, text }: ReceiptsFile,
): void {
  app.get(`/receipts/${name}`, ROUTE, async (request, reply) => {
    const { before = null, grant_id: grantId = null } = request.query;
    const place = { filter: filterOf(request.query), grantId, before };
    const found = await findReceipts(authority, { ...place, most: IN_A_FILE });
    if (!found.ok) return refuseAsked(reply, found.error);
    const { receipts, earlier } = found.value;
    if (earlier !== null) {
      reply.header('link', `<${addressOf({ ...place, before: earlier }, name)}>; rel="prev"`);
    }
    return reply
      .headers({
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(text(receipts));
  });
}

function addressOf({ filter, grantId, before }: Place, file = ''): string {
  const query = queryOf(filter);
  if (grantId !== null) query.set('grant_id', grantId);
  if (before !== null) query.set('before', before);
  const path = file === '' ? '/receipts' : `/receipts/${file}`;
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The mandates and plugins to choose from; empty if the authority does not answer. */
async function readChoices(authority: Pick<Authority, 'mandates' | 'plugins'>) {
  const [mandates, plugins] = await Promise.all([authority.mandates(), authority.plugins()]);
  return {
    mandates: (mandates.ok ? mandates.value : []).map(
      ({ contract: { contract_id: id, agent, profile } }) =>
        [id, `${profile.replace(/\.v\d+$/, '')}, …${id.slice(-4)}, ${agent}`] as const,
    ),
    plugins: (plugins.ok ? plugins.value : []).map(({ name }) => name),
  };
}

function titleOf(count: number, isPart: boolean): string {
  if (count === 0) return isPart ? 'No such receipts' : 'No receipts yet';
  if (isPart) return count === 1 ? 'One receipt' : `${count} receipts`;
  return count === 1 ? 'The newest receipt' : `The newest ${count} receipts`;
}

function emptyLeaf(place: Place, earlier: string | null, lookedAt: number): Safe {
  return leaf({
    id: 'list',
    title: 'Receipts',
    matter:
      place.grantId !== null && !isFiltered(place.filter)
        ? html`<p>${marked('unknown', 'Nothing here')}: the grant has not ended yet. <a href="${url(`/grants/${place.grantId}`)}">Its own page</a> says how it stands.</p>`
        : isFiltered(place.filter)
          ? html`<p>${marked('unknown', 'Nothing here')}: none of the ${lookedAt} that were looked at matches.</p>${further(place, earlier, lookedAt)}`
          : html`<p>${marked('unknown', 'Nothing here')}. A receipt appears as soon as an agent has asked for something, whatever came of it.</p>`,
  });
}

function further(place: Place, earlier: string | null, lookedAt: number): Safe | null {
  if (earlier === null) return null;
  const words = isFiltered(place.filter) ? 'Look further back' : 'Earlier receipts';
  return html`<p><a href="${url(addressOf({ ...place, before: earlier }))}">${words}</a>${isFiltered(place.filter) && html` <span class="note">${lookedAt} were looked at for this page.</span>`}</p>`;
}

function listLeaf(
  receipts: readonly Receipt[],
  place: Place,
  earlier: string | null,
  lookedAt: number,
): Safe {
  const days = Map.groupBy(receipts, ({ when }) => day(when.decided_at));
  const groups = [...days].map(
    ([date, ofDay]) => html`<h3>${date}</h3>
<ol class="entries">${ofDay.map(entry)}</ol>`,
  );
  return leaf({
    id: 'list',
    title: 'The list',
    note: 'Newest first. Each names the one before it, so none can go missing unnoticed.',
    matter: html`<div id="receipts">${groups}</div>${further(place, earlier, lookedAt)}`,
  });
}

function checkLeaf(count: number): Safe {
  return leaf({
    id: 'checked',
    title: 'Check them here',
    note: 'By this browser, with the same code as the command.',
    matter: html`<p><button id="check-all" type="button" class="outlined" hidden>Check ${count === 1 ? 'it' : `all ${count}`}</button></p>
<p id="check-state" role="status">Not checked. Without a script: <code>npx sanad receipt export</code>, then <code>sanad-verify</code> on its folder.</p>`,
  });
}

function keepLeaf(place: Place): Safe {
  return leaf({
    id: 'files',
    title: 'Keep them',
    note: 'A table proves nothing; a whole receipt does.',
    matter: html`<ul class="plain">
<li><a href="${url(addressOf(place, 'receipts.jsonl'))}" download>JSON Lines</a>: whole receipts, one per line</li>
<li><a href="${url(addressOf(place, 'receipts.csv'))}" download>CSV</a>: what they say, for a spreadsheet</li>
</ul>
<p class="note">Each file begins with the newest in this list and holds at most ${IN_A_FILE}. To check all of them as a whole: <code>npx sanad receipt export</code>.</p>`,
  });
}
