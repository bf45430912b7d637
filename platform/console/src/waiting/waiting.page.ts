import { html, type Safe, url } from '@common/web/html';
import { leaf, told } from '../site/site.page.ts';
import type { WaitingShown } from './waiting-shown.ts';

/**
 * What waits, under its title: each request in a sentence, which leads to its page; nothing is approved from a list. The
 * script keeps all of it up to date. `quiet`: what stands below the title when nothing waits.
 */
export function waitingPart({ title, story, requests }: WaitingShown, quiet: string): Safe {
  const items = requests.map(
    ({ id, href, pieces, agent, detail, left, end }) => html`<li>
<p class="lead"><a href="${url(href)}">${told(pieces)}</a></p>
<p>Asked by <bdi class="id">${agent}</bdi>: ${detail}</p>
<p class="note">${left !== null && html`<strong>${left}</strong>, ends ${end}. `}<bdi class="id">${id}</bdi></p>
</li>`,
  );
  const list = leaf({
    id: 'waiting',
    title: 'Waiting',
    note: WAITING_NOTE,
    matter: html`<ul class="plain requests">${items}</ul>`,
  });
  return html`<header class="opening">
<h1 id="waiting-title">${title}</h1>
<p class="story" id="waiting-story" data-quiet="${quiet}">${story ?? quiet}</p>
<p class="note" id="waiting-news" role="status"></p>
</header>
<div id="waiting-here">${requests.length > 0 && list}</div>`;
}

const WAITING_NOTE = 'Oldest first. No answer means no.';
