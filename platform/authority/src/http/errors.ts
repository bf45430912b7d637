import type { Failure } from '@common/base/result';
import { refuse } from '@common/kit/http/app';
import type { OverProfile } from '@platform/core/decide/mandate-bounds';
import { isReason, type Reason } from '@platform/core/objects/reasons';
import type { FastifyReply } from 'fastify';
import type { SearchRefusal } from '../search/search-receipts.ts';
import type { TokenRefusal } from '../use-cases/agent-tokens.ts';
import type { WebhookRefusal } from '../use-cases/agent-webhooks.ts';
import type { ApproveRefusal } from '../use-cases/approve-grant.ts';
import type { MovementsRefusal } from '../use-cases/ask-movements.ts';
import type { CancelRefusal } from '../use-cases/cancel-grant.ts';
import type { KeyRefusal } from '../use-cases/change-keys.ts';
import type { DocumentRefusal } from '../use-cases/keep-document.ts';
import type { ProposeRefusal } from '../use-cases/propose-action.ts';
import type { PublishRefusal } from '../use-cases/publish-profile.ts';
import type { DocumentReadRefusal } from '../use-cases/read-document.ts';
import type { DoubtRefusal } from '../use-cases/record-doubt.ts';
import type { RecordRefusal } from '../use-cases/record-entry.ts';
import type { EnforcementRefusal } from '../use-cases/record-event.ts';
import type { SettledRefusal } from '../use-cases/record-settled.ts';
import type { RedeemRefusal } from '../use-cases/redeem-grant.ts';
import type { RegisterRefusal } from '../use-cases/register-mandate.ts';
import type { RejectRefusal } from '../use-cases/reject-grant.ts';
import type { RevokeRefusal } from '../use-cases/revoke-mandate.ts';
import type { SettleRefusal } from '../use-cases/settle-grant.ts';

type AuthorityRefusal =
  | 'profile_ambiguous'
  | RegisterRefusal
  | RevokeRefusal
  | TokenRefusal
  | ProposeRefusal
  | ApproveRefusal
  | DocumentRefusal
  | DocumentReadRefusal
  | RejectRefusal
  | RedeemRefusal
  | EnforcementRefusal
  | CancelRefusal
  | SettleRefusal
  | DoubtRefusal
  | SettledRefusal
  | PublishRefusal
  | KeyRefusal
  | RecordRefusal
  | SearchRefusal
  | WebhookRefusal
  | 'sink_not_found'
  | 'test_too_soon'
  | MovementsRefusal
  | 'unauthorized'
  | 'reader_unknown'
  | 'reader_not_allowed'
  | 'receipt_not_found'
  | 'anchor_not_found'
  | 'receipt_pruned'
  | 'plugin_not_found'
  | 'log_empty'
  | 'log_rolled_back'
  | 'tile_not_found'
  | 'sizes_invalid'
  | 'leaf_invalid'
  | 'standing_unknown'
  | 'entry_not_found';

/** The HTTP status of each refusal. A policy denial is none of them: it is a grant, with status 201. */
const STATUS: Readonly<Record<Exclude<AuthorityRefusal, OverProfile | Reason>, number>> = {
  unauthorized: 401,
  reader_unknown: 401,
  reader_not_allowed: 403,
  movements_not_listed: 404,
  period_invalid: 422,
  movements_too_many: 429,
  movements_unavailable: 503,
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
  tenant_not_of_principal: 403,
  deployment_mismatch: 422,
  // Profiles that cannot be trusted (interface document, part 7)
  profile_hash_mismatch: 503,
  profile_signature_invalid: 503,
  signer_not_principal: 503,
  profile_missing: 503,
  plugin_hash_mismatch: 503,
  profile_rules_invalid: 503,
  plugin_missing: 503,
  // Publishing profiles
  profile_invalid: 422,
  published_at_invalid: 422,
  plugin_changed: 409,
  profile_changed: 409,
  version_must_rise: 409,
  // Mandates
  profile_unknown: 422,
  contract_exists: 409,
  agent_key_not_own: 422,
  contract_not_found: 404,
  contract_not_yours: 403,
  agent_key_required: 403,
  agent_key_differs: 403,
  signer_not_trusted: 409,
  revocation_of_another_contract: 422,
  policy_version_mismatch: 409,
  validity_invalid: 422,
  rule_missing: 422,
  rules_invalid: 422,
  agent_is_approver: 422,
  approvers_too_few: 422,
  scope_forbidden: 422,
  // Agents’ tokens
  token_parties_differ: 422,
  token_times_invalid: 422,
  token_exists: 409,
  token_not_found: 404,
  end_of_another_token: 422,
  // Limits
  proposals_too_many: 429,
  denials_spent: 429,
  // Notices
  sink_not_found: 404,
  test_too_soon: 429,
  unusable_address: 422,
  webhook_not_found: 404,
  // Documents
  document_type_unknown: 422,
  document_type_differs: 422,
  document_not_uploaded: 409,
  documents_invalid: 422,
  statements_invalid: 422,
  documents_waiting: 429,
  documents_spent: 429,
  documents_full: 507,
  document_not_found: 404,
  document_not_kept: 410,
  // Grants
  params_invalid: 422,
  grant_not_found: 404,
  grant_not_pending: 409,
  grant_not_active: 409,
  grant_already_redeemed: 409,
  grant_not_redeemed: 409,
  grant_reissued: 409,
  grant_not_yet_issued: 409,
  grant_expired: 410,
  action_hash_mismatch: 422,
  rejection_of_another_grant: 422,
  cancellation_of_another_grant: 422,
  settlement_of_another_grant: 422,
  grant_is_over: 409,
  grant_not_in_doubt: 409,
  settlement_is_old: 409,
  approver_not_listed: 403,
  approver_role_needed: 403,
  approver_is_agent: 403,
  assurance_not_met: 403,
  approval_too_late: 410,
  approver_already_approved: 409,
  counter_not_rising: 403,
  // What a device signed around the hash
  client_data_malformed: 422,
  authenticator_data_malformed: 422,
  passkey_type_wrong: 403,
  passkey_challenge_wrong: 403,
  passkey_origin_wrong: 403,
  passkey_cross_origin: 403,
  passkey_rp_wrong: 403,
  passkey_user_absent: 403,
  passkey_user_unverified: 403,
  passkey_backup_state_impossible: 403,
  passkey_backup_eligibility_changed: 403,
  app_id_wrong: 403,
  redemption_of_another_grant: 422,
  venue_unknown: 403,
  presentation_invalid: 401,
  decision_of_another_grant: 422,
  decision_differs: 409,
  ack_mismatch: 422,
  settlement_mismatch: 422,
  outcome_not_reportable: 422,
  addendum_mismatch: 422,
  addendum_in_future: 422,
  addendum_follows_not: 409,
  // People’s keys
  kid_taken: 409,
  kid_invalid: 422,
  enrolment_invalid: 422,
  signer_not_root: 403,
  signer_bounded: 403,
  keys_too_many: 409,
  key_not_found: 404,
  key_not_a_persons: 422,
  compromise_of_another_key: 422,
  // Directories
  directory_not_named: 404,
  signer_not_allowed: 403,
  signer_twice: 409,
  entry_of_another_directory: 422,
  entry_malformed: 422,
  entry_signed_at_invalid: 422,
  entry_out_of_order: 409,
  entry_taken: 409,
  entry_exists: 409,
  entry_not_in_force: 409,
  directory_full: 409,
  directory_root_mismatch: 409,
  // Reads
  receipt_not_found: 404,
  anchor_not_found: 404,
  receipt_pruned: 410,
  profile_not_found: 404,
  profile_ambiguous: 409,
  plugin_not_found: 404,
  log_empty: 404,
  log_rolled_back: 503,
  tile_not_found: 404,
  search_invalid: 422,
  sizes_invalid: 422,
  leaf_invalid: 422,
  standing_unknown: 404,
  entry_not_found: 404,
};

/** One code for each rule that a plugin declares. */
const OVER_PROFILE = 422;
/** What was allowed is no longer, by a mandate's end or a rule. */
const BY_RULE = 409;

function isOverProfile(code: AuthorityRefusal): code is OverProfile {
  return code.endsWith('_over_profile');
}

function statusOf(code: AuthorityRefusal): number {
  if (isReason(code)) return BY_RULE;
  return isOverProfile(code) ? OVER_PROFILE : STATUS[code];
}

export function answerRefusal(
  reply: FastifyReply,
  { code, message, detail }: Failure<AuthorityRefusal>,
): FastifyReply {
  const status = isOfProfile(detail) ? STATUS.profile_hash_mismatch : statusOf(code);
  const retryAfterS = detail?.retry_after_s;
  const headers = retryAfterS === undefined ? {} : { headers: { 'retry-after': String(retryAfterS) } };
  return refuse(reply, { status, code, message, ...headers });
}

/** A fault in the profile in force is never the request's fault, even if it has the same code. */
function isOfProfile(detail: Failure['detail']): boolean {
  return detail?.profile !== undefined;
}
