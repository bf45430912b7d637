import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fail, ok, type Result } from '@common/base/result';

/**
 * The files that SQLite keeps beside a database. Beside another database, SQLite would replay them into it.
 */
export const BESIDE = ['-wal', '-shm', '-journal'];

/**
 * Whether a SQLite file can go there. Returns null if there is no file and none that SQLite keeps beside it;
 * otherwise a function that moves them aside, under their names and `suffix`. Refuses if they may not be
 * moved (`suffix` is null), or if another program has the file open.
 */
export function freePlace(
  setting: string,
  file: string,
  suffix: string | null,
): Result<(() => Promise<string>) | null, 'place_taken' | 'database_open'> {
  const [taken] = lyingAt(file);
  if (taken === undefined) return ok(null);
  if (suffix === null) {
    return fail(
      'place_taken',
      `${setting}: ${file}${taken} exists; with --aside it is moved aside, and kept.`,
    );
  }
  // Opening would create it.
  if (existsSync(file) && isOpen(file))
    return fail('database_open', `${setting}: a service has ${file} open: stop it first.`);
  return ok(async () => {
    const moved = `${file}${suffix}`;
    // The file and those beside it still belong together under their new names.
    const names = lyingAt(file).map((end) => {
      renameSync(`${file}${end}`, `${moved}${end}`);
      return `${moved}${end}`;
    });
    return `${setting}: what was there is now ${names.join(', ')}.`;
  });
}

/** Throws if the new file is not complete. */
export function checkPlaced(setting: string, file: string): void {
  const database = new DatabaseSync(file);
  try {
    const problem = database.prepare('pragma integrity_check(1)').get()?.integrity_check;
    if (problem !== 'ok') throw new Error(String(problem));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`${setting}: ${file} is damaged (${reason}): start nothing, and restore again.`, {
      cause,
    });
  } finally {
    database.close();
  }
}

/** The endings of the existing names: of the file itself, and of the files that SQLite keeps beside it. */
function lyingAt(file: string): readonly string[] {
  return ['', ...BESIDE].filter((end) => existsSync(`${file}${end}`));
}

/** Leaving WAL mode locks the file exclusively, and leaves one file with nothing beside it. */
function isOpen(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    return database.prepare('pragma journal_mode = delete').get()?.journal_mode !== 'delete';
  } catch (error) {
    // A damaged file is moved aside like any other.
    return /locked|busy/.test(String(error));
  } finally {
    database.close();
  }
}
