import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { DirectoryPlace } from '../use-cases/authority.ts';
import type { ListFiles } from '../use-cases/directories.ts';

/** The data that a directory’s pages give their scripts. The entries are asked for by the script itself. */
export interface DirectoryData {
  readonly place: DirectoryPlace;
  /** The profile in force when the page was made. */
  readonly profile: SignedProfile;
  readonly keys: KeySet;
  /** When the page was made; RFC 3339. */
  readonly now: string;
}

/** What a page has a person sign. */
export type Deed =
  | { readonly change: 'added' }
  | { readonly change: 'changed' | 'ended'; readonly name: string }
  /** The second signature on an entry that waits, by its number. */
  | { readonly change: 'confirmed'; readonly sequence: number };

export interface EntryData extends DirectoryData {
  readonly deed: Deed;
  readonly files: ListFiles;
}
