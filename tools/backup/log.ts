import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openDatabase } from '@common/kit/sql/database';
import { headBesidePlaces, openKeptFiles } from '@platform/authority/adapters/kept-files';
import { openReceiptFolder } from '@platform/authority/adapters/receipt-folder';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import { checkLogKept } from '@platform/authority/use-cases/continuity';
import { SignedTreeHead } from '@platform/core/objects/log';
import { Value } from 'typebox/value';
import { DATABASES, fileOf, urlOf } from '../databases.ts';
import { withStore } from '../doctor/log.ts';
import type { Manifest } from './manifest.ts';
import { type Environment, foldersOf, ifThere } from './places.ts';

const RESTORE =
  'start enforcement point and gateway, run npx sanad authority restore, then start the authority.';

export const WHERE_SETTINGS_ARE =
  'in .env or the file that SANAD_ENV_FILE names, under systemd in /etc/sanad/sanad.env';

/**
 * INVARIANT: no backup is made, and so no older one deleted, if the settings name a database that does not
 * hold the log: the kept head beside the keys then knows of more entries than the database has.
 */
export async function checkLogIsHere(env: Environment): Promise<Result<void, 'log_not_here'>> {
  const { keys } = foldersOf(env);
  // This runs before the database is read, because the database only grows.
  const known = await entriesKept(keys);
  if (known === 0) return ok(undefined);
  let size: number | null;
  try {
    size = await withStore(env, async (store) => (await store.treeHead(null))?.tree_head.tree_size ?? 0);
  } catch (cause) {
    throw new Error(`authority: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
  if (size !== null && size >= known) return ok(undefined);
  const has = size === null ? 'is not there, or empty' : `has ${size}`;
  const set = (env.AUTHORITY_DATABASE_URL ?? '') === '' ? 'is not set here' : 'may name another database';
  return fail(
    'log_not_here',
    `The log had ${known} entries, as ${keys} remembers, but the database that the settings name here ${has}. AUTHORITY_DATABASE_URL ${set}: set all *_DATABASE_URL where this command reads them, ${WHERE_SETTINGS_ARE}. If the database is lost, put back the newest backup; --only takes the other databases.`,
  );
}

async function entriesKept(keys: string): Promise<number> {
  const file = join(keys, KEPT_HEAD);
  const text = await ifThere(readFile(file, 'utf8'));
  if (text !== null && headIn(text) === null) {
    throw new Error(
      `${file} is no head of a log: put it back as it was, from another copy of the keys folder.`,
    );
  }
  return (await newestKeptHead(keys))?.tree_head.tree_size ?? 0;
}

export const KEPT_HEAD = 'kept/log-head.json';

/** The larger one of the head's own file, which follows within a second, and the newest beside the places. */
export async function newestKeptHead(keys: string): Promise<SignedTreeHead | null> {
  const settled = headIn((await ifThere(readFile(join(keys, KEPT_HEAD), 'utf8'))) ?? '');
  const beside = await headBesidePlaces(keys);
  if (settled === null || beside === null) return settled ?? beside;
  return beside.tree_head.tree_size > settled.tree_head.tree_size ? beside : settled;
}

export function headIn(text: string): SignedTreeHead | null {
  try {
    const head: unknown = JSON.parse(text);
    return Value.Check(SignedTreeHead, head) ? head : null;
  } catch {
    return null;
  }
}

/** Says what the authority's log lacks, as far as anything here remembers, and what to do. */
export async function checkContinuity(env: Environment, { at }: Manifest): Promise<readonly string[]> {
  const { keys, receipts } = foldersOf(env);
  if (!existsSync(join(keys, 'deployment.id'))) {
    return [
      `${keys} has no keys: put them back before anything starts (--keys), or a new deployment is made there.`,
    ];
  }
  const authority = DATABASES.find(({ name }) => name === 'authority');
  const url = authority === undefined ? null : urlOf(authority, env);
  if (url === null || (fileOf(url) !== null && !existsSync(fileOf(url) ?? ''))) return [];
  const database = await openDatabase<AuthoritySchema>({ url });
  try {
    // The folder of receipts may be a different one, or lack some. The authority writes each file again.
    await database.db.updateTable('receipt_files').set({ next_leaf: 0 }).execute();
    const store = createSqlStore(database);
    const size = (await store.treeHead(null))?.tree_head.tree_size ?? 0;
    const kept = await openKeptFiles(keys);
    const continued = await checkLogKept({ store, kept, crypto: nodeCrypto });
    const inFiles = await largestIn(receipts);
    const known = Math.max((await kept.head())?.tree_head.tree_size ?? 0, inFiles);
    if (known > size) {
      return [`Log: its size is ${size}, but size ${known} is known here: ${RESTORE}`];
    }
    if (!continued.ok) return [`Log: ${continued.error.message}`];
    return [
      `Log: its size is ${size}, and nothing here knows of more. If receipts were made after ${at}, put their files into ${receipts}, and ${RESTORE}`,
      'Start the services here only if those that were backed up never run again: both would be two logs under one id.',
    ];
  } finally {
    await database.close();
  }
}

/** The ids of the logs in which the receipts were entered. */
async function largestIn(folder: string): Promise<number> {
  let largest = 0;
  for await (const { status } of openReceiptFolder(folder, Date.now).all()) {
    largest = Math.max(largest, status.log?.tree_head.tree_size ?? 0);
  }
  return largest;
}
