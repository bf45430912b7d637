import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import type { EventRecord, LogRestored } from '@platform/core/objects/event';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { SignedTreeHead } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { verifySigned } from '@platform/core/signed/signed';
import { type Reply, send } from '../../client.ts';
import type { Deployment } from '../../deployment.ts';
import { until } from '../../wait.ts';
import { authorityCommand } from './commands.ts';

/** What the command prints, or refuses with. */
export async function restore(d: Deployment): Promise<string> {
  return (await authorityCommand(d, 'restore')).text;
}

async function databaseFiles({ databases }: Deployment): Promise<readonly string[]> {
  const file = databases.authority.replace('sqlite:', '');
  const names = await readdir(dirname(file));
  return names.filter((name) => name.startsWith(basename(file))).map((name) => join(dirname(file), name));
}

export async function loseDatabase(d: Deployment): Promise<void> {
  if (d.isRunning('authority')) await d.kill('authority');
  for (const file of await databaseFiles(d)) await rm(file);
}

export async function receipts({ urls }: Deployment): Promise<readonly Receipt[]> {
  return (await send<readonly Receipt[]>(`${urls.authority}/receipts?limit=1000`)).body;
}

export async function head({ urls }: Deployment): Promise<SignedTreeHead> {
  return (await send<SignedTreeHead>(`${urls.authority}/log/head`)).body;
}

/** Waits until the log has the receipts of these answers, and each receipt its file; returns them all. */
export async function allWritten(
  d: Deployment,
  answers: readonly Reply<ToolResult>[],
): Promise<readonly Receipt[]> {
  const made = await until('all receipts', async () => {
    const found = await receipts(d);
    const ids = new Set(found.map(({ receipt_id: id }) => id));
    return answers.every(({ body }) => ids.has(body.receipt_id ?? '')) ? found : null;
  });
  const folder = join(d.folder, 'out');
  await until('all files', async () => {
    // It is made with the first file.
    const names = await readdir(folder).catch((): string[] => []);
    return made.every(({ receipt_id: id }) => names.includes(`${id}.json`)) ? true : null;
  });
  return made;
}

/** The last event of its kind, with the authority's signature checked. */
export async function restored({ urls }: Deployment): Promise<LogRestored> {
  const { body } = await send<readonly EventRecord[]>(`${urls.authority}/events?kind=log_restored`);
  const { body: keys } = await send<KeySet>(`${urls.authority}/.well-known/keys.json`);
  const record = body.at(-1);
  assert.ok(record);
  const { event, event_hash: hash, signature } = record;
  assert.ok(verifySigned(nodeCrypto, { object: event, hash, signature, keys, at: event.at }).ok);
  return record.body as LogRestored;
}
