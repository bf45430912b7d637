import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT, type Stage } from './stage.ts';

/** `--keep <folder>` of the command line; null without it. */
export function folderToKeep(args: readonly string[]): string | null {
  const [option, folder] = args;
  if (option === undefined) return null;
  if (option === '--keep' && folder !== undefined && args.length === 2) return folder;
  throw new Error('usage: npm run demo [-- --keep <folder>]');
}

/**
 * Writes what the demo made into a folder, as JSON, before its own folder goes away: receipts, mandates, grants and profiles as
 * they are passed on, with the plugins’ manifests and everybody’s public keys, for programs of others to read.
 */
export async function keepObjects(stage: Stage, folder: string): Promise<void> {
  const listed = async (...line: readonly string[]): Promise<unknown> =>
    JSON.parse((await stage.sanad(...line, '--json')).out);
  const objects = {
    receipts: await listed('receipt', 'list', '--all'),
    mandates: await listed('mandate', 'list'),
    grants: await listed('grant', 'list'),
    profiles: await jsonFiles(join(stage.folder, 'profiles/history')),
    manifests: await manifests(),
    keys: await listed('keys', 'list'),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, value] of Object.entries(objects)) {
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(value, null, 2)}\n`);
  }
}

async function jsonFiles(folder: string): Promise<readonly unknown[]> {
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
}

async function manifests(): Promise<readonly unknown[]> {
  const plugins = join(ROOT, 'platform/plugins');
  const names = (await readdir(plugins)).sort();
  return Promise.all(
    names.map(async (name) => JSON.parse(await readFile(join(plugins, name, 'manifest.json'), 'utf8'))),
  );
}
