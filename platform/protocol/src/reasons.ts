/** Closed set of reasons of a policy decision: interface document, part 7. The order is that of the checks. */
export const REASONS = [
  'contract_revoked',
  'contract_expired',
  'facade_not_in_scope',
  'use_count_exceeded',
  'duplicate_action',
  'beneficiary_not_approved',
  'recipient_not_approved',
  'purpose_not_allowed',
  'release_limit_exceeded',
  'amount_over_limit',
  'daily_limit_exceeded',
  'approval_required',
  'ok',
] as const;
export type Reason = (typeof REASONS)[number];

/** Why the enforcement point, the counterparty or time ended a grant that the policy had allowed or held. */
export const ENFORCEMENT_REASONS = [
  'grant_expired',
  'grant_invalid',
  'counterparty_refused',
  'counterparty_unknown',
  'url_not_allowed',
  'fetch_failed',
] as const;

/** `unknown` is ours: the counterparty did not answer, and none of the document's six words would be true. */
export const TOOL_STATUSES = [
  'executed',
  'fetched',
  'pending',
  'denied',
  'refused',
  'duplicate',
  'unknown',
] as const;
