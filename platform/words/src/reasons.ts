import type { KnownReason } from '@platform/core/objects/reasons';

/** Words for the reasons of the interface document, part 7, and for those of the enforcement. */
const WORDS: Readonly<Record<KnownReason, string>> = {
  contract_revoked: 'its mandate was revoked',
  contract_expired: 'its mandate had expired',
  facade_not_in_scope: 'its mandate does not allow this',
  use_count_exceeded: 'its mandate has no uses left',
  duplicate_action: 'the same as an earlier one',
  beneficiary_not_approved: 'not an approved payee',
  recipient_not_approved: 'not an approved recipient',
  purpose_not_allowed: 'not an allowed purpose',
  release_limit_exceeded: 'above what its mandate lets it release',
  amount_over_limit: 'over the limit for one payment',
  daily_limit_exceeded: 'over the limit for a day',
  approval_required: 'a person must approve it',
  ok: 'within its mandate',
  approver_rejected: 'an approver rejected it',
  grant_expired: 'nobody approved it, or nobody used it, in time',
  grant_invalid: 'the enforcement point found its grant invalid',
  counterparty_refused: 'the counterparty refused it',
  counterparty_unknown: 'the counterparty did not answer',
  url_not_allowed: 'its address is not allowed',
  cancelled_by_principal: 'the principal cancelled it',
  settled_by_principal: 'the principal decided what nobody knew',
  fetch_failed: 'its address did not answer',
};

/** Returns the words for a reason; a plugin’s own reason has none, so its code is returned. */
export function reasonWords(reason: string): string {
  return isKnown(reason) ? WORDS[reason] : reason;
}

/**
 * The words for a reason and then its code, by which programs and the documents know it. Of a plugin's own reason, its
 * name is all that is known.
 * @example reasonWithCode('contract_revoked') // 'its mandate was revoked (contract_revoked)'
 * @example reasonWithCode('x_treasury_reference_required') // 'by the plugin treasury: reference required (x_treasury_reference_required)'
 */
export function reasonWithCode(code: string): string {
  const [, plugin, name] = /^x_([a-z0-9]+)_(.+)$/.exec(code) ?? [];
  if (plugin !== undefined && name !== undefined)
    return `by the plugin ${plugin}: ${name.replaceAll('_', ' ')} (${code})`;
  return isKnown(code) ? `${WORDS[code]} (${code})` : code;
}

function isKnown(reason: string): reason is KnownReason {
  return Object.hasOwn(WORDS, reason);
}
