import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';

/** The data that the page for marking a key gives its script. */
export interface CompromiseData {
  readonly entry: KeyEntry;
  readonly keys: KeySet;
  /** RFC 3339. */
  readonly now: string;
}
