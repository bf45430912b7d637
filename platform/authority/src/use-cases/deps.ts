import type { Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import type { Faults as KitFaults } from '@common/kit/faults';
import type { SignedAgentTokenEnd } from '@platform/core/objects/agent-token';
import type { NamedEntry } from '@platform/core/objects/anchor';
import type { EventRecord, GatewayReport, SignedEnforcement } from '@platform/core/objects/event';
import type { GrantRecord } from '@platform/core/objects/grant';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import type { EntryPlace, LeafPlace, SignedTreeHead } from '@platform/core/objects/log';
import type { SignedRevocation } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { SignedCancellation } from '@platform/core/objects/settlement';
import type { Plugin } from '@platform/core/signed/plugin';
import type { ReadProfile } from '@platform/core/signed/profile';
import type { Signer } from '@platform/core/signed/signed';
import type { AuthorityStore, StoredMandate } from '../store/store.ts';
import type { ProposalLimits } from './proposal-limits.ts';

/**
 * The points at which a crash test may end the process: before a commit, when all is written but nothing
 * committed, and after it, when all is. The same holds before and after a notice is sent.
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

/** The dependencies of the authority's operations. Each operation names the part that it needs. */
export interface AuthorityDeps {
  /** The id of the deployment. Objects that name another deployment are refused. */
  readonly deployment: string;
  readonly store: AuthorityStore;
  readonly kept: KeptFiles;
  /** Reads the profile in force, if it can be trusted now. */
  readonly readProfile: ReadProfile;
  /**
   * Puts a version in force: writes its file, and its copy in the history. Each is written whole, and
   * rewriting changes nothing.
   */
  readonly writeProfile: (signed: SignedProfile) => Promise<void>;
  /** The plugins by name, as their folders are now. */
  readonly plugins: () => ReadonlyMap<string, Plugin>;
  /** The public keys of every party that can be trusted now. */
  readonly keys: () => Promise<KeySet>;
  readonly keyFolder: KeyFolder;
  readonly crypto: Crypto;
  /** Signs grants, events, tree heads and denials (kid `authority`). */
  readonly authority: Signer;
  /** Signs receipts (kid `service_assembly`). */
  readonly assembly: Signer;
  readonly logSigner: LogSigner;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly pause: (ms: number) => Promise<void>;
  /** How long after it asked an enforcement point may begin to send: the lease of a redemption, in milliseconds. */
  readonly sendWithinMs: number;
  /** Announces that a receipt is requested, so that the sequencer need not wait for its next look. */
  readonly receiptQueued: () => void;
  /**
   * Records a report with its receipt and its entry in the log, in one transaction with the others that wait. Null if
   * no receipt may be made now: the report is then recorded alone, and its receipt requested.
   */
  readonly sequenceReport: (report: CheckedReport) => Promise<ReportOutcome | null>;
  readonly venue: string;
  /** The cloud's current token for the authority's key; null without one. */
  readonly cloudToken: () => string | null;
  /** The newest head in a public log, which receipts name. Absent or null without one. */
  readonly newestEntry?: () => NamedEntry | null;
  readonly faults: Faults;
  readonly limits: ProposalLimits;
}

/** An enforcement point's report about a grant, checked against the grant as it was read before. */
export interface CheckedReport {
  readonly body: SignedEnforcement;
  readonly record: GrantRecord;
  readonly mandate: StoredMandate;
  /** The gateway's call, whose event is recorded in the same transaction. */
  readonly call: GatewayReport['body'] | null;
}

/** A report's event, and its receipt's id once that is made. */
export interface RecordedReport {
  readonly record: EventRecord;
  /** The event of the gateway's call; null without one, and if the report was recorded before. */
  readonly callEventId: string | null;
  readonly receiptId: string | null;
}

export type ReportOutcome = Result<RecordedReport, 'decision_differs'>;

/** Signs checkpoints, and the same log in COSE (ADR 0027, 0033); nothing else. */
export interface LogSigner {
  /** The keys in use now; the same object until they change. */
  readonly keys: () => LogSignerKeys;
  /** The public name of the log of that id, different for any two logs. */
  readonly originOf: (logId: string) => string;
}

/** The log's keys. A public key is 32 bytes of Ed25519. */
export interface LogSignerKeys {
  /** Each signs every checkpoint, older ones first: two while the log's key is being changed (ADR 0027). */
  readonly signing: readonly {
    readonly publicKey: Uint8Array;
    readonly sign: (message: Uint8Array) => Uint8Array;
  }[];
  /** The keys that signed before. Signatures of a stolen one count for nothing. */
  readonly retired: readonly { readonly publicKey: Uint8Array; readonly stolen: boolean }[];
}

/**
 * The folder of public entries that services read, unchecked. INVARIANT: a write is on disk when it returns.
 */
export interface KeyFolder {
  read(): Promise<Readonly<Record<string, unknown>>>;
  /** Returns false if there is an entry of that kid: no key is overwritten. */
  add(entry: KeyEntry): Promise<boolean>;
  replace(entry: KeyEntry): Promise<void>;
}

/**
 * The files beside the keys, apart from the database. INVARIANT: a write is on disk when it returns, and a
 * reader finds the old text or the new one, whole.
 */
export interface KeptFiles {
  /** The largest tree head that was signed; null before the first. */
  head(): Promise<SignedTreeHead | null>;
  keepHead(head: SignedTreeHead): Promise<void>;
  /** Puts the head of the newest places where `keepHead` does, from where other programs read it. `head` needs no such. */
  settleHead(): Promise<void>;
  /** The leaf after the last one recorded for that log. */
  nextPlace(logId: string): Promise<number>;
  /**
   * Records places, in leaf order, and a head that covers them and all before, with one sync of the disk, and one more
   * where entries of directories or addenda are among them. A place recorded twice counts once.
   */
  keepPlaces(places: readonly LeafPlace[], head: SignedTreeHead | null): Promise<void>;
  places(): Promise<readonly LeafPlace[]>;
  /** Those of the places that are directories' entries. They are few, and in a file of their own. */
  entries(): Promise<readonly EntryPlace[]>;
  revocation(mandateId: string): Promise<SignedRevocation | null>;
  revocations(): Promise<readonly SignedRevocation[]>;
  keepRevocation(signed: SignedRevocation): Promise<void>;
  cancellations(): Promise<readonly SignedCancellation[]>;
  keepCancellation(signed: SignedCancellation): Promise<void>;
  tokenEnd(tokenId: string): Promise<SignedAgentTokenEnd | null>;
  tokenEnds(): Promise<readonly SignedAgentTokenEnd[]>;
  keepTokenEnd(signed: SignedAgentTokenEnd): Promise<void>;
  /** The hashes of all enrolments ever accepted, whether or not their keys still exist. */
  enrolments(): Promise<ReadonlySet<string>>;
  keepEnrolments(hashes: readonly string[]): Promise<void>;
}

const TIME_DIGITS = 12;
const RANDOM_BYTES = 6;

/**
 * Returns a fresh id: the prefix and 24 hex digits. The first 12 are the time in milliseconds, so that new rows lie
 * together at the end of an index; the others are random. INVARIANT: an id is a name and no secret. Knowing or guessing
 * one allows nothing, and no order of ids is relied on: a clock can be set back.
 */
export function freshId(
  prefix: string,
  { clock, randomBytes }: Pick<AuthorityDeps, 'clock' | 'randomBytes'>,
): string {
  const time = Math.floor(clock()).toString(16).padStart(TIME_DIGITS, '0');
  return prefix + time + Buffer.from(randomBytes(RANDOM_BYTES)).toString('hex');
}
