import type { Failure } from '@common/base/result';
import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { acceptWebhookUrl, type WebhookRules } from '@common/kit/webhooks/address';
import { html, type Safe, url } from '@common/web/html';
import type { Site } from '@common/web/page-shell';
import { errorPage, sendPrivatePage } from '@common/web/send-page';
import type { Session } from '@screener/service/accounts/session';
import { alertEvent } from '@screener/service/alerts/alert-event';
import {
  ALERT_CHANNELS,
  type AlertSettingsDeps,
  accountOfFeed,
  askForMail,
  confirmMail,
  renewFeed,
} from '@screener/service/alerts/alert-settings';
import { sendTest } from '@screener/service/alerts/deliver-alerts';
import { saveWebhook } from '@screener/service/alerts/webhook';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Readers, readerOf } from '../accounts/readers.http.ts';
import { language, words } from '../parts/language.ts';
import { renderSitePage } from '../parts/site.page.ts';
import { type AlertForm, alertsSection, readAlertState } from './alerts-section.page.ts';
import { alertFeed } from './feed.page.ts';

interface AlertPageDeps extends AlertSettingsDeps {
  readonly readers: Readers;
  readonly webhookRules: WebhookRules;
}

const ALERTS = '/portal/alerts';
const FEED_ENTRIES = 50;
const TEST_ID_BYTES = 16;

/** Makes the section on alerts of the account's page. */
export function alertsSectionOf(deps: AlertPageDeps): (session: Session) => Promise<Safe> {
  return async (session) =>
    alertsSection(session, await readAlertState(deps.alerts, session.account.id), {
      sendsMail: deps.sendMail !== null,
    });
}

/** The routes of the settings of alerts, and of the feed. */
export async function addAlertRoutes(app: HttpApp, site: Site, deps: AlertPageDeps): Promise<void> {
  const show = async (request: FastifyRequest, reply: FastifyReply, form: AlertForm = {}) => {
    const session = readerOf(request);
    const state = await readAlertState(deps.alerts, session.account.id);
    const { title, lead, whatYouFollow, where } = words().alerts;
    const follows = html`<a href="${url('/portal/account#follows')}">${whatYouFollow}</a>`;
    const main = html`<h1>${title}</h1>
<p class="lead">${lead(follows)}</p>
${alertsSection(session, state, { sendsMail: deps.sendMail !== null, form, title: where })}`;
    return sendPrivatePage(reply, alertsPage(site, main), form.errors === undefined ? 200 : 422);
  };
  app.get(
    ALERTS,
    { config: { page: true }, onRequest: deps.readers.require, schema: { hide: true } },
    (request, reply) => show(request, reply),
  );
  addFeed(app, deps);
  addConfirmation(app, site);
  await addFormRoutes(app, (scope) => {
    addFeedForms(scope, deps, show);
    addWebhookForms(scope, deps, show);
    addEmailForms(scope, site, deps, show);
  });
}

type Show = (request: FastifyRequest, reply: FastifyReply, form?: AlertForm) => Promise<FastifyReply>;

function alertsPage(site: Site, main: Safe): Safe {
  const { title, description } = words().alerts;
  return renderSitePage(site, { title, description, main, area: 'portal', path: ALERTS });
}

const Token = Type.Object({ token: Type.String({ maxLength: 100 }) }, { additionalProperties: true });

/**
 * Feed readers cannot sign in: the token in the address opens the feed. No log contains a request's query.
 */
function addFeed(app: HttpApp, deps: AlertPageDeps): void {
  app.get('/portal/alerts.atom', { schema: { hide: true, querystring: Token } }, async (request, reply) => {
    const account = await accountOfFeed(deps, request.query.token);
    if (account === null) return reply.callNotFound();
    const alerts = await deps.alerts.alertsOf(account, FEED_ENTRIES);
    const entries = await Promise.all(
      alerts.map(async (alert) => ({ id: alert.id, event: await alertEvent(deps, alert) })),
    );
    return reply
      .headers({
        'content-type': 'application/atom+xml; charset=utf-8',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(
        alertFeed(entries, {
          publicOrigin: deps.publicOrigin,
          account,
          language: (await deps.choices.languageOf(account)) ?? 'en',
        }),
      );
  });
}

function addFeedForms(app: HttpApp, deps: AlertPageDeps, show: Show): void {
  const form = formOf(deps);
  app.post(`${ALERTS}/feed`, form, async (request, reply) => {
    const token = await renewFeed(deps, readerOf(request).account.id);
    const text = `${deps.publicOrigin}/portal/alerts.atom?token=${token}`;
    return show(request, reply, { once: { label: words().alerts.feed.once, text } });
  });
  app.post(`${ALERTS}/feed/remove`, form, async (request, reply) => {
    await deps.alerts.saveFeed(readerOf(request).account.id, null);
    return back(reply);
  });
}

function addWebhookForms(app: HttpApp, deps: AlertPageDeps, show: Show): void {
  const form = formOf(deps);
  const Address = Type.Object({ url: Type.Optional(Type.String({ maxLength: 2_000 })) });
  app.post(
    `${ALERTS}/webhook`,
    { ...form, schema: { hide: true, body: Address } },
    async (request, reply) => {
      const { url: typed = '' } = request.body;
      const accepted = acceptWebhookUrl(typed, deps.webhookRules);
      if (!accepted.ok) return show(request, reply, { url: typed, errors: { url: why(accepted.error) } });
      const text = await saveWebhook(deps, readerOf(request).account.id, accepted.value);
      return show(request, reply, { once: { label: words().alerts.webhook.once, text } });
    },
  );
  app.post(`${ALERTS}/webhook/test`, form, async (request, reply) => {
    const id = `test_${Buffer.from(deps.randomBytes(TEST_ID_BYTES)).toString('hex')}`;
    const sent = await sendTest(deps, readerOf(request).account.id, id);
    return sent.ok
      ? show(request, reply, { notice: words().alerts.webhook.arrived })
      : show(request, reply, { errors: { url: why(sent.error) } });
  });
  app.post(`${ALERTS}/webhook/remove`, form, async (request, reply) => {
    await deps.alerts.saveWebhook(readerOf(request).account.id, null, deps.clock());
    return back(reply);
  });
  const Again = Type.Object({
    alert: Type.String({ maxLength: 40 }),
    channel: Type.Union(ALERT_CHANNELS.map((channel) => Type.Literal(channel))),
  });
  app.post(`${ALERTS}/retry`, { ...form, schema: { hide: true, body: Again } }, async (request, reply) => {
    const { alert, channel } = request.body;
    await deps.alerts.sendAgain(readerOf(request).account.id, alert, channel, deps.clock());
    return back(reply);
  });
}

function addEmailForms(app: HttpApp, site: Site, deps: AlertPageDeps, show: Show): void {
  const form = formOf(deps);
  app.post(`${ALERTS}/email`, form, async (request, reply) => {
    const asked = await askForMail(deps, readerOf(request).account, language());
    const { turnedOn, sent } = words().alerts.mail;
    return asked.ok
      ? show(request, reply, {
          notice: asked.value === 'on' ? turnedOn : sent,
        })
      : show(request, reply, { errors: { email: why(asked.error) } });
  });
  app.post(`${ALERTS}/email/remove`, form, async (request, reply) => {
    await deps.alerts.removeEmail(readerOf(request).account.id, deps.clock());
    return back(reply);
  });
  app.post(
    `${ALERTS}/confirm`,
    {
      config: { page: true as const },
      onRequest: deps.readers.refuseCrossSite,
      schema: { hide: true, body: Token },
    },
    async (request, reply) => {
      const isConfirmed = await confirmMail(deps, request.body.token);
      const { done, doneLead, over, overLead, yourAlerts } = words().alerts.confirm;
      const main = isConfirmed
        ? html`<h1>${done}</h1>\n<p class="lead">${doneLead}</p>`
        : html`<h1>${over}</h1>\n<p class="lead">${overLead(html`<a href="${url(ALERTS)}">${yourAlerts}</a>`)}</p>`;
      return sendPrivatePage(reply, alertsPage(site, main), isConfirmed ? 200 : 404);
    },
  );
}

/** Programs that scan mail open its links, so only the button confirms. */
function addConfirmation(app: HttpApp, site: Site): void {
  app.get(
    `${ALERTS}/confirm`,
    { config: { page: true }, schema: { hide: true, querystring: Token } },
    (request, reply) => {
      const { title, lead, submit } = words().alerts.confirm;
      const main = html`<h1>${title}</h1>
<p class="lead">${lead}</p>
<form action="${url(`${ALERTS}/confirm`)}" method="post"><input type="hidden" name="token" value="${request.query.token}"><button type="submit">${submit}</button></form>`;
      const { body, headers } = errorPage(alertsPage(site, main));
      // The address contains the token, so no other page may learn it as its referrer.
      return reply.headers({ ...headers, 'referrer-policy': 'no-referrer' }).send(body);
    },
  );
}

/** Says on the page why something was refused. */
function why({ code, message }: Pick<Failure, 'code' | 'message'>): string {
  return words().alerts.refused(code, message);
}

function formOf({ readers }: AlertPageDeps) {
  return {
    config: { page: true as const },
    onRequest: [readers.refuseCrossSite, readers.require],
    schema: { hide: true },
  };
}

function back(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(ALERTS, 303);
}
