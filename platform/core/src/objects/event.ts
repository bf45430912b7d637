import { Commitment, disclosureOf } from '@common/evidence/disclosure';
import { type Static, Type } from 'typebox';
import { SignedAck } from './counterparty.ts';
import { MAX_SEND_WITHIN_MS } from './grant.ts';
import {
  closed,
  DeploymentId,
  EventId,
  GrantId,
  Hash,
  Instant,
  MandateId,
  Name,
  nullable,
  PolicyVersion,
  ProfileName,
  ReceiptId,
  TenantId,
} from './primitives.ts';
import { EndingReason } from './reasons.ts';
import { SignedDoubt, SignedSettlement } from './settlement.ts';
import { Kid, Signature } from './signature.ts';

const ENFORCEMENT_OUTCOMES = ['executed', 'denied', 'refused', 'expired'] as const;

/** A JWT that the cloud signed. Only a reader with the cloud's keys can check it. */
const CloudIdentityToken = Type.String({
  pattern: '^[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+$',
  maxLength: 4_096,
  description:
    'Identity token of the cloud (JWT), whose audience names the deployment, the venue and its key',
});

/**
 * The authority's leave to begin a call. Both instants, of asking and of sending, are of the enforcement point's clock,
 * so that nobody has to compare two clocks to see that the call was sent in time.
 */
export const SendLease = closed({
  asked_at: Instant,
  send_within_ms: Type.Integer({
    minimum: 1,
    maximum: MAX_SEND_WITHIN_MS,
    description: 'For how long, counted from then, the call could begin',
  }),
});
export type SendLease = Static<typeof SendLease>;

/**
 * The enforcement decision: how a grant ended. Signed by the pep, or by the authority if no enforcement point was
 * involved (denied or expired). What the policy said about the proposal is a `PolicyDecision`.
 */
export const EnforcementDecision = closed({
  type: Type.Literal('sanad/decision/1'),
  deployment: DeploymentId,
  grant_id: GrantId,
  grant_hash: Hash,
  contract_hash: Hash,
  action_hash: Hash,
  policy_version: PolicyVersion,
  venue: Name,
  level: Type.Enum(['L1-sim', 'L1-declared']),
  /** For `L1-declared`: the cloud's own token for the key that signs this. Nothing measured the software. */
  cloud_identity: Type.Optional(CloudIdentityToken),
  outcome: Type.Enum([...ENFORCEMENT_OUTCOMES]),
  reason: EndingReason,
  /** The text is beside the decision, so that a view of the receipt can withhold it. */
  detail: Commitment,
  counterparty_ack_hash: nullable(Hash),
  /** The SHA-256 of the bytes that a read or a fetch returned, if nothing was acknowledged. */
  response_sha256: nullable(Hash),
  /** The hash of the principal's settlement, if nothing else says how the grant ended. */
  settlement_hash: Type.Optional(Hash),
  /** When it was recorded that the call may leave, before its first byte; absent if nothing left. */
  sent_at: Type.Optional(Instant),
  /** The lease under which the call was sent; absent if nothing left, or if an older version sent it. */
  lease: Type.Optional(SendLease),
  executed_at: nullable(Instant),
  decided_at: Instant,
});
export type EnforcementDecision = Static<typeof EnforcementDecision>;

export const DecisionDetail = Type.String({ maxLength: 500 });

/** How a grant ended, signed, with the acknowledgment if there is one. */
export const SignedEnforcement = closed({
  decision: EnforcementDecision,
  decision_hash: Hash,
  signature: Signature,
  /** What opens the decision's detail. */
  disclosure: disclosureOf<[salt: string, name: 'detail', value: string]>(
    Type.Literal('detail'),
    DecisionDetail,
  ),
  counterparty_ack: nullable(SignedAck),
  settlement: Type.Optional(SignedSettlement),
  /** The doubt that the settlement answers. */
  doubt: Type.Optional(SignedDoubt),
});
export type SignedEnforcement = Static<typeof SignedEnforcement>;

/** Kinds of evidence event. The gateway holds no key: its events carry its token instead of a signature. */
export const EVENT_KINDS = [
  'enforcement',
  'tool_call',
  'chat_completion',
  'mandate_registered',
  'mandate_revoked',
  'agent_token_made',
  'agent_token_ended',
  'grant_proposed',
  'grant_partly_approved',
  'grant_approved',
  'grant_rejected',
  'grant_redeemed',
  'grant_expired',
  'grant_cancelled',
  'grant_in_doubt',
  'grant_settled',
  'receipts_pruned',
  'log_restored',
  'key_enrolled',
  'key_compromised',
  'directory_changed',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** A link of the evidence chain: `previous_event_hash` and `sequence` are set by the authority when it appends. */
export const Event = closed({
  type: Type.Literal('sanad/event/1'),
  deployment: DeploymentId,
  event_id: EventId,
  sequence: Type.Integer({ minimum: 0 }),
  previous_event_hash: nullable(Hash),
  kind: Type.Enum([...EVENT_KINDS]),
  /** `pep`, `gateway` or `authority`. */
  source: Kid,
  tenant: nullable(TenantId),
  contract_id: nullable(MandateId),
  grant_id: nullable(GrantId),
  /** The hash of the submission's `body`. */
  body_hash: Hash,
  at: Instant,
});
export type Event = Static<typeof Event>;

/** An event as `GET /events` lists it. `signature` is the authority's, over `event_hash`. */
export const EventRecord = closed({
  event: Event,
  event_hash: Hash,
  signature: Signature,
  body: Type.Unknown(),
});
export type EventRecord = Static<typeof EventRecord>;

const WITHOUT_BODY = {
  receipt_id: ReceiptId,
  sequence: Type.Integer({ minimum: 0 }),
  leaf_index: Type.Integer({ minimum: 0 }),
  /** The leaf's data in the log: 64 hex digits. */
  log_entry: Hash,
};

/**
 * The body of a `receipts_pruned` event: receipts of one tenant whose bodies were deleted, and what remains
 * of each.
 */
export const PrunedReceipts = closed({
  profile: ProfileName,
  receipt_retention_days: Type.Integer({ minimum: 1 }),
  /** The receipts were assembled before this instant. */
  before: Instant,
  receipts: Type.Array(closed(WITHOUT_BODY)),
});
export type PrunedReceipts = Static<typeof PrunedReceipts>;

/**
 * The body of a `log_restored` event: a database that had lost the end of the log has it again, as far as it
 * was found.
 */
export const LogRestored = closed({
  log_id: Name,
  /**
   * The entries that the database had before and has now, which give the root that the authority had signed.
   */
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 1 }),
  root_hash: Hash,
  receipts_restored: Type.Integer({ minimum: 0 }),
  /** Entries of directories, each whole. Absent if there were none. */
  entries_restored: Type.Optional(Type.Integer({ minimum: 1 })),
  /** The receipts whose bodies, grants and mandates were not found. */
  receipts_lost: Type.Array(closed({ tenant: TenantId, ...WITHOUT_BODY })),
});
export type LogRestored = Static<typeof LogRestored>;

/** `POST /events` of the enforcement point. */
export const EnforcementReport = closed({ kind: Type.Literal('enforcement'), body: SignedEnforcement });
export type EnforcementReport = Static<typeof EnforcementReport>;

/** `POST /events` of the enforcement point about a call of which nobody knows whether it arrived. */
export const DoubtReport = closed({ kind: Type.Literal('in_doubt'), body: SignedDoubt });
export type DoubtReport = Static<typeof DoubtReport>;

/** `POST /events` of the gateway, authenticated by its token: hashes of a request and its response, no content. */
export const GatewayReport = closed({
  kind: Type.Enum(['tool_call', 'chat_completion']),
  body: closed({
    contract_id: nullable(MandateId),
    grant_id: nullable(GrantId),
    name: nullable(Name),
    status: nullable(Type.String({ maxLength: 64 })),
    reason: nullable(Type.String({ maxLength: 64 })),
    request_hash: Hash,
    response_hash: Hash,
  }),
});
export type GatewayReport = Static<typeof GatewayReport>;

/** What the gateway received, before it knows the answer. The token is the gateway's, for exactly these fields. */
export const ReceivedCall = closed({
  received: closed({
    kind: Type.Literal('tool_call'),
    contract_id: MandateId,
    grant_id: GrantId,
    name: Name,
    request_hash: Hash,
  }),
  token: Type.String({ maxLength: 4_096 }),
});
export type ReceivedCall = Static<typeof ReceivedCall>;

/**
 * The gateway's call with the answer that the enforcement point gives it, to be recorded with the end of the grant.
 */
export const AnsweredCall = closed({
  ...ReceivedCall.properties,
  status: Type.String({ maxLength: 64 }),
  reason: Type.String({ maxLength: 64 }),
  response_hash: Hash,
});
export type AnsweredCall = Static<typeof AnsweredCall>;

export const EventReport = Type.Union([EnforcementReport, DoubtReport, GatewayReport]);
export type EventReport = Static<typeof EventReport>;

/** The answer of `POST /events`, with `receipt_id` if the event ended a grant. */
export const EventAppended = closed({
  event_id: EventId,
  event_hash: Hash,
  sequence: Type.Integer({ minimum: 0 }),
  receipt_id: nullable(ReceiptId),
  /** The event about the gateway's call, if one came with the report and was recorded. */
  call_event_id: Type.Optional(EventId),
});
export type EventAppended = Static<typeof EventAppended>;
