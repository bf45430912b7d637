import { readdir, stat } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { COUNTERPARTY_NAMES } from '@platform/counterparties/config';
import { lastBackup, notedBackup } from '@platform/keys/last-backup';
import { countReadable, readersIn } from '../start/readers.ts';
import { type Environment, type Finding, found } from './report.ts';

const MIB = 1_048_576;
/** Services answer 503 when it falls a little below this. */
const LEAST_MIB = 64;
const FEW_MIB = 1_024;
const DAY_MS = 86_400_000;
const READABLE_BY_OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;

/** Checks the free space where databases and receipts are or will be, and what blocks their folders. */
export async function checkDisk(
  folders: readonly string[],
  freeBytes: (folder: string) => Promise<number>,
): Promise<readonly Finding[]> {
  const existing = await Promise.all(folders.map(nearestExisting));
  const files = new Set(existing.filter(({ isFolder }) => !isFolder).map(({ path }) => path));
  const disks = new Set(existing.map(({ path, isFolder }) => (isFolder ? path : dirname(path))));
  const free = await Promise.all(
    [...disks].map(async (folder) => {
      const free = Math.floor((await freeBytes(folder)) / MIB);
      const text = `${free} MiB free`;
      if (free < LEAST_MIB) return found.fail(folder, `${text}: make room, or nothing more can be written`);
      return free < FEW_MIB ? found.warn(folder, `${text}: make room`) : found.ok(folder, text);
    }),
  );
  const inTheWay = [...files].map((file) =>
    found.fail(file, 'is a file where a folder should be: move it away, or change the setting that names it'),
  );
  return [...free, ...inTheWay];
}

/** Returns the folder, or the nearest existing one above it, or a file on the way that blocks the folder. */
async function nearestExisting(path: string): Promise<{ readonly path: string; readonly isFolder: boolean }> {
  const there = await stat(path).catch(() => null);
  const parent = dirname(path);
  if (there !== null || parent === path) return { path, isFolder: there === null || there.isDirectory() };
  return nearestExisting(parent);
}

/** Reports files that others than the settings allow can read. Keys have their own check. */
export async function checkReaders(
  folders: readonly string[],
  env: Environment,
): Promise<readonly Finding[]> {
  const readers = readersIn(env);
  const all = await Promise.all(
    [...new Set(folders)].map(async (folder) => {
      const count = await countReadable(folder, readers);
      const rest = readers === 'owner' ? 'go=' : readers === 'group' ? 'g-w,o=' : 'go-w';
      return count === 0
        ? []
        : [
            found.warn(
              folder,
              `others can read ${count === 1 ? 'a file' : `${count} files`} in it; run: chmod -R ${rest} '${folder}', or set FILES_READABLE_BY`,
            ),
          ];
    }),
  );
  return all.flat();
}

/** Files of the keys folder, and the setting that may replace one. */
const EXPECTED: Readonly<Record<string, string | null>> = {
  'authority.pem': null,
  'service_assembly.pem': null,
  'checkpoint.pem': null,
  'pep.pem': null,
  ...Object.fromEntries(COUNTERPARTY_NAMES.map((name) => [`${name}.pem`, null])),
  'jwt.secret': 'SERVICE_JWT_SECRET',
  'gateway.secret': 'SERVICE_GATEWAY_SECRET',
  'broker.secret': 'PEP_BROKER_SECRET',
};

/** Reports which keys exist, who can read them and how old they are, without reading any. */
export async function checkKeys(dir: string, env: Environment, now: number): Promise<readonly Finding[]> {
  const names = await readdir(dir).catch(() => null);
  if (names === null) return [found.ok(dir, 'not there yet: the first npm start makes it')];
  const people = await readdir(join(dir, 'people')).catch(() => []);
  const secrets = [...names, ...people.map((name) => join('people', name))].filter((name) =>
    /\.(pem|secret)$/.test(name),
  );
  const missing = Object.entries(EXPECTED).filter(
    ([name, setting]) => !names.includes(name) && (setting === null || (env[setting] ?? '') === ''),
  );
  return [
    ...(await folderFindings(dir)),
    names.includes('deployment.id')
      ? found.ok('deployment.id', 'there')
      : found.fail(
          'deployment.id',
          'missing, and without it nothing here starts: put it back from a backup, or make a deployment anew with npm start -- --renew',
        ),
    ...missing.map(([name, setting]) =>
      found.warn(
        name,
        `missing: put it back from a backup${setting === null ? '' : `, or set ${setting}`}; otherwise the next start makes a new one`,
      ),
    ),
    ...(names.includes('checkpoint.next.pem')
      ? [
          found.ok(
            'checkpoint.next.pem',
            'signs the log beside checkpoint.pem: once readers and witnesses have it, run npx sanad keys retire checkpoint',
          ),
        ]
      : []),
    ...(await Promise.all(secrets.toSorted().map((name) => fileFinding(dir, name, now)))),
  ];
}

/** A day, and two hours to make the nightly backup, as in the alert BackupOld. */
const BACKUP_OLD_MS = DAY_MS + 2 * 3_600_000;

/** Reports when the authority's database was last backed up, as `sanad backup` noted beside the keys. */
export async function checkBackup(dir: string, now: number): Promise<readonly Finding[]> {
  if ((await stat(join(dir, 'deployment.id')).catch(() => null)) === null)
    return [found.ok('backup', 'nothing to back up yet')];
  const noted = await notedBackup(dir);
  const at = noted ?? (await lastBackup(dir));
  const hours = Math.max(0, Math.floor((now - at) / 3_600_000));
  const ago = hours === 1 ? '1 hour' : `${hours} hours`;
  const text =
    noted === null
      ? `none is known here since the keys came into this folder, ${ago} ago`
      : `the newest is of ${new Date(noted).toISOString()}, ${ago} ago`;
  return [
    now - at <= BACKUP_OLD_MS
      ? found.ok('backup', noted === null ? `${text}: take the first with npx sanad backup <folder>` : text)
      : found.warn('backup', `${text}: run npx sanad backup <folder>, every night`),
  ];
}

/** Windows keeps access lists instead of these bits. */
const hasModeBits = platform() !== 'win32';

async function folderFindings(dir: string): Promise<readonly Finding[]> {
  const { mode } = await stat(dir);
  if (!hasModeBits || (mode & WRITABLE_BY_OTHERS) === 0) return [];
  return [found.fail(dir, `others may put their own keys here; run: chmod 700 '${dir}'`)];
}

async function fileFinding(dir: string, name: string, now: number): Promise<Finding> {
  const { mode, mtimeMs } = await stat(join(dir, name));
  const bits = (mode & 0o777).toString(8).padStart(3, '0');
  if (hasModeBits && (mode & READABLE_BY_OTHERS) !== 0) {
    return found.fail(
      name,
      `mode ${bits}, so others can read it; run: chmod 600 '${join(dir, name)}', and replace it if someone may have`,
    );
  }
  const days = Math.max(0, Math.floor((now - mtimeMs) / DAY_MS));
  return found.ok(name, `mode ${bits}, ${days === 1 ? '1 day' : `${days} days`} old`);
}
