import pg from 'pg';
import { startPostgres } from './postgres.ts';

/** Copies of all tables as the migrations leave them, since some have a first row. */
const KEEP = `do $$ declare t record; begin
  create schema first;
  for t in select tablename as name from pg_tables where schemaname = 'public' loop
    execute format('create table first.%I as table public.%I', t.name, t.name);
  end loop;
end $$`;

/** Restores the tables, whatever references or triggers they have. */
const RESTORE = `do $$ declare t record; begin
  perform set_config('session_replication_role', 'replica', true);
  for t in select tablename as name from pg_tables where schemaname = 'first' loop
    execute format('delete from public.%I', t.name);
    execute format('insert into public.%I select * from first.%I', t.name, t.name);
  end loop;
end $$`;

/**
 * Makes one PostgreSQL database for the tests of a file, which run one after the other. Each call returns its
 * address, with the tables as `migrateAt` left them. Making and migrating one costs half a second.
 */
export function sharedPostgres(migrateAt: (url: string) => Promise<void>): () => Promise<string> {
  let made: Promise<string> | undefined;
  const make = async (): Promise<string> => {
    const { url } = await startPostgres();
    await migrateAt(url);
    await execute(url, KEEP);
    return url;
  };
  return async () => {
    if (made === undefined) {
      made = make();
      return made;
    }
    await execute(await made, RESTORE);
    return made;
  };
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
