import { html, type Safe, url } from '@common/web/html';
import { leaf, told } from '../site/site.page.ts';
import type { RequestShown, WaitingShown } from './waiting-shown.ts';

/**
 * The waiting requests under their title. Each is a sentence that leads to its page; nothing is approved from
 * a list. The script keeps all of it up to date. `quiet` is shown below the title when nothing waits.
 */
export function waitingPart({ title, story, requests }: WaitingShown, quiet: string): Safe {
  return html`<header class="opening">
<h1 id="waiting-title">${title}</h1>
<p class="story" id="waiting-story" data-quiet="${quiet}">${story ?? quiet}</p>
<p class="note" id="waiting-news" role="status"></p>
</header>
<div id="waiting-here"${requests.length === 0 && html` hidden`}>${list(requests)}</div>
<template id="waiting-item">${item(EMPTY)}</template>`;
}

const EMPTY: RequestShown = {
  id: '',
  href: '/approvals',
  pieces: [{ kind: 'plain', text: 'A request' }],
  agent: '',
  detail: '',
  left: '',
  end: '',
};

function list(requests: readonly RequestShown[]): Safe {
  return leaf({
    id: 'waiting',
    title: 'Waiting',
    note: 'Oldest first. No answer means no.',
    matter: html`<ul class="plain requests" id="waiting-list">${requests.map(item)}</ul>`,
  });
}

/** An item of the page’s own list, and of the script’s template. */
function item({ id, href, pieces, agent, detail, left, end }: RequestShown): Safe {
  return html`<li>
<p class="lead"><a href="${url(href)}" data-slot="pieces">${told(pieces)}</a></p>
<p>Asked by <bdi class="id" data-slot="agent">${agent}</bdi>: <span data-slot="detail">${detail}</span></p>
<p class="note">${left !== null && html`<span data-slot="ends"><strong data-slot="left">${left}</strong>, ends <span data-slot="end">${end}</span>. </span>`}<bdi class="id" data-slot="id">${id}</bdi></p>
</li>`;
}
