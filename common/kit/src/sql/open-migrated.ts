import { fail, ok, type Result } from '@common/base/result';
import { FAILURES, failureCodeOf } from '../failures.ts';
import { REPOSITORY } from '../repository.ts';
import { type Database, openDatabase } from './database.ts';
import { type Migration, migrate } from './migrate.ts';
import type { PostgresOptions } from './postgres.ts';
import { absoluteDatabaseUrl, parseDatabaseUrl } from './url.ts';

/**
 * Opens the database that a setting names and brings its schema up to date. Refuses anything but a database
 * URL; throws if the database does not answer or cannot be migrated. Messages name only the setting.
 */
export async function openMigrated<Schema>(
  setting: string,
  url: string,
  migrations: Readonly<Record<string, Migration>>,
  postgres: PostgresOptions = {},
): Promise<Result<Database<Schema>, 'unusable_settings'>> {
  const absolute = absoluteDatabaseUrl(url, REPOSITORY);
  const target = parseDatabaseUrl(absolute);
  if (!target.ok) return fail('unusable_settings', `${setting}: ${target.error.message}`);
  let database: Database<Schema> | undefined;
  try {
    database = await openDatabase<Schema>({ url: absolute, postgres });
    await migrate(database, migrations);
    return ok(database);
  } catch (cause) {
    await database?.close();
    throw new Error(`${setting}: ${messageOf(cause)}`, { cause });
  }
}

/** The cause first, then in words what failed and who must act. */
function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const code = failureCodeOf(error);
  return code === null ? message : `${message}. ${FAILURES[code].message}`;
}
