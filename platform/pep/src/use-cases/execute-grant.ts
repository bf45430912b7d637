import { formatInstant } from '@common/base/instant';
import { ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@platform/core/crypto/node';
import type { ExecuteRequest, Redemption, SignedRedemption } from '@platform/core/objects/grant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Connector } from '@platform/core/objects/plugin';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { signObject } from '@platform/core/signed/signed';
import type { Intent } from '../store/store.ts';
import { advanceIntent } from './advance-intent.ts';
import { buildCall, operationOf } from './build-call.ts';
import { checkPolicyVersion, checkPresented } from './check-grant.ts';
import { openConnector } from './connector-address.ts';
import { counterpartyKeyFault } from './counterparty-key.ts';
import { urlOf } from './perform-action.ts';
import type { ServiceFault } from './ports.ts';
import { duplicate, profileOf, refused, unknown } from './results.ts';
import type { AdvanceDeps } from './turn.ts';

const ID_BYTES = 12;

export type Presented = Pick<Intent, 'operation' | 'request' | 'presentation'>;

/** Executes a grant, once. Every outcome is a result; refuses only if profile or log is not trusted (503). */
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
  const fault = placeFault(deps, presented, profile.value.plugin.connector, keys);
  if (fault !== null) return ok(refused(grantId, 'grant_invalid', fault));
  const current = checkPolicyVersion(request.grant, profile.value);
  if (!current.ok) return ok(refused(grantId, current.error.code, current.error.message));
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

/** Describes why the action cannot be done at this endpoint at all; null if it can. */
function placeFault(
  deps: AdvanceDeps,
  { operation, request }: Presented,
  connector: Connector,
  keys: KeySet,
): string | null {
  const { action, grant } = request;
  if (action.plugin !== connector.plugin)
    return `The action is of the plugin ${action.plugin}, but was granted under a profile of ${connector.plugin}.`;
  const found = operationOf(connector, action.facade);
  if (operation === 'fetch') {
    if (found !== undefined) return `${action.facade} is an operation: present it at /execute.`;
    return urlOf({ request }) === undefined ? 'The action names no url to fetch.' : null;
  }
  if (found === undefined) return `The connector has no operation for ${action.facade}.`;
  const open = openConnector(connector, deps.addresses);
  if (!open.ok) return open.error.message;
  const call = buildCall(open.value, found, action, grant.action_hash);
  if (!call.ok) return call.error.message;
  return found.ack === null ? null : counterpartyKeyFault(connector, keys, deps.clock());
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
