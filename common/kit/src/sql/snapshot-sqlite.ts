import { chmodSync, closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import type { LockedDatabase, Snapshot } from './locked.ts';

const FILE_MODE = 0o600;
/** Pages copied between two turns of the event loop. */
const PAGES = 1_024;

/**
 * Makes the file's writers wait. Throws if there is no such file, or if it remains locked for `timeoutMs`.
 */
export function lockSqlite(file: string, timeoutMs: number): LockedDatabase {
  if (!existsSync(file)) throw new Error(`there is no file ${file}`);
  const writers = new DatabaseSync(file, { timeout: timeoutMs });
  try {
    writers.exec('begin immediate');
  } catch (error) {
    writers.close();
    throw error;
  }
  return {
    snapshot: async () => snapshotSqlite(file),
    async unlock() {
      // Closing rolls back; nothing was written.
      if (writers.isOpen) writers.close();
    },
  };
}

function snapshotSqlite(file: string): Snapshot {
  const source = new DatabaseSync(file, { readOnly: true });
  source.exec('begin');
  // The first read fixes the instant. The online backup then copies from this transaction.
  const tables = source.prepare("select name from sqlite_schema where type = 'table'").all();
  const isMigrated = tables.some(({ name }) => name === 'kysely_migration');
  const applied = isMigrated ? source.prepare('select name from kysely_migration order by name').all() : [];
  return {
    engine: 'sqlite',
    migrations: applied.map(({ name }) => String(name)),
    copyTo: (target) => copySqlite(source, target),
    async close() {
      if (source.isOpen) source.close();
    },
  };
}

async function copySqlite(source: DatabaseSync, file: string): Promise<void> {
  closeSync(openSync(file, 'wx', FILE_MODE));
  await backup(source, file, { rate: PAGES });
  const copy = new DatabaseSync(file);
  try {
    // The result is one file, with nothing beside it.
    copy.exec('pragma journal_mode = delete');
    const [problem] = copy.prepare('pragma integrity_check(1)').all();
    if (problem?.integrity_check !== 'ok')
      throw new Error(`the copy is damaged: ${problem?.integrity_check}`);
  } finally {
    copy.close();
  }
  chmodSync(file, FILE_MODE);
  const written = openSync(file, 'r+');
  fsyncSync(written);
  closeSync(written);
}
