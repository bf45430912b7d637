import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceKeyFile } from '@common/kit/private-file';

const FILE = 'last-backup.json';

/**
 * When a backup last held the authority's database, in milliseconds since the epoch. Before the first backup,
 * when this keys folder was made or restored, since data could be lost from then on.
 */
export async function lastBackup(keysDir: string): Promise<number> {
  return (await notedBackup(keysDir)) ?? (await stat(join(keysDir, 'deployment.id'))).mtimeMs;
}

/** The time in milliseconds since the epoch; null before the first backup. */
export async function notedBackup(keysDir: string): Promise<number | null> {
  const { at } = await readNote(keysDir);
  const atMs = typeof at === 'string' ? Date.parse(at) : Number.NaN;
  return Number.isNaN(atMs) ? null : atMs;
}

/** The names of the databases in the last backup; none if that is not known. */
export async function databasesOfLastBackup(keysDir: string): Promise<readonly string[]> {
  const { databases } = await readNote(keysDir);
  return Array.isArray(databases) ? databases.filter((name) => typeof name === 'string') : [];
}

/** Notes that a backup of these databases is complete. `at` is the instant that it shows. */
export async function keepLastBackup(
  keysDir: string,
  at: string,
  databases: readonly string[],
): Promise<void> {
  await replaceKeyFile(join(keysDir, FILE), `${JSON.stringify({ at, databases })}\n`, 'public');
}

interface Note {
  readonly at?: unknown;
  readonly databases?: unknown;
}

async function readNote(keysDir: string): Promise<Note> {
  try {
    return (JSON.parse(await readFile(join(keysDir, FILE), 'utf8')) as Note | null) ?? {};
  } catch {
    return {};
  }
}
