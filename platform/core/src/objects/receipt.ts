import { type Static, Type } from 'typebox';
import { SignedAck } from './counterparty.ts';
import { EntryProofs } from './directory.ts';
import { EnforcementDecision } from './event.ts';
import { Action, EarlierApprovals, GivenRejection, Grant, PolicyDecision } from './grant.ts';
import { Compromise, KeySet } from './key-entry.ts';
import { LogInclusion } from './log.ts';
import { Mandate, SignedRevocation } from './mandate.ts';
import { Connector, PluginManifest } from './plugin.ts';
import {
  closed,
  DeploymentId,
  Facade,
  Hash,
  Instant,
  Name,
  nullable,
  PolicyVersion,
  ReceiptId,
  TenantId,
  Version,
} from './primitives.ts';
import { Profile } from './profile.ts';
import { SignedCancellation, SignedDoubt, SignedSettlement } from './settlement.ts';
import { Kid, Signature } from './signature.ts';

/** Venue levels of the interface document, part 1. None of them is ever shown as verified. */
const LEVELS = ['L1-sim', 'L1-declared'] as const;

/** When the authority recorded, by its own clock, that a key is stolen. From then on nothing begins that it signed. */
const RecordedMark = closed({
  kid: Kid,
  fingerprint: Compromise.properties.fingerprint,
  recorded_at: Instant,
});
export type RecordedMark = Static<typeof RecordedMark>;

/** Proof Receipt 0.3: interface document, 2.4. Every section is under `receipt_body_hash`. */
export const Receipt = closed(
  {
    type: Type.Literal('sanad/receipt/0.3'),
    receipt_version: Type.Literal('0.3'),
    /** INVARIANT: every signed object and every key relied on names the same one. */
    deployment: DeploymentId,
    receipt_id: ReceiptId,
    /**
     * The hash of the receipt with this field, `signatures.service`, `status.log` and
     * `bundle.log_root_signature` null.
     */
    receipt_body_hash: Hash,
    who: closed({
      tenant: TenantId,
      principal: Name,
      agent: Name,
      approver: nullable(Kid),
      contract_hash: Hash,
      contract: Mandate,
    }),
    what: closed({
      /** Of the rules that decided: the mandate's plugin. `action.plugin` is the one that was asked for. */
      plugin: Name,
      plugin_version: Version,
      tier: Name,
      facade: Facade,
      outcome: EnforcementDecision.properties.outcome,
      reason: EnforcementDecision.properties.reason,
      level_achieved: Type.Enum([...LEVELS]),
      action_hash: Hash,
      action: Action,
    }),
    where: closed({
      venue: Name,
      decided_by: Kid,
      counterparty: nullable(Kid),
      /** Fields of a hardware quote, empty in this build. */
      measurement: closed({ software: nullable(Hash), quote: Type.Null() }),
    }),
    when: closed({
      proposed_at: Instant,
      approved_at: nullable(Instant),
      redeemed_at: nullable(Instant),
      executed_at: nullable(Instant),
      decided_at: Instant,
      assembled_at: Instant,
    }),
    why: closed({
      policy_version: PolicyVersion,
      profile_hash: Hash,
      /** The profile in force when the action was proposed, with its publisher's signature. */
      profile: Profile,
      profile_signature: Signature,
      /** The plugin's whole files, from which `profile.plugin_hash` can be recomputed. */
      plugin: closed({ manifest: PluginManifest, connector: Connector }),
      decision: PolicyDecision,
      /** The entries of directories that the action was decided by, each with its proof. */
      directories: Type.Optional(EntryProofs),
    }),
    how: closed({
      grant: Grant,
      grant_hash: Hash,
      grant_signature: Signature,
      earlier_approvals: EarlierApprovals,
      /** The rejection of an approver that ended the grant. */
      rejection: Type.Optional(GivenRejection),
      /** The principal's cancellation of the grant. */
      cancellation: Type.Optional(SignedCancellation),
      /** The principal's word on what nobody knew. It declares how the grant ended and proves nothing more. */
      settlement: Type.Optional(SignedSettlement),
      /** The doubt that the settlement answers, signed by the enforcement point. */
      doubt: Type.Optional(SignedDoubt),
      decision: EnforcementDecision,
      decision_hash: Hash,
      counterparty_ack: nullable(SignedAck.properties.ack),
      counterparty_ack_hash: nullable(Hash),
    }),
    status: closed({
      /** When the authority checked whether the mandate was revoked. */
      checked_at: Instant,
      contract: Type.Enum(['active', 'revoked', 'expired']),
      revocation: nullable(SignedRevocation),
      /** When the authority recorded the revocation, by its own clock. */
      revocation_recorded_at: Type.Optional(Instant),
      /** The same of the cancellation of a grant that was spent before. */
      cancellation_recorded_at: Type.Optional(Instant),
      /** The same of marks on the keys that signed the mandate, its rules or an approval of what was executed. */
      marks: Type.Optional(Type.Array(RecordedMark, { minItems: 1, maxItems: 10 })),
      log: nullable(LogInclusion),
    }),
    bundle: closed({
      keys: KeySet,
      sequence: Type.Integer({ minimum: 0, description: 'Position in the tenant’s chain' }),
      previous_receipt_hash: nullable(Hash),
      log_root_signature: nullable(Signature),
    }),
    signatures: closed({
      principal: Signature,
      approver: nullable(Signature),
      pep: Signature,
      counterparty: nullable(Signature),
      service: nullable(Signature),
    }),
  },
  { title: 'Proof Receipt', description: 'Evidence of one decision, verifiable offline' },
);
export type Receipt = Static<typeof Receipt>;
