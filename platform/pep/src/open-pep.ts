import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { HttpApp } from '@common/kit/http/app';
import { createHttpClient } from '@common/kit/http/client';
import { requestIds } from '@common/kit/http/request-ids';
import { createJobWatch, type JobWatch, watchJobs } from '@common/kit/jobs';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { postgresOptions } from '@common/kit/service/settings';
import type { Database } from '@common/kit/sql/database';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { watchDatabase } from '@common/kit/sql/watch-database';
import { createWriteProbe } from '@common/kit/sql/write-probe';
import type { Log } from '@common/kit/telemetry/log';
import { jobRunner, type RunJob } from '@common/kit/telemetry/scope';
import { rememberGood } from '@platform/core/log/remembered';
import type { Connector } from '@platform/core/objects/plugin';
import { createKeyReader } from '@platform/core/signed/key-registry';
import { createProfileReader } from '@platform/core/signed/profile';
import { baseAddresses } from '@platform/keys/base-addresses';
import { readBrokerSecrets } from '@platform/keys/broker-secrets';
import { claimForDeployment } from '@platform/keys/claim-database';
import { keptCloudKeys, openCloudIdentity } from '@platform/keys/cloud-identity';
import { consoleOriginOf } from '@platform/keys/console-origin';
import { openDeploymentId } from '@platform/keys/deployment-id';
import { chooseEd25519 } from '@platform/keys/ed25519-library';
import { keepProfileVersion } from '@platform/keys/keep-profile-version';
import { openServiceKey, readServiceEntry, watchPublicKeys } from '@platform/keys/key-files/keys';
import { pluginOfProfile, type WatchPlugins, watchOwnPlugins } from '@platform/keys/plugin-folders';
import { pluginPlaces } from '@platform/keys/plugin-settings';
import { profileFiles } from '@platform/keys/profile-files';
import { createReadTokens } from '@platform/keys/read-token';
import { watchKeys, watchLog } from '@platform/keys/watch-parts';
import { createWitness } from '@platform/keys/witness';
import { createWitnessMemory } from '@platform/keys/witness/memory';
import { createAuthorityClient } from './adapters/authority-client.ts';
import { createFetchAddress } from './adapters/fetch-address.ts';
import { type AppDeps, createApp } from './app.ts';
import { PEP_CONFIG, type PepSettings } from './config.ts';
import { createReconciler } from './jobs/reconcile.ts';
import { createSettlements } from './jobs/settlements.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { PepSchema } from './store/schema.ts';
import { createDirectoryStore } from './store/sql-directories.ts';
import { createSqlStore } from './store/sql-store.ts';
import { watchPep } from './telemetry/watch-pep.ts';
import { openConnector } from './use-cases/connector-address.ts';
import { firstCounterpartyKeyFault } from './use-cases/counterparty-key.ts';
import { MAX_ANSWER_BYTES } from './use-cases/perform-action.ts';
import { FAULT_POINTS, type FaultPoint, type PepDeps } from './use-cases/ports.ts';

const FETCH_TIMEOUT_MS = 5_000;
/** Of the part of a redemption id that all of one log share. */
const PREFIX_BYTES = 4;

export interface Pep extends OpenService<'pep'> {
  readonly deps: AppDeps;
}

export const PEP = {
  name: 'pep',
  config: PEP_CONFIG,
  listeners: { pep: { host: 'PEP_HOST', port: 'PEP_PORT' } },
  faultPoints: FAULT_POINTS,
  open: openPep,
} as const;

/** Opens the intent log, the key and the connectors. `start` starts the reconciler. */
export async function openPep(
  { config, secrets }: PepSettings,
  { log, clock, randomBytes, faults, env }: Machine<FaultPoint>,
): Promise<Result<Pep, 'unusable_settings' | 'connector_invalid'>> {
  chooseEd25519(log);
  const plugins = watchOwnPlugins(pluginPlaces(config), nodeCrypto, log.warn.bind(log));
  const called = [...plugins().plugins.values()].map(({ connector }) => connector);
  // Market-data lists name variables of their own, so all of the environment is included.
  const addresses = { ...env, ...baseAddresses(called, env) };
  const usable = checkPlugins(plugins(), addresses);
  if (!usable.ok) return usable;
  const dir = config.SERVICE_KEYS_DIR;
  const deployment = await openDeploymentId(dir);
  const key = await openServiceKey({ dir, kid: 'pep', alg: 'ed25519', role: 'pep', clock });
  if (key.created) log.info({ kid: key.kid, fingerprint: key.entry.fingerprint }, 'created a new key');
  const { brokerSecret, brokerSecrets, gatewaySecret } = await readSecrets(dir, secrets, called);
  const opened = await openIntents({ config, secrets }, deployment);
  if (!opened.ok) return opened;
  const database = opened.value;
  const http = createHttpClient();
  const authority = createAuthorityClient({
    http,
    baseUrl: config.AUTHORITY_URL,
    readToken: createReadTokens(gatewaySecret, clock),
  });
  const notices = logNotices(log);
  const jobs = createJobWatch({ log });
  const ownEntry = () => readServiceEntry(dir, 'pep');
  const cloud = openCloudIdentity({
    config,
    dir,
    deployment,
    venue: config.SERVICE_VENUE,
    http,
    clock,
    jobs,
    warn: notices.warn,
    fingerprint: async () => (await ownEntry()).fingerprint,
  });
  const onRefused = (kid: string, why: string) => notices.warn({ kid, why }, 'public key refused');
  const publicKeys = watchPublicKeys(dir);
  const keys = createKeyReader(nodeCrypto, deployment, publicKeys, onRefused);
  const pep: PepDeps = {
    ...(await openStore(database, randomBytes)),
    authority,
    witness: openWitness(database, { keys, authority, notices }),
    send: http.send,
    fetchAddress: createFetchAddress({ timeoutMs: FETCH_TIMEOUT_MS, maxBytes: MAX_ANSWER_BYTES }),
    keys,
    keysState: publicKeys.state,
    signer: key,
    venue: config.SERVICE_VENUE,
    cloudToken: cloud.current,
    brokerSecret,
    brokerSecrets,
    addresses,
    clock,
    monotonic: () => performance.now(),
    randomBytes,
    faults,
    notices,
    leaseMs: config.PEP_LEASE_MS,
    retryMs: config.PEP_RECONCILE_MS,
    askForMs: config.PEP_ASK_FOR_S * 1_000,
  };
  const fault = firstCounterpartyKeyFault(called, await pep.keys(), clock());
  if (fault !== null) {
    await database.close();
    return fail('unusable_settings', fault);
  }
  const readProfile = profileReader(config.PROFILES_DIR, pep, plugins);
  const deps: AppDeps = {
    ...pep,
    readProfile,
    profiles: () => [...plugins().plugins.values()].map(({ manifest }) => manifest.profile),
    log,
    gatewaySecret,
    key: ownEntry,
    cloudKeys: () => keptCloudKeys(dir),
    writable: createWriteProbe(database),
    consoleOrigin: consoleOriginOf(config),
  };
  const app = await openApp(deps, { database, dir, jobs });
  await cloud.start();
  const runJob = runJobOf(app, randomBytes);
  const regular = regularJobs(deps, { everyMs: config.PEP_RECONCILE_MS, jobs, runJob });
  return ok({
    deps,
    apps: { pep: app },
    start: regular.start,
    async close() {
      await regular.stop();
      await cloud.stop();
      http.close();
      // What cannot be written now is reported, or seen, again after the next start.
      await Promise.allSettled([pep.store.settle(), pep.witness.settle()]);
      await database.close();
    },
  });
}

async function openStore(
  database: Database<PepSchema>,
  randomBytes: PepDeps['randomBytes'],
): Promise<Pick<PepDeps, 'store' | 'directories' | 'redemptionPrefix'>> {
  const store = createSqlStore(database);
  const directories = createDirectoryStore(database);
  const fresh = `red_${Buffer.from(randomBytes(PREFIX_BYTES)).toString('hex')}`;
  return { store, directories, redemptionPrefix: await store.redemptionPrefix(fresh) };
}

function openWitness(
  database: Database<PepSchema>,
  { keys, authority, notices }: Pick<PepDeps, 'keys' | 'authority' | 'notices'>,
): PepDeps['witness'] {
  return createWitness({
    // One head comes with several answers.
    crypto: rememberGood(nodeCrypto),
    memory: createWitnessMemory(database),
    keys,
    ask: authority.continuation,
    warn: notices.warn,
  });
}

function regularJobs(deps: AppDeps, options: Parameters<typeof createReconciler>[1]) {
  const all = [createReconciler(deps, options), createSettlements(deps, options)];
  return {
    start() {
      for (const job of all) job.start();
    },
    stop: () => Promise.all(all.map((job) => job.stop())),
  };
}

function runJobOf({ watch }: HttpApp, randomBytes: PepDeps['randomBytes']): RunJob {
  return jobRunner(requestIds(randomBytes), () => watch.settings().tracer);
}

interface WatchedParts {
  readonly database: Database<PepSchema>;
  readonly dir: string;
  readonly jobs: JobWatch;
}

/** Creates the app, with its metrics and readiness checks. */
async function openApp(deps: AppDeps, { database, dir, jobs }: WatchedParts) {
  const app = await createApp(deps);
  await watchDatabase(app.watch, database);
  watchJobs(app.watch, jobs);
  watchKeys(app.watch, dir, [deps.signer.kid], deps.clock);
  watchLog(app.watch, deps.witness);
  watchPep(app.watch, deps);
  return app;
}

function profileReader(folder: string, { keys, store }: PepDeps, plugins: WatchPlugins) {
  const read = profileFiles(folder);
  return createProfileReader({
    // A file that cannot be read counts as missing, so nothing is executed.
    crypto: nodeCrypto,
    keys,
    readFile: (name) => read(name).catch(() => null),
    plugin: (name) => pluginOfProfile(plugins(), name),
    keepVersion: (signed) => keepProfileVersion(store.onProfiles, signed),
  });
}

function logNotices(log: Log): PepDeps['notices'] {
  return { warn: (fields, message) => log.warn(fields, message) };
}

async function readSecrets(
  dir: string,
  secrets: PepSettings['secrets'],
  called: readonly Pick<Connector, 'kid'>[],
) {
  return {
    brokerSecrets: await readBrokerSecrets(
      dir,
      called.map(({ kid }) => kid),
    ),
    brokerSecret: await readSecret({ dir, name: 'broker.secret', fromEnv: secrets.PEP_BROKER_SECRET }),
    gatewaySecret: await readSecret({ dir, name: 'gateway.secret', fromEnv: secrets.SERVICE_GATEWAY_SECRET }),
  };
}

/** Opens the intent log, which belongs to this deployment alone. */
async function openIntents(
  { config, secrets }: PepSettings,
  deployment: string,
): Promise<Result<Database<PepSchema>, 'unusable_settings'>> {
  const opened = await openMigrated<PepSchema>(
    'PEP_DATABASE_URL',
    secrets.PEP_DATABASE_URL,
    MIGRATIONS,
    postgresOptions(config, 'pep'),
  );
  if (!opened.ok) return opened;
  const claimed = await claimForDeployment('PEP_DATABASE_URL', opened.value, deployment);
  if (claimed.ok) return opened;
  await opened.value.close();
  return claimed;
}

/** Checks at the start, rather than at the first grant, that every plugin's counterparty can be called. */
function checkPlugins(
  { plugins, fault }: ReturnType<WatchPlugins>,
  addresses: PepDeps['addresses'],
): Result<void, 'connector_invalid'> {
  if (fault !== null) return fail('connector_invalid', fault);
  for (const { connector } of plugins.values()) {
    const open = openConnector(connector, addresses);
    if (!open.ok) return open;
  }
  return ok(undefined);
}
