import { dateOfInstant } from '@common/base/calendar';
import { field } from '@common/web/field';
import { type Content, html, type Safe, url } from '@common/web/html';
import { type Meaning, marked } from '@common/web/mark';
import type { Session } from '@screener/service/accounts/session';
import type { AlertStore, Delivery, StoredEmail, StoredWebhook } from '@screener/service/alerts/alerts.store';
import { words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { shortDate } from '../parts/words.page.ts';

interface AlertState {
  readonly hasFeed: boolean;
  readonly webhook: StoredWebhook | null;
  readonly email: StoredEmail | null;
  readonly deliveries: readonly Delivery[];
}

export interface AlertForm {
  /** The webhook's address as the reader typed it. */
  readonly url?: string;
  readonly errors?: { readonly url?: string; readonly email?: string };
  /** A message about what just happened. */
  readonly notice?: string;
  /** A secret that is shown only this once. */
  readonly once?: { readonly label: string; readonly text: string };
}

const DELIVERIES_SHOWN = 20;

export async function readAlertState(alerts: AlertStore, account: string): Promise<AlertState> {
  const [hasFeed, webhook, email, deliveries] = await Promise.all([
    alerts.hasFeed(account),
    alerts.webhookOf(account),
    alerts.emailOf(account),
    alerts.deliveriesOf(account, DELIVERIES_SHOWN),
  ]);
  return { hasFeed, webhook, email, deliveries };
}

interface AlertsSection {
  readonly sendsMail: boolean;
  readonly form?: AlertForm;
  readonly title?: string;
}

/** The section on alerts, for the account's page and for a page of its own. */
export function alertsSection(
  { account }: Session,
  state: AlertState,
  { sendsMail, form = {}, title }: AlertsSection,
): Safe {
  const said = words().alerts;
  const { notice, once } = form;
  return pageSection({
    id: 'alerts',
    title: title ?? said.title,
    note: html`${said.note(watchlistLink())}`,
    layout: 'alerts',
    content: html`${notice !== undefined && html`<p role="status">${marked('pass', notice)}</p>`}
${once !== undefined && html`<p>${once.label}</p>\n<p class="once"><bdi><code>${once.text}</code></bdi></p>`}
${feedPart(state)}
${webhookPart(state, form)}
${emailPart(account, state, form, sendsMail)}
${state.deliveries.length > 0 && deliveryTable(state.deliveries)}`,
  });
}

function watchlistLink(): Safe {
  return html`<a href="${url('/portal/dashboard')}">${words().alerts.watchlist}</a>`;
}

function feedPart({ hasFeed }: AlertState): Safe {
  const { title, there, none, make, renew, end } = words().alerts.feed;
  return html`<div class="alert-channel">
<h3>${title}</h3>
<p>${hasFeed ? there : none}</p>
<div class="actions">${post('feed', hasFeed ? renew : make)}${hasFeed && post('feed/remove', end, 'ending')}</div>
</div>`;
}

function webhookPart({ webhook }: AlertState, { url: typed, errors }: AlertForm): Safe {
  const { turnOff, webhook: said } = words().alerts;
  return html`<div class="alert-channel">
<h3>${said.title}</h3>
<form class="form" action="${url('/portal/alerts/webhook')}" method="post">
${field({
  name: 'url',
  label: said.label,
  type: 'url',
  value: typed ?? webhook?.url ?? '',
  error: errors?.url,
  maxlength: 500,
  hint: webhook === null ? said.hint : said.hintAgain,
})}
<button type="submit" class="outlined">${webhook === null ? said.save : said.saveAgain}</button>
</form>
${webhook !== null && html`<div class="actions">${post('webhook/test', said.test)}${post('webhook/remove', turnOff, 'ending')}</div>`}
</div>`;
}

function emailPart(
  { email: address, isProven }: Session['account'],
  { email }: AlertState,
  { errors }: AlertForm,
  sendsMail: boolean,
): Safe {
  if (!sendsMail) return noMailPart(email);
  const error = errors?.email;
  const { turnOff, mail } = words().alerts;
  const to = html`<bdi>${email?.email ?? address}</bdi>`;
  const offer = isProven ? mail.offer : mail.offerLink;
  const state = email === null ? offer(to) : email.isConfirmed ? mail.on(to) : mail.asked(to);
  return html`<div class="alert-channel">
<h3>${mail.title}</h3>
<p>${state}</p>
${error !== undefined && html`<p class="field-error">${marked('fail', error)}</p>`}
<div class="actions">${email?.isConfirmed !== true && post('email', isProven ? mail.turnOn : email === null ? mail.send : mail.sendAgain)}${email !== null && post('email/remove', turnOff, 'ending')}</div>
</div>`;
}

/** This server cannot send mail: what else there is, and, for an address of an earlier time, how to turn it off. */
function noMailPart(email: StoredEmail | null): Safe {
  const { turnOff, mail } = words().alerts;
  return html`<div class="alert-channel">
<h3>${mail.title}</h3>
<p>${mail.none(watchlistLink())}</p>
${email !== null && html`<div class="actions">${post('email/remove', turnOff, 'ending')}</div>`}
</div>`;
}

function post(action: string, text: string, look: 'outlined' | 'ending' = 'outlined'): Safe {
  return html`<form action="${url(`/portal/alerts/${action}`)}" method="post"><button type="submit" class="${look}">${text}</button></form>`;
}

const STATES: Readonly<Record<Delivery['state'], Meaning>> = {
  delivered: 'pass',
  waiting: 'unknown',
  given_up: 'fail',
};

function deliveryTable(deliveries: readonly Delivery[]): Safe {
  const said = words().alerts.deliveries;
  const outcome = ({ attempts, problem }: Delivery): Content =>
    problem === null
      ? said.attempts(attempts)
      : said.problem(said.attempts(attempts), html`<bdi>${problem}</bdi>`);
  return html`<h3>${said.title}</h3>
<table class="deliveries">
<caption class="only-read">${said.caption}</caption>
<thead><tr><th scope="col">${said.alert}</th><th scope="col">${said.by}</th><th scope="col">${said.state}</th></tr></thead>
<tbody>
${deliveries.map((delivery) => {
  const { alert, channel, symbol, at, state } = delivery;
  return html`<tr>
<th scope="row"><bdi class="ticker">${symbol}</bdi> <span class="small-text">${shortDate(dateOfInstant(at))}</span></th>
<td>${said.channels[channel]}</td>
<td>${marked(STATES[state], said.states[state])} <span class="small-text">${outcome(delivery)}</span>${state === 'given_up' && html`<form action="${url('/portal/alerts/retry')}" method="post"><input type="hidden" name="alert" value="${alert}"><input type="hidden" name="channel" value="${channel}"><button type="submit" class="in-row" aria-label="${said.againHeard(symbol)}">${said.again}</button></form>`}</td>
</tr>
`;
})}</tbody>
</table>`;
}
