import { constants, existsSync } from 'node:fs';
import { access, copyFile, mkdir, open, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { syncFolder } from '@common/kit/private-file';
import type { Snapshot } from '@common/kit/sql/locked';
import { snapshotTogether } from '@common/kit/sql/snapshot';
import { VERSION } from '@common/kit/version';
import { withoutLargerHeads, withoutLaterEntries } from '@platform/authority/adapters/kept-files';
import type { SignedTreeHead } from '@platform/core/objects/log';
import { databasesOfLastBackup, keepLastBackup } from '@platform/keys/last-backup';
import { DATABASES, fileOf, urlOf } from '../databases.ts';
import { type KeptFile, readPassphrase, writeKeysFile } from './keys-file.ts';
import { checkLogIsHere, KEPT_HEAD, newestKeptHead, WHERE_SETTINGS_ARE } from './log.ts';
import { type CopiedDatabase, type CopiedFile, digestOf, MANIFEST, manifestText } from './manifest.ts';
import { deploymentIn, type Environment, filesBelow, foldersOf, ifThere } from './places.ts';

interface BackupOptions {
  readonly env: Environment;
  /** The folder to make. */
  readonly folder: string;
  readonly only: readonly string[];
  readonly keys: { readonly file: string; readonly passphraseFile: string } | null;
  readonly clock: () => number;
}

const PLACES = 'kept/receipts.jsonl';
const ENTRIES = 'kept/entries.jsonl';
const PRIVATE = 0o700;
const PUBLIC = 0o644;

/** Makes a backup. Returns sentences that say what is in it and what is not. */
export async function makeBackup(options: BackupOptions): Promise<Result<readonly string[], string>> {
  const folder = resolve(options.folder);
  const draft = `${folder}.part`;
  for (const taken of [folder, draft, ...(options.keys === null ? [] : [options.keys.file])]) {
    if (existsSync(taken)) return fail('place_taken', `${taken} exists already: name a new one.`);
  }
  const passphrase = options.keys === null ? null : await readPassphrase(options.keys.passphraseFile);
  if (passphrase?.ok === false) return passphrase;
  const takesLog = options.only.length === 0 || options.only.includes('authority');
  const logIsHere = takesLog ? await checkLogIsHere(options.env) : ok(undefined);
  if (!logIsHere.ok) return logIsHere;
  const found = databasesHere(options);
  if (found.urls.size === 0) return fail('nothing_found', 'There is no database where the settings say.');
  const still = await checkStillHere(options, found.missing);
  if (!still.ok) return still;
  const hasKeys = await checkKeys(options, [...found.urls.keys()]);
  if (!hasKeys.ok) return hasKeys;
  for (const file of [folder, ...(options.keys === null ? [] : [resolve(options.keys.file)])]) {
    const parent = await makeParent(file);
    if (!parent.ok) return parent;
  }
  await mkdir(draft, { mode: PRIVATE });
  try {
    const made = await fill(draft, found.urls, options);
    if (options.keys !== null && passphrase !== null) {
      await writeKeysFile(options.keys.file, await keysOf(options.env, made.head), passphrase.value);
    }
    await syncFolder(draft);
    await rename(draft, folder);
    await syncFolder(dirname(folder));
    const said = sentences(options, folder, { ...made, missing: found.missing });
    return ok([...said, ...(await noteBackup(options.env, made))]);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** This runs before the databases are copied, which may take hours. */
async function makeParent(file: string): Promise<Result<void, 'place_unusable'>> {
  const parent = dirname(file);
  try {
    await mkdir(parent, { recursive: true, mode: PRIVATE });
    await access(parent, constants.W_OK | constants.X_OK);
    return ok(undefined);
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    return fail(
      'place_unusable',
      `${file} cannot be made, since ${parent} is no folder that this account may write to (${why}): name another place.`,
    );
  }
}

/**
 * Notes the backup for the metric of its age. The backup is already complete, so an error here is only
 * reported.
 */
async function noteBackup(env: Environment, { at, databases }: BackupContents): Promise<readonly string[]> {
  const folder = foldersOf(env).keys;
  if (!databases.some(({ name }) => name === 'authority') || (await deploymentIn(folder)) === null) return [];
  try {
    await keepLastBackup(
      folder,
      at,
      databases.map(({ name }) => name),
    );
    return [];
  } catch {
    return [`${folder} cannot be written, so the authority goes on telling the age of the backup before.`];
  }
}

/**
 * INVARIANT: a full backup never lacks a database that the previous one had, so that older ones may be
 * deleted after it.
 */
async function checkStillHere(
  { env, only }: BackupOptions,
  missing: readonly string[],
): Promise<Result<void, 'database_gone'>> {
  const before = only.length > 0 ? [] : await databasesOfLastBackup(foldersOf(env).keys);
  const gone = DATABASES.filter(({ name }) => missing.includes(name) && before.includes(name));
  if (gone.length === 0) return ok(undefined);
  const names = gone.map(({ name }) => name).join(', ');
  const settings = gone.map(({ setting }) => setting).join(', ');
  return fail(
    'database_gone',
    `The last backup had ${names}, and no such database is where the settings say now: set ${settings} where this command reads it (${WHERE_SETTINGS_ARE}), or name the databases that are left with --only.`,
  );
}

/** A folder without an id does not hold the keys of these databases. */
async function checkKeys(
  { env, keys }: BackupOptions,
  names: readonly string[],
): Promise<Result<void, 'no_keys'>> {
  const folder = foldersOf(env).keys;
  if (keys === null || !isOfPlatform(names) || (await deploymentIn(folder)) !== null) return ok(undefined);
  return fail(
    'no_keys',
    `${folder} has no deployment.id, so the keys lie elsewhere: name their folder in SERVICE_KEYS_DIR, or leave --keys out.`,
  );
}

function isOfPlatform(names: readonly string[]): boolean {
  return names.some((name) => name !== 'screener');
}

function databasesHere({ env, only }: BackupOptions) {
  const chosen = DATABASES.filter(({ name }) => only.length === 0 || only.includes(name));
  const places = chosen.map((each) => ({ ...each, url: urlOf(each, env) }));
  const isThere = (url: string): boolean => {
    const file = fileOf(url);
    return file === null || existsSync(file);
  };
  return {
    urls: new Map(places.filter(({ url }) => isThere(url)).map(({ name, url }) => [name, url])),
    missing: places.filter(({ url }) => !isThere(url)).map(({ name }) => name),
  };
}

interface BackupContents {
  readonly at: string;
  readonly databases: readonly CopiedDatabase[];
  readonly files: readonly CopiedFile[];
  /** Copies the kept head of the log beside the keys, as of that instant. */
  readonly head: SignedTreeHead | null;
}

async function fill(
  draft: string,
  urls: ReadonlyMap<string, string>,
  options: BackupOptions,
): Promise<BackupContents> {
  const folders = foldersOf(options.env);
  const { snapshots, value } = await snapshotTogether(urls, async () => ({
    at: new Date(options.clock()).toISOString(),
    // INVARIANT: this copy is no newer than the databases, or the authority would not start on them.
    head: await newestKeptHead(folders.keys),
  }));
  const databases: CopiedDatabase[] = [];
  try {
    for (const [name, snapshot] of snapshots) databases.push(await copyDatabase(draft, name, snapshot));
  } finally {
    for (const snapshot of snapshots.values()) await snapshot.close();
  }
  const isPlatform = isOfPlatform(databases.map(({ name }) => name));
  const files = isPlatform
    ? [...(await copyFiles('profiles', folders, draft)), ...(await copyFiles('mandates', folders, draft))]
    : [];
  const manifest = {
    version: VERSION,
    at: value.at,
    databases,
    files,
    deployment: isPlatform ? await deploymentIn(folders.keys) : null,
  };
  await writeSynced(join(draft, MANIFEST), manifestText(manifest));
  return { ...value, databases, files };
}

async function copyDatabase(draft: string, name: string, snapshot: Snapshot): Promise<CopiedDatabase> {
  const file = `${name}.${snapshot.engine === 'sqlite' ? 'sqlite' : 'rows'}`;
  await snapshot.copyTo(join(draft, file));
  const { engine, migrations } = snapshot;
  return { name, engine, file, sha256: await digestOf(join(draft, file)), migrations: [...migrations] };
}

/** INVARIANT: no key lies in a backup unencrypted, even if a service left a link to one. */
async function refuseLinkToKeys(file: string, secret: readonly string[]): Promise<void> {
  const target = await realpath(file);
  for (const folder of secret) {
    const real = await ifThere(realpath(folder));
    if (real !== null && target.startsWith(`${real}${sep}`))
      throw new Error(
        `${file} is a link to ${target}. Profiles and mandates are copied unencrypted, so no key may be among them: remove the link, and find out who made it.`,
      );
  }
}

async function copyFiles(
  name: 'profiles' | 'mandates',
  folders: ReturnType<typeof foldersOf>,
  draft: string,
): Promise<readonly CopiedFile[]> {
  const from = folders[name];
  const copied: CopiedFile[] = [];
  for (const path of await filesBelow(from)) {
    await refuseLinkToKeys(join(from, path), [folders.keys, folders.secrets]);
    const file = `${name}/${path}`;
    const target = join(draft, file);
    await mkdir(dirname(target), { recursive: true, mode: PRIVATE });
    await copyFile(join(from, path), target);
    copied.push({ file, sha256: await digestOf(target) });
  }
  return copied;
}

async function keysOf(env: Environment, head: SignedTreeHead | null): Promise<readonly KeptFile[]> {
  const folders = foldersOf(env);
  const kept: KeptFile[] = [];
  if (head !== null) {
    kept.push({
      path: `keys/${KEPT_HEAD}`,
      mode: PUBLIC,
      bytes: Buffer.from(`${JSON.stringify(head, null, 2)}\n`),
    });
  }
  for (const name of ['keys', 'secrets'] as const) {
    for (const path of await filesBelow(folders[name])) {
      if (name === 'keys' && path === KEPT_HEAD) continue;
      const file = join(folders[name], path);
      const read = await readFile(file);
      const bytes = name === 'keys' ? upTo(head, path, read) : read;
      kept.push({ path: `${name}/${path}`, mode: (await stat(file)).mode & 0o777, bytes });
    }
  }
  return kept;
}

/**
 * INVARIANT: a copy that has only older databases beside it knows of no larger head, or nothing would start on them, nor of
 * later entries of directories, whose leaves may be others once the log continues from there.
 */
function upTo(head: SignedTreeHead | null, path: string, bytes: Buffer): Buffer {
  const cut = { [PLACES]: withoutLargerHeads, [ENTRIES]: withoutLaterEntries }[path];
  return cut === undefined ? bytes : Buffer.from(cut(bytes.toString('utf8'), head?.tree_head.tree_size ?? 0));
}

async function writeSynced(file: string, text: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function sentences(
  { keys, env }: BackupOptions,
  folder: string,
  { at, databases, files, missing }: BackupContents & { readonly missing: readonly string[] },
): readonly string[] {
  const names = databases.map(({ name }) => name).join(', ');
  return [
    `${folder} holds the databases of ${names}, all as they were at ${at}, and ${files.length} signed files.`,
    ...(missing.length === 0 ? [] : [`Not there yet, and so not in it: ${missing.join(', ')}.`]),
    keys === null
      ? `No key is in it: back up ${foldersOf(env).keys} too, with --keys <file> --passphrase-file <file>, to another place.`
      : `${keys.file} holds the keys, the secrets and kept/, encrypted: keep it, and its passphrase, in another place than the databases.`,
    'To put it back: npx sanad restore (docs/operations/backup-and-restore.md).',
  ];
}
