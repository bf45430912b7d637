import { capitalised } from '@common/base/english';
import { barsByDay, shareBar } from '@common/web/charts';
import { type Content, html, type Safe, url } from '@common/web/html';
import { marked } from '@common/web/mark';
import type { UsageTier } from '@screener/service/accounts/usage.store';
import { days as daysInWords } from '@screener/words/dates';
import { PAGE } from '@screener/words/face';
import { numberInWords, percent, wholeNumber } from '@screener/words/numbers';
import { pageSection } from '../parts/section.page.ts';
import { shownName } from '../parts/shown-name.ts';
import { dayBarsWords, shortDate } from '../parts/words.page.ts';
import { type FailedAssignment, paymentSection, waits } from './payments-section.page.ts';
import type { AskedTicker, Statistics } from './read-statistics.ts';

const CHOICES = [7, 14, 90] as const;

/** Returns what needs the operator or, if nothing does, what happened. */
export function statisticsTitle({ payments, sign_ups: signUps, days }: Statistics): string {
  const waiting = payments.filter(waits).length;
  if (waiting > 0) {
    const first = capitalised(numberInWords(waiting));
    return waiting === 1 ? `${first} payment waits for you` : `${first} payments wait for you`;
  }
  return `${inWords(signUps.total, 'sign-up')} in ${daysInWords(days)}`;
}

interface AdminState {
  /** What the operator did last. */
  readonly notice?: string | undefined;
  readonly refused?: FailedAssignment | null;
}

export function statisticsMain(found: Statistics, { notice, refused = null }: AdminState = {}): Safe {
  const { calls, sign_ups: signUps, payments, days } = found;
  const failed = sum(calls.filter(({ status }) => status >= 500));
  const isInTitle = !payments.some(waits);
  const counted = isInTitle
    ? inWords(sum(calls), 'call')
    : `${inWords(signUps.total, 'sign-up')} and ${inWords(sum(calls), 'call')} in ${daysInWords(days)}`;
  const lead = `${counted}; ${failed === 0 ? 'none' : wholeNumber(failed)} failed on our side.`;
  return html`<h1>${statisticsTitle(found)}</h1>
<p class="lead">${lead}</p>
${notice !== undefined && html`<p class="notice" role="status">${notice}</p>`}
${periodLinks(found)}
${cells(found)}
${(payments.length > 0 || refused !== null) && paymentSection(payments, refused)}
${signUpSection(found)}
${callSection(found)}
${wantedSection(found)}
${askedSection(found)}
${sourceSection(found)}`;
}

function periodLinks({ days, activation_days: within, from, through }: Statistics): Safe {
  const query = (of: number) => `days=${of}&activation_days=${within}`;
  const choice = (of: number) =>
    of === days
      ? html`<strong aria-current="true">${daysInWords(of)}</strong>`
      : html`<a href="${url(`/admin?${query(of)}`)}">${daysInWords(of)}</a>`;
  return html`<p class="periods small">${CHOICES.map((of) => html`${choice(of)} `)}${!CHOICES.some((of) => of === days) && html`<strong>${daysInWords(days)}</strong> `}<span class="muted">${shortDate(from)} to ${shortDate(through)}, UTC</span> <a href="${url(`/api/admin/stats?${query(days)}`)}">JSON</a></p>`;
}

function cells({
  days,
  sign_ups: signUps,
  activation,
  activation_days: within,
  keys,
  alerts,
}: Statistics): Safe {
  const { old } = activation;
  const age = `${daysInWords(within)} old`;
  const activationNote =
    old.accounts === 0
      ? `no account is ${age} yet`
      : `${wholeNumber(old.activated)} of ${inWords(old.accounts, 'account')} at least ${age}`;
  const cell = (label: string, figure: string, note: string) =>
    html`<div><dt>${label}</dt><dd class="figure">${figure}</dd><dd class="note">${note}</dd></div>`;
  return html`<dl class="cells">
${cell('Sign-ups', wholeNumber(signUps.total), `${wholeNumber(signUps.before)} in the ${daysInWords(days)} before`)}
${cell('Activation', shareInWords(old.share), activationNote)}
${cell('Active keys', wholeNumber(keys.active), `${inWords(keys.accounts, 'account')}; ${inWords(keys.partners, 'partner')}`)}
${cell('Alerts', `${wholeNumber(alerts.sent)} sent`, `${wholeNumber(alerts.given_up)} given up after a day`)}
</dl>`;
}

function signUpSection({ sign_ups: signUps, activation, activation_days: within, days }: Statistics): Safe {
  const { by_day: byDay, total } = signUps;
  const activated = byDay.reduce((all, one) => all + one.activated, 0);
  const row = (
    label: Content,
    { accounts, activated: done }: { accounts: number; activated: number },
    isShare: boolean,
  ) => {
    const share = accounts === 0 ? null : done / accounts;
    return html`<tr><th scope="row">${label}</th><td class="number">${wholeNumber(done)}</td><td class="number">${wholeNumber(accounts)}</td><td class="number">${isShare ? html`<strong>${shareInWords(share)}</strong>` : shareInWords(share)}</td><td class="drawn-share">${share !== null && shareBar(share)}</td></tr>`;
  };
  return pageSection({
    id: 'sign-ups',
    title: 'Sign-ups',
    note: 'And how many go on to screen something.',
    content: html`${barsByDay({
      days: byDay.map(({ day }) => day),
      series: [
        { name: 'screened something', counts: byDay.map((one) => one.activated) },
        { name: 'not yet', counts: byDay.map((one) => one.accounts - one.activated) },
      ],
      label: 'Sign-ups by day',
      words: dayBarsWords(PAGE),
      note: `${wholeNumber(total)} in ${daysInWords(days)}. Solid: the ${wholeNumber(activated)} that screened something since.`,
    })}
<table class="activation">
<caption class="muted small">A first successful screening with a key, within ${daysInWords(within)} of signing up</caption>
<thead><tr><th scope="col">Accounts</th><th scope="col" class="number">Activated</th><th scope="col" class="number">Of</th><th scope="col" class="number">Share</th><td class="drawn-share"></td></tr></thead>
<tbody>
${row(html`At least ${daysInWords(within)} old`, activation.old, true)}
${row(html`Younger, so far<span class="small-text">not counted above: they still have time</span>`, activation.young, false)}
</tbody>
</table>`,
  });
}

type Calls = Statistics['calls'];

/** Columns by status. The last two take every status that the others do not. */
const COLUMNS: readonly {
  readonly head: string;
  readonly wide?: true;
  readonly has: (status: number) => boolean;
}[] = [
  { head: 'Answered', has: (status) => status < 400 },
  { head: '400', wide: true, has: (status) => status === 400 },
  { head: '401', has: (status) => status === 401 },
  { head: '404', has: (status) => status === 404 },
  { head: '422', wide: true, has: (status) => status === 422 },
  { head: '429', has: (status) => status === 429 },
  {
    head: 'Other',
    wide: true,
    has: (status) => status >= 400 && status < 500 && ![400, 401, 404, 422, 429].includes(status),
  },
  { head: '5xx', has: (status) => status >= 500 },
];

const TIERS: readonly (readonly [tier: UsageTier, name: string])[] = [
  ['demo', 'Demo'],
  ['free', 'Free'],
  ['partner', 'Partner'],
  ['none', 'No valid key'],
];

function callSection({ calls, days }: Statistics): Safe {
  const operations = [...new Set(calls.map(({ operation }) => operation))]
    .map((name) => ({ name, calls: calls.filter(({ operation }) => operation === name) }))
    .sort((a, b) => sum(b.calls) - sum(a.calls));
  if (calls.length === 0)
    return pageSection({
      id: 'calls',
      title: 'Calls',
      note: 'By the tier at the time of the call.',
      content: html`<p>There were none in these ${daysInWords(days)}.</p>`,
    });
  return pageSection({
    id: 'calls',
    title: 'Calls',
    note: 'By the tier at the time of the call.',
    content: html`${callTable('Calls by tier and status', 'Tier', [
      ...TIERS.map(([tier, name]) => ({ name, calls: calls.filter((one) => one.tier === tier) })),
      { name: 'All', calls },
    ])}
${callTable('Calls by operation and status', 'Operation', operations)}`,
  });
}

function callTable(
  caption: string,
  head: string,
  rows: readonly { readonly name: string; readonly calls: Calls }[],
): Safe {
  const cell = (of: Calls, { has, head: name, wide }: (typeof COLUMNS)[number]) => {
    const calls = sum(of.filter(({ status }) => has(status)));
    const kind = ['number', wide && 'wide', name === '5xx' && calls > 0 && 'fail'].filter(Boolean).join(' ');
    return html`<td class="${kind}">${wholeNumber(calls)}</td>`;
  };
  return html`<table class="calls${head === 'Operation' ? ' operations' : ''}">
<caption class="only-read">${caption}</caption>
<thead><tr><th scope="col">${head}</th>${COLUMNS.map((column) => html`<th scope="col" class="number${column.wide ? ' wide' : ''}">${column.head}</th>`)}</tr></thead>
<tbody>${rows.map(({ name, calls }) => html`<tr><th scope="row">${name}</th>${COLUMNS.map((column) => cell(calls, column))}</tr>`)}</tbody>
</table>`;
}

function wantedSection({ tickers, days }: Statistics): Safe {
  const wanted = [
    ...tickers.not_screenable.map((one) => ({ ...one, why: marked('unknown', 'not screenable') })),
    ...tickers.not_found.map((one) => ({ ...one, why: html`not found`, isFound: false })),
  ].sort((a, b) => b.calls - a.calls);
  const note = 'What people asked for and did not get.';
  if (wanted.length === 0)
    return pageSection({
      id: 'wanted',
      title: 'Wanted',
      note,
      content: html`<p>Everything that was asked for had a verdict.</p>`,
    });
  return pageSection({
    id: 'wanted',
    title: 'Wanted',
    note,
    content: tickerTable(`Asked for in the last ${daysInWords(days)}, and not answered`, wanted),
  });
}

function askedSection({ tickers: { top } }: Statistics): Safe | null {
  if (top.length === 0) return null;
  return pageSection({
    id: 'asked',
    title: 'Asked for',
    note: 'The tickers that most calls were about.',
    content: tickerTable('Tickers with a verdict', top),
  });
}

function tickerTable(
  caption: string,
  rows: readonly (AskedTicker & { readonly why?: Safe; readonly isFound?: boolean })[],
): Safe {
  const most = Math.max(...rows.map(({ calls }) => calls));
  const hasWhy = rows.some(({ why }) => why !== undefined);
  const said = ({ ticker, name, meant, isFound = true }: (typeof rows)[number]) => {
    if (name !== null) return html`<bdi>${shownName(name)}</bdi>`;
    if (isFound) return null;
    if (meant === ticker) return 'known by now';
    return meant === null
      ? html`no such ticker`
      : html`no such ticker; perhaps <bdi class="ticker">${meant}</bdi>`;
  };
  return html`<table class="tickers">
<caption class="muted small">${caption}</caption>
<thead><tr><th scope="col">Ticker</th>${hasWhy && html`<th scope="col">Why not</th>`}<th scope="col" class="number">Calls</th><td class="drawn-share"></td></tr></thead>
<tbody>${rows.map(
    (one) =>
      html`<tr><th scope="row"><bdi class="ticker">${one.ticker}</bdi><span class="small-text">${said(one)}</span></th>${hasWhy && html`<td>${one.why}</td>`}<td class="number">${wholeNumber(one.calls)}</td><td class="drawn-share">${shareBar(one.calls / most)}</td></tr>`,
  )}</tbody>
</table>`;
}

function sourceSection({ attribution, waitlist, days }: Statistics): Safe | null {
  if (attribution.length === 0 && waitlist.length === 0) return null;
  const sources = html`<table>
<caption class="muted small">Where the sign-ups of the last ${daysInWords(days)} say they came from</caption>
<thead><tr><th scope="col">Source</th><th scope="col" class="number">Sign-ups</th></tr></thead>
<tbody>${attribution.map(({ source, sign_ups: signUps }) => html`<tr><th scope="row"><bdi>${source}</bdi></th><td class="number">${wholeNumber(signUps)}</td></tr>`)}</tbody>
</table>`;
  const waiting = html`<table>
<caption class="muted small">The waiting list</caption>
<thead><tr><th scope="col">Interest</th><th scope="col" class="number">People</th><th scope="col" class="number">New</th></tr></thead>
<tbody>${waitlist.map(({ interest, people, recent }) => html`<tr><th scope="row"><bdi>${interest}</bdi></th><td class="number">${wholeNumber(people)}</td><td class="number">${wholeNumber(recent)}</td></tr>`)}</tbody>
</table>`;
  return pageSection({
    id: 'sources',
    title: 'Where from',
    note: 'What people say themselves: only a hint.',
    content: html`${attribution.length > 0 && sources}
${waitlist.length > 0 && waiting}`,
  });
}

function sum(calls: readonly { readonly calls: number }[]): number {
  return calls.reduce((all, one) => all + one.calls, 0);
}

/** Writes a count with its noun: `1 sign-up`, `53 sign-ups`. */
function inWords(number: number, noun: string): string {
  return `${wholeNumber(number)} ${noun}${number === 1 ? '' : 's'}`;
}

function shareInWords(share: number | null): string {
  return share === null ? '–' : percent(share, PAGE, 1);
}
