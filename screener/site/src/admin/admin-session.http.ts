import { createHmac } from 'node:crypto';
import { clientNetwork, type RateLimiter } from '@common/kit/rate-limit';
import { createSignedCookie } from '@common/web/cookies';
import { refuseCrossSite } from '@common/web/cross-site';
import { nextPath } from '@common/web/next-path';
import type { AccountStore } from '@screener/service/accounts/accounts.store';
import { adminGuard, adminTokenCheck } from '@screener/service/accounts/admin-guard.http';
import { refuseTooMany } from '@screener/service/accounts/guard.http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { PLAIN_HTTP } from '../accounts/readers.http.ts';

interface OperatorDeps {
  /** Null if the operator set none, so that everyone is refused. */
  readonly adminToken: string | null;
  /** Limits wrong tokens and keys by network address. */
  readonly wrongKeys: RateLimiter;
  readonly sessionSecret: string;
  readonly publicOrigins: readonly [string, ...string[]];
  readonly accounts: Pick<AccountStore, 'endSession' | 'isEnded'>;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

type SignIn = 'begun' | 'wrong' | 'answered';

/** The operator's own session. It begins with the admin token, and ends after an hour or on signing out. */
export interface Operator {
  /** For pages: redirects a reader who is not signed in to the sign-in page, which leads back. */
  readonly requirePage: onRequestHookHandler;
  /** For the API: accepts the admin token as a bearer token, or the session. */
  readonly requireApi: onRequestHookHandler;
  /** Every route that writes with the cookie needs this hook. */
  readonly refuseCrossSite: onRequestHookHandler;
  readonly isTokenSet: boolean;
  /** Why the operator cannot sign in; null if the operator can. */
  readonly obstacle: string | null;
  isSignedIn(request: FastifyRequest): Promise<boolean>;
  /** `answered` means that this network tried too often and the refusal has been sent. */
  signIn(request: FastifyRequest, reply: FastifyReply, token: string): Promise<SignIn>;
  signOut(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

export const ADMIN = '/admin';

const SESSION_MS = 3_600_000;
const ID_BYTES = 16;
const COOKIE = /^([0-9a-f]{32})\.([0-9]{13})$/;

function secretOf(sessionSecret: string, adminToken: string): string {
  return createHmac('sha256', sessionSecret).update(`admin ${adminToken}`).digest('hex');
}

export function createOperator(deps: OperatorDeps): Operator {
  const { adminToken, accounts, clock, wrongKeys } = deps;
  const cookie = createSignedCookie({
    name: 'sanad-admin',
    purpose: 'a1',
    // The secret depends on the token, so that changing the token ends every session.
    secret: adminToken === null ? '' : secretOf(deps.sessionSecret, adminToken),
    origin: deps.publicOrigins[0],
  });
  const isRight = adminTokenCheck(adminToken);
  const byToken = adminGuard({ adminToken, wrongKeys });

  async function read(request: FastifyRequest) {
    if (adminToken === null) return null;
    const [, id = '', expiry = ''] = COOKIE.exec(cookie.read(request) ?? '') ?? [];
    const expiresAt = Number(expiry);
    const now = clock();
    if (id === '' || expiresAt <= now || expiresAt > now + SESSION_MS) return null;
    const session = { name: `admin.${id}`, expiresAt };
    return (await accounts.isEnded(session.name)) ? null : session;
  }
  const isSignedIn = async (request: FastifyRequest) => (await read(request)) !== null;

  return {
    isTokenSet: adminToken !== null,
    obstacle: cookie.isKept ? null : PLAIN_HTTP,
    isSignedIn,
    refuseCrossSite: refuseCrossSite({ origins: new Set(deps.publicOrigins), hasCookie: cookie.isIn }),
    requirePage(request, reply, done) {
      isSignedIn(request).then((isIn) => {
        if (isIn) return done();
        const next = request.method === 'GET' ? nextPath(request.url, ADMIN) : ADMIN;
        reply.header('cache-control', 'no-store').redirect(`${ADMIN}?next=${encodeURIComponent(next)}`, 303);
      }, done);
    },
    requireApi(request, reply, done) {
      if (request.headers.authorization !== undefined) return byToken.call(this, request, reply, done);
      isSignedIn(request).then((isIn) => (isIn ? done() : byToken.call(this, request, reply, done)), done);
    },
    async signIn(request, reply, token) {
      const network = clientNetwork(request.ip);
      // Comes before the token's check: otherwise a 429 would still distinguish a wrong token from the right
      // one.
      const spent = await wrongKeys.spent(network);
      if (spent !== null) {
        refuseTooMany({ wrongKeys }, reply, spent);
        return 'answered';
      }
      if (!isRight(token)) {
        await wrongKeys.take(network);
        return 'wrong';
      }
      const id = Buffer.from(deps.randomBytes(ID_BYTES)).toString('hex');
      cookie.set(reply, `${id}.${clock() + SESSION_MS}`, SESSION_MS / 1_000);
      return 'begun';
    },
    async signOut(request, reply) {
      const session = await read(request);
      if (session !== null) await accounts.endSession(session.name, session.expiresAt, clock());
      cookie.clear(reply);
    },
  };
}
