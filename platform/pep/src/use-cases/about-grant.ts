import { fail, ok, type Result } from '@common/base/result';
import type { Connector } from '@platform/core/objects/plugin';
import { operationOf } from '@platform/core/request/sent';
import type { Intent } from '../store/store.ts';
import type { Granted } from './build-call.ts';
import type { PepDeps } from './ports.ts';

/** The entries of directories that the action was decided by. */
export function entriesOf({ redeemed }: Pick<Intent, 'redeemed'>): Granted['entries'] {
  return redeemed?.record.directories;
}

/**
 * The effect whose status a read asks about; undefined if it asks about none. INVARIANT: one of the same mandate, and the
 * answer is the same for one of another mandate as for one that is not known, so that nothing is learnt of others.
 */
export async function aboutGrant(
  { store }: Pick<PepDeps, 'store'>,
  { request: { action } }: Pick<Intent, 'request'>,
  connector: Connector,
): Promise<Result<Granted | undefined, 'grant_invalid'>> {
  const status = operationOf(connector, action.facade)?.status_of;
  if (status === undefined) return ok(undefined);
  const grantId = Object.hasOwn(action.params, status.grant) ? action.params[status.grant] : undefined;
  const found = typeof grantId === 'string' ? await store.find(grantId) : null;
  const effect = found?.request;
  const isIts =
    effect !== undefined &&
    effect.action.facade === status.facade &&
    effect.action.tenant === action.tenant &&
    effect.action.contract_id === action.contract_id;
  if (found === null || !isIts) {
    const message = `No ${status.facade} of this mandate with the grant ${String(grantId)} was presented here.`;
    return fail('grant_invalid', message);
  }
  return ok({ ...found.request, entries: entriesOf(found) });
}
