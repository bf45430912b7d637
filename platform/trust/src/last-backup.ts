import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceKeyFile } from '@common/kit/private-file';

const FILE = 'last-backup.json';

/**
 * When a backup last held the authority's database: milliseconds since the epoch. Before the first, when this keys folder
 * was made or restored, since when something could be lost.
 */
export async function lastBackup(keysDir: string): Promise<number> {
  const text = await readFile(join(keysDir, FILE), 'utf8').catch(() => '{}');
  const at = atOf(text);
  return Number.isNaN(at) ? (await stat(join(keysDir, 'deployment.id'))).mtimeMs : at;
}

/** Notes that a backup is whole. `at`: the instant that it shows. */
export async function keepLastBackup(keysDir: string, at: string): Promise<void> {
  await replaceKeyFile(join(keysDir, FILE), `${JSON.stringify({ at })}\n`, 'public');
}

function atOf(text: string): number {
  try {
    const value = JSON.parse(text) as { readonly at?: unknown } | null;
    return typeof value?.at === 'string' ? Date.parse(value.at) : Number.NaN;
  } catch {
    return Number.NaN;
  }
}
