import type { Reservation } from '@platform/core/decide/decide';
import type { GrantEvent } from '@platform/core/decide/grant-states';
import type { EventKind, EventRecord, PrunedReceipts, SignedEnforcement } from '@platform/core/objects/event';
import type { GrantRecord, GrantStatus } from '@platform/core/objects/grant';
import type { ReceiptPlace, SignedTreeHead } from '@platform/core/objects/log';
import type { MandateRecord, SignedRevocation } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import type { Rules } from '@platform/core/receipt/assemble';
import type { ProfileSeen } from '@platform/core/signed/profile';
import type { Standing } from '@platform/keys/standing';
import type { NoticeRound } from './notices.store.ts';

/** The authority's store. */
export interface AuthorityStore {
  /**
   * One transaction. `work` may run again if the database refuses it because of another one, so it has no effect except
   * through `unit`.
   */
  atomically<Value>(work: (unit: Unit) => Promise<Value>): Promise<Value>;

  /** What the grants under a profile were decided by. */
  rules(profileHash: string): Promise<Rules | null>;
  /** Those of one profile that were ever in force here, newest first. */
  profileVersions(filter: VersionFilter): Promise<readonly SignedProfile[]>;
  mandate(mandateId: string): Promise<StoredMandate | null>;
  /** Newest first. */
  mandates(page: PlacePage): Promise<readonly StoredMandate[]>;
  /** Those with pending or active grants. */
  mandatesWithOpenGrants(): Promise<readonly StoredMandate[]>;
  grant(grantId: string): Promise<GrantRecord | null>;
  /** Newest first. */
  grants(filter: GrantFilter): Promise<readonly GrantRecord[]>;
  /** Ids of pending or active grants whose time was over at `nowMs`, oldest first. */
  dueGrants(nowMs: number, limit: number): Promise<readonly string[]>;
  /** Ids of a mandate's pending or active grants, oldest first. */
  waitingGrants(mandateId: string, limit: number): Promise<readonly string[]>;
  receipt(receiptId: string): Promise<Receipt | null>;
  /** Id of the event that says that the receipt's body was deleted; null if it was not. */
  prunedBy(receiptId: string): Promise<string | null>;
  /** Some tenant with receipts of that profile, still with bodies, assembled before that instant. */
  tenantWithOldReceipts(profile: string, before: string): Promise<string | null>;
  receiptIdOfGrant(grantId: string): Promise<string | null>;
  /** The newest before that leaf, in log order. */
  receipts(filter: ReceiptFilter): Promise<readonly Receipt[]>;
  /** From a leaf onwards, in log order. */
  receiptsByLeaf(from: number, limit: number): Promise<readonly LoggedReceipt[]>;
  /** Of the receipts from a leaf onwards: what must not be lost of each. */
  receiptPlaces(from: number, limit: number): Promise<readonly Omit<ReceiptPlace, 'log_id'>[]>;
  /** Receipts whose files are not as the store has them, oldest first. */
  unexportedReceipts(limit: number): Promise<readonly ReceiptFile[]>;
  markExported(receiptIds: readonly string[]): Promise<void>;
  hasQueuedReceipts(): Promise<boolean>;
  /** In order, from `after` (exclusive; null for the start). */
  events(after: number | null, limit: number, kind: EventKind | null): Promise<readonly EventRecord[]>;
  eventHead(): Promise<ChainHead>;
  treeHead(treeSize: number | null): Promise<SignedTreeHead | null>;
  /** Newest first; smaller than `below`, if it is given. */
  treeHeads(limit: number, below: number | null): Promise<readonly SignedTreeHead[]>;
  logNodes(coordinates: readonly NodeCoordinate[]): Promise<ReadonlyMap<string, string>>;
  /** Hashes of nodes of one level that stand side by side. */
  logRow(first: NodeCoordinate, width: number): Promise<readonly string[]>;
  /** Data of the leaves, 64 hex digits each, also of receipts whose bodies are gone. */
  logEntries(from: number, limit: number): Promise<readonly string[]>;
  /** The one of that size; null for the newest of that origin. */
  checkpoint(origin: string, treeSize: number | null): Promise<StoredCheckpoint | null>;
  /** Smallest first. */
  checkpoints(filter: CheckpointFilter): Promise<readonly StoredCheckpoint[]>;
  /** Outside the transaction that grows the log: in place of one that has no signature of the key in use. */
  keepCheckpoint(checkpoint: CheckpointName & { readonly note: string }): Promise<void>;
  /** Verified lines of witnesses below that checkpoint. One under the same name and key is replaced. */
  keepCosignatures(checkpoint: CheckpointName, lines: readonly Cosignature[]): Promise<void>;
}

/** What one transaction may do. */
export interface Unit {
  /** Makes the tenant's other transactions wait until this one has ended; creates the tenant if it is new. */
  lockTenant(tenant: string): Promise<ChainHead>;
  setReceiptChain(tenant: string, chain: ChainHead): Promise<void>;

  mandate(mandateId: string): Promise<StoredMandate | null>;
  insertMandate(mandate: StoredMandate): Promise<void>;
  setRevocation(mandateId: string, revocation: SignedRevocation): Promise<void>;

  /** Locks it for this transaction, if it exists. */
  profileSeen(name: string): Promise<ProfileSeen | null>;
  setProfileSeen(name: string, seen: ProfileSeen): Promise<void>;

  /** Keeps what grants under this profile are decided by; does nothing if it is already kept. */
  keepRules(rules: Rules): Promise<void>;
  rules(profileHash: string): Promise<Rules | null>;

  /** A live grant (pending, active or redeemed) with this key in the tenant. */
  liveDuplicate(tenant: string, idempotencyKey: string): Promise<string | null>;
  readonly standing: Standing;

  grant(grantId: string): Promise<StoredGrant | null>;
  /** Like `grant`, without a lock on it: for a grant that has ended. */
  grantUnlocked(grantId: string): Promise<GrantRecord | null>;
  insertGrant(grant: StoredGrant): Promise<void>;
  /**
   * Stores the changed grant with the status to which the event moves it (the policy's TRANSITIONS), in one conditional
   * update. Returns null and stores nothing if the event does not move a grant with the status that `grant` has, or if
   * the stored grant no longer has that status.
   */
  moveGrant(event: GrantEvent, grant: StoredGrant): Promise<StoredGrant | null>;

  /** As it ended by its receipt, whatever is stored of it; its receipt is no longer requested. */
  restoreGrant(grant: StoredGrant): Promise<void>;
  /** Its approvers are to be asked then. */
  requestNotices(rounds: readonly NoticeRound[]): Promise<void>;
  /** Stores the grant's earlier approvals. False, and nothing stored, if it is not pending any more. */
  keepApprovals(record: Pick<GrantRecord, 'grant' | 'earlier_approvals'>): Promise<boolean>;
  /**
   * Raises the counter that a key's device shows, in one conditional update; false if it does not rise. A counter that was
   * never seen starts at `enrolled`. With `mayStand`, it may stay as it is.
   */
  raiseCounter(counter: SignCounter): Promise<boolean>;

  /** Requests the one receipt of a grant that ended so. Does nothing if it is already requested or made. */
  queueReceipt(enforcement: SignedEnforcement): Promise<void>;
  /** Locks the log for this transaction, and returns what waits longest for its receipt. */
  takeQueued(limit: number): Promise<readonly SignedEnforcement[]>;
  insertReceipt(place: ReceiptPlace, receipt: Receipt): Promise<void>;
  /** A receipt whose body is lost, though its place in the log is known; the event says so. */
  insertLostReceipt(place: ReceiptPlace, eventId: string): Promise<void>;
  /** In chain order. */
  oldReceipts(filter: OldReceiptFilter): Promise<PrunedReceipts['receipts']>;
  /** Deletes their bodies; the event says so. */
  pruneReceipts(receiptIds: readonly string[], eventId: string): Promise<void>;

  /** Locks the chain for this transaction. */
  lockEvents(): Promise<ChainHead>;
  insertEvent(record: EventRecord): Promise<void>;
  /** A grant's enforcement event, if there already is one. */
  enforcementEvent(grantId: string): Promise<EventRecord | null>;

  /** Of the newest head; null before the first. */
  logId(): Promise<string | null>;
  logSize(): Promise<number>;
  logNodes(coordinates: readonly NodeCoordinate[]): Promise<ReadonlyMap<string, string>>;
  appendLog(head: SignedTreeHead, nodes: readonly LogNode[]): Promise<void>;
  insertCheckpoint(checkpoint: CheckpointName & { readonly note: string }): Promise<void>;
}

/** Its status is a question of the time. */
export type StoredMandate = Omit<MandateRecord, 'status'>;

interface SignCounter {
  readonly fingerprint: string;
  readonly enrolled: number;
  readonly shown: number;
  readonly mayStand: boolean;
}

/** A grant as everyone sees it, with what only the store knows of it. */
export interface StoredGrant {
  readonly record: GrantRecord;
  /** Only one live grant per tenant may have a given key. */
  readonly unique: boolean;
  /** What it took of its mandate's limits, and gives back if it ends without effect. */
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

interface VersionFilter {
  readonly name: string;
  /** A version; null for the newest. */
  readonly below: string | null;
  readonly limit: number;
}

interface GrantFilter extends PlacePage {
  /** As stored; null for all. */
  readonly statuses: readonly GrantStatus[] | null;
  readonly mandateId: string | null;
}

/** A leaf of the log. `receipt` is null once its body was deleted. */
interface LoggedReceipt {
  readonly leafIndex: number;
  readonly entry: string;
  readonly receipt: Receipt | null;
}

/** What the file of a receipt should hold: null for nothing, once its body was deleted. */
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

interface ReceiptFilter {
  readonly grantId: string | null;
  readonly tenant: string | null;
  /** Leaf index; null for the end of the log. */
  readonly before: number | null;
  readonly limit: number;
}

/** Where the chain of events, or a tenant's of receipts, goes on. */
export interface ChainHead {
  /** Of the next one. */
  readonly sequence: number;
  readonly previousHash: string | null;
}

/** Which checkpoint: of one origin and size there is one. */
export interface CheckpointName {
  readonly origin: string;
  readonly treeSize: number;
}

export interface StoredCheckpoint extends CheckpointName {
  /** With the log's own line. */
  readonly note: string;
  readonly cosignatures: readonly Cosignature[];
}

/** A witness's line, with its newline. */
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
  /** Only those that some witness signed. */
  readonly cosigned: boolean;
}

export interface NodeCoordinate {
  readonly level: number;
  readonly index: number;
}

export interface LogNode extends NodeCoordinate {
  readonly hash: string;
}
