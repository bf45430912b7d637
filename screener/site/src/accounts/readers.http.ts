import { refuse } from '@common/kit/http/app';
import { isFormOfPage } from '@common/kit/http/body-kinds';
import { clientNetwork, rateHeaders } from '@common/kit/rate-limit';
import { createSignedCookie, type SignedCookie } from '@common/web/cookies';
import { refuseCrossSite } from '@common/web/cross-site';
import { nextPath } from '@common/web/next-path';
import { type Limits, takeAllowance } from '@screener/service/accounts/allowance';
import { NO_CHOICE } from '@screener/service/accounts/choice';
import type { Choice, ChoiceStore } from '@screener/service/accounts/choice.store';
import {
  type BegunSession,
  endSession,
  readSession,
  SESSION_S,
  type Session,
  type SessionDeps,
} from '@screener/service/accounts/session';
import { WORDS } from '@screener/words/words';
import type { FastifyReply, FastifyRequest, onRequestHookHandler, preHandlerHookHandler } from 'fastify';
import { words } from '../parts/language.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null for a reader who is not signed in; absent on routes without a hook that recognises readers. */
    session?: Session | null;
  }
}

interface ReaderDeps extends SessionDeps, Limits {
  readonly sessionSecret: string;
  readonly choices: Pick<ChoiceStore, 'choiceOf'>;
  /** The addresses of the service. The first is used in links. */
  readonly publicOrigins: readonly [string, ...string[]];
}

/** Recognises who reads a page: hooks for its routes, and the cookie behind them. */
export interface Readers {
  /**
   * Admits only signed-in readers. Pages and forms redirect others to the sign-in page, which leads back; any
   * other request gets 401.
   */
  readonly require: onRequestHookHandler;
  /**
   * Does the same as `require`, and counts the request towards the reader's limit, like a call of the API.
   * For routes that screen.
   */
  readonly requireCounted: onRequestHookHandler;
  /** For routes that screen for anybody: counts a reader who is signed in like `requireCounted`, and others by `guard`. */
  countedOr(guard: preHandlerHookHandler): preHandlerHookHandler;
  /** For pages that others may read too: `sessionOf` then returns the reader or null. */
  readonly recognise: onRequestHookHandler;
  /** What the reader follows: the default of pages. Who is not signed in, or chose nothing, follows all by the rules in force. */
  choiceOf(request: Pick<FastifyRequest, 'session'>): Promise<Choice>;
  /** Refuses posts from other sites' pages. Every route that writes with the cookie needs it. */
  readonly refuseCrossSite: onRequestHookHandler;
  /** Why nobody can sign in; null if people can. */
  readonly obstacle: string | null;
  /** Sets the cookie of a reader who has signed in. */
  begin(reply: FastifyReply, session: BegunSession): void;
  /** Ends the session of the request, if it has one. */
  end(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

/** Browsers keep the session cookie only over https, or on the machine itself. */
export const PLAIN_HTTP: string = WORDS.en.door.plainHttp;

/** Returns the reader of a route that has the hook `require`. */
export function readerOf(request: FastifyRequest): Session {
  const session = sessionOf(request);
  if (session === null) throw new Error('the route does not require a reader');
  return session;
}

/** Returns the reader of a route that has one of the hooks, or null. */
export function sessionOf({ session }: Pick<FastifyRequest, 'session'>): Session | null {
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
  const countedOr: Readers['countedOr'] = (guard) =>
    function (request, reply, done) {
      read(deps, cookie, request).then(
        (session) =>
          session === null
            ? guard.call(this, request, reply, done)
            : count(deps, session, request, reply, done),
        done,
      );
    };
  return {
    obstacle: cookie.isKept ? null : PLAIN_HTTP,
    require,
    requireCounted,
    countedOr,
    recognise,
    async choiceOf(request) {
      const session = sessionOf(request);
      return session === null ? NO_CHOICE : deps.choices.choiceOf(session.account.id);
    },
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

/** The page after signing in if the request had no page to return to. */
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
  deps: ReaderDeps,
  { account, key, owner }: Session,
  request: FastifyRequest,
  reply: FastifyReply,
  done: (error?: Error) => void,
): void {
  const { tier, isProven } = account;
  const caller = { tier, id: key.hash, owner, isProven, account: account.id, endsAt: null };
  request.caller = caller;
  takeAllowance(deps, caller, clientNetwork(request.ip)).then((taken) => {
    if (taken !== null) reply.headers(rateHeaders(taken.limiter.policy, taken.allowance));
    if (taken === null || taken.allowance.allowed) {
      done();
      return;
    }
    const { limiter, allowance } = taken;
    refuse(reply, {
      status: 429,
      code: 'rate_limit_exceeded',
      message: words().door.screenings(limiter.policy.requests, allowance.resetS),
      detail: { tier, requests: limiter.policy.requests, reset_s: allowance.resetS },
    });
  }, done);
}
