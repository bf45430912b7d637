import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import { startPostgres } from '@common/kit/testing/postgres';
import type { Deployment } from '../../deployment.ts';
import { folderVariables } from '../../people.ts';

const SERVICES = ['authority', 'pep', 'gateway', 'bank'] as const;

interface Ran {
  readonly code: number;
  readonly text: string;
}

/** The settings of a place. */
function settings({ folder, folders, databases, urls }: Deployment): Record<string, string> {
  const names = Object.entries(databases).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]);
  return {
    ...folderVariables(folders),
    ...Object.fromEntries(names),
    DATABASE_URL: `sqlite:${join(folder, 'screener.sqlite')}`,
    RECEIPTS_DIR: join(folder, 'out'),
    SECRETS_DIR: join(folder, 'secrets'),
    ...{ PEP_URL: urls.pep, GATEWAY_URL: urls.gateway },
  };
}

/** Ends all services, and starts them in another place: none of the one speaks to any of the other. */
export async function moveTo(d: Deployment, place: Deployment): Promise<void> {
  for (const name of SERVICES) await d.kill(name);
  for (const name of SERVICES) await d.restart(name, place === d ? {} : settings(place));
}

/** `npx sanad ...`, with the settings of a place. */
export function run(place: Deployment, ...words: readonly string[]): Promise<Ran> {
  const env = { ...process.env, ...settings(place) };
  return new Promise((resolve) => {
    execFile(process.execPath, [join(REPOSITORY, 'bin/sanad.cjs'), ...words], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), text: `${out}${err}` });
    });
  });
}

/** The same services, in a place of their own, where nothing is yet. */
export async function elsewhere(d: Deployment, name: string): Promise<Deployment> {
  const folder = join(d.folder, name);
  await mkdir(folder);
  const databases: Record<string, string> = {};
  for (const [each, url] of Object.entries(d.databases)) {
    const isFile = url.startsWith('sqlite:');
    databases[each] = isFile ? `sqlite:${join(folder, `${each}.sqlite`)}` : (await startPostgres()).url;
  }
  const folders = {
    ...d.folders,
    keys: join(folder, 'keys'),
    profiles: join(folder, 'profiles'),
    mandates: join(folder, 'mandates'),
  };
  return { ...d, folder, folders, databases: { ...d.databases, ...databases } };
}

/** Options that name a passphrase. */
export async function passphrase(d: Deployment): Promise<readonly string[]> {
  const file = join(d.folder, 'passphrase');
  await writeFile(file, 'correct horse battery staple\n', { mode: 0o600 });
  return ['--passphrase-file', file];
}
