import { atMostEvery } from './at-most-every.ts';
import { within } from './within.ts';

/** `warn`: the service works, but somebody should look. `fail`: it should get no requests. */
export type CheckState = 'ok' | 'warn' | 'fail';

export interface ReadinessAnswer {
  readonly state: CheckState;
  /**
   * Tells the operator what is wrong and what to do, without file, address or cause, since anyone may read
   * it.
   */
  readonly message?: string;
}

interface ReadinessReport {
  readonly status: 'ready' | 'draining' | 'not_ready';
  readonly checks: Readonly<Record<string, ReadinessAnswer>>;
}

/** Decides by named checks whether a service should get requests. */
export interface Readiness {
  add(name: string, check: () => ReadinessAnswer | Promise<ReadinessAnswer>): void;
  /** The service is not ready from now on, because it is about to close. */
  drain(): void;
  look(): Promise<ReadinessReport>;
}

/** Each check runs at most once in this time, however often it is asked. */
const EVERY_MS = 2_000;
/** A check that takes longer counts as failed. */
const CHECK_MS = 2_000;

const SILENT: ReadinessAnswer = { state: 'fail', message: 'There was no answer in time, or none at all.' };

/** `monotonicMs` is `performance.now`, or a test's own. */
export function createReadiness(monotonicMs: () => number = () => performance.now()): Readiness {
  const checks = new Map<string, () => Promise<ReadinessAnswer>>();
  let draining = false;
  return {
    add(name, check) {
      checks.set(
        name,
        atMostEvery(EVERY_MS, monotonicMs, () => within(CHECK_MS, check, SILENT)),
      );
    },
    drain() {
      draining = true;
    },
    async look() {
      const found: Record<string, ReadinessAnswer> = {};
      await Promise.all([...checks].map(async ([name, check]) => (found[name] = await check())));
      const names = [...checks.keys()];
      const failed = names.some((name) => found[name]?.state === 'fail');
      return {
        status: draining ? 'draining' : failed ? 'not_ready' : 'ready',
        checks: Object.fromEntries(names.map((name) => [name, found[name] ?? SILENT])),
      };
    },
  };
}
