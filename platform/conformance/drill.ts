import { stopUnderLoad } from './stop-rounds.ts';

const USAGE = 'npm run drill -- stop [<rounds>] [--postgres]';
const ROUNDS = 500;

/**
 * `npm run drill -- stop [<rounds>] [--postgres]`: revokes mandates under load, 500 by default, while the bank is
 * killed, paused or cut off, and compares all books after every 25. With `--postgres`, it uses PostgreSQL, two
 * authorities and two enforcement points. Exits with 1 if a call began after the answer, or the books differ.
 */
const [what, ...args] = process.argv.slice(2);
if (what === 'stop') {
  const report = await stopUnderLoad({
    rounds: Number(args.find((arg) => /^[1-9]\d*$/.test(arg)) ?? ROUNDS),
    alone: ['bank', 'authority', 'authority2', 'pep', 'pep2'],
    ...(args.includes('--postgres') ? { engine: 'postgres', authorities: 2, peps: 2 } : {}),
    onProgress: (line) => process.stdout.write(`${line}\n`),
  });
  const counts = (table: Readonly<Record<string, number>>) =>
    Object.entries(table)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  process.stdout.write(
    [
      `rounds, by what happened to the bank: ${counts(report.rounds)}`,
      `transfers that left: ${report.sent}; after an answer: 0; the closest ${report.closestMs} ms before it`,
      `grants that the answers name: ${counts(report.named)}`,
      `answered after ${report.answeredAfterMs.median} ms (median), ${report.answeredAfterMs.longest} ms (longest)`,
      `transfers at the bank: ${report.transfers}; executed receipts: ${report.executed}; receipts: ${report.receipts}; events: ${report.events}`,
      `money conserved, one receipt per grant, every receipt verified; ${report.log}`,
      `${report.seconds} s\n`,
    ].join('\n'),
  );
} else {
  process.stderr.write(`usage: ${USAGE}\n`);
  process.exitCode = 2;
}
