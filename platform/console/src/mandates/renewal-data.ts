import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';

/**
 * The data that the page gives its script. What is signed is made again from the ended mandates and the profile,
 * both of which people signed.
 */
export interface RenewalData {
  readonly keys: KeySet;
  /** The profile in force when the page was made. */
  readonly profile: SignedProfile;
  /** The versions under which the ended mandates were signed. */
  readonly earlier: readonly SignedProfile[];
  readonly manifest: PluginManifest;
  /** RFC 3339. */
  readonly now: string;
  readonly items: readonly { readonly record: MandateRecord; readonly newId: string }[];
}
