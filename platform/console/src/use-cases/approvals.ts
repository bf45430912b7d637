import { fail, ok, type Result } from '@common/base/result';
import type { Crypto } from '@common/evidence/crypto';
import { documentsFault } from '@platform/core/objects/document';
import type { ApprovalRequest, GrantRecord } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { actionHash as hashOfAction } from '@platform/core/signed/sealed-action';
import { type Signer, signHash, verifySigned } from '@platform/core/signed/signed';

type GrantRefusal = 'grant_disagrees' | 'grant_not_pending';

/**
 * Checks the grant that a person is asked to approve, with every hash recomputed: the salted digest of each value of the
 * action, the action’s over them, and that of the grant that the authority signed for it. It refuses if anything is not what it claims to be.
 */
export function checkGrant(
  crypto: Crypto,
  keys: KeySet,
  record: GrantRecord,
  asked: string,
): Result<{ readonly actionHash: string }, GrantRefusal> {
  const { grant, grant_hash: hash, signature, action } = record;
  const documents = documentsFault(action.documents);
  const actionHash = hashOfAction(crypto, action, record.salts);
  if (actionHash === null)
    return fail('grant_disagrees', 'Do not sign: the salts are not those of the action’s values.');
  const differences = [
    [grant.grant_id === asked && action.grant_id === asked, `it is not the grant ${asked}`],
    [
      record.action_hash === actionHash,
      `the action hashes to ${actionHash}; the authority says ${record.action_hash}`,
    ],
    [
      grant.action_hash === actionHash,
      `the grant is for ${grant.action_hash}, the action hashes to ${actionHash}`,
    ],
    [documents === null, documents],
    [action.deployment === grant.deployment, 'grant and action name different deployments'],
    [grant.contract_id === action.contract_id, 'grant and action name different mandates'],
    [grant.contract_hash === action.contract_hash, 'grant and action name different mandates'],
  ] as const;
  const [difference] = differences.filter(([agrees]) => !agrees);
  if (difference !== undefined) {
    return fail('grant_disagrees', `Do not sign: ${difference[1]}.`);
  }
  const checked = verifySigned(crypto, { object: grant, hash, signature, keys, at: grant.issued_at });
  if (!checked.ok) return fail('grant_disagrees', `Do not sign: ${checked.error.message}.`);
  return ok({ actionHash });
}

/** Refuses if the action was hashed with another mandate than this one. */
export function checkGrantAgainstMandate(
  record: GrantRecord,
  mandate: MandateRecord,
): Result<void, GrantRefusal> {
  return record.action.contract_hash === mandate.contract_hash
    ? ok(undefined)
    : fail('grant_disagrees', 'Do not sign: the action was proposed under a different text of the mandate.');
}

export function signApproval(signer: Signer, actionHash: string): ApprovalRequest {
  return { action_hash: actionHash, signature: signHash(signer, actionHash) };
}
