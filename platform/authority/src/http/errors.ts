import type { Failure } from '@common/base/result';
import { refuse } from '@common/kit/http';
import type { FastifyReply } from 'fastify';
import type { ApproveRefusal } from '../use-cases/approve-grant.ts';
import type { ProposeRefusal } from '../use-cases/propose-action.ts';
import type { EnforcementRefusal } from '../use-cases/record-event.ts';
import type { RedeemRefusal } from '../use-cases/redeem-grant.ts';
import type { RegisterRefusal } from '../use-cases/register-mandate.ts';
import type { RevokeRefusal } from '../use-cases/revoke-mandate.ts';

type AuthorityRefusal =
  | RegisterRefusal
  | RevokeRefusal
  | ProposeRefusal
  | ApproveRefusal
  | RedeemRefusal
  | EnforcementRefusal
  | 'unauthorized'
  | 'receipt_not_found'
  | 'profile_not_found'
  | 'log_empty'
  | 'sizes_invalid';

/** How refusals are answered over HTTP. A policy denial is not one of them: it is a grant, with status 201. */
const STATUS: Readonly<Record<AuthorityRefusal, number>> = {
  unauthorized: 401,
  // Who signed
  hash_malformed: 422,
  instant_malformed: 422,
  type_unknown: 422,
  hash_mismatch: 422,
  kid_mismatch: 422,
  kid_unknown: 403,
  alg_mismatch: 403,
  role_not_allowed: 403,
  key_malformed: 403,
  key_not_yet_valid: 403,
  key_expired: 403,
  key_compromised: 403,
  signature_malformed: 422,
  signature_invalid: 403,
  signer_is_another_principal: 403,
  // Profiles that cannot be trusted: interface document, part 7
  profile_hash_mismatch: 503,
  profile_signature_invalid: 503,
  signer_not_principal: 503,
  profile_missing: 503,
  plugin_missing: 503,
  // Mandates
  profile_unknown: 422,
  contract_exists: 409,
  contract_not_found: 404,
  contract_not_yours: 403,
  contract_revoked: 409,
  contract_expired: 409,
  revocation_of_another_contract: 422,
  revocation_not_of_now: 422,
  policy_version_mismatch: 409,
  amount_max_over_profile: 422,
  daily_max_over_profile: 422,
  threshold_over_profile: 422,
  max_sensitivity_over_profile: 422,
  purposes_over_profile: 422,
  scope_over_profile: 422,
  runtime_max_s_over_profile: 422,
  use_count_max_over_profile: 422,
  validity_over_profile: 422,
  validity_invalid: 422,
  rule_missing: 422,
  agent_is_approver: 422,
  // Grants
  params_invalid: 422,
  grant_not_found: 404,
  grant_not_pending: 409,
  grant_not_active: 409,
  grant_already_redeemed: 409,
  grant_not_redeemed: 409,
  grant_reissued: 409,
  grant_expired: 410,
  action_hash_mismatch: 422,
  approver_not_listed: 403,
  approver_role_needed: 403,
  approver_is_agent: 403,
  assurance_not_met: 403,
  approval_too_late: 410,
  redemption_of_another_grant: 422,
  venue_unknown: 403,
  presentation_invalid: 401,
  decision_of_another_grant: 422,
  decision_differs: 409,
  ack_mismatch: 422,
  // Reads
  receipt_not_found: 404,
  profile_not_found: 404,
  log_empty: 404,
  sizes_invalid: 422,
};

export function answerRefusal(
  reply: FastifyReply,
  { code, message }: Failure<AuthorityRefusal>,
): FastifyReply {
  return refuse(reply, { status: STATUS[code], code, message });
}
