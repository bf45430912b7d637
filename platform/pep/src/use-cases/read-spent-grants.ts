import type { SpentGrant } from '@platform/core/objects/spent-grant';
import type { SpentFilter } from '../store/store.ts';
import type { PepDeps } from './ports.ts';

const PAGE = 100;

/** Lists the spent grants that an authority may have lost with its database. */
export async function readSpentGrants(
  { store }: Pick<PepDeps, 'store'>,
  filter: Omit<SpentFilter, 'limit'>,
): Promise<readonly SpentGrant[]> {
  const intents = await store.spent({ ...filter, limit: PAGE });
  return intents.flatMap(({ redemption, redeemed, ending }) =>
    redeemed === null ? [] : [{ ...redemption, redeemed, enforcement: ending }],
  );
}
