import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { isErrorCode, KeyFileError } from '@common/kit/private-file';
import type { RateLimiter } from '@common/kit/rate-limit';
import type { Database } from '@common/kit/sql/database';
import { keysFolderOf, type ScreenerSettings } from '../config.ts';
import type { ScreenerSchema } from '../store/schema.ts';
import { type Attester, createAttester } from './attest.ts';
import { createAttestationStore } from './attestations.sql.ts';
import type { AttestationStore } from './attestations.store.ts';
import { openSealKey, prepareSealKey, type SealKey, takeSealKey } from './seal-key.ts';

const DAY_MS = 86_400_000;
/** Both keys count around a replacement, since clocks differ. */
const OVERLAP_MS = 60_000;

interface AttestParts {
  readonly database: Database<ScreenerSchema>;
  readonly clock: () => number;
  /** Limits the new statements of a caller. */
  readonly fresh: RateLimiter;
}

/** Opens what seals screenings; makes the key at the first start. Refuses a key that is not the store's. */
export async function openAttest(
  { config }: Pick<ScreenerSettings, 'config'>,
  { database, clock, fresh }: AttestParts,
): Promise<Result<Attester, 'unusable_settings'>> {
  const dir = keysFolderOf(config);
  const store = createAttestationStore(database);
  const key = await openKey(store, dir, clock());
  if (!key.ok) return key;
  return ok(
    createAttester({
      store,
      crypto: nodeCrypto,
      clock,
      issuer: config.ATTEST_ISSUER,
      lifeMs: config.ATTEST_LIFE_DAYS * DAY_MS,
      keepMs: config.ATTEST_KEEP_DAYS * DAY_MS,
      key: key.value,
      takeKey: (publicKey) => takeSealKey(dir, publicKey),
      fresh,
    }),
  );
}

/** Replaces the key; processes take up the new one with the next statement. Returns its public half, in hex. */
export async function replaceSealKey(
  { config }: Pick<ScreenerSettings, 'config'>,
  database: Database<ScreenerSchema>,
  now: number,
): Promise<string> {
  const dir = keysFolderOf(config);
  const { publicKey } = await prepareSealKey(dir);
  // INVARIANT: the new key is published before it signs.
  await createAttestationStore(database).replaceKey(publicKey, now, OVERLAP_MS);
  await takeSealKey(dir, publicKey);
  return publicKey;
}

async function openKey(
  store: AttestationStore,
  dir: string,
  now: number,
): Promise<Result<SealKey, 'unusable_settings'>> {
  try {
    const [present] = await store.keys();
    const publicKey = present?.publicKey ?? (await store.beginKey((await openSealKey(dir)).publicKey, now));
    const key = await takeSealKey(dir, publicKey);
    return key === null ? fail('unusable_settings', notTheKey(dir, publicKey)) : ok(key);
  } catch (error) {
    if (error instanceof KeyFileError) return fail('unusable_settings', error.message);
    if (!isErrorCode(error, 'EACCES', 'EROFS', 'EPERM', 'ENOTDIR', 'ENOENT', 'EEXIST', 'ENOSPC')) throw error;
    return fail(
      'unusable_settings',
      `SERVICE_KEYS_DIR (${dir}) has no key that screenings could be sealed with, and none can be made there (${String(error instanceof Error && 'code' in error ? error.code : error)}): make the folder writable for this user, or put the deployment’s screener.pem there.`,
    );
  }
}

function notTheKey(dir: string, publicKey: string): string {
  return `SERVICE_KEYS_DIR (${dir}) does not have the key that this store’s statements are signed with (${publicKey.slice(0, 16)}…). Give all processes of a deployment the same folder, or copy screener.pem into it. If that key is lost or stolen, make a new one: npx sanad attestations rotate-key`;
}
