import { capitalised } from '@common/base/english';
import { ok } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { ReceiptId } from '@platform/core/objects/primitives';
import type { OpenReceipt, Receipt } from '@platform/core/objects/receipt';
import type { SignedSettled } from '@platform/core/objects/settled';
import { settlesLater } from '@platform/core/verify/addendum';
import { saidOf } from '@platform/core/verify/said';
import { grouped } from '@platform/words/amounts';
import { mandateWithId } from '@platform/words/mandate-name';
import { nameWords } from '@platform/words/names';
import { outcomeWords } from '@platform/words/outcomes';
import { possibleDuplicateWords } from '@platform/words/possible-duplicate';
import { settlementWords } from '@platform/words/settled';
import { receiptPieces } from '@platform/words/story';
import { Type } from 'typebox';
import { judgementTemplates } from '../proof-view/judgement.page.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { facts, leaf, type PagesDeps, renderConsolePage, told } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { shownReceipt } from './shown-receipt.ts';

interface ReceiptPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'receipt' | 'addenda'>;
  /** Texts of known venues’ venue.json files. */
  readonly venues: readonly string[];
}

const params = Type.Object({ receipt_id: ReceiptId });

/** Adds the page of one receipt, which the server shows and the browser checks. */
export function addReceiptPage(app: HttpApp, deps: ReceiptPageDeps): void {
  const { authority, site, assets } = deps;
  app.get(
    '/receipts/:receipt_id',
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const { receipt_id: id } = request.params;
      const receipt = await authority.receipt(id);
      if (!receipt.ok) return refuseAsked(reply, receipt.error);
      const shown = shownReceipt(receipt.value);
      const addenda = settlesLater(shown) ? await authority.addenda(id) : ok([]);
      if (!addenda.ok) return refuseAsked(reply, addenda.error);
      const page = renderConsolePage(site, {
        title: `Receipt ${id}`,
        description: 'A receipt, checked in this browser.',
        main: receiptMain(id, receipt.value, shown, { addenda: addenda.value, venues: deps.venues }),
        path: '/receipts',
        bundles: [assets.addresses['receipt.js']],
      });
      return sendPage(request, reply, page);
    },
  );
  app.get(
    '/receipts/:receipt_id/receipt.json',
    { config: { page: true }, schema: { hide: true, params } },
    async (request, reply) => {
      const { receipt_id: id } = request.params;
      const receipt = await authority.receipt(id);
      if (!receipt.ok) return refuseAsked(reply, receipt.error);
      return reply
        .headers({
          'content-type': 'application/json; charset=utf-8',
          'content-disposition': `attachment; filename="${id}.json"`,
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-cache',
        })
        .send(`${JSON.stringify(receipt.value, null, 2)}\n`);
    },
  );
}

/** INVARIANT: before the script has run, the page says nothing about whether the receipt holds. */
function receiptMain(
  id: string,
  document: Receipt,
  receipt: OpenReceipt,
  { addenda, venues }: { readonly addenda: readonly SignedSettled[]; readonly venues: readonly string[] },
): Safe {
  const crumb = html`<a href="${url('/receipts')}">Receipts</a> / <bdi class="id">${id}</bdi>`;
  return html`<div id="receipt-data" hidden data-receipt="${JSON.stringify(document)}" data-addenda="${JSON.stringify(addenda)}" data-venues="${JSON.stringify(venues)}"></div>
<div id="receipt" aria-live="polite">
<header class="opening">
<p class="crumb">${crumb}</p>
<h1>A receipt that is not checked yet</h1>
<p class="story">It says: ${told(receiptPieces(receipt))}</p>
</header>
<p>The nine checks run in your browser, not here, and need its script. Without it, use the command below.</p>
</div>
${saidLeaf(receipt, addenda)}
${keysLeaf()}
${leaf({
  id: 'keep',
  title: 'Keep it',
  note: 'It needs neither us nor a network.',
  matter: html`<p><a href="${url(`/receipts/${id}/receipt.json`)}" download>Download the receipt</a>, and check it with the command:</p>
<pre><code>npx sanad-verify ${id}.json --keys keys.json</code></pre>
<p><a href="${url(`/receipts/${id}/view`)}">Show a part of it</a>: a copy without the amount, the payee or whatever else its reader need not see.</p>`,
})}
${judgementTemplates(crumb)}`;
}

function saidLeaf(receipt: OpenReceipt, addenda: readonly SignedSettled[]): Safe {
  const { who, what, where, why, how } = receipt;
  const { possible_duplicate_of: earlier } = how.grant;
  const later = settlementWords(receipt, addenda);
  const params = why.plugin.manifest.facades.find(({ name }) => name === what.facade)?.params ?? {};
  const written = (name: string, value: string | number) =>
    Object.hasOwn(params, name) && params[name]?.kind === 'amount' ? grouped(String(value)) : String(value);
  const rows: readonly (readonly [string, string])[] = [
    ['action', what.facade],
    ...Object.entries(what.action.params).map(
      ([name, value]) => [nameWords(name), written(name, value)] as const,
    ),
    ...saidOf(receipt).map(({ words }) => ['said of it', words] as const),
    ['outcome', `${outcomeWords(what, why.plugin.manifest)} (${what.reason})`],
    ...(later === null ? [] : [['since then', later] as const]),
    ['agent', who.agent],
    ['principal', who.principal],
    ['approver', who.approver ?? 'none'],
    ['tenant', who.tenant],
    ['mandate', mandateWithId(who.contract)],
    ['counterparty', where.counterparty ?? 'none'],
    ['grant', what.action.grant_id],
  ];
  return leaf({
    id: 'said',
    title: 'What it says',
    note: 'Only as good as the checks.',
    matter: html`${facts(rows)}
${
  earlier !== undefined &&
  html`<p class="note">${capitalised(possibleDuplicateWords(earlier))}. <a href="${url(`/grants/${earlier.grant_id}`)}">See the earlier one</a></p>`
}`,
  });
}

function keysLeaf(): Safe {
  return leaf({
    id: 'trust',
    title: 'Keys that you trust',
    note: 'Kept in this browser, and sent nowhere.',
    matter: html`<p>A receipt brings its own keys, which anyone could have made. A key file from people you trust confirms whose they are. <span id="keys-state"></span></p>
<div id="keys-form" class="form" hidden>
<div>
<label for="keys-file">A key file, in the form of keys.json</label>
<input id="keys-file" type="file" accept="application/json,.json" aria-describedby="keys-problem">
<p id="keys-problem" class="field-error" role="alert"></p>
</div>
<button id="keys-forget" type="button" class="outlined" hidden>Stop trusting these keys</button>
</div>`,
  });
}
