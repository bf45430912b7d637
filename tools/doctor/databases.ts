import { existsSync } from 'node:fs';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { DATABASES, fileOf, type ServiceDatabase, urlOf } from '../databases.ts';
import { checkIntegrity } from './integrity.ts';
import { type Environment, type Finding, found, tried } from './report.ts';

/** Kysely's own table. */
interface AppliedSchema {
  kysely_migration: { name: string };
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

/**
 * Checks that each database answers, has the schema of this version, and is not damaged. Those of `closed`, whose place
 * this user cannot use, have a finding already.
 */
export async function checkDatabases(
  env: Environment,
  closed: readonly string[] = [],
): Promise<readonly Finding[]> {
  const open = DATABASES.filter(({ setting }) => !closed.includes(setting));
  const all = await Promise.all(open.map((each) => tried(each.setting, () => checkDatabase(each, env))));
  return all.flat();
}

async function checkDatabase(known: ServiceDatabase, env: Environment): Promise<readonly Finding[]> {
  const url = urlOf(known, env);
  const file = fileOf(url);
  const faults = file === null || existsSync(file) ? await checkIntegrity(known, url) : [];
  // A damaged schema says nothing about versions.
  const isDamaged = faults.some(({ state }) => state === 'fail');
  return isDamaged ? faults : [...(await checkSchema(known, env)), ...faults];
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
