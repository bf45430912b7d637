import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { HttpApp } from './http.ts';
import { createRequestTimes } from './request-times.ts';

/** Counters of one process, in the form that Prometheus reads. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /** `read` is asked whenever the metrics are. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
}

/** A registry of its own, so that tests and several apps of a process do not meet in a global one. */
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
  const times = createRequestTimes();
  app.addHook('onResponse', (request, reply, done) => {
    times.observe(
      request.routeOptions.url ?? 'none',
      request.method,
      reply.statusCode,
      reply.elapsedTime / 1_000,
    );
    done();
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) => {
    const text = await registry.metrics();
    return reply.header('content-type', registry.contentType).send(`${text}\n${times.text()}`);
  });
}
