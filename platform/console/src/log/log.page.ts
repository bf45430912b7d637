import { ok } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedTreeHead } from '@platform/core/objects/log';
import { grouped } from '@platform/words/amounts';
import { inGroups, shortHash } from '@platform/words/short';
import { clockTime, day, dayAndTime } from '@platform/words/when';
import { Type } from 'typebox';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, renderConsolePage } from '../site/site.page.ts';
import type { Authority } from '../use-cases/authority.ts';
import { growthChart } from './growth.page.ts';
import { readWitnesses } from './read-witnesses.ts';
import { witnessedMarks } from './witnessed.page.ts';

interface LogPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'logHeads' | 'consistency' | 'keys' | 'checkpoints'>;
}

const Size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/**
 * Adds the page of the log’s heads over time, where the browser checks the proof that one continues another.
 */
export function addLogPage(app: HttpApp, { authority, site, assets }: LogPageDeps): void {
  app.get('/log', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const [heads, keys] = await Promise.all([authority.logHeads(), authority.keys()]);
    if (!heads.ok) return refuseAsked(reply, heads.error);
    if (!keys.ok) return refuseAsked(reply, keys.error);
    const [newest] = heads.value;
    const witnesses = newest === undefined ? ok([]) : await readWitnesses(authority, newest);
    if (!witnesses.ok) return refuseAsked(reply, witnesses.error);
    const title = newest === undefined ? 'The log is empty' : `${entries(newest)} in the log`;
    const main = html`<header class="opening">
<h1>${title}</h1>
<p class="story">One line for each receipt, and for each change of a payee. The authority signs the head of the log; anyone who keeps a head can later prove that nothing before it was changed or removed.</p>
</header>
${newest !== undefined && html`${newestLeaf(newest, witnesses.value)}${checkLeaf(heads.value, keys.value)}${headsLeaf(heads.value)}`}`;
    const page = { title, description: 'The transparency log.', main, path: '/log' };
    const bundles = newest === undefined ? [] : [assets.addresses['log.js']];
    return sendPage(request, reply, renderConsolePage(site, { ...page, bundles }));
  });
  app.get(
    '/log/consistency.json',
    {
      config: { page: true },
      schema: { hide: true, querystring: Type.Object({ from: Size, to: Size }) },
    },
    async (request, reply) => {
      const proof = await authority.consistency(request.query.from, request.query.to);
      if (!proof.ok) return refuseAsked(reply, proof.error);
      return reply
        .headers({ 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff' })
        .send(JSON.stringify(proof.value));
    },
  );
}

function entries({ tree_head: { tree_size: size } }: SignedTreeHead): string {
  return size === 1 ? '1 entry' : `${grouped(String(size))} entries`;
}

function newestLeaf({ tree_head: head, signature }: SignedTreeHead, witnesses: readonly string[]): Safe {
  return leaf({
    id: 'newest',
    title: 'The newest head',
    note: 'Keep it, to compare with later heads.',
    matter: html`<p>Signed by <bdi class="id">${signature.kid}</bdi> on ${dayAndTime(head.timestamp)}, of log <bdi class="id">${head.log_id}</bdi>:</p>
<p class="hash">${inGroups(head.root_hash, 8)}</p>
${witnessedMarks(witnesses)}`,
  });
}

function checkLeaf(heads: readonly SignedTreeHead[], keys: KeySet): Safe {
  const options = (chosen: SignedTreeHead | undefined) =>
    heads.map(
      (signed) =>
        html`<option value="${signed.tree_head.tree_size}"${signed === chosen && html` selected`}>${entries(signed)}, ${day(signed.tree_head.timestamp)}</option>`,
    );
  return leaf({
    id: 'check',
    title: 'Was anything removed?',
    note: 'Checked in this browser, with the same code as the command.',
    matter: html`<div id="log-data" hidden data-heads="${JSON.stringify(heads)}" data-keys="${JSON.stringify(keys)}"></div>
<div id="check-form" hidden>
<div class="pairs">
<div><label for="earlier">The earlier head</label><select id="earlier">${options(heads.at(-1))}</select></div>
<div><label for="later">The later head</label><select id="later">${options(heads[0])}</select></div>
</div>
<p class="beneath"><button id="check-heads" type="button" class="outlined">Check</button></p>
</div>
<p id="check-answer" role="status">Not checked: that needs this page’s script.</p>`,
  });
}

function headsLeaf(heads: readonly SignedTreeHead[]): Safe {
  const rows = heads
    .map((signed) => [signed.tree_head, entries(signed)] as const)
    .map(
      ([head, size]) => html`<tr>
<td><time datetime="${head.timestamp}">${day(head.timestamp)}, ${clockTime(head.timestamp)}</time></td>
<td>${size}</td>
<td class="id">${shortHash(head.root_hash)}…</td>
</tr>`,
    );
  return leaf({
    id: 'heads',
    title: 'Heads over time',
    note: 'Each step is a signed head. At most the hundred newest.',
    matter: html`${growthChart(heads)}<table class="ledger">
<caption class="note">Newest first</caption>
<thead><tr><th scope="col">Signed (UTC)</th><th scope="col">Covers</th><th scope="col">Root</th></tr></thead>
<tbody>${rows}</tbody>
</table>`,
  });
}
