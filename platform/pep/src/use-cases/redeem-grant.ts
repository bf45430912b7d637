import type { Failure } from '@common/base/result';
import { REASONS } from '@platform/core/objects/reasons';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { ProfileRefusal } from '@platform/core/signed/profile';
import { signHash } from '@platform/core/signed/signed';
import type { Intent } from '../store/store.ts';
import type { PepDeps, RedeemAnswer } from './ports.ts';
import { duplicate, refused, unknown } from './results.ts';

/**
 * Refusals that the authority gives only if this redemption was never made, which holds after a restart too.
 */
const NEVER_REDEEMED: readonly string[] = [
  ...['presentation_invalid', 'grant_not_found', 'grant_already_redeemed', 'grant_expired'],
  ...['grant_not_active', 'grant_reissued', 'grant_not_yet_issued', 'contract_revoked', 'contract_expired'],
  'signer_not_trusted',
];
const PROFILE_REFUSALS: Readonly<Record<ProfileRefusal, true>> = {
  deployment_mismatch: true,
  profile_hash_mismatch: true,
  profile_signature_invalid: true,
  signer_not_principal: true,
  profile_rules_invalid: true,
  profile_missing: true,
  plugin_hash_mismatch: true,
  plugin_missing: true,
};

type Redemption =
  | { readonly kind: 'redeemed'; readonly response: (RedeemAnswer & { kind: 'redeemed' })['response'] }
  /** This redemption did not spend the grant, so the intent is dropped. */
  | { readonly kind: 'not_redeemed'; readonly result: ToolResult }
  | { readonly kind: 'untrusted'; readonly refusal: Failure<ProfileRefusal> }
  | { readonly kind: 'unavailable'; readonly result: ToolResult };

/** Redeems a grant. `resumed`: an earlier attempt may have redeemed it, and only the answer was lost. */
export async function redeemGrant(deps: PepDeps, intent: Intent, resumed: boolean): Promise<Redemption> {
  const { grantId, redemption, presentation } = intent;
  // Signed with the current key, which may have been replaced since the grant was presented.
  const signature = signHash(deps.signer, redemption.redemption_hash);
  const answer = await deps.authority.redeem(grantId, { ...redemption, signature, presentation });
  if (answer.kind === 'redeemed') {
    if (answer.response.redemption_id === redemption.redemption.redemption_id)
      return { kind: 'redeemed', response: answer.response };
    return notAnswered(deps, grantId, 'it answered for another redemption');
  }
  const { kind, code, message } = answer;
  if (kind === 'unavailable' || (resumed && !NEVER_REDEEMED.includes(code)))
    return notAnswered(deps, grantId, `${code}: ${message}`);
  if (isProfileRefusal(code)) return { kind: 'untrusted', refusal: { code, message } };
  return { kind: 'not_redeemed', result: refusalOf(grantId, code, message) };
}

function notAnswered({ notices }: PepDeps, grantId: string, why: string): Redemption {
  notices.warn({ grant_id: grantId, why }, 'the authority did not redeem');
  return { kind: 'unavailable', result: unknown(grantId, 'The authority did not answer the redemption.') };
}

function refusalOf(grantId: string, code: string, message: string): ToolResult {
  if (code === 'grant_already_redeemed') return duplicate(grantId, null);
  if (code === 'grant_expired') return refused(grantId, 'grant_expired', message);
  const reason = REASONS.find((known) => known === code);
  return refused(grantId, reason ?? 'grant_invalid', `The authority refused: ${code}: ${message}`);
}

function isProfileRefusal(code: string): code is ProfileRefusal {
  return Object.hasOwn(PROFILE_REFUSALS, code);
}
