import { capitalised } from '@common/base/english';
import type { HttpApp } from '@common/kit/http/app';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import type { SignedTreeHead } from '@platform/core/objects/log';
import { printable } from '@platform/core/verify/report-html';
import { grouped } from '@platform/words/amounts';
import { counted, inGroups } from '@platform/words/short';
import { dayAndTime } from '@platform/words/when';
import { may } from '../access/areas.ts';
import { doubtsLeaf } from '../grants/doubts.page.ts';
import { grantEntry } from '../grants/grant-entry.page.ts';
import { witnessedMarks } from '../log/witnessed.page.ts';
import { useBars } from '../mandates/bars.page.ts';
import { mandatePieces } from '../mandates/mandate-words.ts';
import { toSignLeaf } from '../payees/to-sign.page.ts';
import { toRenewLeaf } from '../policy/to-renew.page.ts';
import { entry } from '../receipts/entry.page.ts';
import { publishedSchemas } from '../schemas/schemas.ts';
import { refuseAsked } from '../site/asked.page.ts';
import { reader } from '../site/reader.http.ts';
import { leaf, type PagesDeps, pointed, renderConsolePage, told } from '../site/site.page.ts';
import { endingSoonLeaf } from '../tokens/ending-soon.page.ts';
import { profileOf } from '../use-cases/authority.ts';
import { waitingFor } from '../waiting/asked-people.ts';
import { waitingPart } from '../waiting/waiting.page.ts';
import { waitingTitle } from '../waiting/waiting-shown.ts';
import { type Happened, type HomeDeps, type MandateToday, readHome } from './read-home.ts';

const QUIET =
  'An agent acts only inside a mandate that a person signed, and every decision leaves a receipt.';

/** The title for readers who are shown no requests. */
const OVERVIEW = 'Payments and mandates today';

/** Adds the first page: what waits, what happened, what may happen, and whether the services run. */
export function addHomePage(app: HttpApp, deps: HomeDeps & PagesDeps): void {
  app.get('/', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const me = reader();
    const found = await readHome(deps, me);
    if (!found.ok) return refuseAsked(reply, found.error);
    const {
      waiting,
      inDoubt,
      today,
      mandates,
      others,
      services,
      head,
      witnesses,
      toRenew,
      toSign,
      endingTokens,
    } = found.value;
    const isAsked = may('approvals');
    const main = html`${isAsked ? waitingPart({ shown: await deps.showWaiting(waiting), quiet: QUIET, me }) : html`<header class="opening"><h1>${OVERVIEW}</h1><p class="story">${QUIET}</p></header>`}
${toSign.length > 0 && toSignLeaf(toSign)}
${toRenew.length > 0 && toRenewLeaf(toRenew)}
${endingTokens.length > 0 && endingSoonLeaf(endingTokens)}
${inDoubt.length > 0 && doubtsLeaf(inDoubt, deps.manifestOf)}
${leaf({
  id: 'today',
  title: 'Today',
  note: 'What agents asked for, newest first. Each request leaves a receipt.',
  matter:
    today.length === 0
      ? html`<p>Nothing has been asked for today.</p>`
      : html`<ol class="entries">${today.map((one) => happened(one, deps))}</ol>`,
})}
${mandatesLeaf(mandates, others)}
${leaf({
  id: 'services',
  title: 'Services',
  note: 'An answer shows that a service runs, not that it is honest.',
  matter: html`<ul class="marks">${services.map(({ name, answers }) =>
    answers ? pointed('holds', `The ${name} answers.`) : pointed('open', `The ${name} does not answer.`),
  )}</ul>`,
})}
${logLeaf(head, witnesses)}
${schemasLeaf()}`;
    const description = 'Mandates, requests and receipts of agents that act for people.';
    const page = renderConsolePage(deps.site, {
      title: isAsked ? waitingTitle(waitingFor(waiting, me).length, me) : OVERVIEW,
      description,
      main,
      path: '/',
      ...(isAsked ? { bundles: [deps.assets.addresses['waiting.js']] } : {}),
    });
    return sendPage(request, reply, page);
  });
}

function happened(one: Happened, { manifestOf }: Pick<HomeDeps, 'manifestOf'>): Safe {
  if ('receipt' in one) return entry(one.receipt);
  const { action } = one.grant;
  return grantEntry(one.grant, manifestOf(profileOf(action)), html`<bdi>${printable(action.agent)}</bdi>`);
}

function mandatesLeaf(mandates: readonly MandateToday[], others: number): Safe {
  const items = mandates.map(
    ({ record, told: mandate, manifest, use }) => html`<li>
${record.contract.name !== undefined && html`<h3 class="called"><bdi>${printable(record.contract.name)}</bdi></h3>`}
<p>${told(mandatePieces(mandate, manifest))}</p>
${use !== null && useBars(mandate, use)}
<p class="note"><a href="${url(`/mandates/${record.contract.contract_id}`)}"><bdi class="id">${record.contract.contract_id}</bdi></a>, signed by <bdi class="id">${printable(record.signature.kid)}</bdi></p>
</li>`,
  );
  const further =
    others === 0
      ? null
      : html`<p class="note">${capitalised(counted(others))} more: <a href="${url('/mandates')}">all mandates</a>.</p>`;
  return leaf({
    id: 'mandates',
    title: 'Mandates',
    note: 'What agents may do, and how much is left. Filled: done. Paler: needs approval.',
    matter: html`${mandates.length === 0 ? html`<p>No mandate is in force: no agent may do anything.</p>` : html`<ul class="plain requests">${items}</ul>`}${further}`,
  });
}

function logLeaf(head: SignedTreeHead | null, witnesses: readonly string[]): Safe {
  const matter =
    head === null
      ? html`<p>The log is empty.</p>`
      : html`<p>${grouped(String(head.tree_head.tree_size))} ${head.tree_head.tree_size === 1 ? 'entry' : 'entries'}. The authority signed this head on ${dayAndTime(head.tree_head.timestamp)}:</p>
<p class="hash">${inGroups(head.tree_head.root_hash, 8)}</p>
${witnessedMarks(witnesses)}`;
  return leaf({
    id: 'log',
    title: 'Log',
    note: 'One line for each receipt and each change of a payee. One that is removed is noticed.',
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
    note: 'JSON Schemas, draft 2020-12: those that the services themselves validate with.',
    matter: html`<ul class="plain">${items}</ul>`,
  });
}
