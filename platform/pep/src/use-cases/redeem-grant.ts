import type { Failure } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { ExecuteRequest, Redemption, SignedRedemption } from '@platform/core/objects/grant';
import { isReason } from '@platform/core/objects/reasons';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { ProfileRefusal } from '@platform/core/signed/profile';
import { signHash, signObject } from '@platform/core/signed/signed';
import type { Intent } from '../store/store.ts';
import type { PepDeps, RedeemAnswer } from './ports.ts';
import { duplicate, refused, unknown } from './results.ts';

/**
 * Refusals that the authority gives only if this redemption was never made, which holds after a restart too.
 */
const NEVER_REDEEMED: readonly string[] = [
  ...['presentation_invalid', 'grant_not_found', 'grant_already_redeemed', 'grant_expired'],
  ...['grant_not_active', 'grant_reissued', 'grant_not_yet_issued'],
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

type Redeemed =
  | { readonly kind: 'redeemed'; readonly response: (RedeemAnswer & { kind: 'redeemed' })['response'] }
  /** This redemption did not spend the grant, so the intent is dropped. */
  | { readonly kind: 'not_redeemed'; readonly result: ToolResult }
  | { readonly kind: 'untrusted'; readonly refusal: Failure<ProfileRefusal> }
  | { readonly kind: 'unavailable'; readonly result: ToolResult };

/** Signs a redemption of a grant. It is the same one again if its id is. */
export function signRedemption(
  { signer, venue }: Pick<PepDeps, 'signer' | 'venue'>,
  { grant, grant_hash }: ExecuteRequest,
  { redemption_id, requested_at }: Pick<Redemption, 'redemption_id' | 'requested_at'>,
): SignedRedemption {
  const redemption: Redemption = {
    type: 'sanad/redemption/1',
    redemption_id,
    grant_id: grant.grant_id,
    grant_hash,
    action_hash: grant.action_hash,
    venue,
    requested_at,
  };
  const { hash, signature } = signObject(nodeCrypto, signer, redemption);
  return { redemption, redemption_hash: hash, signature };
}

/** Redeems a grant. `resumed`: an earlier attempt may have redeemed it, and only the answer was lost. */
export async function redeemGrant(deps: PepDeps, intent: Intent, resumed: boolean): Promise<Redeemed> {
  const { grantId, redemption, presentation } = intent;
  // With the current key, which may have been replaced since the grant was presented.
  const signature = resumed ? signHash(deps.signer, redemption.redemption_hash) : redemption.signature;
  const answer = await deps.authority.redeem(grantId, { ...redemption, signature, presentation });
  if (answer.kind === 'redeemed') {
    if (answer.response.redemption_id === redemption.redemption.redemption_id)
      return { kind: 'redeemed', response: answer.response };
    return notAnswered(deps, grantId, 'it answered for another redemption');
  }
  const { kind, code, message } = answer;
  if (kind === 'unavailable' || (resumed && !isNeverRedeemed(code)))
    return notAnswered(deps, grantId, `${code}: ${message}`);
  if (isProfileRefusal(code)) return { kind: 'untrusted', refusal: { code, message } };
  return { kind: 'not_redeemed', result: refusalOf(grantId, code, message) };
}

function notAnswered({ notices }: PepDeps, grantId: string, why: string): Redeemed {
  notices.warn({ grant_id: grantId, why }, 'the authority did not redeem');
  return { kind: 'unavailable', result: unknown(grantId, 'The authority did not answer the redemption.') };
}

function refusalOf(grantId: string, code: string, message: string): ToolResult {
  if (code === 'grant_already_redeemed') return duplicate(grantId, null);
  if (code === 'grant_expired') return refused(grantId, 'grant_expired', message);
  return refused(
    grantId,
    isReason(code) ? code : 'grant_invalid',
    `The authority refused: ${code}: ${message}`,
  );
}

/** The policy's reasons are of grants that ended before anybody spent them. */
function isNeverRedeemed(code: string): boolean {
  return NEVER_REDEEMED.includes(code) || isReason(code);
}

function isProfileRefusal(code: string): code is ProfileRefusal {
  return Object.hasOwn(PROFILE_REFUSALS, code);
}
