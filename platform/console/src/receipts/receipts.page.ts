import type { HttpApp } from '@common/kit/http';
import { html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import { sendPage } from '@common/web/send-page';
import { GrantId } from '@platform/protocol/primitives';
import type { Receipt } from '@platform/protocol/receipt';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { day } from '../words/when.ts';
import { entry } from './entry.page.ts';

interface ReceiptsPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'receiptPage'>;
}

const AT_ONCE = 50;

const querystring = Type.Object({
  before: Type.Optional(
    Type.String({ pattern: '^\\d{1,15}$', description: 'Only receipts before this place in the log' }),
  ),
  grant_id: Type.Optional(GrantId),
});

/** The newest receipts, a page at a time. */
export function addReceiptsPage(app: HttpApp, { authority, site, assets }: ReceiptsPageDeps): void {
  app.get(
    '/receipts',
    { config: { page: true }, schema: { hide: true, querystring } },
    async (request, reply) => {
      const { before = null, grant_id: grantId = null } = request.query;
      const found = await authority.receiptPage({ before, grantId, limit: AT_ONCE });
      if (!found.ok) return refuseAsked(reply, found.error);
      const { receipts, earlier } = found.value;
      const title = titleOf(receipts.length, before !== null || grantId !== null);
      const main = html`<header class="opening">
<p class="crumb">Receipts: what came of every request</p>
<h1>${title}</h1>
<p class="story">Each one is a signed account of one decision, refusals too. Open it to check it here.</p>
</header>
${receipts.length === 0 ? emptyLeaf() : html`${listLeaf(receipts, earlier)}${checkLeaf(receipts.length)}`}`;
      const description = 'Receipts of what agents asked for, newest first.';
      const bundles = receipts.length === 0 ? [] : [assets.addresses['receipts.js']];
      return sendPage(
        request,
        reply,
        renderConsolePage(site, { title, description, main, path: '/receipts', bundles }),
      );
    },
  );
}

function titleOf(count: number, isPart: boolean): string {
  if (count === 0) return isPart ? 'No such receipts' : 'No receipts yet';
  if (isPart) return count === 1 ? 'One receipt' : `${count} receipts`;
  return count === 1 ? 'The newest receipt' : `The newest ${count} receipts`;
}

function emptyLeaf(): Safe {
  return leaf({
    id: 'list',
    title: 'Receipts',
    matter: html`<p>${marked('unknown', 'Nothing here')}. A receipt appears as soon as an agent has asked for something, whatever came of it.</p>`,
  });
}

function listLeaf(receipts: readonly Receipt[], earlier: string | null): Safe {
  const days = Map.groupBy(receipts, ({ when }) => day(when.decided_at));
  const groups = [...days].map(
    ([date, ofDay]) => html`<h3>${date}</h3>
<ol class="entries">${ofDay.map(entry)}</ol>`,
  );
  const further =
    earlier === null
      ? null
      : html`<p><a href="${url(`/receipts?before=${earlier}`)}">Earlier receipts</a></p>`;
  return leaf({
    id: 'list',
    title: 'The list',
    note: 'Newest first. Each names the one before it, so none can go missing unseen.',
    matter: html`<div id="receipts">${groups}</div>${further}`,
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
