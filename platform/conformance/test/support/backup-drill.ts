import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REPOSITORY } from '@common/kit/repository';
import type { Engine } from '@common/kit/sql/url';
import { startPostgres } from '@common/kit/testing/postgres';
import { programArgs } from '@common/kit/testing/programs';
import { audit, fsck, settle } from '../../audit.ts';
import { createClient } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { finishGrants, startLoad } from '../../load.ts';
import { folderVariables } from '../../people.ts';
import { until } from '../../wait.ts';
import type { Used } from './use-deployment.ts';

const SERVICES = ['authority', 'pep', 'gateway', 'bank'] as const;

export interface Ran {
  readonly code: number;
  readonly text: string;
}

/** The settings of a place. */
export function settings({ folder, folders, databases, urls, log }: Deployment): Record<string, string> {
  const names = Object.entries(databases).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]);
  return {
    ...folderVariables(folders),
    ...Object.fromEntries(names),
    DATABASE_URL: `sqlite:${join(folder, 'screener.sqlite')}`,
    RECEIPTS_DIR: join(folder, 'out'),
    SECRETS_DIR: join(folder, 'secrets'),
    PEP_URL: urls.pep,
    GATEWAY_URL: urls.gateway,
    ...(log === null ? {} : { LOG_ORIGIN: log.origin }),
  };
}

/** Ends all services, and starts them in another place: none of the one speaks to any of the other. */
export async function moveTo(d: Deployment, place: Deployment): Promise<void> {
  await Promise.all(SERVICES.filter((each) => d.isRunning(each)).map((each) => d.kill(each)));
  const env = place === d ? {} : settings(place);
  await Promise.all(SERVICES.map((name) => d.restart(name, env)));
}

/** `npx sanad ...`, with the settings of a place. */
export function run(place: Deployment, ...words: readonly string[]): Promise<Ran> {
  const env = { ...process.env, ...settings(place) };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...programArgs(join(REPOSITORY, 'bin/sanad.cjs')), ...words],
      { env },
      (error, out, err) => {
        resolve({ code: error === null ? 0 : Number(error.code), text: `${out}${err}` });
      },
    );
  });
}

/** The same services, in a place of their own, where nothing is yet; on the engine that they have, or another one. */
export async function elsewhere(
  d: Deployment,
  name: string,
  engine: Engine = engineOf(d),
): Promise<Deployment> {
  const folder = join(d.folder, name);
  await mkdir(folder);
  const databases: Record<string, string> = {};
  for (const each of Object.keys(d.databases)) {
    const isFile = engine === 'sqlite';
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

function engineOf({ databases }: Deployment): Engine {
  return Object.values(databases).every((url) => url.startsWith('sqlite:')) ? 'sqlite' : 'postgres';
}

/** Options that name a passphrase. */
export async function passphrase(d: Deployment): Promise<readonly string[]> {
  const file = join(d.folder, 'passphrase');
  await writeFile(file, 'correct horse battery staple\n', { mode: 0o600 });
  return ['--passphrase-file', file];
}

interface BackedUp {
  readonly backup: string;
  /** Options that name the file of the keys and its passphrase. */
  readonly keys: readonly string[];
  /** What the command said. */
  readonly text: string;
  /** At the end of the load, after the backup. */
  readonly transfers: number;
}

/** Backs up while agents go on, and lets them end. */
export async function backUpUnderLoad({ d, client }: Used): Promise<BackedUp> {
  const backup = join(d.folder, 'backup');
  const keys = ['--keys', join(d.folder, 'keys.backup'), ...(await passphrase(d))];
  const load = await startLoad(client, { workers: 3 });
  await until('some transfers', async () => (load.executed() >= 10 ? true : null));
  const made = await run(d, 'backup', backup, ...keys);
  assert.equal(made.code, 0, made.text);
  const during = load.executed();
  await until('more of them', async () => (load.executed() >= during + 5 ? true : null));
  await load.stop();
  await finishGrants(d, client);
  await settle(d);
  return { backup, keys, text: made.text, transfers: (await audit(d)).transfers };
}

/** Restores it where nothing is, and goes on there: every book agrees, and ends before those of the first place. */
export async function restoreElsewhere(
  { d, client }: Used,
  { backup, keys, transfers }: BackedUp,
  engine?: Engine,
) {
  const there = await elsewhere(d, 'elsewhere', engine);
  const restored = await run(there, 'restore', backup, ...keys);
  assert.equal(restored.code, 0, restored.text);
  await moveTo(d, there);
  await finishGrants(there, createClient(there));
  await settle(there);
  const copied = await audit(there);
  assert.match(await fsck(there), /intact/);
  assert.ok(copied.transfers >= 10 && copied.transfers < transfers, JSON.stringify({ copied, transfers }));
  assert.equal((await client.pay()).body.status, 'executed');
  return { there, text: restored.text };
}
