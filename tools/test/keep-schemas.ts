import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync, gzipSync } from 'node:zlib';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { withTempDir } from '@common/kit/testing';
import { startPostgres } from '@common/kit/testing/postgres';
import { postgresSchema } from '@common/kit/testing/postgres-script';
import { DATABASES } from '../databases.ts';

/**
 * `node tools/test/keep-schemas.ts <folder>`: for a release, writes beside the SQLite databases in a folder (`<name>.sqlite.gz`)
 * the same ones as SQL for PostgreSQL (`postgres/<name>.sql.gz`): tables as the migrations make them today, and the rows.
 * Later versions are tested on both (tools/test/upgrades.test.ts), whatever becomes of the migrations.
 */
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('usage: node tools/test/keep-schemas.ts <folder>');
for (const file of readdirSync(folder).filter((name) => name.endsWith('.sqlite.gz'))) {
  const name = file.slice(0, -'.sqlite.gz'.length);
  const text = await dumpOf(name, gunzipSync(readFileSync(join(folder, file))));
  writeFileSync(join(folder, 'postgres', `${name}.sql.gz`), gzipSync(text, { level: 9 }));
  console.log(`${name}: ${text.length} characters`);
}

async function dumpOf(name: string, bytes: Uint8Array): Promise<string> {
  const migrations = DATABASES.find((each) => each.name === name)?.migrations;
  if (migrations === undefined) throw new Error(`${name} is no service`);
  const { url, drop } = await startPostgres();
  const database = await openDatabase<unknown>({ url });
  try {
    await migrate(database, migrations);
    const schema = await postgresSchema(url);
    return `${[...schema.values(), ...(await rowsIn(bytes, [...schema.keys()]))].join('\n')}\n`;
  } finally {
    await database.close();
    await drop();
  }
}

/** As PostgreSQL reads them: one statement for each row. */
function rowsIn(bytes: Uint8Array, tables: readonly string[]): Promise<readonly string[]> {
  return withTempDir(async (temporary) => {
    const file = join(temporary, 'database.sqlite');
    writeFileSync(file, bytes);
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return tables.flatMap((table) =>
        database
          .prepare(`select * from "${table}"`)
          .all()
          .map((row) => {
            const json = JSON.stringify(row, (_name, value) => (isBytes(value) ? hexOf(value) : value));
            return `insert into "${table}" select * from json_populate_record(null::public."${table}", '${json.replaceAll("'", "''")}');`;
          }),
      );
    } finally {
      database.close();
    }
  });
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}

function hexOf(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}
