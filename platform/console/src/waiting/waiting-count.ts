import { may } from '../access/areas.ts';
import { currentReader, scopeOf } from '../access/reader.ts';
import type { ReadInbox, WaitingRequest } from './asked-people.ts';
import { waitingFor } from './asked-people.ts';

interface WaitingCountDeps {
  readonly readInbox: ReadInbox;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** So that a person who reads several pages in a row asks once. */
const KEPT_MS = 3_000;

/** How many requests wait for a person, as it was a few seconds ago at most; 0 while the authority does not answer. */
interface WaitingCount {
  readonly now: (me: string | null) => number;
  readonly refresh: () => Promise<void>;
  /** Reads the inbox for a page, whose count then is of the same moment. */
  readonly read: ReadInbox;
}

export function countWaiting({ readInbox, clock }: WaitingCountDeps): WaitingCount {
  const known = new Map<string, { readonly requests: readonly WaitingRequest[]; readonly until: number }>();
  const read: ReadInbox = async () => {
    const scope = scopeOf(currentReader());
    const found = await readInbox();
    known.set(scope, { requests: found.ok ? found.value.requests : [], until: clock() + KEPT_MS });
    return found;
  };
  return {
    read,
    now: (me) => waitingFor(known.get(scopeOf(currentReader()))?.requests ?? [], me).length,
    async refresh() {
      // Who is not shown payments is not asked for any, and leaves what others of their tenants are shown.
      if (!may('payments')) return;
      const scope = scopeOf(currentReader());
      const { requests = [], until = Number.NEGATIVE_INFINITY } = known.get(scope) ?? {};
      if (clock() < until) return;
      known.set(scope, { requests, until: clock() + KEPT_MS });
      await read();
    },
  };
}
