import pg from 'pg';

/** Runs SQL of many statements. */
export async function runPostgresScript(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
