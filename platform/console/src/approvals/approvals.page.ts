import type { HttpApp } from '@common/kit/http';
import { html, type Safe, url } from '@common/web/html';
import { sendPage } from '@common/web/send-page';
import { printable } from '@platform/proof/report-html';
import type { GrantRecord } from '@platform/protocol/grant';
import { refuseAsked } from '../site/asked.page.ts';
import { leaf, type PagesDeps, renderConsolePage, told } from '../site/site.page.ts';
import { type Authority, type ManifestOf, profileOf } from '../use-cases/authority.ts';
import { capital, counted } from '../words/short.ts';
import { actionPieces } from '../words/story.ts';
import { timeLeft } from '../words/time-left.ts';
import { dayAndTime } from '../words/when.ts';

interface ApprovalsPageDeps extends PagesDeps {
  readonly authority: Pick<Authority, 'waiting'>;
  readonly manifestOf: ManifestOf;
  /** RFC 3339. */
  readonly now: () => string;
}

/** What waits for a person, oldest first: it ends first. */
export function addApprovalsPage(
  app: HttpApp,
  { authority, manifestOf, now, site }: ApprovalsPageDeps,
): void {
  app.get('/approvals', { config: { page: true }, schema: { hide: true } }, async (request, reply) => {
    const found = await authority.waiting();
    if (!found.ok) return refuseAsked(reply, found.error);
    const title = waitingTitle(found.value.length);
    const main = html`<header class="opening">
<h1>${title}</h1>
<p class="story">${found.value.length === 0 ? 'What a mandate lets an agent do only with a person’s approval stands here until somebody answers.' : 'Nothing of it happens without a person’s signature. If nobody does anything, it ends by itself.'}</p>
</header>
${found.value.length > 0 && leaf({ id: 'waiting', title: 'Waiting', note: 'Oldest first. Silence is a refusal.', matter: waitingList(found.value, manifestOf, now()) })}`;
    const page = { title, description: 'What waits for a person’s approval.', main, path: '/approvals' };
    return sendPage(request, reply, renderConsolePage(site, page));
  });
}

export function waitingTitle(waiting: number): string {
  if (waiting === 0) return 'Nothing waits for a person';
  return waiting === 1
    ? 'One request waits for a person'
    : `${capital(counted(waiting))} requests wait for a person`;
}

/** Each request in a sentence, which leads to its page; nothing is approved from a list. */
export function waitingList(waiting: readonly GrantRecord[], manifestOf: ManifestOf, now: string): Safe {
  const items = waiting.map(({ action, grant, decision }) => {
    const pieces = actionPieces(action, manifestOf(profileOf(action)));
    return html`<li>
<p class="lead"><a href="${url(`/approvals/${grant.grant_id}`)}">${told(pieces)}</a></p>
<p>asked by <bdi class="id">${printable(action.agent)}</bdi>: ${printable(decision.detail)}</p>
<p class="note">${grant.expires_at !== null && html`<strong>${timeLeft(now, grant.expires_at)}</strong>, ends ${dayAndTime(grant.expires_at)}. `}<bdi class="id">${grant.grant_id}</bdi></p>
</li>`;
  });
  return html`<ul class="plain requests">${items}</ul>`;
}
