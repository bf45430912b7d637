import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { failureCodeOf } from '@common/kit/failures';
import { type Database, openDatabase } from '@common/kit/sql/database';
import { sql } from 'kysely';
import { fileOf, type ServiceDatabase } from '../databases.ts';
import { quickCheck } from './quick-check.ts';
import { type Finding, found } from './report.ts';

/** How long one database may be checked. */
const LIMIT_MS = 30_000;
/** A file of this size is checked in a moment, and needs no process of its own. */
const SMALL_BYTES = 32 * 1_048_576;
const WORDS = 'npx sanad restore <the newest backup> --aside (docs/operations/backup-and-restore.md)';

/** Which database, of which service. */
type Named = Pick<ServiceDatabase, 'name' | 'setting'>;

/** A database that its service cannot read. */
function damaged({ name, setting }: Named, why: string): Finding {
  return found.fail(
    setting,
    `damaged, so ${name} cannot start or fails: ${why}. Stop everything, then run ${WORDS}`,
  );
}

/** Checks the pages of a database; nothing is said of whole ones. */
export async function checkIntegrity(known: Named, url: string): Promise<readonly Finding[]> {
  const file = fileOf(url);
  try {
    return file === null ? await readTables(known, url) : await checkFile(known, file);
  } catch (error) {
    if (failureCodeOf(error) !== 'database_damaged') throw error;
    return [damaged(known, error instanceof Error ? error.message : String(error))];
  }
}

async function checkFile(known: Named, file: string): Promise<readonly Finding[]> {
  const { size } = await stat(file);
  const faults = size <= SMALL_BYTES ? quickCheck(file) : await checkApart(file);
  if (faults === null) return [unfinished(known, 'not all of its pages were checked')];
  const [first] = faults;
  return first === undefined ? [] : [damaged(known, first.replace(/^\*\*\* in database main \*\*\*\s*/, ''))];
}

/** Null if there was no time to finish. */
async function checkApart(file: string): Promise<readonly string[] | null> {
  const program = join(import.meta.dirname, 'quick-check-program.ts');
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [program, file], { timeout: LIMIT_MS });
    return JSON.parse(stdout);
  } catch (error) {
    if (error instanceof Error && 'killed' in error && error.killed === true) return null;
    return [error instanceof Error && 'stderr' in error ? lastLine(String(error.stderr)) : String(error)];
  }
}

function lastLine(text: string): string {
  return /Error: (.+)/.exec(text)?.[1] ?? 'it cannot be read';
}

function unfinished({ setting }: Named, what: string): Finding {
  return found.warn(setting, `${what} within ${LIMIT_MS / 1_000} s: check it at a quiet time`);
}

interface CatalogueRow {
  readonly name: string;
}

/**
 * Reads all rows of each table, so that the server checks the pages' checksums. Its extension `amcheck` sees
 * more, damaged indexes too, but only a superuser may use it.
 */
async function readTables(known: Named, url: string): Promise<readonly Finding[]> {
  const database: Database<unknown> = await openDatabase({ url, postgres: { statementTimeoutMs: LIMIT_MS } });
  try {
    const until = performance.now() + LIMIT_MS;
    const tables = await sql<CatalogueRow>`select tablename as name from pg_tables
      where schemaname = current_schema()`.execute(database.db);
    const left = tables.rows.map(({ name }) => name);
    for (let name = left.pop(); name !== undefined; name = left.pop()) {
      if (performance.now() > until) return [unfinished(known, `${left.length + 1} tables were not read`)];
      await sql`select count(*) from ${sql.table(name)}`.execute(database.db);
    }
    return [];
  } catch (error) {
    if (failureCodeOf(error) !== 'database_timeout') throw error;
    return [unfinished(known, 'not all of its tables were read')];
  } finally {
    await database.close();
  }
}
