import { fail, ok, type Result } from '@common/base/result';
import { DATABASES, fileOf, type ServiceDatabase, urlOf } from '../databases.ts';
import { freeDatabase, placeDatabase } from './databases.ts';
import { type KeptFile, readKeysFile, readPassphrase } from './keys-file.ts';
import { checkContinuity } from './log.ts';
import { type CopiedDatabase, type Manifest, readBackup } from './manifest.ts';
import { deploymentIn, type Environment, foldersOf } from './places.ts';
import { placeFiles, placeKeys } from './put-back.ts';
import { freePlace } from './sqlite-place.ts';

interface RestoreOptions {
  readonly env: Environment;
  readonly folder: string;
  readonly only: readonly string[];
  readonly keys: { readonly file: string; readonly passphraseFile: string } | null;
  /** Whether to move existing databases aside. */
  readonly aside: boolean;
  readonly clock: () => number;
}

interface ChosenDatabase extends CopiedDatabase {
  readonly service: ServiceDatabase;
  readonly url: string;
}

/**
 * Puts a backup into the places that the settings name. Returns sentences that say what was done and what to
 * do.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Result<readonly string[], string>> {
  const { env, folder } = options;
  const manifest = await readBackup(folder);
  if (!manifest.ok) return manifest;
  const chosen = choose(manifest.value, options);
  if (!chosen.ok) return chosen;
  const keys = await openKeys(options);
  if (!keys.ok) return keys;
  const isPlatform = chosen.value.some(({ name }) => name !== 'screener');
  if (isPlatform) {
    const same = await checkDeployment(manifest.value, keys.value, env);
    if (!same.ok) return same;
  }
  const said: string[] = [];
  const aside = options.aside
    ? `.before-${new Date(options.clock()).toISOString().replaceAll(':', '-')}`
    : null;
  // INVARIANT: every place is known to be free before the first is taken.
  const moves: (() => Promise<string>)[] = [];
  for (const { service, url } of chosen.value) {
    const file = fileOf(url);
    const free =
      file === null ? await freeDatabase(service.setting, url) : freePlace(service.setting, file, aside);
    if (!free.ok) return free;
    if (free.value !== null) moves.push(free.value);
  }
  for (const move of moves) said.push(await move());
  const placed: string[] = [];
  for (const { service, url, ...copied } of chosen.value) {
    await placeDatabase(folder, copied, service, url).catch((error: unknown) => {
      throw withPlaced(error, placed);
    });
    placed.push(service.setting);
    said.push(`${service.setting}: put back as it was at ${manifest.value.at}${engineChange(copied, url)}.`);
  }
  if (keys.value !== null) said.push(...(await placeKeys(keys.value, foldersOf(env))));
  if (isPlatform) {
    said.push(...(await placeFiles(folder, manifest.value.files, foldersOf(env))));
    said.push(...(await checkContinuity(env, manifest.value)));
  }
  return ok(said);
}

/** The operator must know what the next restore will find. */
function withPlaced(cause: unknown, settings: readonly string[]): Error {
  const why = cause instanceof Error ? cause.message : String(cause);
  if (settings.length === 0) return new Error(why, { cause });
  return new Error(
    `${why.replace(/\.$/, '')}. Put back before it: ${settings.join(', ')}. Start nothing: empty those or move them aside, and restore again.`,
    { cause },
  );
}

/** A place may belong to another engine than the copy: this is how a deployment moves to PostgreSQL. */
function engineChange({ engine }: CopiedDatabase, url: string): string {
  if (fileOf(url) === null) return engine === 'sqlite' ? ', from SQLite into PostgreSQL' : '';
  return engine === 'postgres' ? ', from PostgreSQL into SQLite' : '';
}

function choose(
  manifest: Manifest,
  { only, env, folder }: RestoreOptions,
): Result<readonly ChosenDatabase[], string> {
  const chosen: ChosenDatabase[] = [];
  for (const copied of manifest.databases) {
    if (only.length > 0 && !only.includes(copied.name)) continue;
    const service = DATABASES.find(({ name }) => name === copied.name);
    const unknown = copied.migrations.filter((name) => !Object.hasOwn(service?.migrations ?? {}, name));
    if (service === undefined || unknown.length > 0) {
      return fail(
        'backup_newer',
        `${copied.file} was written by a newer version, ${manifest.version} (${unknown.join(', ') || copied.name}): restore it with that version.`,
      );
    }
    const url = urlOf(service, env);
    chosen.push({ ...copied, service, url });
  }
  const absent = only.filter((name) => !chosen.some((each) => each.name === name));
  if (absent.length > 0) return fail('not_in_backup', `${folder} has no database of ${absent.join(', ')}.`);
  return ok(chosen);
}

async function openKeys({ keys }: RestoreOptions): Promise<Result<readonly KeptFile[] | null, string>> {
  if (keys === null) return ok(null);
  const passphrase = await readPassphrase(keys.passphraseFile);
  return passphrase.ok ? readKeysFile(keys.file, passphrase.value) : passphrase;
}

/** Keys, databases and existing files belong to one deployment. */
async function checkDeployment(
  { deployment }: Manifest,
  keys: readonly KeptFile[] | null,
  env: Environment,
): Promise<Result<void, 'deployment_differs'>> {
  const folder = foldersOf(env).keys;
  const ofKeys =
    keys
      ?.find(({ path }) => path === 'keys/deployment.id')
      ?.bytes.toString('utf8')
      .trim() ?? null;
  const here = await deploymentIn(folder);
  for (const [id, where] of [
    [ofKeys, 'the keys file'],
    [here, folder],
  ] as const) {
    if (id === null || deployment === null || id === deployment) continue;
    return fail(
      'deployment_differs',
      `The backup is of ${deployment}, and ${where} is of ${id}: give the keys of this deployment, or an empty SERVICE_KEYS_DIR.`,
    );
  }
  return ok(undefined);
}
