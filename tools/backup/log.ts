import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@common/kit/sql';
import { receiptFiles } from '@platform/authority/adapters/files';
import { openKeptFiles } from '@platform/authority/adapters/kept-files';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import { checkLogKept } from '@platform/authority/use-cases/continuity';
import { nodeCrypto } from '@platform/proof/node';
import { DATABASES, fileOf, urlOf } from '../databases.ts';
import type { Manifest } from './manifest.ts';
import { type Environment, foldersOf } from './places.ts';

const RESTORE =
  'start enforcement point and gateway, run npx sanad authority restore, then start the authority.';

/** What the authority's log lacks, as far as anything here remembers, and what to do. */
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
    // The folder of receipts may be another one, or lack some: the authority writes each file again.
    await database.db.updateTable('receipt').set({ is_exported: false }).execute();
    const store = createSqlStore(database);
    const size = (await store.treeHead(null))?.tree_head.tree_size ?? 0;
    const kept = await openKeptFiles(keys);
    const continued = await checkLogKept({ store, kept, crypto: nodeCrypto });
    const inFiles = await largestIn(receipts);
    const known = Math.max((await kept.head())?.tree_head.tree_size ?? 0, inFiles);
    if (known > size) {
      return [`Log: ${size} entries; ${known} are known here: ${RESTORE}`];
    }
    if (!continued.ok) return [`Log: ${continued.error.message}`];
    return [
      `Log: ${size} entries, and nothing here knows of more. If receipts were made after ${at}, put their files into ${receipts}, and ${RESTORE}`,
      'Start it only if the place that was backed up has ended for good: two would be two logs under one id.',
    ];
  } finally {
    await database.close();
  }
}

/** Of the logs that the receipts there were entered in. */
async function largestIn(folder: string): Promise<number> {
  let largest = 0;
  for await (const { status } of receiptFiles(folder)) {
    largest = Math.max(largest, status.log?.tree_head.tree_size ?? 0);
  }
  return largest;
}
