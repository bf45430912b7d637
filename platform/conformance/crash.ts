import { killAtRandom } from './random-kills.ts';

/**
 * `npm run crash [-- <kills>] [--postgres]`: kills services at random while agents pay and payees come and go, 200 times by
 * default, and compares all books afterwards. With `--postgres`, it uses PostgreSQL, two authorities and two enforcement
 * points. Exits with 1 if the books differ.
 */
const KILLS = 200;

const [, , ...args] = process.argv;
const kills = Number(args.find((arg) => /^\d+$/.test(arg)) ?? KILLS);
const report = await killAtRandom({
  kills,
  ...(args.includes('--postgres') ? { engine: 'postgres', authorities: 2, peps: 2 } : {}),
});
const counts = (table: Readonly<Record<string, number>>) =>
  Object.entries(table)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
process.stdout.write(
  [
    `kills: ${counts(report.kills)}`,
    `answers to agents: ${counts(report.answers)}`,
    `presented after their gateway had died: ${report.finishedLater}`,
    `transfers at the bank: ${report.transfers}; executed receipts: ${report.executed}; receipts: ${report.receipts}; events: ${report.events}`,
    `mandates whose uses and sums the enforcement points hold exactly: ${report.counted}`,
    `directories: ${report.directories.directories}, whole; entries: ${counts(report.directories.entries)}; answered as recorded: ${report.directories.answered}, each there once and a leaf of the log`,
    `payments to payees that come and go: ${report.directories.paidByEntry}, each in force; calls that left before the answer to a change or an end: ${report.directories.leftBefore}, the closest by ${report.directories.closestMs} ms; after it: none`,
    `money conserved, one receipt per grant, every receipt verified; ${report.log}`,
    `${report.seconds} s\n`,
  ].join('\n'),
);
