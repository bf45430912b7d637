import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';

/**
 * The data that the page of a new mandate gives its script. The signed text is the one that the page shows,
 * not this.
 */
export interface MandateSigning {
  readonly keys: KeySet;
  /** The profile in force when the page was made. */
  readonly profile: SignedProfile;
  readonly manifest: PluginManifest;
  /** RFC 3339. */
  readonly now: string;
}
