import { Commitment, Disclosure } from '@common/evidence/disclosure';
import { type Static, Type } from 'typebox';
import type { Ack } from './counterparty.ts';
import type { EntryProofs } from './directory.ts';
import { EnforcementDecision } from './event.ts';
import {
  type Action,
  EarlierApprovals,
  type GivenRejection,
  Grant,
  PolicyDecision,
  SealedAction,
} from './grant.ts';
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
import type { SignedCancellation, SignedDoubt, SignedSettlement } from './settlement.ts';
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

/** More members of one receipt cannot be withheld. */
const MOST_DISCLOSURES = 96;

/**
 * Proof Receipt 0.3: interface document, 2.4. Every section is under `receipt_body_hash`. Where a commitment stands, the
 * value is among the disclosures, which are under no hash: a view of the receipt is the receipt without some of them.
 */
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
      action: SealedAction,
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
      decision: closed({
        ...PolicyDecision.properties,
        detail: Commitment,
        values: Type.Optional(Commitment),
      }),
      /** The entries of directories that the action was decided by, each with its proof. */
      directories: Type.Optional(Commitment),
    }),
    how: closed({
      grant: Grant,
      grant_hash: Hash,
      grant_signature: Signature,
      earlier_approvals: EarlierApprovals,
      /** The rejection of an approver that ended the grant. */
      rejection: Type.Optional(Commitment),
      /** The principal's cancellation of the grant. */
      cancellation: Type.Optional(Commitment),
      /** The principal's word on what nobody knew. It declares how the grant ended and proves nothing more. */
      settlement: Type.Optional(Commitment),
      /** The doubt that the settlement answers, signed by the enforcement point. */
      doubt: Type.Optional(Commitment),
      decision: EnforcementDecision,
      decision_hash: Hash,
      counterparty_ack: nullable(Commitment),
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
      service: nullable(
        closed({
          ...Signature.properties,
          disclosures: Type.Array(Disclosure, { maxItems: MOST_DISCLOSURES }),
        }),
      ),
    }),
  },
  { title: 'Proof Receipt', description: 'Evidence of one decision, verifiable offline' },
);
export type Receipt = Static<typeof Receipt>;

/** A receipt with the values that its disclosures open. All that reads values of receipts reads them here. */
export interface OpenReceipt extends Omit<Receipt, 'what' | 'why' | 'how'> {
  readonly what: Omit<Receipt['what'], 'action'> & {
    /** Without the params, documents and so on that are withheld. */
    readonly action: Action;
  };
  readonly why: Omit<Receipt['why'], 'decision' | 'directories'> & {
    readonly decision: PolicyDecision;
    readonly directories?: EntryProofs;
  };
  readonly how: Omit<Receipt['how'], keyof HowMembers | 'decision'> &
    HowMembers & { readonly decision: Omit<EnforcementDecision, 'detail'> & { readonly detail: string } };
  /** By place, what opens each member whose value is here. */
  readonly disclosed: ReadonlyMap<string, Disclosure>;
  /** The places of members that are withheld, such as `what.action.params.amount`. Empty for a whole receipt. */
  readonly hidden: readonly string[];
  /** The receipt as it stands in a file, which all hashes are of. */
  readonly document: Receipt;
}

interface HowMembers {
  readonly rejection?: GivenRejection;
  readonly cancellation?: SignedCancellation;
  readonly settlement?: SignedSettlement;
  readonly doubt?: SignedDoubt;
  readonly counterparty_ack: Ack | null;
}

/** The values of a receipt before any of them is sealed. */
export type PlainReceipt = Omit<OpenReceipt, 'disclosed' | 'hidden' | 'document'>;
