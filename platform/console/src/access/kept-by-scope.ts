import type { Result } from '@common/base/result';
import type { Area } from '@platform/api/areas';
import { may } from './areas.ts';
import { currentReader, isStranger, scopeOf } from './reader.ts';

/** So that a person who reads several pages in a row asks once. */
const KEPT_MS = 3_000;

interface Kept<Value> {
  /** As it was a few seconds ago at most; nothing while the authority does not answer. */
  readonly now: () => Value;
  readonly refresh: () => Promise<void>;
  /** Reads it for a page, whose counts then are of the same moment. */
  readonly read: () => Promise<Result<Value>>;
}

/**
 * Keeps what pages count for readers who are shown the same. INVARIANT: `read` asks nothing of who reads but their tenants.
 */
export function keptByScope<Value>(
  read: () => Promise<Result<Value>>,
  { none, area, clock }: { readonly none: Value; readonly area: Area; readonly clock: () => number },
): Kept<Value> {
  const known = new Map<string, { readonly value: Value; readonly until: number }>();
  const readNow = async () => {
    const scope = scopeOf(currentReader());
    const found = await read();
    known.set(scope, { value: found.ok ? found.value : none, until: clock() + KEPT_MS });
    return found;
  };
  return {
    now: () => (isStranger() || !may(area) ? none : (known.get(scopeOf(currentReader()))?.value ?? none)),
    read: readNow,
    async refresh() {
      // Who is not shown the area is shown no count of it, and leaves what others of their tenants are shown.
      if (isStranger() || !may(area)) return;
      const scope = scopeOf(currentReader());
      const { value = none, until = Number.NEGATIVE_INFINITY } = known.get(scope) ?? {};
      if (clock() < until) return;
      // Others do not ask meanwhile.
      known.set(scope, { value, until: clock() + KEPT_MS });
      await readNow();
    },
  };
}
