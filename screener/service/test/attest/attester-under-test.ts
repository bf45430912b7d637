import { generateKeyPairSync, sign } from 'node:crypto';
import { nodeCrypto } from '@common/evidence/node';
import type { RateLimiter } from '@common/kit/rate-limit';
import type { Database } from '@common/kit/sql/database';
import { type Attester, createAttester } from '../../src/attest/attest.ts';
import { createAttestationStore } from '../../src/attest/attestations.sql.ts';
import type { SealKey } from '../../src/attest/seal-key.ts';
import type { ScreenerSchema } from '../../src/store/schema.ts';

const DAY_MS = 86_400_000;

/** A key in memory. */
export function newSealKey(): SealKey {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  return {
    publicKey: Buffer.from(String(publicKey.export({ format: 'jwk' }).x), 'base64url').toString('hex'),
    sign: (hash) => sign(null, Buffer.from(hash), privateKey).toString('hex'),
  };
}

/** Seals on this database, with a key in memory; statements hold a week, and are kept ten days more. */
export async function attesterOn(
  database: Database<ScreenerSchema>,
  fresh: RateLimiter,
  clock: () => number,
  key = newSealKey(),
): Promise<Attester> {
  const store = createAttestationStore(database);
  await store.beginKey(key.publicKey, clock());
  return createAttester({
    store,
    crypto: nodeCrypto,
    clock,
    issuer: 'screen.example',
    lifeMs: 7 * DAY_MS,
    keepMs: 10 * DAY_MS,
    key,
    takeKey: async () => null,
    fresh,
  });
}
