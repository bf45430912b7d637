import { fail, ok, type Result } from '@common/base/result';
import type { Log } from '@common/kit/log';
import { readSecret } from '@common/kit/secret-file';
import type { Machine, OpenService } from '@common/kit/service';
import { openMigrated } from '@common/kit/sql/open-migrated';
import { createKeyReader } from '@platform/proof/key-registry';
import { nodeCrypto } from '@platform/proof/node';
import { createProfileReader } from '@platform/proof/profile';
import { keepProfileVersion } from '@platform/trust/keep-profile-version';
import { openServiceKey, watchPublicKeys } from '@platform/trust/keys';
import { readPluginManifests } from '@platform/trust/plugin-manifests';
import { readMandateFiles, readProfileFile, writeReceiptFiles } from './adapters/files.ts';
import { createApp } from './app.ts';
import type { AuthoritySettings } from './config.ts';
import { createSequencer } from './jobs/sequencer.ts';
import { startSweeper } from './jobs/sweeper.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { AuthoritySchema } from './store/schema.ts';
import { createSqlStore } from './store/sql-store.ts';
import type { AuthorityDeps, FaultPoint } from './use-cases/deps.ts';
import { registerMandate } from './use-cases/register-mandate.ts';

const SWEEP_MS = 1_000;
const SEQUENCE_MS = 1_000;

/** Opens the store, keys and plugins, and registers the deployment's first mandates. `start` starts the jobs. */
export async function openAuthority(
  { config, secrets }: AuthoritySettings,
  { clock, randomBytes, faults, log }: Machine<FaultPoint>,
): Promise<Result<OpenService<'authority'>, 'unusable_settings' | 'plugins_unusable'>> {
  if (config.SERVICE_REKOR) {
    return fail('unusable_settings', 'SERVICE_REKOR is on, but posting to an external log is not built yet.');
  }
  const plugins = await readPluginManifests(config.PLUGINS_DIR);
  if (!plugins.ok) return plugins;
  const dir = config.SERVICE_KEYS_DIR;
  const authority = await openServiceKey({ dir, kid: 'authority', alg: 'ed25519', role: 'authority', clock });
  const assembly = await openServiceKey({
    dir,
    kid: 'service_assembly',
    alg: 'ed25519',
    role: 'service_assembly',
    clock,
  });
  for (const { kid, created } of [authority, assembly]) if (created) log.info({ kid }, 'key created');
  const jwtSecret = await readSecret({ dir, name: 'jwt.secret', fromEnv: secrets.SERVICE_JWT_SECRET });

  const opened = await openMigrated<AuthoritySchema>(
    'AUTHORITY_DATABASE_URL',
    secrets.AUTHORITY_DATABASE_URL,
    MIGRATIONS,
  );
  if (!opened.ok) return opened;
  const database = opened.value;
  const store = createSqlStore(database);
  const onRefused = (kid: string, why: string): void => log.warn({ kid, why }, 'public key refused');
  const keys = createKeyReader(nodeCrypto, watchPublicKeys(dir), onRefused);
  const onError = (error: unknown): void => log.error({ err: error }, 'a job failed and will be tried again');
  const deps: AuthorityDeps = {
    store,
    keys,
    plugins: new Map(plugins.value.map((plugin) => [plugin.name, plugin])),
    readProfile: createProfileReader({
      crypto: nodeCrypto,
      keys,
      readFile: (name) => readProfileFile(config.PROFILES_DIR, name),
      keepVersion: (signed) => keepProfileVersion(store.atomically, signed),
    }),
    ...{ crypto: nodeCrypto, clock, randomBytes, faults },
    authority,
    assembly,
    receiptQueued: () => sequencer.wake(),
    venue: config.SERVICE_VENUE,
  };
  const sequencer = createSequencer({
    deps,
    writeReceiptFiles: (receipts) => writeReceiptFiles(config.RECEIPTS_DIR, receipts),
    onError,
    intervalMs: SEQUENCE_MS,
  });
  await registerFirstMandates(deps, config.MANDATES_DIR, log);
  const app = await createApp({ ...deps, log, jwtSecret, receiptsSettled: sequencer.settled });
  let stopSweeper = async (): Promise<void> => {};
  return ok({
    apps: { authority: app },
    start() {
      sequencer.wake();
      stopSweeper = startSweeper(deps, SWEEP_MS, onError);
    },
    async close() {
      await stopSweeper();
      await sequencer.stop();
      await database.close();
    },
  });
}

async function registerFirstMandates(deps: AuthorityDeps, folder: string, log: Log): Promise<void> {
  const { mandates, refused } = await readMandateFiles(folder);
  for (const file of refused) log.warn({ file }, 'not a signed mandate');
  for (const mandate of mandates) {
    const contract = mandate.contract.contract_id;
    const registered = await registerMandate(deps, mandate);
    if (!registered.ok) log.warn({ contract, code: registered.error.code }, 'mandate not registered');
    else if (registered.value.isNew) log.info({ contract }, 'mandate registered');
  }
}
