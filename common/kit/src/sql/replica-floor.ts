import { ReplicaUnusable } from './replica-pool.ts';

/** While others keep writing, a read does not wait for the floor for ever. */
const MOST_ROUNDS = 3;

/** The version that a replica must have before this process reads from it. */
export interface ReplicaFloor {
  /** What the primary had when it was last due. */
  version(): number;
  /** Something newer was seen: the next read asks the primary what a replica must have from here on. */
  raise(): void;
  /** Reads that began after something was seen wait until the floor says so. Rejects if the primary does not tell. */
  settle(): Promise<void>;
}

export function createReplicaFloor(versionOfPrimary: () => Promise<number>): ReplicaFloor {
  let version = 0;
  let isDue = true;
  let raising: Promise<void> | null = null;

  async function ask(): Promise<void> {
    // Before the question: what is written or read from here on is due again.
    isDue = false;
    try {
      version = Math.max(version, await versionOfPrimary());
    } catch {
      isDue = true;
    } finally {
      raising = null;
    }
  }

  return {
    version: () => version,
    raise() {
      isDue = true;
    },
    async settle() {
      for (let round = 0; round < MOST_ROUNDS && (isDue || raising !== null); round += 1) {
        raising ??= ask();
        await raising;
      }
      if (isDue) throw new ReplicaUnusable(null);
    },
  };
}
