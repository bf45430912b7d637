import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';

/** What the page where a key is marked gives its script. */
export interface CompromiseData {
  readonly entry: KeyEntry;
  readonly keys: KeySet;
  /** RFC 3339. */
  readonly now: string;
}
