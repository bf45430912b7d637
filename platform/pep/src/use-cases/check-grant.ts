import { formatInstant, instantMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { type GivenApproval, mayApprove } from '@platform/core/decide/approval';
import { rememberGood } from '@platform/core/log/remembered';
import { documentsFault } from '@platform/core/objects/document';
import type { Approval, ExecuteRequest, Grant, RedeemResponse } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Mandate, SignedMandate } from '@platform/core/objects/mandate';
import type { SignedProfile } from '@platform/core/objects/profile';
import { agentKeyOf } from '@platform/core/signed/agent-key';
import { checkMandateSigner } from '@platform/core/signed/mandate-signer';
import { actionHash } from '@platform/core/signed/sealed-action';
import {
  earliestSigning,
  keyOf,
  verifySignature,
  verifySigned,
  versionThatSigned,
} from '@platform/core/signed/signed';
import { checkSignerNow } from '@platform/core/signed/stolen-keys';

type GrantRefusal = 'grant_invalid' | 'grant_expired' | 'contract_expired';
type GrantCheck = Result<void, GrantRefusal>;

const GOOD: GrantCheck = ok(undefined);
const invalid = (message: string): GrantCheck => fail('grant_invalid', message);

/**
 * Checks what can be checked before the grant is spent: the authority gave it for exactly this action, it
 * allows the action, and it was not issued in our future. A refusal here leaves the grant as it was.
 */
export function checkPresented(
  { grant, grant_hash: hash, signature, action, salts }: ExecuteRequest,
  keys: KeySet,
  nowMs: number,
): GrantCheck {
  const signed = verifySigned(nodeCrypto, { object: grant, hash, signature, keys, at: grant.issued_at });
  if (!signed.ok) return invalid(`The grant is not the authority’s: ${signed.error.message}.`);
  const { compromised_at: lost } = signed.value;
  // Judged now, whatever date the grant has, because a thief would backdate it (`unlessStolen`).
  if (lost !== null)
    return invalid(
      `The grant is signed with ${signature.kid}, which was compromised at ${lost}: propose again.`,
    );
  if (actionHash(nodeCrypto, action, salts) !== grant.action_hash)
    return invalid('The action is not the one that was granted: its hash differs.');
  const same: readonly (keyof Grant & keyof typeof action)[] = [
    'deployment',
    'grant_id',
    'tenant',
    'contract_id',
    'contract_hash',
    'policy_version',
  ];
  const differing = same.find((field) => grant[field] !== action[field]);
  if (differing !== undefined) return invalid(`Grant and action differ in ${differing}.`);
  const fault = documentsFault(action.documents);
  if (fault !== null) return invalid(`The action names its documents wrongly: ${fault}.`);
  if (grant.outcome !== 'allow') return invalid(`The grant says ${grant.outcome}, not allow.`);
  return checkIssued(grant, nowMs, 'present the grant again, which is as it was');
}

/** Clocks may differ by this much. A receipt whose instants are further out of order fails. */
const CLOCK_SKEW_MS = 60_000;

const PROPOSE_AGAIN = 'propose again';

/** INVARIANT: no grant is executed before its issue, whatever our clock shows: no receipt would verify. */
function checkIssued({ issued_at }: Grant, nowMs: number, then = PROPOSE_AGAIN): GrantCheck {
  const issued = instantMs(issued_at);
  return issued === null || issued - nowMs > CLOCK_SKEW_MS
    ? inTheFuture('The grant was issued', issued_at, nowMs, then)
    : GOOD;
}

/** Whether the grant may be executed now, by its own time. */
export function checkTime(grant: Grant, nowMs: number): GrantCheck {
  const issued = checkIssued(grant, nowMs);
  if (!issued.ok) return issued;
  const { expires_at } = grant;
  const end = expires_at === null ? null : instantMs(expires_at);
  if (end !== null && nowMs < end) return GOOD;
  return fail('grant_expired', `The grant expired at ${expires_at}; propose the action again.`);
}

function inTheFuture(what: string, at: string | null, nowMs: number, then: string): GrantCheck {
  const here = formatInstant(nowMs);
  return invalid(
    `${what} at ${at}, but it is ${here} here. Nothing was done: set the clock right, then ${then}.`,
  );
}

/** Requires the profile in force to be the one under which the grant was decided. */
export function checkPolicyVersion(
  { policy_version, profile_hash }: Grant,
  inForce: SignedProfile,
): GrantCheck {
  if (profile_hash === inForce.profile_hash) return GOOD;
  const message = `The grant was made under ${policy_version}, but ${inForce.profile.name}@${inForce.profile.version} is in force.`;
  return fail('contract_expired', message);
}

/**
 * Checks what the authority shows once the grant is spent: the mandate, and the approval if one was needed.
 */
export function checkRedeemed(
  request: ExecuteRequest,
  { contract: signed, record }: RedeemResponse,
  keys: KeySet,
  nowMs: number,
): GrantCheck {
  if (record.grant_hash !== request.grant_hash || record.action_hash !== request.grant.action_hash)
    return invalid('The authority redeemed a different grant from the one presented.');
  const redeemed = record.redeemed_at === null ? null : instantMs(record.redeemed_at);
  if (redeemed !== null && redeemed - nowMs > CLOCK_SKEW_MS)
    return inTheFuture('The grant was redeemed', record.redeemed_at, nowMs, PROPOSE_AGAIN);
  const checked = checkMandate(request, signed, keys);
  return checked.ok ? checkApprovals(request, signed.contract, record, keys) : checked;
}

/**
 * Remembers good signatures: the same mandate comes with every grant under it, and verifying its signature
 * costs as much as all other checks together.
 */
const mandateCrypto = rememberGood(nodeCrypto);

function checkMandate({ grant, action }: ExecuteRequest, signed: SignedMandate, keys: KeySet): GrantCheck {
  const { contract: mandate, contract_hash: hash, signature } = signed;
  if (hash !== grant.contract_hash) return invalid('The mandate is not the one that the grant names.');
  const entry = keyOf(keys, signature.kid);
  if (entry === undefined) return invalid(`The mandate is signed by the unknown key ${signature.kid}.`);
  const made = versionThatSigned(mandateCrypto, { key: entry, hash, signature });
  const key = made.ok ? made.value : entry;
  const at = earliestSigning(mandate, key);
  const verified = verifySigned(mandateCrypto, { object: mandate, hash, signature, keys, at });
  if (!verified.ok) return invalid(`The mandate is not signed by a principal: ${verified.error.message}.`);
  const standing = checkSignerNow(mandateCrypto, { hash, signature }, keys);
  if (!standing.ok) return invalid(`Of the mandate, ${standing.error.message}.`);
  const signer = checkMandateSigner(key, mandate);
  if (!signer.ok) return invalid(`${signer.error.code}: ${signer.error.message}.`);
  if (mandate.contract_id !== grant.contract_id || mandate.tenant !== grant.tenant)
    return invalid('The mandate’s id or tenant differs from the grant’s.');
  if (mandate.agent !== action.agent) return invalid('The action’s agent differs from the mandate’s.');
  if (agentKeyOf(nodeCrypto, mandate) !== (grant.agent_key ?? null))
    return invalid('The grant does not name the key that the mandate has for its agent: propose again.');
  if (!mandate.scope.includes(action.facade) || mandate.forbidden.includes(action.facade))
    return invalid(`The mandate does not allow ${action.facade}.`);
  return GOOD;
}

function checkApprovals(
  { grant, action }: ExecuteRequest,
  mandate: Mandate,
  { approval, earlier_approvals: earlier = [] }: RedeemResponse['record'],
  keys: KeySet,
): GrantCheck {
  if (grant.approved_by === null) return GOOD;
  if (approval === null)
    return invalid('The grant names an approver, but there is no approval of this action.');
  if (approval.signature.kid !== grant.approved_by)
    return invalid(`The approval is by ${approval.signature.kid}; the grant names ${grant.approved_by}.`);
  const approvals: GivenApproval[] = [];
  for (const one of [...earlier, approval]) {
    const given = checkApproval(grant, one, keys);
    if (!given.ok) return given;
    approvals.push(given.value);
  }
  const { proposed_at: proposedAt } = action;
  if (instantMs(proposedAt) === null) return invalid('The time of the proposal is not a valid instant.');
  const allowed = mayApprove({ mandate, proposedAt, approvals });
  if (!allowed.ok) return invalid(allowed.error.message);
  const { missing } = allowed.value;
  return missing === 0 ? GOOD : invalid(`The mandate needs the approval of ${missing} more.`);
}

function checkApproval(
  grant: Grant,
  { action_hash: hash, approved_at: at, signature }: Approval,
  keys: KeySet,
): Result<GivenApproval, GrantRefusal> {
  if (hash !== grant.action_hash) return fail('grant_invalid', 'An approval is of another action.');
  const key = keyOf(keys, signature.kid);
  if (key === undefined) return fail('grant_invalid', `The approval is by the unknown key ${signature.kid}.`);
  const verified = verifySignature(nodeCrypto, { hash, signature, key, type: 'sanad/action/1', at });
  if (!verified.ok) return fail('grant_invalid', `The approval is not valid: ${verified.error.message}.`);
  const approvedMs = instantMs(at);
  return approvedMs === null
    ? fail('grant_invalid', 'The time of an approval is not a valid instant.')
    : ok({ key: verified.value, approvedMs });
}
