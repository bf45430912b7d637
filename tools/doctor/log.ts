import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nodeCrypto } from '@common/evidence/node';
import { readConfig } from '@common/kit/config';
import { REPOSITORY } from '@common/kit/repository';
import type { Database } from '@common/kit/sql/database';
import { openKeptFiles } from '@platform/authority/adapters/kept-files';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createSqlStore } from '@platform/authority/store/sql-store';
import type { AuthorityStore } from '@platform/authority/store/store';
import { checkLogKept } from '@platform/authority/use-cases/continuity';
import { verifyLog } from '@platform/authority/use-cases/verify-log';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { openDeploymentId } from '@platform/keys/deployment-id';
import { watchPublicKeys } from '@platform/keys/key-files/keys';
import { SCREENER_CONFIG } from '@screener/service/config';
import { openToRead } from './databases.ts';
import { type Environment, type Finding, found } from './report.ts';

const MINUTE_MS = 60_000;
const SHOWN_FAULTS = 5;

/**
 * Checks that the log of the authority's database is complete, and not behind the kept head beside the keys.
 */
export async function checkLog(keysDir: string, env: Environment): Promise<readonly Finding[]> {
  const whole = await withStore(env, async (store) => {
    const findings = existsSync(join(keysDir, 'kept', 'revocations')) ? await checkKept(store, keysDir) : [];
    if (!existsSync(join(keysDir, 'deployment.id')))
      return [...findings, found.fail('log', 'not checked: SERVICE_KEYS_DIR has no deployment.id')];
    const deployment = await openDeploymentId(keysDir);
    const readKeys = watchPublicKeys(keysDir);
    const keys = async () => readKeyRegistry(nodeCrypto, deployment, await readKeys()).keys;
    const faults = await verifyLog({ store, keys, crypto: nodeCrypto });
    const size = (await store.treeHead(null))?.tree_head.tree_size ?? 0;
    if (faults.length === 0) return [...findings, found.ok('log', `${size} leaves, intact`)];
    const shown = faults
      .slice(0, SHOWN_FAULTS)
      .map(({ leafIndex, message }) => found.fail(leafIndex === null ? 'log' : `leaf ${leafIndex}`, message));
    const advice = `${faults.length} faults; all of them: npx sanad authority fsck. Restore a backup, then npx sanad authority restore`;
    return [...findings, ...shown, found.fail('log', advice)];
  });
  if (whole !== null) return whole;
  const isKept = ['log-head.json', 'receipts.jsonl'].some((file) => existsSync(join(keysDir, 'kept', file)));
  return isKept
    ? [
        found.fail(
          'log',
          'the database is gone, but a head of its log is kept: put back the newest backup, or run npx sanad authority restore',
        ),
      ]
    : [found.ok('log', 'not there yet')];
}

async function checkKept(store: AuthorityStore, keysDir: string): Promise<readonly Finding[]> {
  const kept = await openKeptFiles(keysDir);
  const continued = await checkLogKept({ store, kept, crypto: nodeCrypto });
  if (!continued.ok) return [found.fail('kept head', continued.error.message)];
  const size = (await kept.head())?.tree_head.tree_size ?? 0;
  return [found.ok('kept head', `of ${size} leaves, contained in the log`)];
}

/** Compares the clock with past signatures and filings, which must be earlier. Uses no network. */
export async function checkClock(env: Environment, now: number): Promise<readonly Finding[]> {
  const head = await withStore(
    env,
    async (store) => (await store.treeHead(null))?.tree_head.timestamp ?? null,
  );
  const marks = [
    { what: 'the newest head of the log', at: head },
    { what: 'the filings of the snapshot', at: await snapshotDate(env) },
  ].filter((mark): mark is { what: string; at: string } => mark.at !== null);
  const clock = new Date(now).toISOString();
  const late = marks.filter(({ at }) => Date.parse(at) > now + MINUTE_MS);
  if (late.length > 0)
    return late.map(({ what, at }) =>
      found.fail('clock', `it says ${clock}, but ${what} is of ${at}: set the clock (time synchronisation)`),
    );
  const after = marks.map(({ what, at }) => `${what} (${at})`).join(' and ');
  return [found.ok('clock', `${clock}${after === '' ? '' : `, after ${after}`}`)];
}

async function snapshotDate(env: Environment): Promise<string | null> {
  const read = readConfig({ SNAPSHOT_DIR: SCREENER_CONFIG.SNAPSHOT_DIR }, env, REPOSITORY);
  if (!read.ok) return null;
  const text = await readFile(join(read.value.config.SNAPSHOT_DIR, 'manifest.json'), 'utf8').catch(
    () => null,
  );
  return text === null ? null : (/"as_of": *"(\d{4}-\d{2}-\d{2})"/.exec(text)?.[1] ?? null);
}

/** Opens the authority's database read-only. Null if it, or its tables, do not exist yet. */
export async function withStore<Value>(
  env: Environment,
  work: (store: AuthorityStore, database: Database<AuthoritySchema>) => Promise<Value>,
): Promise<Value | null> {
  const database = await openToRead<AuthoritySchema>('AUTHORITY_DATABASE_URL', env);
  if (database === null) return null;
  try {
    const tables = await database.db.introspection.getTables();
    if (tables.length === 0) return null;
    return await work(createSqlStore(database), database);
  } finally {
    await database.close();
  }
}
