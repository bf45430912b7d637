import type { HttpApp } from '@common/kit/http';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { printable } from '@platform/proof/report-html';
import type { GrantRecord } from '@platform/protocol/grant';
import type { SignedTreeHead } from '@platform/protocol/log';
import { useBars } from '../mandates/bars.page.ts';
import { mandatePieces } from '../mandates/mandate-words.ts';
import { entry } from '../receipts/entry.page.ts';
import { publishedSchemas } from '../schemas/schemas.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, pointed, renderConsolePage, told } from '../site/site.page.ts';
import type { ManifestOf } from '../use-cases/authority.ts';
import { capital, counted } from '../words/short.ts';
import { actionPieces } from '../words/story.ts';
import { dayAndTime } from '../words/when.ts';
import { type HomeDeps, type MandateToday, readHome } from './read-home.ts';

/** The first page: what waits, what happened, what may happen, and whether all is well. */
export function addHomePage(app: HttpApp, deps: HomeDeps & PagesDeps): void {
  app.get('/', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const found = await readHome(deps);
    if (!found.ok) return refuseAsked(reply, found.error);
    const { waiting, today, mandates, others, services, head } = found.value;
    const title = titleOf(waiting.length);
    const main = html`<header class="opening">
<h1>${title}</h1>
<p class="story">${waiting.length === 0 ? 'An agent acts only inside a mandate that a person signed, and every decision leaves a receipt.' : 'Nothing of it happens without a person’s signature. If nobody does anything, it ends by itself.'}</p>
</header>
${waiting.length > 0 && waitingLeaf(waiting, deps.manifestOf, deps.now())}
${leaf({
  id: 'today',
  title: 'Today',
  note: 'What agents asked, newest first. Every outcome has its receipt.',
  matter:
    today.length === 0
      ? html`<p>Nothing has been decided today.</p>`
      : html`<ol class="entries">${today.map(entry)}</ol>`,
})}
${mandatesLeaf(mandates, others)}
${leaf({
  id: 'services',
  title: 'Services',
  note: 'An answer says that a service runs, not that it is honest.',
  matter: html`<ul class="marks">${services.map(({ name, answers }) =>
    answers ? pointed('holds', `The ${name} answers.`) : pointed('open', `The ${name} does not answer.`),
  )}</ul>`,
})}
${logLeaf(head)}
${schemasLeaf()}`;
    const description = 'Mandates, requests and receipts of agents that act for people.';
    return sendPage(request, reply, renderConsolePage(deps.site, { title, description, main, path: '/' }));
  });
}

function titleOf(waiting: number): string {
  if (waiting === 0) return 'Nothing waits for a person';
  return waiting === 1
    ? 'One request waits for a person'
    : `${capital(counted(waiting))} requests wait for a person`;
}

function waitingLeaf(waiting: readonly GrantRecord[], manifestOf: ManifestOf, now: string): Safe {
  const items = waiting.map(({ action, grant, decision }) => {
    const { facade, params, agent } = action;
    const manifest = manifestOf(grant.policy_version.replace(/@.*$/, ''));
    return html`<li>
<p class="lead">${told(actionPieces({ facade, params }, manifest))}</p>
<p>asked by <bdi class="id">${printable(agent)}</bdi>: ${printable(decision.detail)}</p>
<p class="note">${grant.expires_at !== null && html`<strong>${timeLeft(now, grant.expires_at)}</strong>, ends ${dayAndTime(grant.expires_at)}. `}With the command: <code>npx sanad grant approve ${grant.grant_id}</code></p>
</li>`;
  });
  return leaf({
    id: 'waiting',
    title: 'Waiting',
    note: 'Silence is a refusal.',
    matter: html`<ul class="plain requests">${items}</ul>`,
  });
}

const MINUTE_MS = 60_000;

function timeLeft(now: string, end: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(end) - Date.parse(now)) / MINUTE_MS));
  return minutes === 1 ? '1 minute left' : `${minutes} minutes left`;
}

function mandatesLeaf(mandates: readonly MandateToday[], others: number): Safe {
  const items = mandates.map(
    ({ record, manifest, use }) => html`<li>
<p>${told(mandatePieces(record.contract, manifest))}</p>
${use !== null && useBars(record.contract, use)}
<p class="note"><a href="${url(`/mandates/${record.contract.contract_id}`)}"><bdi class="id">${record.contract.contract_id}</bdi></a>, signed by <bdi class="id">${printable(record.signature.kid)}</bdi></p>
</li>`,
  );
  const further =
    others === 0
      ? null
      : html`<p class="note">${capital(counted(others))} more: <a href="${url('/mandates')}">all mandates</a>.</p>`;
  return leaf({
    id: 'mandates',
    title: 'Mandates',
    note: 'What people let agents do, and what is left. Filled: used. Paler: waiting for an answer.',
    matter: html`${mandates.length === 0 ? html`<p>No mandate is in force: no agent may do anything.</p>` : html`<ul class="plain requests">${items}</ul>`}${further}`,
  });
}

function logLeaf(head: SignedTreeHead | null): Safe {
  const matter =
    head === null
      ? html`<p>The log is empty.</p>`
      : html`<p>${head.tree_head.tree_size} ${head.tree_head.tree_size === 1 ? 'receipt' : 'receipts'}. The authority signed this head on ${dayAndTime(head.tree_head.timestamp)}:</p>
<p class="hash">${(head.tree_head.root_hash.match(/.{8}/g) ?? []).join(' ')}</p>
<ul class="marks">${pointed('open', 'No witness countersigned it: others may be shown another log.')}</ul>`;
  return leaf({
    id: 'log',
    title: 'Log',
    note: 'One line for each receipt, which nobody can take out unseen.',
    matter,
  });
}

function schemasLeaf(): Safe {
  const items = publishedSchemas().map(
    ({ path }) => html`<li><a href="${url(path)}"><code>${path}</code></a></li>`,
  );
  return leaf({
    id: 'schemas',
    title: 'For programs',
    note: 'JSON Schemas, draft 2020-12: the very ones that the services validate by.',
    matter: html`<ul class="plain">${items}</ul>`,
  });
}
