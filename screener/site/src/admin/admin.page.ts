import { formatInstant } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { addFormRoutes } from '@common/kit/http/body-kinds';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { nextPath } from '@common/web/next-path';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import { ADMIN_ONLY } from '@screener/service/accounts/admin-guard.http';
import type { PaymentListed } from '@screener/service/accounts/payments.store';
import { sendUnkept, successBody } from '@screener/service/http/answer-body';
import { envelopeOf, REFUSED_OPERATOR } from '@screener/service/schemas/envelope';
import { Type } from 'typebox';
import { renderSitePage } from '../parts/site.page.ts';
import { ADMIN, type Operator } from './admin-session.http.ts';
import { readStatistics, STATISTICS_BOUNDS, type StatisticsDeps } from './read-statistics.ts';
import { statisticsMain, statisticsTitle } from './statistics.page.ts';
import { StatisticsAnswer } from './statistics-answer.ts';

interface AdminPageDeps extends StatisticsDeps {
  readonly operator: Operator;
}

const { days, activationDays } = STATISTICS_BOUNDS;

/** The query of `GET /api/admin/stats` (interface document, 4.2 and 8). */
const Query = Type.Object({
  days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: days.maximum,
      default: days.default,
      description: 'The days of the period, which ends today',
    }),
  ),
  activation_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: activationDays.maximum,
      default: activationDays.default,
      description: 'The days in which an account counts as activated',
    }),
  ),
});

const DONE: ReadonlyMap<string, string> = new Map([
  ['assigned', 'The payment is assigned. Its account has the partner tier from now on.'],
  ['unassigned', 'The payment is taken back, and waits for its account again.'],
]);

/** `GET /admin` and `GET /api/admin/stats`, and the operator's signing in and out. */
export async function addAdminRoutes(app: HttpApp, site: Site, deps: AdminPageDeps): Promise<void> {
  const { operator } = deps;
  const read = (query: { readonly days?: number; readonly activation_days?: number }) =>
    readStatistics(deps, {
      days: query.days ?? days.default,
      activationDays: query.activation_days ?? activationDays.default,
    });
  const asked = Type.Object({
    ...Query.properties,
    next: Type.Optional(Type.String({ maxLength: 2_000 })),
    done: Type.Optional(Type.String({ maxLength: 20 })),
  });
  app.get(
    ADMIN,
    { config: { page: true }, schema: { hide: true, querystring: asked } },
    async (request, reply) => {
      const { next = '', done = '' } = request.query;
      if (!(await operator.isSignedIn(request))) {
        return sendPrivatePage(reply, signInPage(site, operator, { next }), operator.isTokenSet ? 200 : 403);
      }
      const found = await read(request.query);
      const main = statisticsMain(found, { notice: DONE.get(done) });
      return sendPrivatePage(reply, adminPage(site, statisticsTitle(found), main, ADMIN));
    },
  );
  app.get(
    '/api/admin/stats',
    {
      onRequest: operator.requireApi,
      schema: {
        operationId: 'readStatistics',
        summary: 'Statistics of this service',
        description: 'Sign-ups, activation, calls, tickers and payments of a period, for the operator.',
        tags: ['operation'],
        security: ADMIN_ONLY,
        querystring: Query,
        response: { 200: envelopeOf(StatisticsAnswer), ...REFUSED_OPERATOR },
      },
    },
    async (request, reply) => {
      const found = await read(request.query);
      const data = { ...found, payments: found.payments.map(paymentBody) };
      const { body } = successBody<typeof StatisticsAnswer>(data);
      return sendUnkept(reply, body);
    },
  );
  await addFormRoutes(app, (scope) => {
    const post = { config: { page: true as const }, onRequest: operator.refuseCrossSite };
    const body = Type.Object({
      token: Type.String({ maxLength: 1_000 }),
      next: Type.Optional(Type.String({ maxLength: 2_000 })),
    });
    scope.post(ADMIN, { ...post, schema: { hide: true, body } }, async (request, reply) => {
      const { token, next = '' } = request.body;
      reply.header('cache-control', 'no-store');
      if (operator.obstacle !== null)
        return sendPrivatePage(reply, signInPage(site, operator, { next }), 403);
      const begun = await operator.signIn(request, reply, token.trim());
      if (begun === 'answered') return reply;
      if (begun === 'begun') return reply.redirect(nextPath(next, ADMIN), 303);
      const error = 'This is not the admin token of this service.';
      return sendPrivatePage(reply, signInPage(site, operator, { next, error }), 422);
    });
    scope.post(`${ADMIN}/logout`, { ...post, schema: { hide: true } }, async (request, reply) => {
      await operator.signOut(request, reply);
      return reply.header('cache-control', 'no-store').redirect(ADMIN, 303);
    });
  });
}

/** Renders a page for the operator. `path` is the page that its header marks as current. */
export function adminPage(site: Site, title: string, main: Safe, path: string): Safe {
  return renderSitePage(site, {
    title,
    description: 'For the operator of this service.',
    main,
    path,
    area: 'admin',
  });
}

/** Converts a payment to the form of the API. */
function paymentBody({ id, email, customer, subscription, amount, currency, state, ...rest }: PaymentListed) {
  const instant = (at: number | null) => (at === null ? null : formatInstant(at));
  return {
    id,
    state,
    account: rest.account,
    account_email: rest.accountEmail,
    matched_by: rest.matchedBy,
    assigned_at: instant(rest.assignedAt),
    email,
    customer,
    subscription,
    payment_intent: rest.paymentIntent,
    amount,
    currency,
    created_at: instant(rest.createdAt),
    paid_at: instant(rest.paidAt),
  };
}

function signInPage(
  site: Site,
  { isTokenSet, obstacle }: Operator,
  { next, error }: { readonly next: string; readonly error?: string },
): Safe {
  const form = html`<form class="form" action="${url(ADMIN)}" method="post">
${next !== '' && html`<input type="hidden" name="next" value="${next}">`}
${field({ name: 'token', label: 'Admin token', type: 'password', error, autocomplete: 'current-password', maxlength: 1_000, isRequired: true, hint: 'The ADMIN_TOKEN of this service. You stay signed in for an hour.' })}
<button type="submit">Sign in</button>
</form>`;
  const noToken = html`This service has no admin token. Set <code>ADMIN_TOKEN</code> to at least 16 characters and restart it.`;
  const hindrance = isTokenSet ? obstacle : noToken;
  const main = html`<h1>For the operator</h1>
${hindrance === null ? form : html`<p class="lead">${hindrance}</p>`}`;
  return renderSitePage(site, {
    title: 'Operator',
    description: 'For the operator of this service.',
    main,
    area: 'start',
    isPrivate: true,
  });
}
