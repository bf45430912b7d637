import type { KeySet } from '@platform/core/objects/key-entry';
import type { Mandate } from '@platform/core/objects/mandate';

/** What the page on which a person lets a client in gives its script. */
export interface ConsentData {
  readonly uid: string;
  /** What the token will be called: the client’s own words, as far as a name may have them. */
  readonly name: string;
  /** The mandate that was chosen. */
  readonly mandate: Mandate;
  readonly keys: KeySet;
}
