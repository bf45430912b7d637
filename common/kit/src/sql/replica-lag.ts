/** Where the primary's log was flushed to, and when this process saw that, on its monotonic clock. */
interface Mark {
  readonly atMs: number;
  readonly position: bigint;
}

/** How long a lag is told exactly; a longer one is told as this much. */
const KEPT_MS = 15 * 60_000;

/**
 * How far a replica is behind, from positions in the primary's log as this process saw them: no clock of another machine
 * counts, and a primary on which nobody writes has no lag.
 */
interface ReplicaLag {
  /** The primary's log reached `position` now. */
  mark(position: bigint): void;
  /**
   * How much older than the last look at the primary a replica is that has replayed up to `position`: infinite while it
   * lacks what the primary had when this process first looked. While the primary is away this does not grow: nothing
   * newer is known then.
   */
  of(position: bigint): number;
}

export function createReplicaLag(monotonicMs: () => number): ReplicaLag {
  let first: bigint | null = null;
  let marks: Mark[] = [];
  let lookedAt = 0;
  return {
    mark(position) {
      const last = marks.at(-1);
      // The log went back: another server is the primary now.
      if (last !== undefined && position < last.position) [first, marks] = [null, []];
      first ??= position;
      lookedAt = monotonicMs();
      if (marks.at(-1)?.position !== position) marks.push({ atMs: lookedAt, position });
      const [, second] = marks;
      if (second !== undefined && lookedAt - second.atMs > KEPT_MS) marks.shift();
    },
    of(position) {
      if (first === null || position < first) return Number.POSITIVE_INFINITY;
      const missing = marks.find((mark) => mark.position > position);
      return missing === undefined ? 0 : lookedAt - missing.atMs;
    },
  };
}
