import { Readable } from 'node:stream';
import { ok, type Result } from '@common/base/result';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { sendPage } from '@common/web/send-page';
import type { GrantRecord } from '@platform/core/objects/grant';
import { mandateName } from '@platform/words/mandate-name';
import { actionPieces } from '@platform/words/story';
import { day } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, renderConsolePage, told } from '../site/site.page.ts';
import { type Authority, type ManifestOf, profileOf } from '../use-cases/authority.ts';
import { entry } from './entry.page.ts';
import { filterLeaf } from './filter-form.page.ts';
import { allReceipts, allRows, findReceipts, type ReceiptInList, type Which } from './find-receipts.ts';
import { jsonLines, receiptsCsv } from './receipt-files.ts';
import {
  filterOf,
  isFiltered,
  queryOf,
  type ReceiptFilter,
  ReceiptsQuery,
  searchOf,
  withoutBlanks,
} from './receipts-query.ts';

interface ReceiptsPageDeps extends PagesDeps {
  readonly authority: Pick<
    Authority,
    'receiptPage' | 'addenda' | 'receiptRows' | 'openFound' | 'mandates' | 'plugins'
  >;
  readonly manifestOf: ManifestOf;
}

const ON_A_PAGE = 50;
const UNPROCESSABLE = 422;
/** What is known only of a request that has ended. */
const NEEDS_END = ['outcome', 'level', 'account'] as const;

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
export function addReceiptsPage(app: HttpApp, deps: ReceiptsPageDeps): void {
  const { authority, site, assets } = deps;
  app.get('/receipts', ROUTE, async (request, reply) => {
    const { before = null, grant_id: grantId = null } = request.query;
    const place = { filter: filterOf(request.query), grantId, before };
    const wanted = searchOf(place.filter);
    const unread = 'unread' in wanted ? wanted.unread : null;
    const [found, open, choices] = await Promise.all([
      'unread' in wanted
        ? ok({ receipts: [], earlier: null, behind: 0 })
        : findReceipts(authority, { search: wanted.search, grantId, before, most: ON_A_PAGE }),
      'unread' in wanted ? ok([]) : readOpen(authority, place, wanted),
      readChoices(authority),
    ]);
    if (!found.ok) return refuseAsked(reply, found.error);
    const { receipts, earlier, behind } = found.value;
    const isPart = before !== null || grantId !== null || isFiltered(place.filter);
    const title = unread === null ? titleOf(receipts.length, isPart) : 'Nothing was searched';
    const isOpen = unread !== null || (receipts.length === 0 && isFiltered(place.filter));
    const main = html`<header class="opening">
<p class="crumb">Receipts: one for each request</p>
<h1>${title}</h1>
<p class="story">Each is a signed account of one decision, including denials. Open one to check it.</p>
</header>
${filterLeaf({ filter: place.filter, choices, unread, isOpen })}
${openLeaf(deps, open.ok ? open.value : [])}
${unread !== null ? null : receipts.length === 0 ? emptyLeaf(place, earlier) : html`${listLeaf(receipts, place, earlier)}${checkLeaf(receipts.length)}${keepLeaf(place)}`}
${behind > 0 && behindNote(behind)}`;
    const description = 'Receipts of what agents asked for, newest first.';
    const bundles = receipts.length === 0 ? [] : [assets.addresses['receipts.js']];
    if (unread !== null) reply.status(UNPROCESSABLE);
    return sendPage(
      request,
      reply,
      renderConsolePage(site, { title, description, main, path: '/receipts', bundles }),
    );
  });
  addFile(app, 'receipts.jsonl', 'application/jsonl; charset=utf-8', async (which) => {
    const pages = await allReceipts(authority, which);
    return pages.ok ? ok(jsonLines(pages.value)) : pages;
  });
  addFile(app, 'receipts.csv', 'text/csv; charset=utf-8; header=present', async (which) => {
    const pages = await allRows(authority, which);
    return pages.ok ? ok(receiptsCsv(pages.value)) : pages;
  });
}

/** Adds a file of everything that the list’s search finds, sent while it is read. */
function addFile(
  app: HttpApp,
  name: 'receipts.jsonl' | 'receipts.csv',
  type: string,
  read: (which: Which) => Promise<Result<AsyncGenerator<string>>>,
): void {
  app.get(`/receipts/${name}`, ROUTE, async (request, reply) => {
    const { before = null, grant_id: grantId = null } = request.query;
    const wanted = searchOf(filterOf(request.query));
    if ('unread' in wanted) {
      const message = `${wanted.unread} is not read as an amount: write it as 4200.50.`;
      return refuse(reply, { status: UNPROCESSABLE, code: 'amount_invalid', message });
    }
    const text = await read({ search: wanted.search, grantId, before });
    if (!text.ok) return refuseAsked(reply, text.error);
    return reply
      .headers({
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      })
      .send(Readable.from(text.value));
  });
}

/** Requests that match and have no receipt yet; none of an outcome, and none on later pages. */
async function readOpen(
  authority: Pick<Authority, 'openFound'>,
  { filter, grantId, before }: Place,
  { search }: { readonly search: Which['search'] },
): Promise<Result<readonly GrantRecord[]>> {
  const isAsked = isFiltered(filter) && NEEDS_END.every((name) => filter[name] === undefined);
  if (!isAsked || grantId !== null || before !== null) return ok([]);
  return authority.openFound(search);
}

function openLeaf(
  { manifestOf }: Pick<ReceiptsPageDeps, 'manifestOf'>,
  open: readonly GrantRecord[],
): Safe | null {
  if (open.length === 0) return null;
  return leaf({
    id: 'open',
    title: 'Not ended yet',
    note: 'These match too, and have no receipt yet.',
    matter: html`<ul class="plain">${open.map(
      ({ action, grant }) =>
        html`<li><a href="${url(`/grants/${grant.grant_id}`)}">${told(actionPieces(action, manifestOf(profileOf(action))))}</a></li>`,
    )}</ul>`,
  });
}

function behindNote(behind: number): Safe {
  return html`<p class="note">${marked('unknown', `${behind} receipts are not in the search yet`)}: the authority is still entering them.</p>`;
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
      ({ contract }) => [contract.contract_id, `${mandateName(contract)}, ${contract.agent}`] as const,
    ),
    plugins: (plugins.ok ? plugins.value : []).map(({ name }) => name),
  };
}

function titleOf(count: number, isPart: boolean): string {
  if (count === 0) return isPart ? 'No such receipts' : 'No receipts yet';
  if (isPart) return count === 1 ? 'One receipt' : `${count} receipts`;
  return count === 1 ? 'The newest receipt' : `The newest ${count} receipts`;
}

function emptyLeaf(place: Place, earlier: string | null): Safe {
  return leaf({
    id: 'list',
    title: 'Receipts',
    matter:
      place.grantId !== null && !isFiltered(place.filter)
        ? html`<p>${marked('unknown', 'Nothing here')}: the grant has not ended yet. <a href="${url(`/grants/${place.grantId}`)}">Its own page</a> says how it stands.</p>`
        : isFiltered(place.filter)
          ? html`<p>${marked('unknown', 'Nothing here')}: ${earlier === null ? 'no receipt matches' : 'none of the newest receipts matches'}.</p>${further(place, earlier)}`
          : html`<p>${marked('unknown', 'Nothing here')}. A receipt appears as soon as an agent has asked for something, whatever came of it.</p>`,
  });
}

function further(place: Place, earlier: string | null): Safe | null {
  if (earlier === null) return null;
  return html`<p><a href="${url(addressOf({ ...place, before: earlier }))}">Earlier receipts</a></p>`;
}

function listLeaf(receipts: readonly ReceiptInList[], place: Place, earlier: string | null): Safe {
  const days = Map.groupBy(receipts, ({ document }) => day(document.when.decided_at));
  const groups = [...days].map(
    ([date, ofDay]) => html`<h3>${date}</h3>
<ol class="entries">${ofDay.map(entry)}</ol>`,
  );
  return leaf({
    id: 'list',
    title: 'The list',
    note: 'Newest first. Each names the one before it, so none can go missing unnoticed.',
    matter: html`<div id="receipts">${groups}</div>${further(place, earlier)}`,
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

function keepLeaf(place: Place): Safe | null {
  if (!may('export')) return null;
  return leaf({
    id: 'files',
    title: 'Keep them',
    note: 'A table proves nothing; a whole receipt does.',
    matter: html`<ul class="plain">
<li><a href="${url(addressOf(place, 'receipts.jsonl'))}" download>JSON Lines</a>: whole receipts, one per line</li>
<li><a href="${url(addressOf(place, 'receipts.csv'))}" download>CSV</a>: what they say, for a spreadsheet</li>
</ul>
<p class="note">Each file holds everything that the search finds, from the newest in this list on. To check a whole log: <code>npx sanad receipt export</code>.</p>`,
  });
}
