import { fail, ok, type Result } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { createKeyReader } from '@platform/proof/key-registry';
import { nodeCrypto } from '@platform/proof/node';
import { createProfileReader } from '@platform/proof/profile';
import { keepProfileVersion } from '@platform/trust/keep-profile-version';
import { openServiceKey, watchPublicKeys } from '@platform/trust/keys';
import { createAuthorityClient } from './adapters/authority-client.ts';
import { readConnectors } from './adapters/connector-files.ts';
import { createFetchAddress } from './adapters/fetch-address.ts';
import { profileFiles } from './adapters/profile-files.ts';
import { type AppDeps, createApp } from './app.ts';
import type { PepSettings } from './config.ts';
import { type Reconciler, startReconciler } from './jobs/reconcile.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { PepSchema } from './store/schema.ts';
import { createSqlStore } from './store/sql-store.ts';
import { MAX_ANSWER_BYTES } from './use-cases/perform-action.ts';
import type { FaultPoint, PepDeps } from './use-cases/ports.ts';

const FETCH_TIMEOUT_MS = 5_000;

export interface Pep extends OpenService<'pep'> {
  readonly deps: AppDeps;
}

/** Opens the intent log, the key and the connectors. `start` starts the reconciler. */
export async function openPep(
  { config, secrets }: PepSettings,
  { log, clock, randomBytes, faults, env }: Machine<FaultPoint>,
): Promise<Result<Pep, 'unusable_settings' | 'connector_invalid'>> {
  if (config.SERVICE_GCE_IDENTITY)
    return fail('unusable_settings', 'SERVICE_GCE_IDENTITY is on, but it is not built yet: set it to 0.');
  const { BANK_URL, RECIPIENT_URL } = config;
  // Connectors and lists of market data name variables of their own.
  const addresses = { ...env, BANK_URL, RECIPIENT_URL };
  const connectors = await readConnectors(config.PLUGINS_DIR, addresses);
  if (!connectors.ok) return connectors;
  const dir = config.SERVICE_KEYS_DIR;
  const key = await openServiceKey({ dir, kid: 'pep', alg: 'ed25519', role: 'pep', clock });
  if (key.created) log.info({ kid: key.kid, fingerprint: key.entry.fingerprint }, 'created a new key');
  const secret = { dir, name: 'broker.secret', fromEnv: secrets.PEP_BROKER_SECRET };
  const brokerSecret = await readSecret(secret);
  const jwtSecret = await readSecret({ dir, name: 'jwt.secret', fromEnv: secrets.SERVICE_JWT_SECRET });
  const opened = await openMigrated<PepSchema>('PEP_DATABASE_URL', secrets.PEP_DATABASE_URL, MIGRATIONS);
  if (!opened.ok) return opened;
  const database = opened.value;
  const http = createHttpClient();
  const pep: PepDeps = {
    store: createSqlStore(database),
    authority: createAuthorityClient({ url: config.AUTHORITY_URL, send: http.sendRepeatable }),
    send: http.sendRepeatable,
    fetchAddress: createFetchAddress({ timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }),
    connectors: connectors.value,
    keys: createKeyReader(nodeCrypto, watchPublicKeys(dir), (kid, why) =>
      log.warn({ kid, why }, 'public key refused'),
    ),
    signer: key,
    venue: config.SERVICE_VENUE,
    ...{ brokerSecret, addresses, clock, randomBytes, faults },
    notices: { warn: (fields, message) => log.warn(fields, message) },
    leaseMs: config.PEP_LEASE_MS,
    retryMs: config.PEP_RECONCILE_MS,
  };
  const readProfile = createProfileReader({
    crypto: nodeCrypto,
    keys: pep.keys,
    readFile: profileFiles(config.PROFILES_DIR),
    keepVersion: (signed) => keepProfileVersion(pep.store.onProfiles, signed),
  });
  const deps: AppDeps = { ...pep, readProfile, log, jwtSecret, key: { ...key.entry, role: 'pep' } };
  let reconciler: Reconciler | undefined;
  return ok({
    deps,
    apps: { pep: await createApp(deps) },
    start() {
      reconciler = startReconciler(deps, config.PEP_RECONCILE_MS);
    },
    async close() {
      await reconciler?.stop();
      http.close();
      await database.close();
    },
  });
}
