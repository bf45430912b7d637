import { html, type Safe, url } from '@common/web/html';
import { printable } from '@platform/core/verify/report-html';
import { leaf, mark, told } from '../site/site.page.ts';
import {
  divided,
  type RequestShown,
  unnamed,
  type WaitingShown,
  waitingStory,
  waitingTitle,
} from './waiting-shown.ts';

interface WaitingPart {
  readonly shown: WaitingShown;
  /** Shown below the title when nothing waits. */
  readonly quiet: string;
  /** The person who reads; null shows all requests in one list. */
  readonly me?: string | null;
  /** Below the list of those that wait for the reader. */
  readonly below?: Safe | null;
}

/**
 * The waiting requests under their title. Each is a sentence that leads to its page; nothing is approved from a list.
 * The script keeps all of it up to date.
 */
export function waitingPart({ shown, quiet, me = null, below = null }: WaitingPart): Safe {
  const { mine, others } = divided(shown.requests, me);
  return html`<header class="opening">
<h1 id="waiting-title" data-me="${me ?? ''}">${waitingTitle(mine.length, me)}</h1>
<p class="story" id="waiting-story" data-quiet="${quiet}">${waitingStory(mine.length) ?? quiet}</p>
<p class="note" id="waiting-news" role="status"></p>
</header>
<div id="waiting-here"${mine.length === 0 && html` hidden`}>${leaf({
    id: 'waiting',
    title: me === null ? 'Waiting' : html`For ${printable(me)}`,
    note: 'Oldest first. No answer means no.',
    matter: html`${list('waiting-list', me === null ? mine : unnamed(mine))}${below}`,
  })}</div>
${
  me !== null &&
  html`<div id="others-here"${others.length === 0 && html` hidden`}>${leaf({
    id: 'others',
    title: 'For others',
    note: 'You can read these. You cannot approve them.',
    matter: list('others-list', others),
  })}</div>`
}
<template id="waiting-item">${item(EMPTY)}</template>`;
}

const EMPTY: RequestShown = {
  id: '',
  href: '/approvals',
  pieces: [{ kind: 'plain', text: 'A request' }],
  agent: '',
  detail: '',
  unusual: '',
  age: '',
  left: '',
  asked: [],
};

function list(id: string, requests: readonly RequestShown[]): Safe {
  return html`<ul class="plain requests" id="${id}">${requests.map(item)}</ul>`;
}

/** An item of the page’s own list, and of the script’s template. */
function item({ id, href, pieces, agent, detail, unusual, age, left, asked }: RequestShown): Safe {
  return html`<li>
<p class="lead"><a href="${url(href)}" data-slot="pieces">${told(pieces)}</a></p>
<p data-slot="detail">${detail}</p>
${(unusual !== '' || id === '') && html`<p class="word" data-slot="unusual">${mark('half')} <strong data-slot="signs">${unusual}</strong></p>`}
<p class="note"><bdi class="id" data-slot="agent">${agent}</bdi> asked <span data-slot="age">${age}</span>${left !== null && html`<span data-slot="ends">, <span data-slot="left">${left}</span></span>`}${(asked.length > 0 || id === '') && html`<span data-slot="people">; waits for <bdi data-slot="asked">${asked.map(printable).join(', ')}</bdi></span>`}</p>
</li>`;
}
