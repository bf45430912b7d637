import { ok } from '@common/base/result';
import type { Authority } from '../use-cases/authority.ts';

interface DoubtCountDeps {
  readonly authority: Pick<Authority, 'inDoubt'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** So that a person who reads several pages in a row asks once. */
const KEPT_MS = 3_000;

/** How many grants are in doubt, as it was a few seconds ago at most; 0 while the authority does not answer. */
interface DoubtCount {
  readonly now: () => number;
  readonly refresh: () => Promise<void>;
}

export function countDoubts({ authority, clock }: DoubtCountDeps): DoubtCount {
  let [count, until] = [0, Number.NEGATIVE_INFINITY];
  return {
    now: () => count,
    async refresh() {
      if (clock() < until) return;
      until = clock() + KEPT_MS;
      const found = await authority.inDoubt();
      count = (found.ok ? found : ok([])).value.length;
    },
  };
}
