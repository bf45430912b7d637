import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { DATABASES, fileOf, type ServiceDatabase, urlOf } from '../databases.ts';
import { type Environment, type Finding, found, tried } from './report.ts';

/** Kysely's own table. */
interface AppliedSchema {
  kysely_migration: { name: string };
}

/** The folders of the databases that are files. */
export function databaseFolders(env: Environment): readonly string[] {
  return DATABASES.flatMap((each) => {
    const file = fileOf(urlOf(each, env));
    return file === null || file === ':memory:' ? [] : [dirname(file)];
  });
}

/** Opens a database read-only; null if its file does not exist. */
export async function openToRead<Schema>(
  setting: string,
  env: Environment,
): Promise<Database<Schema> | null> {
  const at = DATABASES.find((each) => each.setting === setting);
  if (at === undefined) throw new Error(`${setting} names no database`);
  const url = urlOf(at, env);
  const file = fileOf(url);
  if (file !== null && !existsSync(file)) return null;
  return openDatabase<Schema>({ url, sqlite: { readOnly: true } });
}

/** Checks that each database answers and has the schema of this version. */
export async function checkDatabases(env: Environment): Promise<readonly Finding[]> {
  const all = await Promise.all(DATABASES.map((each) => tried(each.setting, () => checkSchema(each, env))));
  return all.flat();
}

async function checkSchema(known: ServiceDatabase, env: Environment): Promise<readonly Finding[]> {
  const { setting } = known;
  const migrations = Object.keys(known.migrations);
  const database = await openToRead<AppliedSchema>(setting, env);
  if (database === null) return [found.ok(setting, 'not there yet: the first start makes it')];
  try {
    const applied = await appliedTo(database);
    if (applied === null)
      return [found.ok(setting, `${database.engine}, empty: the first start makes its tables`)];
    const unknown = applied.filter((name) => !migrations.includes(name));
    const waiting = migrations.filter((name) => !applied.includes(name));
    if (unknown.length > 0) {
      const which = unknown.join(', ');
      return [
        found.fail(setting, `written by a newer version (${which}): run that version, or restore a backup`),
      ];
    }
    if (waiting.length > 0)
      return [
        found.warn(
          setting,
          `${waiting.length} of ${migrations.length} schema steps wait: back it up; the next start applies them`,
        ),
      ];
    return [found.ok(setting, `${database.engine}, schema ${migrations.toSorted().at(-1)}`)];
  } finally {
    await database.close();
  }
}

/** Null if there is no table. */
async function appliedTo(database: Database<AppliedSchema>): Promise<readonly string[] | null> {
  const tables = await database.db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.length === 0) return null;
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const rows = await database.db.selectFrom('kysely_migration').select('name').execute();
  return rows.map(({ name }) => name);
}
