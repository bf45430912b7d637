import type { SpentGrant } from '@platform/core/objects/spent-grant';
import type { Intent, SpentFilter } from '../store/store.ts';
import type { PepDeps } from './ports.ts';
import { reportOf } from './report-enforcement.ts';

export type ReadSpentDeps = Pick<PepDeps, 'store' | 'venue'>;

const PAGE = 100;

/** What an authority that lost its database may have forgotten. */
export async function readSpentGrants(
  deps: ReadSpentDeps,
  filter: Omit<SpentFilter, 'limit'>,
): Promise<readonly SpentGrant[]> {
  const intents = await deps.store.spent({ ...filter, limit: PAGE });
  return intents.flatMap((intent) => spentGrant(deps, intent));
}

function spentGrant(deps: ReadSpentDeps, intent: Intent): readonly SpentGrant[] {
  const { redemption, redeemed, ending } = intent;
  if (redeemed === null) return [];
  return [
    { ...redemption, redeemed, enforcement: ending === null ? null : reportOf(deps, intent, ending).body },
  ];
}
