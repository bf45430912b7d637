import { quickCheck } from './quick-check.ts';

/** Checks the file in a process of its own, which can be ended: SQLite occupies its thread until it is done. */
process.stdout.write(JSON.stringify(quickCheck(process.argv[2] ?? '')));
