import type { DirectoryEntry, SignedEntry } from '@platform/core/objects/directory';

/** A directory within this deployment. */
export type DirectoryPlace = Pick<DirectoryEntry, 'tenant' | 'profile' | 'directory'>;

/** The directories as they were followed here. Entries are only ever added. */
export interface DirectoryStore {
  /** A directory's entries after that sequence number (null: from the first), in their order. */
  entries(place: DirectoryPlace, after: number | null, limit: number): Promise<readonly SignedEntry[]>;
  /** Adds entries. One that another process added meanwhile stays as it is. */
  add(entries: readonly SignedEntry[]): Promise<void>;
}
