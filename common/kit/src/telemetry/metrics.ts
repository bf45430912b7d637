import { Counter, Gauge, Registry } from 'prom-client';
import { atMostEvery } from './at-most-every.ts';
import { within } from './within.ts';

/**
 * A metric that takes longer than this is left out of an answer, because the others are needed most when
 * something hangs. This is longer than checks may take, whose states are metrics too.
 */
const READ_MS = 5_000;
/** A metric of a database is read at most once in this time, however often it is asked for. */
const EVERY_MS = 2_000;

/** One app's metrics, in the format that Prometheus reads. */
export interface Metrics {
  readonly registry: Registry;
  counter(name: string, help: string, labels?: readonly string[]): Counter;
  /**
   * `read` is called when the metrics are read; a slow one, at most every two seconds. If it fails, the
   * metric is NaN and the others are complete.
   */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** Like `gauges`, for values that only rise. */
  counts(name: string, help: string, label: string, read: () => Figures): void;
  /** One metric for each value of a label. The values must be few, and never text that callers type. */
  gauges(name: string, help: string, label: string, read: () => Figures | Promise<Figures>): void;
}

type Figures = Readonly<Record<string, number>>;

/**
 * Makes metrics with their own registry, so that tests and several apps in one process do not share a global
 * one. A test may pass its own `monotonicMs`.
 */
export function createMetrics(monotonicMs: () => number = () => performance.now()): Metrics {
  const registry = new Registry();
  return {
    registry,
    counter: (name, help, labels = []) =>
      new Counter({ name, help, labelNames: [...labels], registers: [registry] }),
    gauge(name, help, read) {
      const figure = atMostEvery(EVERY_MS, monotonicMs, read);
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          this.set(await within(READ_MS, figure, Number.NaN));
        },
      });
    },
    counts(name, help, label, read) {
      new Counter({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        collect() {
          this.reset();
          for (const [value, count] of Object.entries(read())) this.inc({ [label]: value }, count);
        },
      });
    },
    gauges(name, help, label, read) {
      const look = atMostEvery(EVERY_MS, monotonicMs, read);
      new Gauge({
        name,
        help,
        labelNames: [label],
        registers: [registry],
        async collect() {
          const figures = await within<Figures>(READ_MS, look, {});
          this.reset();
          for (const [value, figure] of Object.entries(figures)) this.set({ [label]: value }, figure);
        },
      });
    },
  };
}
