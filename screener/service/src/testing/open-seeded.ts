import { rmSync } from 'node:fs';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { readScreenerConfig } from '../config.ts';
import { openScreener, type Screener } from '../open-screener.ts';

/** The environment variable that names the file that `npm test` has seeded for all tests of a run. */
export const SEEDED_VARIABLE = 'SANAD_TEST_SNAPSHOT';

/**
 * Copies to `file` an SQLite store that holds the embedded snapshot, so that a start from it has nothing to
 * seed.
 */
export async function copySeeded(file: string): Promise<void> {
  await copyFile(await seededFile(), file);
}

/** Opens a screener's store without a service, as a process of its own would. */
export async function openStoreAt(file: string, clock: () => number): Promise<Screener> {
  const settings = unwrap(readScreenerConfig({ DATABASE_URL: `sqlite:${file}` }, REPOSITORY));
  return unwrap(await openScreener(settings, clock));
}

/** Seeds the embedded snapshot into a new file, which can be copied. */
export async function seedInto(file: string): Promise<void> {
  const screener = await openStoreAt(file, () => 0);
  // Closing writes everything into the one file.
  await screener.close();
}

let seeded: Promise<string> | undefined;

function seededFile(): Promise<string> {
  const prepared = process.env[SEEDED_VARIABLE];
  if (prepared !== undefined) return Promise.resolve(prepared);
  seeded ??= seedOnce();
  return seeded;
}

async function seedOnce(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'sanad-seeded-'));
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'snapshot.sqlite');
  await seedInto(file);
  return file;
}
