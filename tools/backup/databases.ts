import { chmod, copyFile, mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { openDatabase } from '@common/kit/sql';
import { isEmpty, restoreRows } from '@common/kit/sql/rows';
import { fileOf, type ServiceDatabase } from '../databases.ts';
import type { CopiedDatabase } from './manifest.ts';
import { checkPlaced } from './sqlite-place.ts';

/** Whether a PostgreSQL database is one that a copy can be put into: then nothing need be moved. */
export async function freeDatabase(setting: string, url: string): Promise<Result<null, 'place_taken'>> {
  const database = await openDatabase<unknown>({ url });
  try {
    if (await isEmpty(database)) return ok(null);
    return fail('place_taken', `${setting}: this database has tables already: name an empty one.`);
  } finally {
    await database.close();
  }
}

/** Puts a copied database into its place, which is free. Throws if PostgreSQL's is not. */
export async function placeDatabase(
  folder: string,
  copied: CopiedDatabase,
  { setting, migrations }: ServiceDatabase,
  url: string,
): Promise<void> {
  const source = join(folder, copied.file);
  const target = fileOf(url);
  if (target !== null) {
    await placeFile(source, target);
    return checkPlaced(setting, target);
  }
  const database = await openDatabase<unknown>({ url, postgres: { statementTimeoutMs: 0 } });
  try {
    const applied = Object.entries(migrations).filter(([name]) => copied.migrations.includes(name));
    await restoreRows(database, Object.fromEntries(applied), source);
  } catch (cause) {
    throw new Error(`${setting}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  } finally {
    await database.close();
  }
}

/** INVARIANT: a service that starts finds the whole file or none. */
async function placeFile(source: string, target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 });
  const draft = `${target}.part`;
  await copyFile(source, draft);
  await chmod(draft, 0o600);
  const handle = await open(draft, 'r+');
  await handle.sync();
  await handle.close();
  await rename(draft, target);
}
