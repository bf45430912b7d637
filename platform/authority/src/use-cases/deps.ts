import type { Faults as KitFaults } from '@common/kit/faults';
import type { Crypto } from '@platform/core/crypto/crypto';
import type { NamedEntry } from '@platform/core/objects/anchor';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { ReceiptPlace, SignedTreeHead } from '@platform/core/objects/log';
import type { SignedRevocation } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { Plugin } from '@platform/core/signed/plugin';
import type { ReadProfile } from '@platform/core/signed/profile';
import type { Signer } from '@platform/core/signed/signed';
import type { AuthorityStore } from '../store/store.ts';
import type { ProposalLimits } from './proposal-limits.ts';

/**
 * Commits where a crash test may end the process: before one, all is written and nothing kept; after it, all is kept. And a
 * notice that is sent, before and after.
 */
export const FAULT_POINTS = [
  'proposed',
  'approved',
  'rejected',
  'redeemed',
  'event_recorded',
  'sequenced',
  'pruned',
  'notice_sent',
] as const;
export type FaultPoint = (typeof FAULT_POINTS)[number];

type Faults = KitFaults<FaultPoint>;

/** What the authority's operations depend on. Each names the part that it needs. */
export interface AuthorityDeps {
  /** Id of the deployment: what names another one is refused. */
  readonly deployment: string;
  readonly store: AuthorityStore;
  readonly kept: KeptFiles;
  /** The profile in force, if it can be trusted now. */
  readonly readProfile: ReadProfile;
  /** Puts a version in force: its file, and its copy in the history. Each is whole, and writing them again changes nothing. */
  readonly writeProfile: (signed: SignedProfile) => Promise<void>;
  /** By name, as their folders are now. */
  readonly plugins: () => ReadonlyMap<string, Plugin>;
  /** Every party's public keys that can be trusted now. */
  readonly keys: () => Promise<KeySet>;
  readonly keyFolder: KeyFolder;
  readonly crypto: Crypto;
  /** Kid `authority`: grants, events, tree heads, denials. */
  readonly authority: Signer;
  /** Kid `service_assembly`: receipts. */
  readonly assembly: Signer;
  readonly logSigner: LogSigner;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Says that a receipt is requested, so that the sequencer need not wait for its next look. */
  readonly receiptQueued: () => void;
  readonly venue: string;
  /** The cloud's token for the authority's key now; null for none. */
  readonly cloudToken: () => string | null;
  /** The newest head in a public log, which receipts name. Left out, or null: there is none. */
  readonly newestEntry?: () => NamedEntry | null;
  readonly faults: Faults;
  readonly limits: ProposalLimits;
}

/** Signs checkpoints, and nothing else (ADR 0027). */
export interface LogSigner {
  /** As they are now; the same object until they change. */
  readonly keys: () => LogSignerKeys;
  /** By what name everyone knows the log of that id: of two logs never the same. */
  readonly originOf: (logId: string) => string;
}

/** A public key is 32 bytes of Ed25519. */
export interface LogSignerKeys {
  /** Each signs every checkpoint, the older first: two while the log's key is being changed (ADR 0027). */
  readonly signing: readonly {
    readonly publicKey: Uint8Array;
    readonly sign: (message: Uint8Array) => Uint8Array;
  }[];
  /** Those that signed before. What a stolen one signs is nobody's word. */
  readonly retired: readonly { readonly publicKey: Uint8Array; readonly stolen: boolean }[];
}

/** The public entries that services read, unchecked. INVARIANT: a write is on disk when it returns. */
export interface KeyFolder {
  read(): Promise<Readonly<Record<string, unknown>>>;
  /** False if there is an entry of that kid: nobody overwrites a key. */
  add(entry: KeyEntry): Promise<boolean>;
  replace(entry: KeyEntry): Promise<void>;
}

/**
 * What is kept beside the keys, apart from the database. INVARIANT: a write is on disk when it returns, and a reader finds
 * the old text or the new one, whole.
 */
export interface KeptFiles {
  /** The largest tree head that was signed; null before the first. */
  head(): Promise<SignedTreeHead | null>;
  keepHead(head: SignedTreeHead): Promise<void>;
  /** The leaf after the last one kept of that log. */
  nextPlace(logId: string): Promise<number>;
  /** In leaf order. What is kept twice counts once. */
  keepPlaces(places: readonly ReceiptPlace[]): Promise<void>;
  places(): Promise<readonly ReceiptPlace[]>;
  revocation(mandateId: string): Promise<SignedRevocation | null>;
  revocations(): Promise<readonly SignedRevocation[]>;
  keepRevocation(signed: SignedRevocation): Promise<void>;
  /** Hashes of the enrolments that were taken, whether their keys are still there or not. */
  enrolments(): Promise<ReadonlySet<string>>;
  keepEnrolments(hashes: readonly string[]): Promise<void>;
}

const ID_BYTES = 12;

/** A fresh id: the prefix and 24 hex digits. */
export function freshId(prefix: string, { randomBytes }: Pick<AuthorityDeps, 'randomBytes'>): string {
  return prefix + Buffer.from(randomBytes(ID_BYTES)).toString('hex');
}
