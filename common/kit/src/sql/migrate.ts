import { type Kysely, sql } from 'kysely';
import { type Migration as KyselyMigration, Migrator } from 'kysely/migration';
import type { Database } from './database.ts';
import type { Engine } from './url.ts';

/** One step forward for the schema. There is no step back: the next migration corrects a mistake. */
export type Migration = (db: Kysely<unknown>, engine: Engine) => Promise<void>;

/** Names sort by their number under any collation. */
const NAME = /^\d{4}-[a-z0-9]+(-[a-z0-9]+)*$/;

/**
 * Runs the migrations that this database has not had yet, in order of their names (`0001-first-tables`), all
 * in one transaction: a failure or a crash leaves the schema as it was. Processes that start together wait
 * for each other (an advisory lock on PostgreSQL, the file's write lock on SQLite). Returns the names applied
 * now.
 *
 * Throws if a migration fails, and if the database has had one that this program does not know: it then
 * belongs to a newer version.
 */
export async function migrate<Schema>(
  database: Database<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const wrong = Object.keys(migrations).find((name) => !NAME.test(name));
  if (wrong !== undefined) throw new Error(`migration name "${wrong}" is not of the form 0001-what-it-does`);
  return database.db.connection().execute(async (connection) => {
    if (database.engine === 'sqlite') {
      // An index of a large table is sorted whole.
      await sql`pragma temp_store = file`.execute(connection);
      try {
        return await runMigrator(connection, database.engine, migrations);
      } finally {
        await sql`pragma temp_store = memory`.execute(connection);
      }
    }
    // Waiting for another process's migrations, or for a long one of our own, is not a runaway statement.
    await sql`select set_config('statement_timeout', '0', false), set_config('idle_in_transaction_session_timeout', '0', false)`.execute(
      connection,
    );
    try {
      return await runMigrator(connection, database.engine, migrations);
    } finally {
      await sql`reset statement_timeout`.execute(connection);
      await sql`reset idle_in_transaction_session_timeout`.execute(connection);
    }
  });
}

/** Like `migrate`, on one connection or in an open transaction, whose fate the schema then shares. */
export async function runMigrator<Schema>(
  connection: Kysely<Schema>,
  engine: Engine,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const steps: Record<string, KyselyMigration> = {};
  for (const [name, migration] of Object.entries(migrations)) {
    steps[name] = { up: (db) => migration(db, engine) };
  }
  const migrator = new Migrator({ db: connection, provider: { getMigrations: async () => steps } });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw explain(error, results.find((step) => step.status === 'Error')?.migrationName);
  return results.map((step) => step.migrationName);
}

function explain(cause: unknown, name: string | undefined): Error {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (name !== undefined) return new Error(`migration ${name} failed: ${message}`, { cause });
  const unknown = /previously executed migration (\S+) is missing/.exec(message)?.[1];
  if (unknown !== undefined) {
    return new Error(
      `the database was written by a newer version of this program (it has had ${unknown}): run that version, or restore a backup of this one`,
      { cause },
    );
  }
  return new Error(`the database could not be migrated: ${message}`, { cause });
}
