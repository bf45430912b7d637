import { ReplicaUnusable } from './replica-pool.ts';

/** A read does not wait for the floor for ever while others keep writing. */
const MOST_ROUNDS = 3;

/** What a server has: its position in the log, and the number that rises with the data of answers. */
export interface ServerProgress {
  readonly position: bigint;
  readonly version: number;
}

/** The state that a replica must have before this process reads from it. */
export interface ReplicaFloor {
  isMetBy(held: ServerProgress): boolean;
  /**
   * Records that something newer was written or read at the primary. The next read asks the primary what a
   * replica must have from here on.
   */
  raise(): void;
  /** Records what the primary has now. */
  rise(held: ServerProgress): void;
  /** Records that a replica showed this version. A replica that lacks it may not be read. */
  showed(version: number): void;
  /** Whether another replica has shown more. */
  isOutdone(held: ServerProgress): boolean;
  /**
   * Reads that begin after something newer was seen wait for the new floor. Rejects if the primary does not
   * answer.
   */
  settle(): Promise<void>;
}

export function createReplicaFloor(primaryNow: () => Promise<ServerProgress>): ReplicaFloor {
  let position = 0n;
  let version = 0;
  let shown = 0;
  let isDue = true;
  let raising: Promise<void> | null = null;

  function rise(held: ServerProgress): void {
    if (held.position > position) position = held.position;
    version = Math.max(version, held.version);
  }

  async function ask(): Promise<void> {
    // This comes before the question, because later writes and reads make a new question due.
    isDue = false;
    try {
      rise(await primaryNow());
    } catch {
      isDue = true;
    } finally {
      raising = null;
    }
  }

  return {
    isMetBy: (held) => held.position >= position && held.version >= Math.max(version, shown),
    raise() {
      isDue = true;
    },
    rise,
    showed(seen) {
      shown = Math.max(shown, seen);
    },
    isOutdone: (held) => held.version < shown,
    async settle() {
      for (let round = 0; round < MOST_ROUNDS && (isDue || raising !== null); round += 1) {
        raising ??= ask();
        await raising;
      }
      if (isDue) throw new ReplicaUnusable(null);
    },
  };
}
