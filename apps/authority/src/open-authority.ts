import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '@sanad/base/result';
import { openServiceKey, readSecret, watchPublicKeys } from '@sanad/kit/keys';
import type { Log } from '@sanad/kit/log';
import { openDatabase } from '@sanad/kit/sql';
import { migrate } from '@sanad/kit/sql/migrate';
import { parseDatabaseUrl } from '@sanad/kit/sql/url';
import type { Crypto } from '@sanad/proof/crypto';
import { readKeyRegistry } from '@sanad/proof/key-registry';
import type { KeySet } from '@sanad/protocol/key-entry';
import { readMandateFiles, readPlugins, readProfileFile, writeReceiptFile } from './adapters/files.ts';
import type { AppDeps } from './app.ts';
import type { readAuthorityConfig } from './config.ts';
import { createSequencer } from './jobs/sequencer.ts';
import { startSweeper } from './jobs/sweeper.ts';
import { MIGRATIONS } from './store/migrations.ts';
import type { AuthoritySchema } from './store/schema.ts';
import { createSqlStore } from './store/sql-store.ts';
import type { AuthorityDeps, Faults } from './use-cases/deps.ts';
import { registerMandate } from './use-cases/register-mandate.ts';
import { createTrustedProfiles } from './use-cases/trusted-profiles.ts';

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
  const url = absoluteUrl(secrets.AUTHORITY_DATABASE_URL);
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
  const keys = createKeyReader(dir, machine.crypto, log);
  const onError = (error: unknown): void => log.error({ err: error }, 'a job failed and will be tried again');
  const deps: AuthorityDeps = {
    store,
    keys,
    plugins: plugins.value,
    profiles: createTrustedProfiles({
      store,
      keys,
      crypto: machine.crypto,
      readProfileFile: (name) => readProfileFile(config.PROFILES_DIR, name),
    }),
    ...machine,
    authority,
    assembly,
    receiptQueued: () => sequencer.wake(),
    venue: config.SERVICE_VENUE,
  };
  const sequencer = createSequencer({
    deps,
    writeReceiptFile: (receipt) => writeReceiptFile(config.RECEIPTS_DIR, receipt),
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

/** Reads the public keys again when their folder has changed; gives the same object until then. */
function createKeyReader(dir: string, crypto: Crypto, log: Log): () => Promise<KeySet> {
  const read = watchPublicKeys(dir);
  let known: { readonly raw: unknown; readonly keys: KeySet } | null = null;
  return async () => {
    const raw = await read();
    if (known?.raw === raw) return known.keys;
    const { keys, refused } = readKeyRegistry(crypto, raw);
    for (const [kid, why] of Object.entries(refused)) log.warn({ kid, why }, 'public key refused');
    known = { raw, keys };
    return keys;
  };
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

/** A relative SQLite file is taken from the repository, wherever the command is run. */
export function absoluteUrl(url: string): string {
  const relative = /^sqlite:(?![/:])(.+)$/.exec(url)?.[1];
  return relative === undefined ? url : `sqlite:${REPOSITORY}${relative}`;
}
