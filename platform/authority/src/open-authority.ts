import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '@common/base/result';
import type { Log } from '@common/kit/log';
import { readSecret } from '@common/kit/secret-file';
import { openDatabase } from '@common/kit/sql';
import { migrate } from '@common/kit/sql/migrate';
import { absoluteDatabaseUrl, parseDatabaseUrl } from '@common/kit/sql/url';
import type { Crypto } from '@platform/proof/crypto';
import { createKeyReader } from '@platform/proof/key-registry';
import { createProfileReader } from '@platform/proof/profile';
import { openServiceKey, watchPublicKeys } from '@platform/trust/keys';
import { readMandateFiles, readPlugins, readProfileFile, writeReceiptFiles } from './adapters/files.ts';
import type { AppDeps } from './app.ts';
import type { readAuthorityConfig } from './config.ts';
import { createSequencer } from './jobs/sequencer.ts';
import { startSweeper } from './jobs/sweeper.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { AuthoritySchema } from './store/schema.ts';
import { createSqlStore } from './store/sql-store.ts';
import type { AuthorityDeps, Faults } from './use-cases/deps.ts';
import { keepProfileVersion } from './use-cases/keep-profile-version.ts';
import { registerMandate } from './use-cases/register-mandate.ts';

/** The folder that relative paths of the configuration are taken from. */
export const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));

const SWEEP_MS = 1_000;
const SEQUENCE_MS = 1_000;

type Settings = Extract<ReturnType<typeof readAuthorityConfig>, { ok: true }>['value'];

/** What only the program's start has: the machine's clock, randomness, cryptography. */
export interface Machine {
  readonly clock: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  readonly crypto: Crypto;
  readonly faults: Faults;
}

export interface Authority {
  readonly deps: AppDeps;
  close(): Promise<void>;
}

/** Opens the store, keys and plugins, registers the deployment's first mandates and starts the jobs. */
export async function openAuthority(
  settings: Settings,
  machine: Machine,
  log: Log,
): Promise<Result<Authority, 'unusable_settings' | 'plugin_invalid'>> {
  const { config, secrets } = settings;
  if (config.SERVICE_REKOR) {
    return fail('unusable_settings', 'SERVICE_REKOR is on, but posting to an external log is not built yet.');
  }
  const plugins = await readPlugins(config.PLUGINS_DIR);
  if (!plugins.ok) return plugins;
  const url = absoluteDatabaseUrl(secrets.AUTHORITY_DATABASE_URL, REPOSITORY);
  const target = parseDatabaseUrl(url);
  if (!target.ok) return fail('unusable_settings', target.error.message);
  if (target.value.engine === 'sqlite' && target.value.file !== ':memory:') {
    await mkdir(dirname(target.value.file), { recursive: true });
  }
  const dir = config.SERVICE_KEYS_DIR;
  const { clock } = machine;
  const authority = await openServiceKey({ dir, kid: 'authority', alg: 'ed25519', role: 'authority', clock });
  const assembly = await openServiceKey({
    dir,
    kid: 'service_assembly',
    alg: 'ed25519',
    role: 'service_assembly',
    clock,
  });
  for (const { kid, created } of [authority, assembly]) if (created) log.info({ kid }, 'key made');
  const jwtSecret = await readSecret({ dir, name: 'jwt.secret', fromEnv: secrets.SERVICE_JWT_SECRET });

  const database = await openDatabase<AuthoritySchema>({ url });
  await migrate(database, MIGRATIONS);
  const store = createSqlStore(database);
  const onRefused = (kid: string, why: string): void => log.warn({ kid, why }, 'public key refused');
  const keys = createKeyReader(machine.crypto, watchPublicKeys(dir), onRefused);
  const onError = (error: unknown): void => log.error({ err: error }, 'a job failed and will be tried again');
  const deps: AuthorityDeps = {
    store,
    keys,
    plugins: plugins.value,
    readProfile: createProfileReader({
      crypto: machine.crypto,
      keys,
      readFile: (name) => readProfileFile(config.PROFILES_DIR, name),
      keepVersion: (signed) => keepProfileVersion(store, signed),
    }),
    ...machine,
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
  sequencer.wake();
  const stopSweeper = startSweeper(deps, SWEEP_MS, onError);
  return ok({
    deps: { ...deps, log, jwtSecret, receiptsSettled: sequencer.settled },
    close: async () => {
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
