import { formatInstant, requiredMs } from '@common/base/instant';
import { fail, ok, type Result } from '@common/base/result';
import { together } from '@common/base/together';
import { isOpen, mayMove } from '@platform/core/decide/grant-states';
import type {
  Grant,
  GrantRecord,
  RedeemRequest,
  RedeemResponse,
  Redemption,
} from '@platform/core/objects/grant';
import type { Mandate } from '@platform/core/objects/mandate';
import type { Reason } from '@platform/core/objects/reasons';
import type { ProfileInForce, ProfileRefusal } from '@platform/core/signed/profile';
import { ofAnotherDeployment, type SignedRefusal, verifySigned } from '@platform/core/signed/signed';
import { unlessStolen } from '@platform/core/signed/stolen-keys';
import { approvedCounter } from '@platform/keys/standing';
import type { StoredMandate, Unit } from '../store/store.ts';
import type { AuthorityDeps } from './deps.ts';
import { endGrant } from './end-grant.ts';
import { recordLeaseLength } from './end-of-leases.ts';
import { endOfStatements } from './end-of-statements.ts';
import { endingOf, endOfSpent, type InForce, refusalOfEnd } from './mandate-end.ts';
import { checkSigners, type SignerRefusal } from './people-signatures.ts';
import { endOfEntries } from './read-directory.ts';

export type RedeemRefusal =
  | SignedRefusal
  | ProfileRefusal
  | 'grant_not_found'
  | 'redemption_of_another_grant'
  | 'venue_unknown'
  | 'grant_already_redeemed'
  | 'grant_not_active'
  | 'grant_expired'
  | 'grant_reissued'
  | 'grant_not_yet_issued'
  | 'presentation_invalid'
  | Reason
  | SignerRefusal;

/** Another authority's clock may be ahead by this much. */
const CLOCK_SKEW_MS = 60_000;

interface RedeemOptions {
  /** Whether the gateway's token, as passed on, is for this grant and for a caller of this mandate. */
  readonly presentedFor: (grantId: string, mandate: Mandate) => boolean;
}

/**
 * Spends a grant, once. INVARIANT: of any number of redemptions with different ids, one succeeds, because one
 * conditional update moves the grant. The same redemption id gets an answer again, with a new lease, so that an
 * enforcement point that crashed or came too late in between can continue.
 */
export async function redeemGrant(
  deps: AuthorityDeps,
  grantId: string,
  request: RedeemRequest,
  { presentedFor }: RedeemOptions,
): Promise<Result<RedeemResponse, RedeemRefusal>> {
  const { redemption, redemption_hash: hash, signature } = request;
  if (redemption.grant_id !== grantId) {
    return fail('redemption_of_another_grant', `The redemption names ${redemption.grant_id}.`);
  }
  // First, because an authority that ends something of what is read below must wait for this lease.
  await recordLeaseLength(deps);
  const keys = await deps.keys();
  const valid = unlessStolen(
    verifySigned(deps.crypto, {
      object: redemption,
      hash,
      signature,
      keys,
      at: formatInstant(deps.clock()),
    }),
  );
  if (!valid.ok) return valid;
  if (redemption.venue !== deps.venue) {
    return fail('venue_unknown', `This authority belongs to the venue ${deps.venue}.`);
  }
  const found = await deps.store.grant(grantId);
  if (found === null) return fail('grant_not_found', `There is no grant ${grantId}.`);
  if (found.grant.deployment !== deps.deployment) {
    return ofAnotherDeployment(found.grant, deps.deployment);
  }
  const [profileName = ''] = found.grant.policy_version.split('@');
  const profile = await deps.readProfile(profileName);
  if (!profile.ok) return profile;
  const { name, version } = profile.value.profile;
  const redeemed = await deps.store.atomically(async (unit) => {
    const locked = await redeemLocked(deps, unit, request, {
      found: found.grant,
      inForce: { crypto: deps.crypto, policyVersion: `${name}@${version}`, keys },
      profile: profile.value,
      presentedFor,
    });
    deps.faults.at('redeemed', 'before');
    return locked;
  }, found.grant.tenant);
  deps.faults.at('redeemed', 'after');
  // A grant that turned out to be over still gets a receipt.
  if (!redeemed.ok) deps.receiptQueued();
  return redeemed;
}

async function redeemLocked(
  deps: AuthorityDeps,
  unit: Unit,
  { redemption }: RedeemRequest,
  {
    found: { tenant, contract_id: mandateId },
    inForce,
    profile,
    presentedFor,
  }: RedeemOptions & {
    readonly found: Grant;
    readonly inForce: InForce;
    readonly profile: ProfileInForce;
  },
): Promise<Result<RedeemResponse, RedeemRefusal>> {
  const [stored, mandate] = await unit.readLocked(tenant, () =>
    together([unit.grant(redemption.grant_id), unit.mandate(mandateId)]),
  );
  if (stored === null || mandate === null) {
    return fail('grant_not_found', `There is no grant ${redemption.grant_id}.`);
  }
  const { record: grant } = stored;
  if (grant.redemption_id !== null) {
    if (grant.redemption_id === redemption.redemption_id)
      return ok(await answerAgain(deps, redemption, { unit, record: grant, mandate, profile, inForce }));
    if (grant.status !== 'redeemed') return fail('grant_not_active', `This grant is ${grant.status}.`);
    return fail(
      'grant_already_redeemed',
      'This grant has already been spent; a grant is good for one execution.',
    );
  }
  if (!presentedFor(redemption.grant_id, mandate.contract)) {
    return fail(
      'presentation_invalid',
      'The grant was not presented by the gateway for its own principal and agent.',
    );
  }
  const nowMs = deps.clock();
  const { issued_at: issuedAt } = grant.grant;
  if (requiredMs(issuedAt) - nowMs > CLOCK_SKEW_MS) {
    return fail(
      'grant_not_yet_issued',
      `The grant was issued at ${issuedAt}, but it is ${formatInstant(nowMs)} here: set the clock right.`,
    );
  }
  const ending =
    endingOf(grant, mandate, inForce, nowMs) ??
    (isOpen(grant.status)
      ? ((await endOfEntries(deps, unit, grant, entriesBy(profile, inForce))) ??
        endOfStatements(deps, grant, statementsBy(mandate, profile, inForce), nowMs))
      : null);
  if (ending !== null) await endGrant(deps, unit, stored, ending);
  const over = refusalOfEnd(ending ?? grant.ending);
  if (over !== null) return over;
  if (ending !== null) return fail('signer_not_trusted', `The grant is denied: ${ending.detail}.`);
  if (!mayMove(grant.status, 'redeem')) return fail('grant_not_active', `This grant is ${grant.status}.`);
  if (redemption.grant_hash !== grant.grant_hash || redemption.action_hash !== grant.action_hash) {
    return fail('grant_reissued', 'The redemption names another state of this grant: read the grant again.');
  }
  const trusted = checkSigners(deps, { mandate, profile, grant }, inForce.keys);
  if (!trusted.ok) return trusted;
  const redeemed = await unit.moveGrant('redeem', {
    ...stored,
    record: { ...grant, redemption_id: redemption.redemption_id, redeemed_at: formatInstant(nowMs) },
  });
  if (redeemed === null) {
    return fail(
      'grant_already_redeemed',
      'This grant has already been spent; a grant is good for one execution.',
    );
  }
  await countApproved(unit, redeemed.record);
  const { redemption_id: redemptionId } = redemption;
  return ok(answerOf(deps, redeemed.record, mandate, { redemptionId, ended: null }));
}

function entriesBy({ profile, plugin }: ProfileInForce, { keys }: InForce) {
  return { profile, manifest: plugin.manifest, keys };
}

function statementsBy({ contract }: StoredMandate, profile: ProfileInForce, { keys }: InForce) {
  return { mandate: contract, inForce: profile, keys };
}

/** From then on a person has approved an action by these entries. */
async function countApproved(unit: Unit, { grant, directories }: GrantRecord): Promise<void> {
  if (directories === undefined || grant.approved_by === null) return;
  const taken = Object.values(directories).map(({ entry }) => ({
    ...approvedCounter(entry.entry_hash),
    amount: '1',
  }));
  await unit.standing.take(grant.tenant, taken);
}

interface RedeemedBefore {
  readonly unit: Unit;
  readonly record: GrantRecord;
  readonly mandate: StoredMandate;
  readonly profile: ProfileInForce;
  readonly inForce: InForce;
}

/** Gives a new lease, unless something that the grant stands on has ended. */
async function answerAgain(
  deps: AuthorityDeps,
  { redemption_id: redemptionId }: Redemption,
  { unit, record, mandate, profile, inForce }: RedeemedBefore,
): Promise<RedeemResponse> {
  const nowMs = deps.clock();
  const trusted = checkSigners(deps, { mandate, profile, grant: record }, inForce.keys);
  const reported = await unit.enforcementEvent(record.grant.grant_id);
  const ended =
    endOfSpent(record, mandate, inForce, nowMs) ??
    (await endOfEntries(deps, unit, record, entriesBy(profile, inForce))) ??
    endOfStatements(deps, record, statementsBy(mandate, profile, inForce), nowMs) ??
    (trusted.ok ? null : { reason: 'grant_invalid' as const, detail: trusted.error.message }) ??
    (reported === null
      ? null
      : { reason: 'duplicate_action' as const, detail: 'how this grant ended is recorded already' });
  return answerOf(deps, record, mandate, { redemptionId, ended });
}

/** INVARIANT: the members are in the order in which they are sent. */
function answerOf(
  { clock, sendWithinMs }: AuthorityDeps,
  record: GrantRecord,
  { contract, contract_hash, signature }: StoredMandate,
  { redemptionId, ended }: { readonly redemptionId: string; readonly ended: RedeemResponse['ended'] },
): RedeemResponse {
  const { expires_at: expires } = record.grant;
  const left = expires === null ? 0 : requiredMs(expires) - clock();
  return {
    status: 'redeemed',
    redemption_id: redemptionId,
    record,
    contract: { contract, contract_hash, signature },
    send_within_ms: ended === null ? Math.max(0, Math.min(sendWithinMs, left)) : 0,
    // Of an end that is to be recorded, only what the enforcement point reads.
    ended: ended === null ? null : { reason: ended.reason, detail: ended.detail },
  };
}
