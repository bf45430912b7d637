import { ReplicaUnusable } from './replica-pool.ts';

/** While others keep writing, a read does not wait for the floor for ever. */
const MOST_ROUNDS = 3;

/** What a server has, by its log and by the number that rises with what answers are made of. */
export interface Held {
  readonly position: bigint;
  readonly version: number;
}

/** What a replica must have before this process reads from it. */
export interface ReplicaFloor {
  isMetBy(held: Held): boolean;
  /** Something newer was written or read at the primary: the next read asks it what a replica must have from here on. */
  raise(): void;
  /** The primary has this now. */
  rise(held: Held): void;
  /** A replica showed this version: no other one that lacks it may be read. */
  showed(version: number): void;
  /** Whether another replica showed more. */
  isOutdone(held: Held): boolean;
  /** Reads that began after something was seen wait until the floor says so. Rejects if the primary does not tell. */
  settle(): Promise<void>;
}

export function createReplicaFloor(primaryNow: () => Promise<Held>): ReplicaFloor {
  let position = 0n;
  let version = 0;
  let shown = 0;
  let isDue = true;
  let raising: Promise<void> | null = null;

  function rise(held: Held): void {
    if (held.position > position) position = held.position;
    version = Math.max(version, held.version);
  }

  async function ask(): Promise<void> {
    // Before the question: what is written or read from here on is due again.
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
