import { chmod, copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { syncFolder } from '@common/kit/private-file';
import { openDatabase } from '@common/kit/sql/database';
import type { Migration } from '@common/kit/sql/migrate';
import { isEmpty, type RowSource, restoreRows, rowsInFile } from '@common/kit/sql/rows';
import { fillSqlite, rowsInSqlite } from '@common/kit/sql/rows-sqlite';
import { fileOf, type ServiceDatabase } from '../databases.ts';
import type { CopiedDatabase } from './manifest.ts';
import { BESIDE, checkPlaced } from './sqlite-place.ts';

/** Whether a copy can go into this PostgreSQL database; then nothing need be moved. */
export async function freeDatabase(setting: string, url: string): Promise<Result<null, 'place_taken'>> {
  const database = await openDatabase<unknown>({ url });
  try {
    if (await isEmpty(database)) return ok(null);
    return fail('place_taken', `${setting}: this database has tables already: name an empty one.`);
  } finally {
    await database.close();
  }
}

/**
 * Puts a copied database into its free place, on either engine. Throws if a PostgreSQL database is not empty.
 */
export async function placeDatabase(
  folder: string,
  copied: CopiedDatabase,
  { setting, migrations }: ServiceDatabase,
  url: string,
): Promise<void> {
  const file = join(folder, copied.file);
  const applied = Object.fromEntries(
    Object.entries(migrations).filter(([name]) => copied.migrations.includes(name)),
  );
  const rows = copied.engine === 'sqlite' ? rowsInSqlite(file) : rowsInFile(file);
  const target = fileOf(url);
  try {
    if (target === null) return await fillPostgres(url, applied, rows);
    const fill = (draft: string) =>
      copied.engine === 'sqlite' ? copyFile(file, draft) : fillSqlite(draft, applied, rows);
    await placeFile(target, fill);
  } catch (cause) {
    throw new Error(`${setting}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  checkPlaced(setting, target);
}

async function fillPostgres(
  url: string,
  migrations: Readonly<Record<string, Migration>>,
  rows: RowSource,
): Promise<void> {
  const database = await openDatabase<unknown>({ url, postgres: { statementTimeoutMs: 0 } });
  try {
    await restoreRows(database, migrations, rows);
  } finally {
    await database.close();
  }
}

/** INVARIANT: a starting service finds the whole file or none. */
async function placeFile(target: string, fill: (draft: string) => Promise<void>): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.part`;
  // This file is left from an interrupted restore.
  for (const end of ['', ...BESIDE]) await rm(`${draft}${end}`, { force: true });
  await fill(draft);
  await chmod(draft, 0o600);
  const handle = await open(draft, 'r+');
  await handle.sync();
  await handle.close();
  await rename(draft, target);
  await syncFolder(dirname(target));
}
