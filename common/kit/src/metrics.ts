import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HttpApp } from './http.ts';

/** Seconds: from a cached answer to one that waited for another service. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** One process's metrics, in the form that Prometheus reads. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** `read` is called whenever the metrics are read. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
}

/** Has its own registry, so that tests and several apps in one process do not share a global one. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  return {
    registry,
    counter: (name, help, labels = []) =>
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await read());
        },
      });
    },
  };
}

/**
 * Counts and times every request by route, method and status, adds the process's own figures, and serves all of it
 * at `GET /metrics`. Labels are routes, never paths: what callers type must not make new series.
 */
export function addMetrics(app: HttpApp, { registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
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
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('content-type', registry.contentType).send(await registry.metrics()),
  );
}
