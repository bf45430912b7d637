import type { RedeemResponse } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { ProfileInForce } from '@platform/core/signed/profile';
import { keyOf } from '@platform/core/signed/signed';
import type { Intent } from '../store/store.ts';
import { aboutGrant, entriesOf } from './about-grant.ts';
import { checkPolicyVersion, checkRedeemed, checkTime } from './check-grant.ts';
import { checkPlace } from './check-place.ts';
import { type Refusal, refusalAgain } from './decide-again.ts';
import type { PepDeps } from './ports.ts';

/** What a redeemed grant is judged by. */
interface Shown {
  readonly redeemed: RedeemResponse;
  readonly inForce: ProfileInForce;
  readonly keys: KeySet;
}

/** Finds what forbids the action now, by all that the grant stands on; null if nothing does. */
export async function judgeGrant(
  deps: PepDeps,
  intent: Intent,
  { redeemed, inForce, keys }: Shown,
): Promise<Refusal | null> {
  const { request } = intent;
  const { connector } = inForce.plugin;
  const about = await aboutGrant(deps, intent, connector);
  const nowMs = deps.clock();
  const checks = [
    checkRedeemed(request, redeemed, keys, nowMs),
    checkPolicyVersion(request.grant, inForce),
    checkTime(request.grant, nowMs),
    about.ok
      ? checkPlace(deps, { ...intent, entries: entriesOf({ redeemed }), about: about.value }, connector, keys)
      : about,
  ];
  for (const check of checks) if (!check.ok) return { reason: check.error.code, detail: check.error.message };
  return refusalAgain({ request, redeemed, inForce, nowMs }, keys);
}

/** Says that our own key is marked as stolen, which is no fault of the grant; null if it is not. */
export function ownKeyFault({ signer }: PepDeps, keys: KeySet): string | null {
  const lost = keyOf(keys, signer.kid)?.compromised_at ?? null;
  return lost === null ? null : `The enforcement point’s key ${signer.kid} is marked as stolen: replace it.`;
}
