import { formatInstant } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@platform/core/crypto/node';
import type { ExecuteRequest, Redemption, SignedRedemption } from '@platform/core/objects/grant';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { signObject } from '@platform/core/signed/signed';
import type { Intent } from '../store/store.ts';
import { advanceIntent } from './advance-intent.ts';
import { checkPresented } from './check-grant.ts';
import type { AdvanceDeps, ServiceFault } from './ports.ts';
import { duplicate, profileOf, refused, unknown } from './results.ts';

const ID_BYTES = 12;

export type Presented = Pick<Intent, 'operation' | 'request' | 'presentation'>;

/**
 * Executes a grant, once. Every outcome is a result; refuses only if profile or log is not trusted (503). INVARIANT:
 * what is refused before the redemption is no grant of the authority's for this action and this moment, and costs the
 * real one nothing. Every other refusal follows the redemption, so that it ends the grant with a signed decision.
 */
export async function executeGrant(
  deps: AdvanceDeps,
  presented: Presented,
): Promise<Result<ToolResult, ServiceFault>> {
  const { request } = presented;
  const { grant_id: grantId } = request.grant;
  const known = await deps.store.find(grantId);
  if (known !== null) return presentAgain(deps, known, presented);
  const keys = await deps.keys();
  const checked = checkPresented(request, keys, deps.clock());
  if (!checked.ok) return ok(refused(grantId, checked.error.code, checked.error.message));
  const profile = await deps.readProfile(profileOf(request));
  if (!profile.ok) return profile;
  const intent = newIntent(deps, presented);
  const lease = newLease(deps);
  deps.faults.at('intent_written', 'before');
  const isNew = await deps.store.create(intent, lease, deps.clock());
  deps.faults.at('intent_written', 'after');
  if (!isNew) return ok(duplicate(grantId, null));
  return advanceIntent(deps, lease, intent, { isNew });
}

/** Resumes an unfinished intent. Returns null if a worker holds it, or it is finished. */
export async function resumeIntent(
  deps: AdvanceDeps,
  grantId: string,
): Promise<Result<ToolResult, ServiceFault> | null> {
  const lease = newLease(deps);
  const intent = await deps.store.acquire(grantId, lease, deps.clock());
  return intent === null ? null : advanceIntent(deps, lease, intent, { isNew: false });
}

/**
 * Continues only a grant that is still to be redeemed, with the newer token, which the authority verifies.
 */
async function presentAgain(
  deps: AdvanceDeps,
  known: Intent,
  { operation, request, presentation }: Presented,
): Promise<Result<ToolResult, ServiceFault>> {
  const { grantId, state, attempts, receiptId } = known;
  if (known.request.grant_hash !== request.grant_hash || known.operation !== operation)
    return ok(refused(grantId, 'grant_invalid', 'The grant was presented before, in another form.'));
  if (state === 'sent' && attempts > 0) return ok(unknown(grantId, 'The counterparty has not answered yet.'));
  if (state !== 'presented') return ok(duplicate(grantId, receiptId));
  const lease = newLease(deps);
  const intent = await deps.store.acquire(grantId, lease, deps.clock());
  if (intent === null) return ok(duplicate(grantId, receiptId));
  await deps.store.representWith(grantId, lease.owner, presentation);
  return advanceIntent(deps, lease, { ...intent, presentation }, { isNew: false });
}

function newIntent(deps: AdvanceDeps, presented: Presented): Intent {
  return {
    ...presented,
    grantId: presented.request.grant.grant_id,
    state: 'presented',
    redemption: signRedemption(deps, presented.request),
    redeemed: null,
    ending: null,
    receiptId: null,
    attempts: 0,
    sending: null,
    asking: null,
  };
}

function signRedemption(deps: AdvanceDeps, { grant, grant_hash }: ExecuteRequest): SignedRedemption {
  const redemption: Redemption = {
    type: 'sanad/redemption/1',
    redemption_id: `red_${hex(deps, ID_BYTES)}`,
    grant_id: grant.grant_id,
    grant_hash,
    action_hash: grant.action_hash,
    venue: deps.venue,
    requested_at: formatInstant(deps.clock()),
  };
  const { hash, signature } = signObject(nodeCrypto, deps.signer, redemption);
  return { redemption, redemption_hash: hash, signature };
}

function newLease(deps: AdvanceDeps) {
  return { owner: hex(deps, ID_BYTES), untilMs: deps.clock() + deps.leaseMs };
}

function hex({ randomBytes }: AdvanceDeps, bytes: number): string {
  return Buffer.from(randomBytes(bytes)).toString('hex');
}
