import type { AnchorSignature } from '@platform/core/log/anchor/rekor-entry';
import type { RekorEntry, TrustedLog } from '@platform/core/objects/anchor';

/** What the public log made of a head. */
interface PostedEntry {
  readonly entry: RekorEntry;
  readonly trustedLog: TrustedLog;
}

/** A head of ours on its way to a public log. */
export interface KeptAnchor {
  readonly origin: string;
  readonly treeSize: number;
  /** The checkpoint with the log's own line; its text is what is signed. */
  readonly note: string;
  /** Key of our log then, as a policy names it. */
  readonly logKey: string;
  /** INVARIANT: kept before it is sent, and never made again: another signature would be another entry. */
  readonly signature: AnchorSignature;
  /** Milliseconds since the epoch. */
  readonly preparedMs: number;
  /** Null until it is posted, and for good if the public log refused it. */
  readonly posted: PostedEntry | null;
}

export interface AnchorStore {
  /** The largest, whatever became of it. */
  newest(origin: string): Promise<KeptAnchor | null>;
  newestPosted(origin: string): Promise<KeptAnchor | null>;
  /** The smallest that was posted and has that leaf. */
  firstCovering(origin: string, leafIndex: number): Promise<KeptAnchor | null>;
  /** The one that waits to be posted. */
  waiting(origin: string): Promise<KeptAnchor | null>;
  /** Nothing happens if there is one of that size: another process was first. */
  prepare(anchor: Omit<KeptAnchor, 'posted'>): Promise<void>;
  /** Null: the public log will never take it. */
  settle(anchor: Pick<KeptAnchor, 'origin' | 'treeSize'>, posted: PostedEntry | null): Promise<void>;
}
