import { setImmediate as turn } from 'node:timers/promises';
import type { Sleep } from '../../src/sec-client/sleep.ts';

interface Sleeper {
  readonly at: number;
  readonly wake: () => void;
}

/** Time that passes only when a test says so, or while {@link VirtualClock.drive} runs and everyone is asleep. */
export class VirtualClock {
  #now = Date.parse('2026-03-02T12:00:00Z');
  #sleepers: Sleeper[] = [];
  readonly #quietTurns: number;

  /** `quietTurns`: turns of the event loop without a request after which all count as asleep. */
  constructor(quietTurns = 30) {
    this.#quietTurns = quietTurns;
  }

  /** Requests under way; time stands still while there are any. */
  inFlight = 0;
  /** When each request left. */
  readonly departures: number[] = [];

  readonly clock = (): number => this.#now;

  readonly sleep: Sleep = (ms, signal) =>
    new Promise((resolve) => {
      const sleeper = {
        at: this.#now + ms,
        wake: () => {
          this.#sleepers = this.#sleepers.filter((one) => one !== sleeper);
          resolve();
        },
      };
      if (ms <= 0 || signal?.aborted) return resolve();
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
    });

  /** The real `fetch`, with each departure noted. */
  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    this.departures.push(this.#now);
    this.inFlight += 1;
    try {
      return await fetch(url, init);
    } finally {
      this.inFlight -= 1;
    }
  };

  advance(ms: number): void {
    this.#now += ms;
    for (const sleeper of this.#sleepers.filter((one) => one.at <= this.#now)) sleeper.wake();
  }

  /** Waits for `work`, moving time to the next sleeper's end whenever nothing else happens. */
  async drive<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const finish = (): void => {
      done = true;
    };
    work.then(finish, finish);
    for (let quiet = 0; !done; quiet += 1) {
      await turn();
      if (this.inFlight > 0) quiet = 0;
      const next = Math.min(...this.#sleepers.map((one) => one.at));
      if (quiet < this.#quietTurns || next === Number.POSITIVE_INFINITY) continue;
      this.advance(next - this.#now);
      quiet = 0;
    }
    return work;
  }
}
