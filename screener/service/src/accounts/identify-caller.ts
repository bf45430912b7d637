import { fail, ok, type Result } from '@common/base/result';
import { LRUCache } from 'lru-cache';
import type { AccessStore } from './access.store.ts';
import { ownerOf, type Taker } from './allowance.ts';
import { hashApiKey, isApiKeyShaped } from './api-key.ts';

/** The holder of a key, or anyone at a network address. */
export interface Caller extends Taker {
  /** Distinguishes callers of one tier: the key's hash, or the network address. */
  readonly id: string;
  /** The account that the key opens; null without a key. */
  readonly account: string | null;
  /** When the key ends because another key of its account is current; null if no end is set. */
  readonly endsAt: number | null;
}

interface IdentifyDeps {
  readonly store: Pick<AccessStore, 'livingKey'>;
  readonly keySecret: string;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Returns the result directly if it needs no query, otherwise a promise. */
export type IdentifyCaller = (
  key: string | undefined,
  network: string,
) => Result<Caller, 'invalid_api_key'> | Promise<Result<Caller, 'invalid_api_key'>>;

/** A key that this or another process ended is refused within this time. */
const KNOWN_MS = 1_000;
const KNOWN_KEYS = 10_000;

const REFUSED = fail(
  'invalid_api_key',
  'This API key is not valid. Check it for typos; a free key ends 72 hours after its account made another. POST /api/keys issues a new one.',
);

/** A caller without a key belongs to the demo tier; an empty header is an invalid key. */
export function createIdentifyCaller({ store, keySecret, clock }: IdentifyDeps): IdentifyCaller {
  // Keyed by the key itself, which its request holds in memory anyway: hashing it costs more than everything
  // else here.
  const known = new LRUCache<string, { readonly caller: Caller; readonly at: number }>({ max: KNOWN_KEYS });
  return (key, network) => {
    if (key === undefined)
      return ok({ tier: 'demo', id: network, owner: network, isProven: false, account: null, endsAt: null });
    const found = known.get(key);
    const now = clock();
    if (found !== undefined && now - found.at < KNOWN_MS && now >= found.at) return ok(found.caller);
    return isApiKeyShaped(key) ? lookUp(key, now) : REFUSED;
  };

  async function lookUp(key: string, now: number): Promise<Result<Caller, 'invalid_api_key'>> {
    const id = hashApiKey(keySecret, key);
    const row = await store.livingKey(id, now);
    if (row === null) {
      known.delete(key);
      return REFUSED;
    }
    const { tier, account, isProven, endsAt } = row;
    const caller = { tier, id, owner: ownerOf(keySecret, row), isProven, account, endsAt };
    known.set(key, { caller, at: now });
    return ok(caller);
  }
}
