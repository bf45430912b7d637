import type { SecRateStore } from './rate-store.ts';
import type { Sleep } from './sleep.ts';

/** `admitted`: the request may leave now. Otherwise nothing may leave for `heldForMs`. */
type Admission = { readonly admitted: true } | { readonly admitted: false; readonly heldForMs: number };

export interface RateGate {
  /** Waits for a slot, in order of arrival; refuses at once while a hold lasts. */
  admit(): Promise<Admission>;
  /** Stops all requests of all processes for `forMs`, and wakes everyone who waits here to be refused. */
  hold(forMs: number): Promise<void>;
  /** Waits `ms`, or until a hold begins. */
  pause(ms: number): Promise<void>;
}

interface RateGateDeps {
  readonly store: SecRateStore;
  readonly clock: () => number;
  readonly sleep: Sleep;
  readonly spacingMs: number;
  readonly latenessMs: number;
}

/** A store that is too slow this often in a row is broken; going on would only waste other processes' slots. */
const MAX_SLOTS_LOST = 20;

/**
 * Paces requests by the slots of a {@link SecRateStore}.
 *
 * INVARIANT: a request departs within `latenessMs` of the instant at which the store gave it its slot. With
 * `5 * spacingMs - latenessMs >= 1000` no second holds more than five departures, however slow the store is.
 */
export function createRateGate(deps: RateGateDeps): RateGate {
  const { store, clock, sleep, spacingMs, latenessMs } = deps;
  if (5 * spacingMs - latenessMs < 1000) {
    throw new RangeError('spacingMs and latenessMs allow more than 5 requests in one second');
  }
  let holdSignal = new AbortController();
  // One caller at a time asks the store, so that callers leave in order and the store is not flooded.
  let turn: Promise<unknown> = Promise.resolve();

  async function takeTurn(): Promise<Admission> {
    for (let lost = 0; lost < MAX_SLOTS_LOST; ) {
      const asked = clock();
      const answer = await store.takeSlot(spacingMs);
      if (answer.kind === 'held') return { admitted: false, heldForMs: answer.forMs };
      if (answer.kind === 'wait') await sleep(answer.forMs, holdSignal.signal);
      else if (clock() - asked <= latenessMs) return { admitted: true };
      else lost += 1;
    }
    throw new Error(`the rate store took over ${latenessMs} ms for each of ${MAX_SLOTS_LOST} answers`);
  }

  return {
    admit() {
      const admission = turn.then(takeTurn);
      turn = admission.catch(() => undefined);
      return admission;
    },
    async hold(forMs) {
      await store.hold(forMs);
      holdSignal.abort();
      holdSignal = new AbortController();
    },
    async pause(ms) {
      await sleep(ms, holdSignal.signal);
    },
  };
}
