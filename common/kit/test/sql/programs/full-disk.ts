/** A process of `write-probe.test.ts`, which may write no file beyond a limit: fills its database, and asks the probe. */

import { createWriteProbe } from '@common/kit/sql/write-probe';
import { sql } from 'kysely';
import { openDatabase, write } from '../../../src/sql/database.ts';

const database = await openDatabase({ url: process.argv[2] ?? '' });
await sql`create table blob (bytes text)`.execute(database.db);
const probe = createWriteProbe(database, { everyMs: 0 });
const isWell = () =>
  probe().then(
    ({ ok }) => ok,
    () => false,
  );
const before = await isWell();
let written = 0;
try {
  for (; written < 10_000; written += 1) {
    await write(database, (db) => sql`insert into blob values (${'x'.repeat(10_000)})`.execute(db));
  }
} catch {
  // The disk is full, as far as this process can tell.
}
// A small write may still fit in what the last large one left; each of these takes a page of it.
let after = await isWell();
for (let asked = 0; asked < 5 && after; asked += 1) after = await isWell();
process.stdout.write(`${JSON.stringify({ before, written, after })}\n`);
process.exit();
