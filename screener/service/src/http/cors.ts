import type { HttpApp } from '@common/kit/http';
import type { onRequestHookHandler } from 'fastify';

/** Pages that may call from a browser: of any origin, or of these, as browsers write them (`https://app.example`). */
export type Origins = 'any' | ReadonlySet<string>;

/** What pages may do on a path. Never with cookies: those belong to this service's own pages. */
interface CrossOrigin {
  readonly origins: Origins;
  /** Headers that a caller may send besides those that browsers always allow. */
  readonly sent: string;
}

const READ = [
  ...['x-request-id', 'etag', 'ratelimit', 'ratelimit-policy', 'retry-after'],
  ...['www-authenticate', 'sanad-key-notice'],
].join(', ');
const PREFLIGHT_LIFETIME_S = 3_600;
/** Of the API: keys, tags of known answers, ids of the caller's own. */
const API_HEADERS = 'content-type, accept, x-api-key, x-request-id, if-none-match, idempotency-key';

/**
 * Lets pages call the API's routes that are added from now on: `/v1` and `/api/keys`, and nothing of the operator's or
 * of people's pages.
 */
export function addCors(app: HttpApp, origins: Origins): void {
  const rules: CrossOrigin = { origins, sent: API_HEADERS };
  const read = letRead(rules);
  app.addHook('onRoute', (route) => {
    if (!isApi(route.url) || route.method === 'HEAD' || route.method === 'OPTIONS') return;
    route.onRequest = [read, ...[route.onRequest ?? []].flat()];
    addPreflight(app, route.url, [route.method].flat().join(', '), rules);
  });
}

function isApi(path: string): boolean {
  return path.startsWith('/v1/') || path === '/api/keys' || path.startsWith('/api/keys/');
}

/** `OPTIONS` on the path: the browser's question before a page may call. */
export function addPreflight(app: HttpApp, path: string, methods: string, rules: CrossOrigin): void {
  app.options(path, { schema: { hide: true } }, (request, reply) => {
    const allowed = allowOrigin(rules, request.headers.origin);
    if (allowed !== null) {
      reply.headers({
        ...allowed,
        'access-control-allow-methods': methods,
        'access-control-allow-headers': rules.sent,
        'access-control-max-age': String(PREFLIGHT_LIFETIME_S),
      });
    }
    return reply.status(204).send();
  });
}

/** Lets a page of an allowed origin read the answer, including refusals. */
export function letRead(rules: CrossOrigin): onRequestHookHandler {
  return (request, reply, done) => {
    const allowed = allowOrigin(rules, request.headers.origin);
    if (allowed !== null) reply.headers({ ...allowed, 'access-control-expose-headers': READ });
    done();
  };
}

/** Null where the origin may not call. An answer that depends on the origin says so to caches. */
function allowOrigin({ origins }: CrossOrigin, origin: string | undefined): Record<string, string> | null {
  if (origin === undefined) return null;
  if (origins === 'any') return { 'access-control-allow-origin': '*' };
  return origins.has(origin) ? { 'access-control-allow-origin': origin, vary: 'origin' } : null;
}
