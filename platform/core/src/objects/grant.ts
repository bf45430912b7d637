import { Commitment, Salt } from '@common/evidence/disclosure';
import { type Static, Type } from 'typebox';
import { ActionStatements } from './attested.ts';
import { DecisionValues } from './decision-values.ts';
import { EntryProofs } from './directory.ts';
import { ActionDocuments, NamedDocuments } from './document.ts';
import { fingerprint } from './key-entry.ts';
import { SignedMandate } from './mandate.ts';
import {
  closed,
  DeploymentId,
  Facade,
  GrantId,
  Hash,
  IdempotencyKey,
  Instant,
  MandateId,
  Name,
  nullable,
  PolicyVersion,
  ReceiptId,
  RedemptionId,
  TenantId,
} from './primitives.ts';
import { EndingReason, PolicyReason } from './reasons.ts';
import { Became } from './settled.ts';
import { SignedCancellation, SignedDoubt, SignedSettlement } from './settlement.ts';
import { Kid, Signature } from './signature.ts';

const ParamName = Type.String({ pattern: '^[a-z][a-z0-9_]{0,63}$' });
export const ActionParam = Type.Union([
  Type.String({ maxLength: 2_048 }),
  Type.Integer({ minimum: 0, maximum: 9_007_199_254_740_991 }),
]);

/** Parameters after normalisation by the plugin's manifest: strings and whole numbers, no floats. */
export const ActionParams = Type.Record(ParamName, ActionParam, { additionalProperties: false });
export type ActionParams = Readonly<Record<string, string | number>>;

export const MAX_AGENT_REASON = 280;

/** Why the agent asks, in its own words. Nobody vouches for them. */
const AgentReason = Type.String({
  minLength: 1,
  maxLength: MAX_AGENT_REASON,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029]+$',
  description: 'Why the agent asks, in one line of its own words: a claim, which nobody vouches for',
});

/**
 * The canonical action. `grant_id` makes each action unique, so that an approval is valid only for one
 * proposal.
 */
export const Action = closed({
  type: Type.Literal('sanad/action/1'),
  deployment: DeploymentId,
  grant_id: GrantId,
  tenant: TenantId,
  contract_id: MandateId,
  contract_hash: Hash,
  policy_version: PolicyVersion,
  agent: Name,
  plugin: Name,
  facade: Facade,
  params: ActionParams,
  idempotency_key: IdempotencyKey,
  reason: Type.Optional(AgentReason),
  documents: Type.Optional(ActionDocuments),
  statements: Type.Optional(ActionStatements),
  proposed_at: Instant,
});
export type Action = Static<typeof Action>;

/**
 * The action as it is hashed, signed and kept in a receipt: a commitment stands for each member that its holder may
 * withhold.
 */
export const SealedAction = closed({
  ...Action.properties,
  params: Type.Record(ParamName, Commitment, { additionalProperties: false }),
  idempotency_key: Commitment,
  reason: Type.Optional(Commitment),
  documents: Type.Optional(Commitment),
  statements: Type.Optional(Commitment),
});
export type SealedAction = Static<typeof SealedAction>;

/** A salt for each member that can be withheld. The authority draws them when it grants, holds or denies the action. */
export const ActionSalts = closed(
  {
    params: Type.Record(ParamName, Salt, { additionalProperties: false }),
    idempotency_key: Salt,
    reason: Type.Optional(Salt),
    documents: Type.Optional(Salt),
    statements: Type.Optional(Salt),
  },
  {
    description:
      'With them, `action_hash` follows from the action: each of these members stands in what is hashed as {"_sd": SHA-256 of the canonical JSON of [salt, name, value]}',
  },
);
export type ActionSalts = Static<typeof ActionSalts>;

/** What the policy said about a proposal. `detail` names the limit or rule that applied. */
export const PolicyDecision = closed({
  outcome: Type.Enum(['allow', 'hold', 'deny']),
  reason: PolicyReason,
  detail: Type.String({ maxLength: 500 }),
  /** What a refusal or a hold rests on. Absent if it was allowed, or decided before decisions had values. */
  values: Type.Optional(DecisionValues),
});
export type PolicyDecision = Static<typeof PolicyDecision>;

/**
 * Why an action is a possible duplicate of an earlier one: how their references compare, that one has none, or that
 * there are more actions to compare it with than are read.
 */
const DUPLICATE_SIGNS = [
  'same_reference',
  'leading_zeros',
  'look_alike',
  'other_groups',
  'other_order',
  'more_words',
  'more_numbers',
  'named_in_memo',
  'no_reference',
  'too_many_alike',
] as const;

/** The earlier grant (pending, active or redeemed) that an action may repeat, so that a person must approve it. */
export const PossibleDuplicate = closed({ grant_id: GrantId, why: Type.Enum([...DUPLICATE_SIGNS]) });
export type PossibleDuplicate = Static<typeof PossibleDuplicate>;

export const Grant = closed(
  {
    type: Type.Literal('sanad/grant/1'),
    deployment: DeploymentId,
    grant_id: GrantId,
    tenant: TenantId,
    contract_id: MandateId,
    contract_hash: Hash,
    policy_version: PolicyVersion,
    profile_hash: Hash,
    action_hash: Hash,
    agent_authenticated: Type.Optional(
      Type.Boolean({
        description:
          'Whether the proposer’s token or key was of the mandate’s agent; otherwise anyone with a token of the principal may have proposed. Not given: not known',
      }),
    ),
    agent_key: Type.Optional(
      fingerprint(
        'Of the mandate’s agent_key, with which the proposal was signed, as the gateway says. Not given: the mandate has none',
      ),
    ),
    outcome: Type.Enum(['allow', 'hold', 'deny']),
    reason: PolicyReason,
    possible_duplicate_of: Type.Optional(PossibleDuplicate),
    /** Kid of a held grant's approver; such a grant is signed again with outcome `allow`. */
    approved_by: nullable(Kid),
    approved_at: nullable(Instant),
    /** Digest of the gateway’s code and dependencies, as it measured itself when it started. */
    gateway_software: Hash,
    issued_at: Instant,
    /** Null for a denied grant. */
    expires_at: nullable(Instant),
  },
  { title: 'Action Grant', description: 'A single-use permission for one action, signed by the authority' },
);
export type Grant = Static<typeof Grant>;

export const SignedGrant = closed({ grant: Grant, grant_hash: Hash, signature: Signature });
export type SignedGrant = Static<typeof SignedGrant>;

export const GRANT_STATUSES = ['pending', 'active', 'redeemed', 'denied', 'expired'] as const;
export type GrantStatus = (typeof GRANT_STATUSES)[number];

/** `POST /grants/{grant_id}/approve`: a signature over `action_hash`. */
export const ApprovalRequest = closed({ action_hash: Hash, signature: Signature });
export type ApprovalRequest = Static<typeof ApprovalRequest>;

/** An approval as it is stored. */
export const Approval = closed({ action_hash: Hash, approved_at: Instant, signature: Signature });
export type Approval = Static<typeof Approval>;

/** If a route needs several people: the approvals before the last, oldest first. Absent if there are none. */
export const EarlierApprovals = Type.Optional(Type.Array(Approval, { minItems: 1, maxItems: 7 }));

export const MAX_REJECTION_REASON = 280;

/**
 * What an approver signs to reject a request. It names no action, so that it can be signed whatever the
 * action says.
 */
export const Rejection = closed({
  type: Type.Literal('sanad/rejection/1'),
  deployment: DeploymentId,
  grant_id: GrantId,
  reason: Type.String({
    minLength: 1,
    maxLength: MAX_REJECTION_REASON,
    description: 'Why, in the approver’s words; the agent is told it',
  }),
});
export type Rejection = Static<typeof Rejection>;

/** `POST /grants/{grant_id}/reject`. */
export const SignedRejection = closed({ rejection: Rejection, rejection_hash: Hash, signature: Signature });
export type SignedRejection = Static<typeof SignedRejection>;

/** A rejection as it is stored. */
export const GivenRejection = closed({ rejected_at: Instant, ...SignedRejection.properties });
export type GivenRejection = Static<typeof GivenRejection>;

/**
 * How the authority ended a grant: by an approver's rejection or the principal's cancellation, which is then
 * present, by the mandate's end, or by time.
 */
export const GrantEnding = closed({
  outcome: Type.Enum(['denied', 'expired']),
  reason: EndingReason,
  detail: Type.String({ maxLength: 500 }),
  rejection: Type.Optional(GivenRejection),
  cancellation: Type.Optional(SignedCancellation),
});
export type GrantEnding = Static<typeof GrantEnding>;

/** `GET /grants/{grant_id}` of the authority. */
export const GrantRecord = closed({
  ...SignedGrant.properties,
  action: Action,
  salts: ActionSalts,
  /** Of the action with a commitment in place of each member that has a salt. */
  action_hash: Hash,
  decision: PolicyDecision,
  /** The entries of directories that it was decided by. Absent without any. */
  directories: Type.Optional(EntryProofs),
  status: Type.Enum([...GRANT_STATUSES]),
  /**
   * Why the authority ended a held or active grant; `decision` remains the policy's decision on the proposal.
   */
  ending: nullable(GrantEnding),
  approval: nullable(Approval),
  earlier_approvals: EarlierApprovals,
  redemption_id: nullable(RedemptionId),
  redeemed_at: nullable(Instant),
  receipt_id: nullable(ReceiptId),
  /** Present while nobody knows whether a redeemed grant's action happened, and a person must decide. */
  in_doubt: Type.Optional(SignedDoubt),
  /** What the principal last decided about such a grant. */
  settlement: Type.Optional(SignedSettlement),
  /** The principal's cancellation of a redeemed grant, whose action is no longer sent if it has not left. */
  cancellation: Type.Optional(SignedCancellation),
  /** Present where accepting is not all, once the receipt says that it was accepted. Only in answers to reads. */
  became: Type.Optional(Became),
});
export type GrantRecord = Static<typeof GrantRecord>;

/** `POST /grants` by the gateway. */
export const ProposalRequest = closed({
  contract_id: MandateId,
  /** The plugin whose tool was called. If it is not the mandate's, the proposal is denied. */
  plugin: Name,
  facade: Facade,
  params: Type.Record(Type.String({ maxLength: 64 }), Type.Unknown()),
  reason: Type.Optional(AgentReason),
  /** Documents that were uploaded before (`POST /documents`). */
  documents: Type.Optional(NamedDocuments),
  statements: Type.Optional(ActionStatements),
  /** The hash of that plugin, as the gateway has it. If it is the mandate's plugin, it must be the signed one. */
  plugin_hash: Hash,
  /** The gateway's digest; see `gateway_software` of the grant. */
  software: Hash,
});
export type ProposalRequest = Static<typeof ProposalRequest>;

export const Redemption = closed({
  type: Type.Literal('sanad/redemption/1'),
  redemption_id: RedemptionId,
  grant_id: GrantId,
  grant_hash: Hash,
  action_hash: Hash,
  venue: Name,
  requested_at: Instant,
});
export type Redemption = Static<typeof Redemption>;

export const SignedRedemption = closed({
  redemption: Redemption,
  redemption_hash: Hash,
  signature: Signature,
});
export type SignedRedemption = Static<typeof SignedRedemption>;

/** `POST /grants/{grant_id}/redeem` by the enforcement point. `presentation` is the gateway's token, passed on. */
export const RedeemRequest = closed({
  ...SignedRedemption.properties,
  presentation: nullable(Type.String({ maxLength: 4_096 })),
});
export type RedeemRequest = Static<typeof RedeemRequest>;

/** The longest lease that an authority may give. */
export const MAX_SEND_WITHIN_MS = 10_000;

/**
 * The answer to a redemption, with a lease: the enforcement point may begin to send within `send_within_ms`,
 * counted from the moment at which it asked. A repeated redemption gets a new lease while nothing that the grant
 * stands on has ended; then `ended` says what has, and nothing may be sent.
 */
export const RedeemResponse = closed({
  status: Type.Literal('redeemed'),
  redemption_id: RedemptionId,
  record: GrantRecord,
  contract: SignedMandate,
  send_within_ms: Type.Integer({ minimum: 0, maximum: MAX_SEND_WITHIN_MS }),
  ended: nullable(closed({ reason: EndingReason, detail: Type.String({ maxLength: 500 }) })),
});
export type RedeemResponse = Static<typeof RedeemResponse>;

/** What had become of a redeemed grant's call when its grant or mandate had been ended. */
export const STOPPED_STATES = ['never_left', 'perhaps_arrived', 'acknowledged'] as const;
export type StoppedState = (typeof STOPPED_STATES)[number];

/** `POST /grants/{grant_id}/cancel`. Nothing leaves for the counterparty under the grant after this answer. */
export const CancelledGrant = closed({
  ...GrantRecord.properties,
  stopped: Type.Enum([...STOPPED_STATES], {
    description: 'Whether the call never left, may have arrived, or was acknowledged before the cancellation',
  }),
});
export type CancelledGrant = Static<typeof CancelledGrant>;

/** `POST /execute` and `POST /fetch` of the enforcement point, with the gateway's token as bearer. */
export const ExecuteRequest = closed({ ...SignedGrant.properties, action: Action, salts: ActionSalts });
export type ExecuteRequest = Static<typeof ExecuteRequest>;
