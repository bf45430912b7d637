import { existsSync, renameSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { fail, ok, type Result } from '@common/base/result';

/**
 * Whether a SQLite file can be put there: null if nothing lies there, else what moves that aside, under its name and
 * `suffix`. Refuses if it may not be moved (`suffix` is null), or if somebody has it open.
 */
export function freePlace(
  setting: string,
  file: string,
  suffix: string | null,
): Result<(() => Promise<string>) | null, 'place_taken' | 'database_open'> {
  if (!existsSync(file)) return ok(null);
  if (suffix === null) {
    return fail('place_taken', `${setting}: ${file} exists; with --aside it is moved aside, and kept.`);
  }
  if (isOpen(file)) return fail('database_open', `${setting}: a service has ${file} open: stop it first.`);
  return ok(async () => {
    renameSync(file, `${file}${suffix}`);
    return `${setting}: what was there is now ${file}${suffix}.`;
  });
}

/** Leaving WAL mode takes the file for oneself alone, and leaves one file with nothing beside it. */
function isOpen(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    return database.prepare('pragma journal_mode = delete').get()?.journal_mode !== 'delete';
  } catch (error) {
    // A damaged file is moved aside like any other, with what lies beside it left to whoever looks into it.
    return /locked|busy/.test(String(error));
  } finally {
    database.close();
  }
}
