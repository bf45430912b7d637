import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';

/** What the page of a new mandate gives its script. What is signed is the text that stands on the page, not this. */
export interface MandateSigning {
  readonly keys: KeySet;
  /** In force when the page was made. */
  readonly profile: SignedProfile;
  readonly manifest: PluginManifest;
  /** RFC 3339. */
  readonly now: string;
}
