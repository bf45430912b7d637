import type { MapNode } from '@platform/core/log/standing/sparse-map';
import type { Ending, StandingHead } from '@platform/core/objects/standing';

/** An ending with its number, from 0 in the order of recording. */
export interface NumberedEnding {
  readonly number: number;
  /** The thing’s key in the map of endings. */
  readonly key: string;
  readonly ending: Ending;
}

export interface EndingReads {
  /** Endings in the order in which they were recorded, from a number on. */
  endings(from: number, limit: number): Promise<readonly Ending[]>;
  /** The endings of these keys, of those that have one. */
  endingsByKey(keys: readonly string[]): Promise<readonly NumberedEnding[]>;
  /** The nodes of the map of endings, by hash; one that is gone is missing. */
  endingNodes(hashes: readonly string[]): Promise<ReadonlyMap<string, MapNode>>;
  /** How things stand as of this statement. */
  standingHead(): Promise<StandingHead>;
}

export interface EndingWrites extends EndingReads {
  /** How things stand, locked for this transaction. INVARIANT: nothing else is locked after it. */
  lockStanding(): Promise<StandingHead>;
  insertEndings(grown: GrownEndings): Promise<void>;
}

interface GrownEndings {
  readonly endings: readonly NumberedEnding[];
  readonly head: StandingHead;
  readonly nodes: ReadonlyMap<string, MapNode>;
  /** The nodes that are needed no longer, each with the number of the ending that replaced it. */
  readonly replaced: ReadonlyMap<string, number>;
  /** Nodes that an ending before this one replaced are forgotten. */
  readonly forgetBefore: number;
}
