import type { GrantEvent } from '@platform/policy/grant-states';
import type { ProfileSeen } from '@platform/proof/profile';
import type { SignedAck } from '@platform/protocol/counterparty';
import type { EventRecord, SignedEnforcementDecision } from '@platform/protocol/event';
import type {
  Action,
  Approval,
  GrantEnding,
  GrantStatus,
  PolicyDecision,
  SignedGrant,
} from '@platform/protocol/grant';
import type { SignedTreeHead } from '@platform/protocol/log';
import type { SignedMandate, SignedRevocation } from '@platform/protocol/mandate';
import type { Receipt } from '@platform/protocol/receipt';

/** The authority's store. */
export interface AuthorityStore {
  /**
   * One transaction. `work` may be run again when the database refuses it because of another one, so it has no effect
   * but through `unit`.
   */
  atomically<Value>(work: (unit: Unit) => Promise<Value>): Promise<Value>;

  mandate(mandateId: string): Promise<StoredMandate | null>;
  mandates(): Promise<readonly StoredMandate[]>;
  /** Those under which grants wait or are active. */
  mandatesWithOpenGrants(): Promise<readonly StoredMandate[]>;
  grant(grantId: string): Promise<StoredGrant | null>;
  /** Newest first. */
  grants(filter: GrantFilter): Promise<readonly StoredGrant[]>;
  /** Ids of grants that wait or are active and whose time was over at `nowMs`, oldest first. */
  dueGrants(nowMs: number, limit: number): Promise<readonly string[]>;
  /** Ids of a mandate's grants that wait or are active, oldest first. */
  waitingGrants(mandateId: string, limit: number): Promise<readonly string[]>;
  receipt(receiptId: string): Promise<Receipt | null>;
  receiptIdOfGrant(grantId: string): Promise<string | null>;
  /** In the order of their chain. */
  receipts(filter: ReceiptFilter): Promise<readonly Receipt[]>;
  /** From a leaf on, in the order of the log. */
  receiptsByLeaf(
    from: number,
    limit: number,
  ): Promise<readonly { readonly leafIndex: number; readonly receipt: Receipt }[]>;
  /** Receipts that are not yet written as files, oldest first. */
  unexportedReceipts(limit: number): Promise<readonly Receipt[]>;
  markExported(receiptIds: readonly string[]): Promise<void>;
  hasQueuedReceipts(): Promise<boolean>;
  /** In order, from `after` (exclusive; null for the start). */
  events(after: number | null, limit: number): Promise<readonly EventRecord[]>;
  eventHead(): Promise<ChainHead>;
  treeHead(treeSize: number | null): Promise<SignedTreeHead | null>;
  /** Newest first. */
  treeHeads(limit: number): Promise<readonly SignedTreeHead[]>;
  logNodes(coordinates: readonly NodeCoordinate[]): Promise<ReadonlyMap<string, string>>;
}

/** What one transaction may do. */
export interface Unit {
  /** Lets no other transaction of this tenant go on before this one has ended; makes the tenant if it is new. */
  lockTenant(tenant: string): Promise<ReceiptChain>;
  setReceiptChain(tenant: string, chain: ReceiptChain): Promise<void>;

  mandate(mandateId: string): Promise<StoredMandate | null>;
  insertMandate(mandate: StoredMandate): Promise<void>;
  setRevocation(mandateId: string, revocation: SignedRevocation): Promise<void>;

  /** Locks it for this transaction, where it is there. */
  profileSeen(name: string): Promise<ProfileSeen | null>;
  setProfileSeen(name: string, seen: ProfileSeen): Promise<void>;

  /** A live grant (pending, active or redeemed) with this key in the tenant. */
  liveDuplicate(tenant: string, idempotencyKey: string): Promise<string | null>;
  /** Values of counters, `0` where there is none. */
  standing(mandateId: string, counters: readonly Counter[]): Promise<readonly string[]>;
  setStanding(mandateId: string, counter: Counter, value: string): Promise<void>;

  grant(grantId: string): Promise<StoredGrant | null>;
  /** As `grant`, without a lock on it: for a grant that has ended. */
  grantUnlocked(grantId: string): Promise<StoredGrant | null>;
  /** With the status that the policy's decision gives it. */
  insertGrant(grant: Omit<StoredGrant, 'status'>): Promise<StoredGrant>;
  /**
   * Keeps the changed grant with the status to which the event moves it (TRANSITIONS of the policy), in one conditional
   * update. Null, and nothing is kept, when the event does not move a grant of the status that `grant` has, or when it
   * no longer has that.
   */
  moveGrant(event: GrantEvent, grant: StoredGrant): Promise<StoredGrant | null>;

  /** Asks for the grant's one receipt. Nothing happens when it is asked for already, or there. */
  queueReceipt(material: ReceiptMaterial): Promise<void>;
  /** Locks the log for this transaction, and gives the oldest materials. */
  takeQueued(limit: number): Promise<readonly ReceiptMaterial[]>;
  insertReceipt(receipt: Receipt, leafIndex: number): Promise<void>;

  /** Locks the chain for this transaction. */
  lockEvents(): Promise<ChainHead>;
  insertEvent(record: EventRecord): Promise<void>;
  /** The enforcement event of a grant, where it is there already. */
  enforcementEvent(grantId: string): Promise<EventRecord | null>;

  logSize(): Promise<number>;
  logNodes(coordinates: readonly NodeCoordinate[]): Promise<ReadonlyMap<string, string>>;
  appendLog(head: SignedTreeHead, nodes: readonly LogNode[]): Promise<void>;
}

export interface StoredMandate extends SignedMandate {
  readonly registeredAt: string;
  readonly revocation: SignedRevocation | null;
}

export interface Counter {
  readonly counter: string;
  /** A day, or empty for all time. */
  readonly period: string;
}

/** What a grant took of its mandate's limits, and gives back when it ends without effect. */
export interface Reservation extends Counter {
  readonly amount: string;
}

export interface StoredGrant extends SignedGrant {
  readonly plugin: string;
  readonly action: Action;
  readonly actionHash: string;
  readonly policyDecision: PolicyDecision;
  readonly status: GrantStatus;
  /** Only one live grant of a tenant may have the same key. */
  readonly unique: boolean;
  readonly reservations: readonly Reservation[];
  readonly proposedAt: string;
  readonly ending: GrantEnding | null;
  readonly approval: Approval | null;
  readonly redemptionId: string | null;
  readonly redeemedAt: string | null;
  readonly receiptId: string | null;
}

export interface GrantFilter {
  readonly status: GrantStatus | null;
  readonly mandateId: string | null;
  readonly limit: number;
}

interface ReceiptFilter {
  readonly grantId: string | null;
  readonly tenant: string | null;
  readonly limit: number;
}

/** How a grant ended, for its receipt. */
export interface ReceiptMaterial {
  readonly grantId: string;
  readonly enforcement: SignedEnforcementDecision;
  readonly ack: SignedAck | null;
}

export interface ReceiptChain {
  /** Of the next receipt. */
  readonly sequence: number;
  readonly previousHash: string | null;
}

export interface ChainHead {
  /** Of the next event. */
  readonly sequence: number;
  readonly previousHash: string | null;
}

export interface NodeCoordinate {
  readonly level: number;
  readonly index: number;
}

export interface LogNode extends NodeCoordinate {
  readonly hash: string;
}
