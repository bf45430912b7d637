import { type HttpApp, refuse } from '@common/kit/http/app';
import { addJsonOrFormRoutes, formErrors, isFormPost } from '@common/kit/http/body-kinds';
import { type Allowance, clientNetwork, type RateLimiter } from '@common/kit/rate-limit';
import { field } from '@common/web/field';
import { html, type Safe, url } from '@common/web/html';
import { nextPath } from '@common/web/next-path';
import type { Site } from '@common/web/page-shell';
import { sendPrivatePage } from '@common/web/send-page';
import { refuseSpent } from '@screener/service/accounts/guard.http';
import { mailboxOf } from '@screener/service/accounts/mailbox';
import { type SessionDeps, signInWithKey, signInWithPassword } from '@screener/service/accounts/session';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { renderSitePage } from '../parts/site.page.ts';
import { type Readers, sessionOf } from './readers.http.ts';

interface SignInDeps extends SessionDeps {
  readonly readers: Readers;
  /** Counts wrong keys by network address. */
  readonly wrongKeys: RateLimiter;
  /** Counts wrong passwords by network address and by e-mail address. */
  readonly wrongPasswords: { readonly network: RateLimiter; readonly email: RateLimiter };
}

export const DASHBOARD = '/portal/dashboard';

/**
 * The body of `POST /api/session` (interface document, 2.5). Only our forms use `next`, the page to open
 * afterwards.
 */
const SessionBody = Type.Object({
  api_key: Type.Optional(Type.String({ maxLength: 128, default: '' })),
  email: Type.Optional(Type.String({ maxLength: 254, default: '' })),
  password: Type.Optional(Type.String({ maxLength: 128, default: '' })),
  next: Type.Optional(Type.String({ maxLength: 2_000, default: '' })),
});

/** The fields that a person fills in. */
const FIELDS = ['api_key', 'email', 'password'] as const;

/** `GET /portal`, `POST /api/session`, `POST /portal/logout` (interface document, 4.2). */
export async function addSessionRoutes(app: HttpApp, site: Site, deps: SignInDeps): Promise<void> {
  const { readers } = deps;
  const asked = Type.Object({ next: Type.Optional(Type.String()) }, { additionalProperties: true });
  app.get(
    '/portal',
    { config: { page: true }, onRequest: readers.recognise, schema: { hide: true, querystring: asked } },
    (request, reply) => {
      const { next = '' } = request.query;
      if (sessionOf(request) !== null) return reply.redirect(nextPath(next, DASHBOARD), 303);
      return sendPrivatePage(reply, signInPage(site, { next, obstacle: readers.obstacle }));
    },
  );
  await addJsonOrFormRoutes(app, (scope) => {
    scope.post(
      '/api/session',
      {
        attachValidation: true,
        onRequest: readers.refuseCrossSite,
        schema: { hide: true, body: SessionBody },
      },
      (request, reply) => beginSession(request, reply, site, deps, request.body),
    );
    scope.post(
      '/portal/logout',
      { onRequest: readers.refuseCrossSite, schema: { hide: true } },
      async (request, reply) => {
        await readers.end(request, reply);
        return reply.header('cache-control', 'no-store').redirect('/', 303);
      },
    );
  });
}

async function beginSession(
  request: FastifyRequest,
  reply: FastifyReply,
  site: Site,
  deps: SignInDeps,
  body: Static<typeof SessionBody>,
): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  const { obstacle } = deps.readers;
  if (obstacle !== null) {
    return refuse(reply, { status: 403, code: 'https_needed', message: obstacle });
  }
  const faults = formErrors(request, FIELDS);
  const { api_key: key = '', email = '', password = '', next = '' } = body;
  if (faults !== null) return sendPrivatePage(reply, signInPage(site, { email, next, errors: faults }), 422);
  const isForm = isFormPost(request);
  if (key === '' && (email === '' || password === '')) return refuseIncomplete(reply, site, body, isForm);
  const limits = limitsOf(deps, clientNetwork(request.ip), key === '' ? mailboxOf(email) : null);
  const spent = await spentOf(limits);
  if (spent !== null) return refuseSpent(reply, spent.limiter, spent.allowance, 'wrong sign-ins');
  const begun = key === '' ? await signInWithPassword(deps, email, password) : await signInWithKey(deps, key);
  if (!begun.ok) {
    await Promise.all(limits.map(({ limiter, of }) => limiter.take(of)));
    const { message } = begun.error;
    if (!isForm) return refuse(reply, { status: 401, code: 'wrong_sign_in', message });
    const errors = key === '' ? { password: message } : { api_key: message };
    return sendPrivatePage(reply, signInPage(site, { email, next, errors }), 422);
  }
  const { account, expiresAt } = begun.value;
  deps.readers.begin(reply, begun.value);
  if (isForm) return reply.redirect(nextPath(next, DASHBOARD), 303);
  const data = { tier: account.tier, expires_at: new Date(expiresAt).toISOString() };
  return { success: true, error: null, data };
}

function refuseIncomplete(
  reply: FastifyReply,
  site: Site,
  { email = '', next = '' }: Static<typeof SessionBody>,
  isForm: boolean,
): unknown {
  const message = 'Type an API key, or an e-mail address and a password.';
  if (!isForm) {
    const issue = { loc: ['body', 'api_key'], msg: message, type: 'missing' };
    return reply.status(422).send({ detail: [issue] });
  }
  const errors = email === '' ? { api_key: message } : { password: 'Type the password, too.' };
  return sendPrivatePage(reply, signInPage(site, { email, next, errors }), 422);
}

interface Limit {
  readonly limiter: RateLimiter;
  readonly of: string;
}

function limitsOf(deps: SignInDeps, network: string, mailbox: string | null): readonly Limit[] {
  if (mailbox === null) return [{ limiter: deps.wrongKeys, of: network }];
  const { wrongPasswords } = deps;
  return [
    { limiter: wrongPasswords.network, of: network },
    { limiter: wrongPasswords.email, of: mailbox },
  ];
}

/**
 * Returns the limit that is used up, if any. It is checked before the guess: otherwise a 429 would still
 * distinguish a wrong guess from the right one.
 */
async function spentOf(
  limits: readonly Limit[],
): Promise<(Limit & { readonly allowance: Allowance }) | null> {
  for (const limit of limits) {
    const allowance = await limit.limiter.spent(limit.of);
    if (allowance !== null) return { ...limit, allowance };
  }
  return null;
}

interface SignInState {
  readonly email?: string;
  readonly next: string;
  /** Why nobody can sign in; null or absent if people can. */
  readonly obstacle?: string | null;
  readonly errors?: Readonly<Partial<Record<(typeof FIELDS)[number], string>>>;
}

function signInPage(site: Site, { email = '', next, obstacle = null, errors = {} }: SignInState): Safe {
  const kept = next !== '' && html`<input type="hidden" name="next" value="${next}">`;
  const forms = html`<form class="form" action="${url('/api/session')}" method="post">
${kept}
${field({ name: 'email', label: 'E-mail address', type: 'email', value: email, error: errors.email, autocomplete: 'username', maxlength: 254, isRequired: true })}
${field({ name: 'password', label: 'Password', type: 'password', error: errors.password, autocomplete: 'current-password', maxlength: 128, isRequired: true })}
<button type="submit">Sign in</button>
</form>
<h2>Or with your key</h2>
<form class="form" action="${url('/api/session')}" method="post">
${kept}
${field({ name: 'api_key', label: 'API key', type: 'password', error: errors.api_key, autocomplete: 'current-password', maxlength: 128, isRequired: true, hint: 'It begins with snd_live_.' })}
<button type="submit" class="outlined">Sign in with the key</button>
</form>
<p class="muted">No key yet? <a href="${url('/developers#key')}">All it takes is an e-mail address.</a> Forgot the password? Sign in with the key and set a new one.</p>`;
  const main = html`<h1>Sign in</h1>
${obstacle === null ? forms : html`<p class="lead">${obstacle}</p>`}`;
  return renderSitePage(site, {
    title: 'Sign in',
    description: 'Sign in to your watchlist, with an API key or a password.',
    main,
    area: 'start',
    isPrivate: true,
  });
}
