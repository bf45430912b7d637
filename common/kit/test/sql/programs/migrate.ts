/** A process of `migrate.test.ts`: waits for a line on standard input, then migrates the database given as argument 1. */

import { openDatabase } from '../../../src/sql/database.ts';
import { migrateSlowly } from '../migrate-slowly.ts';

const database = await openDatabase({ url: process.argv[2] ?? '' });
process.stdout.write('ready\n');
await new Promise((resolve) => process.stdin.once('data', resolve));
const applied = await migrateSlowly(database);
await database.close();
process.stdout.write(`${JSON.stringify(applied)}\n`);
process.exit();
