import { formatInstant } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import type { ToolResult } from '@platform/core/objects/tool-call';
import type { Intent } from '../store/store.ts';
import { advanceIntent } from './advance-intent.ts';
import { checkPresented } from './check-grant.ts';
import type { AdvanceDeps, ServiceFault } from './ports.ts';
import { signRedemption } from './redeem-grant.ts';
import { duplicate, profileOf, refused, unknown } from './results.ts';
import type { PresentedCall } from './turn.ts';

const OWNER_BYTES = 12;
/** What follows the prefix of a redemption id. */
const REDEMPTION_BYTES = 8;

export type Presented = Pick<Intent, 'operation' | 'request' | 'presentation'> & {
  /** The gateway's call, to be reported with the end of the grant. */
  readonly call?: PresentedCall | null;
};

/**
 * Executes a grant, once. Every outcome is a result; refuses only if profile or log is not trusted (503). INVARIANT:
 * what is refused before the redemption is no grant of the authority's for this action and this moment, and costs the
 * real one nothing. Every other refusal follows the redemption, so that it ends the grant with a signed decision. The
 * intent enters the log after the redemption, in the state in which the grant is then.
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
  const { call = null } = presented;
  return advanceIntent(deps, newLease(deps), newIntent(deps, presented), { isNew: true, call });
}

/** Resumes an unfinished intent. Returns null if a worker holds it, or it is finished. */
export async function resumeIntent(
  deps: AdvanceDeps,
  grantId: string,
): Promise<Result<ToolResult, ServiceFault> | null> {
  const lease = newLease(deps);
  const intent = await deps.store.acquire(grantId, lease, deps.clock());
  return intent === null ? null : advanceIntent(deps, lease, intent, { isNew: false, call: null });
}

/**
 * Continues only a grant that is still to be redeemed, with the newer token, which the authority verifies.
 */
async function presentAgain(
  deps: AdvanceDeps,
  known: Intent,
  { operation, request, presentation, call = null }: Presented,
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
  return advanceIntent(deps, lease, { ...intent, presentation }, { isNew: false, call });
}

function newIntent(deps: AdvanceDeps, { call: _, ...presented }: Presented): Intent {
  return {
    ...presented,
    grantId: presented.request.grant.grant_id,
    state: 'presented',
    redemption: signRedemption(deps, presented.request, {
      redemption_id: `${deps.redemptionPrefix}${hex(deps, REDEMPTION_BYTES)}`,
      requested_at: formatInstant(deps.clock()),
    }),
    redeemed: null,
    ending: null,
    receiptId: null,
    attempts: 0,
    sending: null,
    asking: null,
    isReserved: false,
  };
}

function newLease(deps: AdvanceDeps) {
  return { owner: hex(deps, OWNER_BYTES), untilMs: deps.clock() + deps.leaseMs };
}

function hex({ randomBytes }: AdvanceDeps, bytes: number): string {
  return Buffer.from(randomBytes(bytes)).toString('hex');
}
