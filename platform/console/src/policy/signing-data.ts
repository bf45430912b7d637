import type { KeySet } from '@platform/core/objects/key-entry';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';

/** What the page of a draft gives its script. What is signed is the text that stands on the page, not this. */
export interface PublicationSigning {
  readonly keys: KeySet;
  readonly inForce: SignedProfile;
  readonly manifest: PluginManifest;
  /** RFC 3339. */
  readonly now: string;
  /** How many mandates end. */
  readonly ending: number;
}
