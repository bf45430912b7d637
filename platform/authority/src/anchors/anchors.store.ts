import type { AnchorSignature } from '@platform/core/log/anchor/rekor-entry';
import type { RekorEntry, TrustedLog } from '@platform/core/objects/anchor';

/** What the public log returned for a head. */
interface PostedEntry {
  readonly entry: RekorEntry;
  readonly trustedLog: TrustedLog;
}

/** One of our heads on its way to a public log. */
export interface KeptAnchor {
  readonly origin: string;
  readonly treeSize: number;
  /** The checkpoint with only the log's own signature line; the anchor key signs its text. */
  readonly note: string;
  /** The log's key at that time, in the form that a policy uses. */
  readonly logKey: string;
  /** INVARIANT: stored before it is sent, and never made again: another signature would be another entry. */
  readonly signature: AnchorSignature;
  /** Milliseconds since the epoch. */
  readonly preparedMs: number;
  /** Null until the head is posted, and for good if the public log refused it. */
  readonly posted: PostedEntry | null;
}

export interface AnchorStore {
  /** The anchor of the largest head, whatever its state. */
  newest(origin: string): Promise<KeptAnchor | null>;
  newestPosted(origin: string): Promise<KeptAnchor | null>;
  /** The anchor of the smallest posted head that contains that leaf. */
  firstCovering(origin: string, leafIndex: number): Promise<KeptAnchor | null>;
  /** The anchor that waits to be posted. */
  waiting(origin: string): Promise<KeptAnchor | null>;
  /** Stores a waiting anchor. Does nothing if one of that size exists, because another process was faster. */
  prepare(anchor: Omit<KeptAnchor, 'posted'>): Promise<void>;
  /** Ends the wait of an anchor. `posted` is null if the public log will never accept it. */
  settle(anchor: Pick<KeptAnchor, 'origin' | 'treeSize'>, posted: PostedEntry | null): Promise<void>;
}
