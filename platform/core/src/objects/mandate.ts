import { type Static, Type } from 'typebox';
import {
  closed,
  DeploymentId,
  Facade,
  GrantId,
  Hash,
  Instant,
  MandateId,
  MandateName,
  Name,
  PolicyVersion,
  ProfileName,
  SignedInstant,
  TenantId,
  Text,
} from './primitives.ts';
import { MandateRules } from './rules.ts';
import { Signature } from './signature.ts';

/** Interface document, 2.1. */
export const ApprovalRoute = closed({
  approver_type: Name,
  approvers: Type.Array(Name, { minItems: 1, maxItems: 32 }),
  wait_s: Type.Integer({ minimum: 1, maximum: 31_536_000 }),
  notify: Type.Array(Name, { maxItems: 8 }),
  approvals_needed: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 8,
      description: 'Different people who must approve; 1 if not given. Two devices of one person count once',
    }),
  ),
  /** `hardware` accepts only hardware keys, `signature` any enrolled key of an approver. */
  assurance: Type.Enum(['signature', 'hardware']),
});
export type ApprovalRoute = Static<typeof ApprovalRoute>;

/** The public half of a key that the agent alone holds. */
export const AgentKey = Type.Union(
  [
    closed({
      alg: Type.Literal('ed25519'),
      public_key: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Hex: 32 bytes' }),
    }),
    closed({
      alg: Type.Literal('es256'),
      public_key: Type.String({
        pattern: '^04[0-9a-f]{128}$',
        description: 'Hex: the uncompressed point of P-256',
      }),
    }),
  ],
  {
    description:
      'The key by which the agent signs its requests (RFC 9421). Under a mandate with one, no token counts',
  },
);
export type AgentKey = Static<typeof AgentKey>;

export const Mandate = closed(
  {
    type: Type.Literal('sanad/mandate/1'),
    deployment: DeploymentId,
    contract_id: MandateId,
    name: Type.Optional(MandateName),
    tenant: TenantId,
    principal: Name,
    agent: Name,
    agent_key: Type.Optional(AgentKey),
    profile: ProfileName,
    scope: Type.Array(Facade, { maxItems: 32, uniqueItems: true }),
    limits: closed({
      runtime_max_s: Type.Integer({ minimum: 1, maximum: 31_536_000 }),
      use_count_max: Type.Integer({ minimum: 0, maximum: 1_000_000 }),
    }),
    approval: closed({ routes: Type.Optional(Type.Array(ApprovalRoute, { maxItems: 8 })) }),
    forbidden: Type.Array(Facade, { maxItems: 32, uniqueItems: true }),
    valid_from: SignedInstant,
    valid_to: SignedInstant,
    policy_version: PolicyVersion,
    rules: MandateRules,
  },
  { title: 'Mandate (Intent Contract)', description: 'What a principal lets an agent do' },
);
export type Mandate = Static<typeof Mandate>;

export const SignedMandate = closed({ contract: Mandate, contract_hash: Hash, signature: Signature });
export type SignedMandate = Static<typeof SignedMandate>;

export const Revocation = closed({
  type: Type.Literal('sanad/revocation/1'),
  deployment: DeploymentId,
  contract_id: MandateId,
  contract_hash: Hash,
  revoked_at: SignedInstant,
  reason: Text,
});
export type Revocation = Static<typeof Revocation>;

export const SignedRevocation = closed({
  revocation: Revocation,
  revocation_hash: Hash,
  signature: Signature,
});
export type SignedRevocation = Static<typeof SignedRevocation>;

const MANDATE_STATUSES = ['active', 'revoked', 'expired'] as const;

/** `GET /contracts/{contract_id}` of the authority. */
export const MandateRecord = closed({
  contract: Mandate,
  contract_hash: Hash,
  signature: Signature,
  status: Type.Enum([...MANDATE_STATUSES]),
  registered_at: Instant,
  revocation: Type.Union([SignedRevocation, Type.Null()]),
});
export type MandateRecord = Static<typeof MandateRecord>;

/** The most grants that the answer to a revocation lists of each kind. */
export const MAX_STOPPED_GRANTS = 1_000;
const GrantIds = Type.Array(GrantId, { maxItems: MAX_STOPPED_GRANTS });

/**
 * `POST /contracts/{contract_id}/revoke`: the mandate, and its grants that were on their way. No other has left, and
 * none leaves after this answer.
 */
export const RevokedMandate = closed({
  ...MandateRecord.properties,
  grants: closed(
    {
      never_left: GrantIds,
      perhaps_arrived: GrantIds,
      acknowledged: GrantIds,
    },
    {
      description:
        'The grants that were pending, active or being executed: those whose call never left, those whose call may have arrived, and those whose counterparty has acknowledged it',
    },
  ),
});
export type RevokedMandate = Static<typeof RevokedMandate>;
