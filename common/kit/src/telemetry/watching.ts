import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram } from 'prom-client';
import { VERSION } from '../version.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import { type CheckState, createReadiness, type Readiness } from './readiness.ts';
import { inScope, traceparentIn } from './scope.ts';
import type { Span, Tracer } from './tracer.ts';

/** What operators see of an app from the outside. */
export interface Watch {
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  /**
   * The defaults until the frame of services provides others: metrics are open, and a disk is low below 1
   * GiB.
   */
  settings(): WatchSettings;
  /** Only the frame of services uses this. */
  configure(settings: WatchSettings): void;
}

interface WatchSettings {
  /** The app's name in metrics. */
  readonly name: string;
  /** Whether `/metrics` answers. */
  readonly metrics: boolean;
  /** The bearer token that `/metrics` requires; null for none. */
  readonly metricsToken: string | null;
  /** Less free space than this on a database's disk causes a warning. */
  readonly diskLowBytes: number;
  /** Null if traces are off. */
  readonly tracer: Tracer | null;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Properties that `createHttpApp` adds to apps. */
    readonly watch: Watch;
  }
  interface FastifyRequest {
    /** The scope of everything that the request leads to; null before the app's hooks. */
    scope: Parameters<typeof inScope>[0] | null;
    /** Null if the request is not traced. */
    span: Span | null;
  }
}

const UNSET: WatchSettings = {
  name: '',
  metrics: true,
  metricsToken: null,
  diskLowBytes: 1_073_741_824,
  tracer: null,
};
/** The buckets in seconds, from a cached answer to one that waited for another service. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const STATES: Readonly<Record<CheckState, number>> = { ok: 0, warn: 1, fail: 2 };

/**
 * Adds `GET /metrics`, `GET /readyz`, and the metrics of every app: each request by route, method and status,
 * and the state of each check. Labels are routes, never paths, so that text from callers makes no new series.
 */
export function addWatching(app: FastifyInstance, metrics: Metrics = createMetrics()): void {
  const readiness = createReadiness();
  let settings = UNSET;
  const watch: Watch = {
    metrics,
    readiness,
    settings: () => settings,
    configure(given) {
      settings = given;
      addProcessFigures(metrics, given.name);
    },
  };
  app.decorate('watch', { getter: () => watch });
  addScopes(app, () => settings.tracer);
  addRequestTimes(app, metrics);
  metrics.gauges(
    'service_check_state',
    'Each check of /readyz: 0 ok, 1 worth a look, 2 failed.',
    'check',
    async () => {
      const { checks } = await readiness.look();
      return Object.fromEntries(Object.entries(checks).map(([name, { state }]) => [name, STATES[state]]));
    },
  );
  app.get('/readyz', { schema: { hide: true }, config: { polled: true } }, async (_request, reply) => {
    const report = await readiness.look();
    return reply.status(report.status === 'ready' ? 200 : 503).send(report);
  });
  const { registry } = metrics;
  app.get('/metrics', { schema: { hide: true }, config: { polled: true } }, async (request, reply) => {
    if (!settings.metrics) return reply.callNotFound();
    if (!mayRead(request, settings.metricsToken)) return refuseReader(reply);
    return reply.header('content-type', registry.contentType).send(await registry.metrics());
  });
}

/**
 * Everything that a request leads to, its log lines and calls of other services included, carries its id and
 * belongs to its trace. Requests that other services send every few seconds are not traced.
 */
function addScopes(app: FastifyInstance, tracerNow: () => Tracer | null): void {
  app.decorateRequest('scope', null);
  app.decorateRequest('span', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const { url = 'none', config } = request.routeOptions;
    const came = traceparentIn(request.headers);
    const tracer = config.polled === true ? null : tracerNow();
    const span = tracer?.begin(`${request.method} ${url}`, 'server', came) ?? null;
    request.span = span;
    request.scope = { requestId: request.id, tracer, traceparent: span?.traceparent ?? came };
    inScope(request.scope, done);
  });
  // The body arrives in events of the connection, which belong to no request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.scope === null) done();
    else inScope(request.scope, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { span } = request;
    span?.set({
      'http.request.method': request.method,
      'http.route': request.routeOptions.url ?? 'none',
      'http.response.status_code': reply.statusCode,
      'sanad.request_id': request.id,
    });
    span?.end(reply.statusCode >= 500);
    done();
  });
}

function addRequestTimes(app: FastifyInstance, { registry }: Metrics): void {
  const times = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const labels = {
      route: request.routeOptions.url ?? 'none',
      method: request.method,
      status: reply.statusCode,
    };
    times.observe(labels, reply.elapsedTime / 1_000);
    done();
  });
}

/** Only a process that serves needs these, which watch the event loop and the garbage collector. */
function addProcessFigures(metrics: Metrics, service: string): void {
  collectDefaultMetrics({ register: metrics.registry });
  metrics.gauges('service_info', 'Always 1; says which version runs.', 'version', () => ({ [VERSION]: 1 }));
  metrics.registry.setDefaultLabels({ service });
}

function mayRead({ headers }: Pick<FastifyRequest, 'headers'>, token: string | null): boolean {
  if (token === null) return true;
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  return given !== undefined && timingSafeEqual(digestOf(given), digestOf(token));
}

function refuseReader(reply: FastifyReply): FastifyReply {
  reply.status(401).header('www-authenticate', 'Bearer realm="metrics"').type('text/plain; charset=utf-8');
  return reply.send('The metrics need the bearer token that the operator set (METRICS_TOKEN).\n');
}

/** Returns values of equal length, whatever was given. */
function digestOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
