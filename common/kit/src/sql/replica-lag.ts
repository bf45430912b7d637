/** A flushed position of the primary's log, and when this process saw it, on its monotonic clock. */
interface Mark {
  readonly atMs: number;
  readonly position: bigint;
}

/** The longest lag that is measured exactly; a longer one is reported as this. */
const KEPT_MS = 15 * 60_000;

/**
 * Measures how far a replica is behind, from positions in the primary's log as this process saw them. No
 * clock of another machine counts, and a primary without writes has no lag.
 */
interface ReplicaLag {
  /** Records that the primary's log has reached `position`. */
  mark(position: bigint): void;
  /**
   * By how much a replica that has replayed up to `position` is older than the last look at the primary.
   * Infinite while it lacks what the primary had at the first look. While the primary is away this does not
   * grow, because nothing newer is known.
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
      // The log went back, so another server is the primary now.
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
