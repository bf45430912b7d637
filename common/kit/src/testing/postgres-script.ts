import pg from 'pg';
import { openDatabase } from '../sql/database.ts';
import { tablesOf } from '../sql/rows.ts';

const COLUMNS = `
  select format('%I %s%s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
    case when a.attcollation <> t.typcollation then format(' collate %I', c.collname) else '' end,
    case when d.adbin is null then '' else ' default ' || pg_get_expr(d.adbin, d.adrelid) end,
    case when a.attnotnull then ' not null' else '' end) as text
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  left join pg_collation c on c.oid = a.attcollation
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = to_regclass(quote_ident($1)) and a.attnum > 0 and not a.attisdropped order by a.attname`;
/** What is not null is said by the columns. */
const CONSTRAINTS = `
  select format('constraint %I %s', conname, pg_get_constraintdef(oid)) as text from pg_constraint
  where conrelid = to_regclass(quote_ident($1)) and contype in ('p', 'u', 'c', 'f') order by contype, conname`;
const INDEXES = `
  select pg_get_indexdef(i.indexrelid) || ';' as text from pg_index i
  where i.indrelid = to_regclass(quote_ident($1))
    and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid) order by 1`;

/** By table, each after those that it refers to: statements that make the schema of a database again. */
export async function postgresSchema(url: string): Promise<ReadonlyMap<string, string>> {
  const { db, close } = await openDatabase<unknown>({ url });
  const tables = await tablesOf(db).finally(close);
  return withClient(url, async (client) => {
    const textOf = async (query: string, table: string): Promise<readonly string[]> =>
      (await client.query<{ text: string }>(query, [table])).rows.map(({ text }) => text);
    const schema = new Map<string, string>();
    for (const table of tables) {
      const parts = [...(await textOf(COLUMNS, table)), ...(await textOf(CONSTRAINTS, table))];
      const indexes = await textOf(INDEXES, table);
      schema.set(table, [`create table "${table}" (\n  ${parts.join(',\n  ')}\n);`, ...indexes].join('\n'));
    }
    return schema;
  });
}

/** Runs SQL of many statements. */
export function runPostgresScript(url: string, text: string): Promise<void> {
  return withClient(url, async (client) => {
    await client.query(text);
  });
}

async function withClient<Value>(url: string, work: (client: pg.Client) => Promise<Value>): Promise<Value> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
