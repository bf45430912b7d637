import { html, type Safe, url } from '@common/web/html';
import type { NoticeSink, SentNotice } from '@platform/core/objects/notice';
import { NOTICE_WORDS } from '@platform/words/notices';
import { counted, listed } from '@platform/words/short';
import { timeAgo } from '@platform/words/time-left';
import { dayAndTime } from '@platform/words/when';
import { leaf, pointed } from '../site/site.page.ts';

interface NoticesData {
  readonly sinks: readonly NoticeSink[];
  readonly notices: readonly SentNotice[];
  /** The present, in RFC 3339. */
  readonly now: string;
  /** What became of the test that was just asked for. */
  readonly note?: string;
}

/** Older ones are in the operator's command. */
const SHOWN = 20;

const WAYS = {
  mail: 'By mail',
  slack: 'In a channel',
  webhook: 'By signed webhook',
} as const satisfies Readonly<Record<NoticeSink['way'], string>>;

const STATES = {
  delivered: ['holds', 'sent'],
  waiting: ['open', 'on its way'],
  given_up: ['half', 'given up'],
  withdrawn: ['bar', 'no longer needed'],
} as const satisfies Readonly<Record<SentNotice['state'], readonly [Parameters<typeof pointed>[0], string]>>;

export function noticesTitle({ sinks, notices }: Pick<NoticesData, 'sinks' | 'notices'>): string {
  const lost = notices.filter(({ state }) => state === 'given_up').length;
  if (lost > 0) return lost === 1 ? 'One notice was not delivered' : `${lost} notices were not delivered`;
  if (sinks.length === 0) return 'Nobody is told what happens yet';
  return sinks.length === 1
    ? 'One place is told what happens'
    : `${capital(counted(sinks.length))} places are told what happens`;
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

export function noticesMain(title: string, { sinks, notices, now, note }: NoticesData): Safe {
  const lost = notices.filter(({ state }) => state === 'given_up');
  return html`<header class="opening">
<h1>${title}</h1>
<p class="story">Mailboxes, channels and programs that are told what happens here. A notice decides nothing, and nothing waits for one.</p>
</header>
${note !== undefined && leaf({ id: 'tested', title: 'Test', matter: html`<p role="status">${note}</p>` })}
${lost.length > 0 && leaf({ id: 'lost', title: 'Not delivered', note: 'After a day of attempts, or at the end of a request.', matter: html`${sentList(lost, now)}<p class="note beneath">Why, and how to send one again: <code>npx sanad authority notices list</code>.</p>` })}
${leaf({
  id: 'places',
  title: 'Places',
  note: 'Addresses are not shown here.',
  matter: sinks.length === 0 ? NONE : html`<ul class="plain holdings">${sinks.map(sinkItem)}</ul>`,
})}
${leaf({
  id: 'sent',
  title: 'Last notices',
  note: `The newest ${SHOWN}. Approvers’ own are on the page of each request.`,
  matter: notices.length === 0 ? html`<p>None yet.</p>` : sentList(notices.slice(0, SHOWN), now),
})}
${sinks.length > 0 && leaf({ id: 'add', title: 'Another place', matter: HOW })}`;
}

function sinkItem({ name, way, tenant, kinds, details }: NoticeSink): Safe {
  const whose = tenant === null ? 'of every tenant' : html`of <bdi class="id">${tenant}</bdi>`;
  const told = details ? 'with amounts, payees and names' : 'without amounts, payees and names';
  return html`<li class="change">
<div><strong><bdi class="id">${name}</bdi></strong></div>
<div>
<p>${WAYS[way]}, ${whose}, ${told}</p>
<p class="note">${listed(kinds.map((kind) => NOTICE_WORDS[kind]))}</p>
<form action="${url(`/notices/${name}/test`)}" method="post"><button type="submit" class="outlined">Send a test<span class="only-read"> to ${name}</span></button></form>
</div>
</li>`;
}

function sentList(notices: readonly SentNotice[], now: string): Safe {
  return html`<ul class="marks">${notices.map((notice) => sentItem(notice, now))}</ul>`;
}

function sentItem({ type, sink, state, attempts, entered_at: at }: SentNotice, now: string): Safe {
  const [mark, word] = STATES[state];
  const tries = state !== 'delivered' && attempts > 1 ? `, after ${attempts} attempts` : '';
  return pointed(
    mark,
    html`${NOTICE_WORDS[type]}, to <bdi class="id">${sink}</bdi>: ${word}${tries} <span class="note"><time datetime="${at}" title="${dayAndTime(at)}">${timeAgo(now, at)}</time></span>`,
  );
}

const HOW = html`<p>The operator adds a mailbox, a channel or a program with the command:</p>
<p><code>npx sanad authority notices add treasury --mail treasury@example.com</code></p>
<p class="note">Or <code>--url</code> for a program, and <code>--url … --slack</code> for a channel. <code>--details</code> sends amounts and payees too.</p>`;
const NONE = html`<p>Approvers are asked at their own addresses. Nothing else is sent.</p>
${HOW}`;
