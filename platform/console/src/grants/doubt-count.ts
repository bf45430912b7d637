import { ok } from '@common/base/result';
import { may } from '../access/areas.ts';
import { currentReader, scopeOf } from '../access/reader.ts';
import type { Authority } from '../use-cases/authority.ts';

interface DoubtCountDeps {
  readonly authority: Pick<Authority, 'inDoubt'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** So that a person who reads several pages in a row asks once. */
const KEPT_MS = 3_000;

/** How many grants of the reader’s tenants are in doubt, as it was a few seconds ago at most; 0 while the authority does not answer. */
interface DoubtCount {
  readonly now: () => number;
  readonly refresh: () => Promise<void>;
}

export function countDoubts({ authority, clock }: DoubtCountDeps): DoubtCount {
  const counts = new Map<string, { readonly count: number; readonly until: number }>();
  return {
    now: () => counts.get(scopeOf(currentReader()))?.count ?? 0,
    async refresh() {
      // Who is not shown payments is not counted either, and leaves what others of their tenants are shown.
      if (!may('payments')) return;
      const scope = scopeOf(currentReader());
      const { count = 0, until = Number.NEGATIVE_INFINITY } = counts.get(scope) ?? {};
      if (clock() < until) return;
      counts.set(scope, { count, until: clock() + KEPT_MS });
      const found = await authority.inDoubt();
      counts.set(scope, { count: (found.ok ? found : ok([])).value.length, until: clock() + KEPT_MS });
    },
  };
}
