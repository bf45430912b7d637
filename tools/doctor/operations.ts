import type { Database } from '@common/kit/sql/database';
import type { AuthoritySchema } from '@platform/authority/store/schema';
import { createFigureStore } from '@platform/authority/telemetry/figures.sql';
import type { PepSchema } from '@platform/pep/store/schema';
import { createSqlStore } from '@platform/pep/store/sql-store';
import { openToRead } from './databases.ts';
import { type Environment, type Finding, found } from './report.ts';

/** An operation takes seconds: one that is older than this was left by something. */
const LATE_MS = 60_000;

/**
 * Reports operations that nobody finished, and those that wait for a principal's decision, from the databases: the
 * services need not run, and after a crash they do not.
 */
export async function checkOperations(env: Environment, now: number): Promise<readonly Finding[]> {
  const [unfinished, doubts] = await Promise.all([
    readFrom<PepSchema>('PEP_DATABASE_URL', 'intent', env, (database) => unfinishedIn(database, now)),
    readFrom<AuthoritySchema>('AUTHORITY_DATABASE_URL', 'action_grant', env, doubtsIn),
  ]);
  const all = [...unfinished, ...doubts];
  return all.length === 0 ? [found.ok('operations', 'none is unfinished, none is in doubt')] : all;
}

async function readFrom<Schema>(
  setting: string,
  table: string,
  env: Environment,
  read: (database: Database<Schema>) => Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  let database: Database<Schema> | null = null;
  try {
    database = await openToRead<Schema>(setting, env);
    if (database === null) return [];
    const tables = await database.db.introspection.getTables();
    return tables.some(({ name }) => name === table) ? await read(database) : [];
  } catch {
    return [found.warn('operations', `not looked at: ${setting} cannot be read; see above`)];
  } finally {
    await database?.close();
  }
}

async function unfinishedIn(database: Database<PepSchema>, now: number): Promise<readonly Finding[]> {
  const since = await createSqlStore(database).oldestUnfinished();
  if (since === null || now - since < LATE_MS) return [];
  const text = `the oldest that is not finished was presented at ${instant(since)}, and may have happened: the enforcement point finishes it once it runs, with authority and counterparty. Until then, do not do it in another way`;
  return [found.warn('unfinished', text)];
}

async function doubtsIn(database: Database<AuthoritySchema>): Promise<readonly Finding[]> {
  const { count, since } = await createFigureStore(database).doubts();
  if (since === null) return [];
  const which = count === 1 ? 'one operation waits' : `${count} operations wait, the oldest`;
  const text = `${which} since ${instant(since)} for its principal to say what became of it: npx sanad grant settle <grant_id>, or /in-doubt`;
  return [found.warn('in doubt', text)];
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
