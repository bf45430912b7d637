import type { Reservation } from '@platform/core/decide/decide';
import type { GrantEvent } from '@platform/core/decide/grant-states';
import type { EventKind, EventRecord, PrunedReceipts, SignedEnforcement } from '@platform/core/objects/event';
import type { Action, GrantRecord, GrantStatus } from '@platform/core/objects/grant';
import type { GrantStanding, WaitingStanding } from '@platform/core/objects/grant-standing';
import type { ReceiptPlace, SignedTreeHead } from '@platform/core/objects/log';
import type { MandateRecord, SignedRevocation } from '@platform/core/objects/mandate';
import type { FacadeSpec } from '@platform/core/objects/plugin';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import type { SignedCancellation, SignedDoubt, SignedSettlement } from '@platform/core/objects/settlement';
import type { Rules } from '@platform/core/receipt/assemble';
import type { ProfileSeen } from '@platform/core/signed/profile';
import type { KnownActions, LiveAction } from '@platform/keys/known-actions';
import type { Standing } from '@platform/keys/standing';
import type { AddendumReads, AddendumWrites, LoggedAddendum } from './addenda.store.ts';
import type { AgentTokenReads, AgentTokenWrites } from './agent-tokens.store.ts';
import type { DirectoryReads, DirectoryWrites, LoggedEntry } from './directories.store.ts';
import type { DocumentReads, DocumentWrites } from './documents.store.ts';
import type { EndingReads, EndingWrites } from './endings.store.ts';
import type { NoticeEvent, NoticeRound } from './notices.store.ts';

export interface AuthorityStore
  extends AddendumReads,
    DirectoryReads,
    DocumentReads,
    EndingReads,
    AgentTokenReads {
  /**
   * Runs one transaction. `work` may run again if the database refuses it because of a concurrent one, so it
   * must have no effect except through `unit`. `tenant`: the one that it locks first, if it locks nothing that is ordered
   * before a tenant; such work that is waiting together may share a commit.
   */
  atomically<Value>(work: (unit: Unit) => Promise<Value>, tenant?: string): Promise<Value>;

  /** The rules that decided the grants under a profile. */
  rules(profileHash: string): Promise<Rules | null>;
  /** The versions of one profile that were ever in force here, newest first. */
  profileVersions(filter: VersionFilter): Promise<readonly SignedProfile[]>;
  /** Whose the thing is; null if there is none. */
  tenantOf(thing: NamedThing): Promise<string | null>;
  mandate(mandateId: string): Promise<StoredMandate | null>;
  /** Mandates, newest first. */
  mandates(page: PlacePage & OfTenants): Promise<readonly StoredMandate[]>;
  /** The mandates that have pending or active grants. */
  mandatesWithOpenGrants(): Promise<readonly StoredMandate[]>;
  grant(grantId: string): Promise<GrantRecord | null>;
  /** The values of a mandate’s counters, in their order; `0` for one that does not exist. */
  counters(mandateId: string, asked: Parameters<Standing['read']>[1]): Promise<readonly string[]>;
  /** What the tenant did before for the same payee, by each way in which the plugin knows one. */
  doneLike(facade: FacadeSpec, action: Action): Promise<GrantStanding['done']>;
  /** When it was last done, of several actions at once and in their order, with one statement. */
  lastDoneLike(
    asked: readonly { readonly facade: FacadeSpec; readonly action: Action }[],
  ): Promise<readonly WaitingStanding['done'][]>;
  /** Grants, newest first. */
  grants(filter: GrantFilter): Promise<readonly GrantRecord[]>;
  /** Those of them that are not pending, and if they were redeemed, have their receipt. What does not exist is among them. */
  settledGrants(grantIds: readonly string[]): Promise<readonly string[]>;
  /** Ids of pending or active grants whose time was over at `nowMs`, oldest first. */
  dueGrants(nowMs: number, limit: number): Promise<readonly string[]>;
  /** Ids of a mandate's pending or active grants, oldest first. */
  waitingGrants(mandateId: string, limit: number): Promise<readonly string[]>;
  /** Ids of a mandate's redeemed grants whose end no enforcement point has reported, oldest first. */
  unreportedGrants(mandateId: string, limit: number): Promise<readonly string[]>;
  /** Records that an authority gives leases of that length at that time, in milliseconds since the epoch. */
  keepLeaseLength(sendWithinMs: number, nowMs: number): Promise<void>;
  /** The longest lease that an authority gave since then; 0 if none gave any. */
  longestLease(sinceMs: number): Promise<number>;
  receipt(receiptId: string): Promise<Receipt | null>;
  /** The id of the event that records the deletion of the receipt's body; null if the body is not deleted. */
  prunedBy(receiptId: string): Promise<string | null>;
  /** A tenant that has receipts of that profile, with bodies, from before that instant; null if none has. */
  tenantWithOldReceipts(profile: string, before: string): Promise<string | null>;
  receiptIdOfGrant(grantId: string): Promise<string | null>;
  /** The newest receipts before that leaf, in log order. */
  receipts(filter: ReceiptFilter): Promise<readonly Receipt[]>;
  /** The receipts from a leaf onwards, in log order. */
  receiptsByLeaf(from: number, limit: number): Promise<readonly LoggedReceipt[]>;
  /** The leaves of the log from one onwards, in order: receipts, entries of directories and addenda. */
  leaves(from: number, limit: number): Promise<readonly LoggedLeaf[]>;
  /** The part of each leaf that must not be lost, from a leaf onwards, in order. */
  leafPlaces(
    from: number,
    limit: number,
  ): Promise<readonly (Omit<ReceiptPlace, 'log_id'> | LoggedEntry | LoggedAddendum)[]>;
  /** The first leaf whose receipt may have no file. */
  nextFile(): Promise<number>;
  /** Stores the first leaf whose receipt may have no file, unless a later one is stored. */
  keepNextFile(leafIndex: number): Promise<void>;
  /** Receipts whose bodies are deleted, and whose files are to be removed. */
  filesToRemove(limit: number): Promise<readonly string[]>;
  forgetFilesToRemove(receiptIds: readonly string[]): Promise<void>;
  hasQueuedReceipts(): Promise<boolean>;
  /** Events in chain order, from `after` (exclusive; null for the start). */
  events(after: number | null, limit: number, kind: EventKind | null): Promise<readonly EventRecord[]>;
  eventHead(): Promise<ChainHead>;
  treeHead(treeSize: number | null): Promise<SignedTreeHead | null>;
  /** Tree heads, newest first; only those smaller than `below`, if it is not null. */
  treeHeads(limit: number, below: number | null): Promise<readonly SignedTreeHead[]>;
  logNodes(coordinates: readonly NodeCoordinate[]): Promise<ReadonlyMap<string, string>>;
  /** The hashes of adjacent nodes of one level. */
  logRow(first: NodeCoordinate, width: number): Promise<readonly string[]>;
  /** The data of leaves, 64 hex digits each, including those of receipts whose bodies are deleted. */
  logEntries(from: number, limit: number): Promise<readonly string[]>;
  /** The checkpoint of that size, or the newest of that origin if the size is null. */
  checkpoint(origin: string, treeSize: number | null): Promise<StoredCheckpoint | null>;
  /** Checkpoints, smallest first. */
  checkpoints(filter: CheckpointFilter): Promise<readonly StoredCheckpoint[]>;
  /** Replaces a checkpoint that the key in use has not signed, outside the transaction that grows the log. */
  keepCheckpoint(checkpoint: CheckpointName & { readonly note: string }): Promise<void>;
  /** Stores verified lines of witnesses for that checkpoint. Replaces a line with the same name and key. */
  keepCosignatures(checkpoint: CheckpointName, lines: readonly Cosignature[]): Promise<void>;
}

/** The operations of one transaction. */
export interface Unit
  extends AddendumWrites,
    DirectoryWrites,
    DocumentWrites,
    EndingWrites,
    AgentTokenWrites {
  /** Makes the tenant's other transactions wait until this one ends. Creates the tenant if it is new. */
  lockTenant(tenant: string): Promise<ChainHead>;
  /**
   * The same, and what `read` finds under the lock: what it asks for before it first waits is one exchange with the lock.
   * It runs again if the tenant is new.
   */
  readLocked<Value>(tenant: string, read: () => Promise<Value>): Promise<Value>;
  setReceiptChain(tenant: string, chain: ChainHead): Promise<void>;

  mandate(mandateId: string): Promise<StoredMandate | null>;
  insertMandate(mandate: StoredMandate): Promise<void>;
  setRevocation(mandateId: string, revocation: SignedRevocation, recordedAt: string): Promise<void>;

  /** Locks the row for this transaction, if it exists. */
  profileSeen(name: string): Promise<ProfileSeen | null>;
  setProfileSeen(name: string, seen: ProfileSeen): Promise<void>;

  /** Stores the rules that decide grants under this profile. Does nothing if they are already stored. */
  keepRules(rules: Rules): Promise<void>;
  rules(profileHash: string): Promise<Rules | null>;

  /** The id of a live grant (pending, active or redeemed) with this key in the tenant. */
  liveDuplicate(tenant: string, idempotencyKey: string): Promise<string | null>;
  readonly standing: Standing;
  /** The actions of live grants, by what makes two of them the same. */
  readonly known: KnownActions;
  /** The actions of a tenant's live grants whose effect is to happen once, by key, after that one. */
  liveActions(tenant: string, after: string, limit: number): Promise<readonly LiveAction[]>;

  /** As in `AuthorityStore`, as of this transaction. */
  unreportedGrants(mandateId: string, limit: number): Promise<readonly string[]>;
  grant(grantId: string): Promise<StoredGrant | null>;
  /** Like `grant`, but without a lock: for a grant that has ended. */
  grantUnlocked(grantId: string): Promise<GrantRecord | null>;
  insertGrant(grant: StoredGrant): Promise<void>;
  /**
   * Stores the changed grant with the status to which the event moves it (the policy's TRANSITIONS), in one
   * conditional update. Returns null and stores nothing if the event does not move a grant from `grant`'s
   * status, or if the stored grant no longer has that status.
   */
  moveGrant(event: GrantEvent, grant: StoredGrant): Promise<StoredGrant | null>;

  /**
   * Stores the grant as its receipt records its end, over any stored state, and drops its receipt request.
   */
  restoreGrant(grant: StoredGrant): Promise<void>;
  /** Schedules the rounds in which the grant's approvers are asked. */
  requestNotices(rounds: readonly NoticeRound[]): Promise<void>;
  /** Enters what sinks are to be told of. What was entered before and is not told yet stays as it is. */
  enterNoticeEvents(events: readonly NoticeEvent[]): Promise<void>;
  /** The same, of what the agent of a mandate is told; nothing if it has no webhook. */
  tellAgent(event: NoticeEvent, mandateId: string): Promise<void>;
  /** Stores the grant's earlier approvals. Returns false and stores nothing if it is no longer pending. */
  keepApprovals(record: Pick<GrantRecord, 'grant' | 'earlier_approvals'>): Promise<boolean>;
  /** Adds what is known about a spent grant; null takes it back. */
  noteOnGrant(grantId: string, note: GrantNote): Promise<void>;
  /**
   * Raises the counter that a key's device shows, in one conditional update. Returns false if it does not
   * rise. A counter that was never seen starts at `enrolled`. With `mayStand`, it may stay the same.
   */
  raiseCounter(counter: SignCounter): Promise<boolean>;

  /** Requests the one receipt of a grant that ended. Does nothing if it is already requested or made. */
  queueReceipt(enforcement: SignedEnforcement): Promise<void>;
  /** Locks the log for this transaction, and returns its size. */
  lockLog(): Promise<number>;
  /** Takes the requests for receipts that have waited longest, in a transaction that has locked the log. */
  takeQueued(limit: number): Promise<readonly QueuedReceipt[]>;
  /** Inserts receipts, names them in their grants, and moves the ends of the tenants' chains. */
  insertReceipts(placed: readonly PlacedReceipt[], chains: ReadonlyMap<string, ChainHead>): Promise<void>;
  /** Inserts a receipt whose body is lost but whose place in the log is known. The event records that. */
  insertLostReceipt(place: ReceiptPlace, eventId: string): Promise<void>;
  /** Old receipts, in chain order. */
  oldReceipts(filter: OldReceiptFilter): Promise<PrunedReceipts['receipts']>;
  /** Deletes the bodies of these receipts, and has their files removed. The event records that. */
  pruneReceipts(receiptIds: readonly string[], eventId: string): Promise<void>;

  /** Locks the chain of events for this transaction. */
  lockEvents(): Promise<ChainHead>;
  /** Appends these to the locked chain, in their order. */
  insertEvents(records: readonly EventRecord[]): Promise<void>;
  /** What the principal ever decided about a grant in doubt, in the order in which it was recorded. */
  settlements(grantId: string): Promise<readonly SignedSettlement[]>;
  /** When the principal's cancellation of a grant was recorded here; null if it was not. */
  cancellationRecordedAt(grantId: string): Promise<string | null>;
  /** When it was first recorded here that the key with this fingerprint is stolen; null if it was not. */
  markRecordedAt(fingerprint: string): Promise<string | null>;
  /** The event that records how a grant was enforced, if there is one. */
  enforcementEvent(grantId: string): Promise<EventRecord | null>;
  /** What a report's receipt needs to know as of this transaction, by grant. */
  reportedGrants(grantIds: readonly string[]): Promise<ReadonlyMap<string, ReportedGrant>>;

  /** The log id of the newest head; null before the first. */
  logId(): Promise<string | null>;
  newestHead(): Promise<SignedTreeHead | null>;
  logNodes(coordinates: readonly NodeCoordinate[]): Promise<ReadonlyMap<string, string>>;
  appendLog(growth: LogGrowth): Promise<void>;
}

/** A mandate without its status, which depends on the time. */
export interface StoredMandate extends Omit<MandateRecord, 'status'> {
  /** When the revocation was recorded here; null without one, or if an older version recorded it. */
  readonly revocationRecordedAt: string | null;
}

/** What can have changed about a spent grant, and its mandate, until its end is reported. */
export interface ReportedGrant {
  /** Whether the mandate's agent has a webhook. */
  readonly hasWebhook: boolean;
  readonly isInDoubt: boolean;
  readonly cancellation: SignedCancellation | null;
  readonly revocation: SignedRevocation | null;
  readonly revocationRecordedAt: string | null;
  readonly receiptId: string | null;
  /** The event that records how it was enforced; null if none does. */
  readonly event: EventRecord | null;
}

interface GrantNote {
  readonly inDoubt?: SignedDoubt | null;
  readonly settlement?: SignedSettlement;
  readonly cancellation?: SignedCancellation;
}

interface SignCounter {
  readonly fingerprint: string;
  readonly enrolled: number;
  readonly shown: number;
  readonly mayStand: boolean;
}

/** A grant as callers see it, together with what only the store knows. */
export interface StoredGrant {
  readonly record: GrantRecord;
  /** Only one live grant per tenant may have a given key. */
  readonly unique: boolean;
  /** What the grant took from its mandate's limits, and gives back if it ends without effect. */
  readonly reservations: readonly Reservation[];
}

/** A place in a list that is sorted by an instant, newest first, and then by id. */
export interface Place {
  readonly at: string;
  readonly id: string;
}

export interface PlacePage {
  /** The last item already known; null for the start of the list. */
  readonly after: Place | null;
  readonly limit: number;
}

/** Limits a list to what is these tenants’; null for all. */
export interface OfTenants {
  readonly tenants: readonly string[] | null;
}

type NamedThing =
  | { readonly contract_id: string }
  | { readonly grant_id: string }
  | { readonly receipt_id: string };

interface VersionFilter {
  readonly name: string;
  /** The version below which to read; null for the newest. */
  readonly below: string | null;
  readonly limit: number;
}

interface GrantFilter extends PlacePage, OfTenants {
  /** The stored statuses wanted; null for all. */
  readonly statuses: readonly GrantStatus[] | null;
  readonly mandateId: string | null;
  /** Only the grants of which nobody knows whether their action happened. */
  readonly inDoubt?: boolean;
  /** Only spent grants of which no enforcement point has reported how they ended. */
  readonly unreported?: boolean;
}

/** A receipt with its place in the log. */
export interface PlacedReceipt {
  readonly place: ReceiptPlace;
  readonly receipt: Receipt;
}

/** What a larger log has that it did not have before. The checkpoint is absent if it is signed later. */
interface LogGrowth {
  readonly head: SignedTreeHead;
  readonly nodes: readonly LogNode[];
  readonly checkpoint?: CheckpointName & { readonly note: string };
}

/** A request for a receipt: how a grant of that tenant ended. */
export interface QueuedReceipt {
  readonly enforcement: SignedEnforcement;
  readonly tenant: string;
}

/** The leaf of a receipt. `receipt` is null once its body is deleted. */
interface LoggedReceipt {
  readonly leafIndex: number;
  /** The leaf’s data. */
  readonly entry: string;
  readonly receipt: Receipt | null;
}

/** INVARIANT: a leaf of the log is a receipt, an entry of a directory or an addendum. What walks the log reads all three. */
export type LoggedLeaf =
  | LoggedReceipt
  | (Pick<LoggedReceipt, 'leafIndex' | 'entry'> &
      (Pick<LoggedEntry, 'signed'> | Pick<LoggedAddendum, 'addendum'>));

/** The content that a receipt's file should have; null for no file, once the body is deleted. */
export interface ReceiptFile {
  readonly receiptId: string;
  readonly receipt: Receipt | null;
}

interface OldReceiptFilter {
  readonly profile: string;
  readonly tenant: string;
  readonly before: string;
  readonly limit: number;
}

interface ReceiptFilter extends OfTenants {
  readonly grantId: string | null;
  readonly tenant: string | null;
  /** Leaf index; null for the end of the log. */
  readonly before: number | null;
  readonly limit: number;
}

/** The end of a chain of events or of a tenant's receipts, where the next one is appended. */
export interface ChainHead {
  /** The sequence number of the next item. */
  readonly sequence: number;
  readonly previousHash: string | null;
}

/** Identifies a checkpoint: there is one for each origin and size. */
export interface CheckpointName {
  readonly origin: string;
  readonly treeSize: number;
}

export interface StoredCheckpoint extends CheckpointName {
  /** The checkpoint with the log's own signature lines. */
  readonly note: string;
  readonly cosignatures: readonly Cosignature[];
}

/** A witness's signature line, including its newline. */
export interface Cosignature {
  readonly name: string;
  readonly keyId: string;
  readonly line: string;
}

interface CheckpointFilter {
  readonly origin: string;
  /** The smallest size wanted. */
  readonly from: number;
  readonly limit: number;
  /** Only checkpoints that some witness has signed. */
  readonly cosigned: boolean;
}

export interface NodeCoordinate {
  readonly level: number;
  readonly index: number;
}

export interface LogNode extends NodeCoordinate {
  readonly hash: string;
}
