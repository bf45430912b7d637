import type { Crypto } from '@common/evidence/crypto';
import type { Action, ActionSalts } from '../objects/grant.ts';
import { actionHash, drawSalts } from '../signed/sealed-action.ts';

/** An action’s salts, always the same ones, and its hash with them. */
export function salted(
  crypto: Pick<Crypto, 'sha256'>,
  action: Action,
): { readonly salts: ActionSalts; readonly action_hash: string } {
  let drawn = 0;
  const salts = drawSalts(action, () => {
    drawn += 1;
    return crypto.sha256(`${action.grant_id} ${drawn}`).slice(0, 32);
  });
  return { salts, action_hash: actionHash(crypto, action, salts) ?? '' };
}
