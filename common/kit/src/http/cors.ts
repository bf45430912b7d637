import type { onRequestHookHandler } from 'fastify';
import type { HttpApp } from './app.ts';

/**
 * The pages that may call from a browser: those of any origin, or of these, as browsers write them
 * (`https://app.example`).
 */
export type Origins = 'any' | ReadonlySet<string>;

/** What pages may do on a path. Cookies never count: they belong to the service's own pages. */
export interface CrossOrigin {
  readonly origins: Origins;
  /** Headers that a caller may send besides those that browsers always allow. */
  readonly sent: string;
  /** Headers that a caller may read besides those that browsers always show. */
  readonly shown: string;
}

const PREFLIGHT_LIFETIME_S = 3_600;

/** Lets pages call the routes that are added from now on and whose paths are `covered`. */
export function addCors(app: HttpApp, rules: CrossOrigin, covered: (path: string) => boolean): void {
  const read = letRead(rules);
  /** The methods by path, because the browser asks once for all. */
  const methods = new Map<string, Set<string>>();
  app.addHook('onRoute', (route) => {
    if (!covered(route.url) || route.method === 'HEAD' || route.method === 'OPTIONS') return;
    const known = methods.get(route.url);
    const own = known ?? new Set<string>();
    for (const method of [route.method].flat()) own.add(method);
    if (known !== undefined) return;
    methods.set(route.url, own);
    addPreflight(app, route.url, own, rules);
  });
  // The hook belongs to the app, not to each route: pages must also be able to read what a scope refuses
  // before its routes.
  app.addHook('onRequest', function (request, reply, done) {
    if (methods.get(request.routeOptions.url ?? '')?.has(request.method) !== true) return done();
    read.call(this, request, reply, done);
  });
}

/** Answers `OPTIONS` on the path, the browser's question before a page may call. */
export function addPreflight(
  app: HttpApp,
  path: string,
  methods: Iterable<string>,
  rules: Omit<CrossOrigin, 'shown'>,
): void {
  app.options(path, { schema: { hide: true } }, (request, reply) => {
    const allowed = allowOrigin(rules, request.headers.origin);
    if (allowed !== null) {
      reply.headers({
        ...allowed,
        'access-control-allow-methods': [...methods].join(', '),
        'access-control-allow-headers': rules.sent,
        'access-control-max-age': String(PREFLIGHT_LIFETIME_S),
      });
    }
    return reply.status(204).send();
  });
}

/** Lets a page of an allowed origin read the answer, including refusals. */
export function letRead(rules: Omit<CrossOrigin, 'sent'>): onRequestHookHandler {
  return (request, reply, done) => {
    const allowed = allowOrigin(rules, request.headers.origin);
    if (allowed !== null) reply.headers({ ...allowed, 'access-control-expose-headers': rules.shown });
    done();
  };
}

/** Null if the origin may not call. An answer that depends on the origin says so to caches. */
function allowOrigin(
  { origins }: Pick<CrossOrigin, 'origins'>,
  origin: string | undefined,
): Record<string, string> | null {
  if (origin === undefined) return null;
  if (origins === 'any') return { 'access-control-allow-origin': '*' };
  return origins.has(origin) ? { 'access-control-allow-origin': origin, vary: 'origin' } : null;
}
