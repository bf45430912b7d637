import { dateOfInstant } from '@common/base/calendar';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { type Meaning, marked } from '@common/web/mark';
import type { Session } from '@screener/service/accounts/session';
import type { AlertStore, Delivery, StoredEmail, StoredWebhook } from '@screener/service/alerts/alerts.store';
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
  { sendsMail, form = {}, title = 'Alerts' }: AlertsSection,
): Safe {
  const { notice, once } = form;
  return pageSection({
    id: 'alerts',
    title: title,
    note: html`One for each change in a verdict or a check of what you watch, by the methodologies that you follow. The <a href="${url('/portal/dashboard')}">watchlist</a> shows them in any case.`,
    layout: 'alerts',
    content: html`${notice !== undefined && html`<p role="status">${marked('pass', notice)}</p>`}
${once !== undefined && html`<p>${once.label} It is shown only now:</p>\n<p class="once"><bdi><code>${once.text}</code></bdi></p>`}
${feedPart(state)}
${webhookPart(state, form)}
${emailPart(account, state, form, sendsMail)}
${state.deliveries.length > 0 && deliveryTable(state.deliveries)}`,
  });
}

function feedPart({ hasFeed }: AlertState): Safe {
  return html`<div class="alert-channel">
<h3>Feed</h3>
<p>${hasFeed ? 'There is an Atom feed. Its address is a secret; a new one ends the old one.' : 'An Atom feed at an address that only you know.'}</p>
<div class="actions">${post('feed', hasFeed ? 'Make a new address' : 'Make a feed')}${hasFeed && post('feed/remove', 'End it', 'ending')}</div>
</div>`;
}

function webhookPart({ webhook }: AlertState, { url: typed, errors }: AlertForm): Safe {
  return html`<div class="alert-channel">
<h3>Webhook</h3>
<form class="form" action="${url('/portal/alerts/webhook')}" method="post">
${field({
  name: 'url',
  label: 'Address to call with each alert, signed by the Standard Webhooks rules',
  type: 'url',
  value: typed ?? webhook?.url ?? '',
  error: errors?.url,
  maxlength: 500,
  hint:
    webhook === null
      ? 'An https:// address. Saving it makes a secret, which is shown once.'
      : 'Saving it makes a new secret, which is shown once.',
})}
<button type="submit" class="outlined">${webhook === null ? 'Save' : 'Save, with a new secret'}</button>
</form>
${webhook !== null && html`<div class="actions">${post('webhook/test', 'Send a test')}${post('webhook/remove', 'Turn it off', 'ending')}</div>`}
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
  const words =
    email === null
      ? isProven
        ? html`A mail to <bdi>${address}</bdi> for each alert.`
        : html`A mail to <bdi>${address}</bdi> for each alert. First we send a link for you to follow.`
      : email.isConfirmed
        ? html`Alerts are mailed to <bdi>${email.email}</bdi>.`
        : html`A link was sent to <bdi>${email.email}</bdi>. Follow it within two days.`;
  return html`<div class="alert-channel">
<h3>E-mail</h3>
<p>${words}</p>
${error !== undefined && html`<p class="field-error">${marked('fail', error)}</p>`}
<div class="actions">${email?.isConfirmed !== true && post('email', isProven ? 'Turn it on' : email === null ? 'Send the link' : 'Send it again')}${email !== null && post('email/remove', 'Turn it off', 'ending')}</div>
</div>`;
}

/** This server cannot send mail: what else there is, and, for an address of an earlier time, how to turn it off. */
function noMailPart(email: StoredEmail | null): Safe {
  return html`<div class="alert-channel">
<h3>E-mail</h3>
<p>This server cannot send e-mail, so no alert comes by mail. Use the feed or the webhook above; the <a href="${url('/portal/dashboard')}">watchlist</a> shows every change.</p>
${email !== null && html`<div class="actions">${post('email/remove', 'Turn it off', 'ending')}</div>`}
</div>`;
}

function post(action: string, text: string, look: 'outlined' | 'ending' = 'outlined'): Safe {
  return html`<form action="${url(`/portal/alerts/${action}`)}" method="post"><button type="submit" class="${look}">${text}</button></form>`;
}

const STATES: Readonly<Record<Delivery['state'], readonly [meaning: Meaning, word: string]>> = {
  delivered: ['pass', 'delivered'],
  waiting: ['unknown', 'waiting'],
  given_up: ['fail', 'given up'],
};

function deliveryTable(deliveries: readonly Delivery[]): Safe {
  return html`<h3>Deliveries</h3>
<table class="deliveries">
<caption class="only-read">The newest deliveries</caption>
<thead><tr><th scope="col">Alert</th><th scope="col">By</th><th scope="col">State</th></tr></thead>
<tbody>
${deliveries.map(
  ({ alert, channel, symbol, at, attempts, state, problem }) => html`<tr>
<th scope="row"><bdi class="ticker">${symbol}</bdi> <span class="small-text">${shortDate(dateOfInstant(at))}</span></th>
<td>${channel === 'email' ? 'e-mail' : 'webhook'}</td>
<td>${marked(...STATES[state])} <span class="small-text">${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}${problem !== null && `. ${problem}`}</span>${state === 'given_up' && html`<form action="${url('/portal/alerts/retry')}" method="post"><input type="hidden" name="alert" value="${alert}"><input type="hidden" name="channel" value="${channel}"><button type="submit" class="in-row" aria-label="Send again: ${symbol}">Send again</button></form>`}</td>
</tr>
`,
)}</tbody>
</table>`;
}
