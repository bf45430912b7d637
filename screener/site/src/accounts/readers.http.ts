import { refuse } from '@common/kit/http/app';
import { isFormOfPage } from '@common/kit/http/body-kinds';
import { type RateLimiter, rateHeaders } from '@common/kit/rate-limit';
import { createSignedCookie, type SignedCookie } from '@common/web/cookies';
import { refuseCrossSite } from '@common/web/cross-site';
import { nextPath } from '@common/web/next-path';
import {
  type BegunSession,
  endSession,
  readSession,
  SESSION_S,
  type Session,
  type SessionDeps,
} from '@screener/service/accounts/session';
import type { Tier } from '@screener/service/accounts/tiers';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a reader who is not signed in; absent on routes that do not ask. */
    session?: Session | null;
  }
}

interface ReaderDeps extends SessionDeps {
  readonly sessionSecret: string;
  /** Where the service is reached: the first is its address in links. */
  readonly publicOrigins: readonly [string, ...string[]];
  /** By tier; null for a tier without a limit. */
  readonly limiters: Readonly<Record<Tier, RateLimiter | null>>;
}

/** Who reads a page: the hooks of its routes, and the cookie behind them. */
export interface Readers {
  /** Only for signed-in readers: a page or a form leads to the sign-in page and back, anything else gets 401. */
  readonly require: onRequestHookHandler;
  /** The same, and the request counts towards the reader's limit, as a call of the API does: for what screens. */
  readonly requireCounted: onRequestHookHandler;
  /** For pages that also others may read: `sessionOf` then gives the reader or null. */
  readonly recognise: onRequestHookHandler;
  /** For every route that writes with the cookie: posts from other sites' pages are refused. */
  readonly refuseCrossSite: onRequestHookHandler;
  /** Why nobody can sign in; null where people can. */
  readonly obstacle: string | null;
  /** Gives a signed-in reader the cookie. */
  begin(reply: FastifyReply, session: BegunSession): void;
  /** Ends the session that the request came with, if any. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Browsers keep the cookie of a session only over https, or on the machine itself. */
export const PLAIN_HTTP =
  'Nobody can sign in here: PUBLIC_URL is an address with plain http, over which others could read keys and passwords, so browsers keep no session. The operator of this service can put it behind https and set PUBLIC_URL to that address.';

/** The reader of a route with the hook `require`. */
export function readerOf(request: FastifyRequest): Session {
  const session = sessionOf(request);
  if (session === null) throw new Error('the route does not require a reader');
  return session;
}

/** The reader of a route with one of the hooks, or null. */
export function sessionOf({ session }: FastifyRequest): Session | null {
  if (session === undefined) throw new Error('the route has no hook that recognises readers');
  return session;
}

export function createReaders(deps: ReaderDeps): Readers {
  const [publicOrigin] = deps.publicOrigins;
  const cookie = createSignedCookie({
    name: 'sanad-session',
    purpose: 's1',
    secret: deps.sessionSecret,
    origin: publicOrigin,
  });
  const recognise: onRequestHookHandler = (request, _reply, done) => {
    read(deps, cookie, request).then(() => done(), done);
  };
  const require: onRequestHookHandler = (request, reply, done) => {
    read(deps, cookie, request).then(
      (session) => (session === null ? turnAway(request, reply) : done()),
      done,
    );
  };
  const requireCounted: onRequestHookHandler = (request, reply, done) => {
    read(deps, cookie, request).then(
      (session) => (session === null ? turnAway(request, reply) : count(deps, session, request, reply, done)),
      done,
    );
  };
  return {
    obstacle: cookie.isKept ? null : PLAIN_HTTP,
    require,
    requireCounted,
    recognise,
    refuseCrossSite: refuseCrossSite({ origins: new Set(deps.publicOrigins), hasCookie: cookie.isIn }),
    begin: (reply, session) => cookie.set(reply, session.cookie, SESSION_S),
    async end(request, reply) {
      const session = await read(deps, cookie, request);
      if (session !== null) await endSession(deps, session);
      cookie.clear(reply);
    },
  };
}

async function read(
  deps: SessionDeps,
  cookie: SignedCookie,
  request: FastifyRequest,
): Promise<Session | null> {
  const text = cookie.read(request);
  request.session = text === null ? null : await readSession(deps, text);
  return request.session;
}

/** Where a reader begins who asked for nothing that can be gone back to. */
const START = '/portal/dashboard';

function turnAway(request: FastifyRequest, reply: FastifyReply): void {
  if (request.routeOptions.config.page === true || isFormOfPage(request)) {
    const next = request.method === 'GET' ? nextPath(request.url, START) : START;
    reply.header('cache-control', 'no-store').redirect(`/portal?next=${encodeURIComponent(next)}`, 303);
    return;
  }
  refuse(reply, {
    status: 401,
    code: 'not_signed_in',
    message: 'Sign in first: POST /api/session with an API key, or with an e-mail address and a password.',
    headers: { 'www-authenticate': 'Cookie realm="sanad"' },
  });
}

function count(
  { limiters }: ReaderDeps,
  { account, key, owner }: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  request.caller = { tier: account.tier, id: key.hash, owner, account: account.id, endsAt: null };
  const limiter = limiters[account.tier];
  if (limiter === null) {
    done();
    return;
  }
  limiter.take(owner).then((allowance) => {
    reply.headers(rateHeaders(limiter.policy, allowance));
    if (allowance.allowed) {
      done();
      return;
    }
    refuse(reply, {
      status: 429,
      code: 'rate_limit_exceeded',
      message: `The ${account.tier} tier allows ${limiter.policy.requests} screenings a minute, and pages count as calls of the API do. Try again in ${allowance.resetS} s.`,
    });
  }, done);
}
