import type { Result } from '@common/base/result';
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
  none: Value,
  clock: () => number,
): Kept<Value> {
  const known = new Map<string, { readonly value: Value; readonly until: number }>();
  const readNow = async () => {
    const scope = scopeOf(currentReader());
    const found = await read();
    known.set(scope, { value: found.ok ? found.value : none, until: clock() + KEPT_MS });
    return found;
  };
  return {
    now: () => (isStranger() ? none : (known.get(scopeOf(currentReader()))?.value ?? none)),
    read: readNow,
    async refresh() {
      // A stranger is shown nothing, and that is not what others are shown.
      if (isStranger()) return;
      const scope = scopeOf(currentReader());
      const { value = none, until = Number.NEGATIVE_INFINITY } = known.get(scope) ?? {};
      if (clock() < until) return;
      // Others do not ask meanwhile.
      known.set(scope, { value, until: clock() + KEPT_MS });
      await readNow();
    },
  };
}
