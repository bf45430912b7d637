import type { DirectoryEntry, SignedEntry } from '@platform/core/objects/directory';
import type { EntryPlace } from '@platform/core/objects/log';

/** A directory within this deployment. */
export type DirectoryPlace = Pick<DirectoryEntry, 'tenant' | 'profile' | 'directory'>;

interface DirectoryHead extends DirectoryPlace {
  readonly sequence: number;
}

/** An entry in its place in this database's log. */
export type LoggedEntry = Omit<EntryPlace, 'log_id'>;

export interface DirectoryReads {
  /** A directory's entries after that sequence number (null: from the first), in their order. */
  directoryEntries(
    place: DirectoryPlace,
    after: number | null,
    limit: number,
  ): Promise<readonly SignedEntry[]>;
  /** Every directory that has an entry, of a tenant or of all, with the number of its newest. */
  directoryHeads(tenant: string | null): Promise<readonly DirectoryHead[]>;
  /** Entries of all directories from a leaf onwards, in log order. A row that is not where its entry says is none. */
  entriesByLeaf(from: number, limit: number): Promise<readonly LoggedEntry[]>;
  /** The leaves of entries, by their hash; one that is not recorded has none. */
  entryLeaves(hashes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** When an entry was recorded, with which it came into force; null for one that is not. */
  entryRecordedAt(hash: string): Promise<string | null>;
  /** The entries that need another signature, in their order. */
  directoryDrafts(place: DirectoryPlace): Promise<readonly SignedEntry[]>;
  /** The same of every directory, of a tenant or of all. */
  allDrafts(tenant: string | null): Promise<readonly SignedEntry[]>;
}

/** In a transaction that has locked the tenant. */
export interface DirectoryWrites extends DirectoryReads {
  insertEntries(entries: readonly LoggedEntry[]): Promise<void>;
  /** Inserts an entry over what this database has in its place. */
  restoreEntry(entry: LoggedEntry): Promise<void>;
  /** Stores a draft, or the same one with another signature. */
  keepDraft(signed: SignedEntry, nowMs: number): Promise<void>;
  /** Forgets drafts from one sequence number on, before another; null for all from there. */
  dropDrafts(place: DirectoryPlace, from: number, to: number | null): Promise<void>;
}
