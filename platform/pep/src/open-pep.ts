import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '@common/base/result';
import { createHttpClient } from '@common/kit/http/client';
import type { Log } from '@common/kit/log';
import { readSecret } from '@common/kit/secret-file';
import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { absoluteDatabaseUrl } from '@common/kit/sql/url';
import { createKeyReader } from '@platform/proof/key-registry';
import { nodeCrypto } from '@platform/proof/node';
import { createProfileReader } from '@platform/proof/profile';
import { openServiceKey, watchPublicKeys } from '@platform/trust/keys';
import { createAuthorityClient } from './adapters/authority-client.ts';
import { readConnectors } from './adapters/connector-files.ts';
import { createFetchAddress } from './adapters/fetch-address.ts';
import { profileFiles } from './adapters/profile-files.ts';
import type { AppDeps } from './app.ts';
import type { readPepConfig } from './config.ts';
import { startReconciler } from './jobs/reconcile.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { PepSchema } from './store/schema.ts';
import { createSqlStore } from './store/sql-store.ts';
import { keepProfileVersion } from './use-cases/keep-profile-version.ts';
import { MAX_ANSWER_BYTES } from './use-cases/perform-action.ts';
import type { Faults, PepDeps } from './use-cases/ports.ts';

/** The folder that relative paths of the configuration are taken from. */
export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

const FETCH_TIMEOUT_MS = 5_000;

type Settings = Extract<ReturnType<typeof readPepConfig>, { ok: true }>['value'];

export interface Environment {
  readonly log: Log;
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly faults: Faults;
  /** The process's variables: connectors and market-data lists name some of them. */
  readonly variables: Readonly<Record<string, string | undefined>>;
}

export interface Pep {
  readonly deps: AppDeps;
  close(): Promise<void>;
}

/** Opens the intent log, the key and the connectors, and starts the reconciler. Throws when one cannot be used. */
export async function openPep(
  { config, secrets }: Settings,
  environment: Environment,
): Promise<Result<Pep, 'unusable_settings' | 'connector_invalid'>> {
  const { log, clock, randomBytes, faults } = environment;
  if (config.SERVICE_GCE_IDENTITY)
    return fail('unusable_settings', 'SERVICE_GCE_IDENTITY is on, but it is not built yet: set it to 0.');
  const { BANK_URL, RECIPIENT_URL } = config;
  const addresses = { ...environment.variables, BANK_URL, RECIPIENT_URL };
  const connectors = await readConnectors(config.PLUGINS_DIR, addresses);
  if (!connectors.ok) return connectors;
  const dir = config.SERVICE_KEYS_DIR;
  const key = await openServiceKey({ dir, kid: 'pep', alg: 'ed25519', role: 'pep', clock });
  if (key.created) log.info({ kid: key.kid, fingerprint: key.entry.fingerprint }, 'made a new key');
  const secret = { dir, name: 'broker.secret', fromEnv: secrets.PEP_BROKER_SECRET };
  const brokerSecret = await readSecret(secret);
  const jwtSecret = await readSecret({ dir, name: 'jwt.secret', fromEnv: secrets.SERVICE_JWT_SECRET });
  const database = await openDatabase<PepSchema>({
    url: absoluteDatabaseUrl(secrets.PEP_DATABASE_URL, REPOSITORY),
  });
  await migrate(database, MIGRATIONS);
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
    keepVersion: (signed) => keepProfileVersion(pep.store, signed),
  });
  const deps = { ...pep, readProfile };
  const reconciler = startReconciler(deps, config.PEP_RECONCILE_MS);
  return ok({
    deps: { ...deps, log, jwtSecret, key: { ...key.entry, role: 'pep' } },
    async close() {
      await reconciler.stop();
      http.close();
      await database.close();
    },
  });
}
