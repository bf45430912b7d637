import { byId, focusedLink, fromTemplate, type PageElement, titlePage, within } from '../browser/dom.ts';
import { told } from '../browser/marks.ts';
import {
  divided,
  type RequestShown,
  unnamed,
  type WaitingShown,
  waitingStory,
  waitingTitle,
} from './waiting-shown.ts';

/** Runs in the browser: keeps the list of waiting requests up to date while the page is visible. */

declare const EventSource: new (
  address: string,
) => {
  readonly readyState: number;
  addEventListener(type: string, listener: (event: { readonly data: string }) => void): void;
  close(): void;
};
declare const document: {
  readonly visibilityState: string;
  addEventListener(type: 'visibilitychange', listener: () => void): void;
};
declare const setTimeout: (work: () => void, ms: number) => number;

const CLOSED = 2;
const RETRY_MS = 30_000;
let source: InstanceType<typeof EventSource> | null = null;
let known: ReadonlySet<string> | null = null;

follow();
document.addEventListener('visibilitychange', follow);

/** A page that nobody sees keeps no connection, because browsers have few for each site. */
function follow(): void {
  if (document.visibilityState !== 'visible') {
    source?.close();
    source = null;
    return;
  }
  if (source !== null) return;
  const opened = new EventSource('/approvals/waiting.events');
  source = opened;
  opened.addEventListener('waiting', ({ data }) => show(JSON.parse(data)));
  opened.addEventListener('silent', () => say('The authority does not answer: this may not be up to date.'));
  opened.addEventListener('error', () => {
    if (opened.readyState !== CLOSED || source !== opened) return;
    source = null;
    say('This page is not kept up to date now: load it again to see what is new.');
    setTimeout(follow, RETRY_MS);
  });
}

function show({ requests }: WaitingShown): void {
  const fresh = known === null ? [] : requests.filter(({ id }) => known?.has(id) === false);
  known = new Set(requests.map(({ id }) => id));
  say(
    fresh.length === 0
      ? ''
      : `New: ${fresh.map(({ pieces }) => pieces.map(({ text }) => text).join('')).join('; ')}.`,
  );
  const heading = byId('waiting-title');
  const me = heading.dataset.me === '' ? null : (heading.dataset.me ?? null);
  const { mine, others } = divided(requests, me);
  const title = waitingTitle(mine.length, me);
  titlePage(title);
  heading.textContent = title;
  const below = byId('waiting-story');
  below.textContent = waitingStory(mine.length) ?? below.dataset.quiet ?? '';
  fill('waiting', me === null ? mine : unnamed(mine));
  if (me !== null) fill('others', others);
}

function fill(name: 'waiting' | 'others', requests: readonly RequestShown[]): void {
  const focused = focusedLink();
  const list = byId(`${name}-list`);
  list.replaceChildren(...requests.map(item));
  byId(`${name}-here`).hidden = requests.length === 0;
  for (const link of list.querySelectorAll('a')) if (link.href === focused) link.focus();
}

function item({ href, pieces, agent, detail, unusual, age, left, asked }: RequestShown): PageElement {
  const shown = fromTemplate('waiting-item', {
    agent,
    detail,
    unusual: unusual !== '',
    signs: unusual,
    age,
    left,
    ends: left !== null,
    asked: asked.join(', '),
    people: asked.length > 0,
    pieces: told(pieces),
  });
  within(shown, 'a').setAttribute('href', href);
  return shown;
}

function say(words: string): void {
  byId('waiting-news').textContent = words;
}
