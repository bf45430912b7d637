/** Starts PostgreSQL, prints where it is, then ends in the way that argument 1 says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@common/kit/testing/postgres';
import pg from 'pg';

const { url } = await startPostgres();
const client = new pg.Client({ connectionString: url });
await client.connect();
const { rows } = await client.query<{ data_directory: string }>('show data_directory');
await client.end();
const directory = rows[0]?.data_directory ?? '';
const pid = Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
process.stdout.write(`${JSON.stringify({ directory, pid })}\n`);

const ending = process.argv[2];
if (ending === 'throw') throw new Error('the test failed');
if (ending === 'exit') process.exit(3);
if (ending === 'hang') setInterval(() => {}, 1_000);
