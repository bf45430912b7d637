import type { KeySet } from '@platform/protocol/key-entry';
import type { PluginManifest } from '@platform/protocol/plugin';
import type { SignedProfile } from '@platform/protocol/profile';

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
