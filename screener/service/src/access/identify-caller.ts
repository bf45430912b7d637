import { fail, ok, type Result } from '@common/base/result';
import { LRUCache } from 'lru-cache';
import { hashApiKey, isApiKeyShaped } from '../access/api-key.ts';
import type { Tier } from '../access/tiers.ts';
import type { AccessStore } from './access.store.ts';

/** Who asks: the holder of a key, or somebody at a network address. */
export interface Caller {
  readonly tier: Tier;
  /** Tells callers of a tier apart: the key's hash, or the network address. */
  readonly id: string;
}

interface IdentifyDeps {
  readonly store: Pick<AccessStore, 'currentKey'>;
  readonly keySecret: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Gives the caller at once where a key is known, else a promise. */
export type IdentifyCaller = (
  key: string | undefined,
  network: string,
) => Result<Caller, 'invalid_api_key'> | Promise<Result<Caller, 'invalid_api_key'>>;

/** A key that was ended, in this process or another, is refused within this time. */
const KNOWN_MS = 1_000;
const KNOWN_KEYS = 10_000;

const REFUSED = fail(
  'invalid_api_key',
  'This API key is not valid. Check the x-api-key header for typos; signing up again ends the earlier free key. POST /api/keys issues a new one.',
);

/** Without a key, a caller of the demo tier; an empty header is a key that is none. */
export function createIdentifyCaller({ store, keySecret, clock }: IdentifyDeps): IdentifyCaller {
  // By the key itself, which is in this memory anyway while its request is: hashing it costs more than all else here.
  const known = new LRUCache<string, { readonly caller: Caller; readonly at: number }>({ max: KNOWN_KEYS });
  return (key, network) => {
    if (key === undefined) return ok({ tier: 'demo', id: network });
    const found = known.get(key);
    const now = clock();
    if (found !== undefined && now - found.at < KNOWN_MS && now >= found.at) return ok(found.caller);
    return isApiKeyShaped(key) ? lookUp(key, now) : REFUSED;
  };

  async function lookUp(key: string, now: number): Promise<Result<Caller, 'invalid_api_key'>> {
    const id = hashApiKey(keySecret, key);
    const row = await store.currentKey(id);
    if (row === null) {
      known.delete(key);
      return REFUSED;
    }
    const caller = { tier: row.tier, id };
    known.set(key, { caller, at: now });
    return ok(caller);
  }
}
