import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';

/**
 * The data that the page of a draft gives its script. The signed text is the one that the page shows, not
 * this.
 */
export interface PublicationSigning {
  readonly keys: KeySet;
  readonly inForce: SignedProfile;
  readonly manifest: PluginManifest;
  /** RFC 3339. */
  readonly now: string;
  /** How many mandates the publication ends. */
  readonly ending: number;
}
