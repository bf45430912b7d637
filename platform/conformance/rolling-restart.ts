import { restartInTurn } from './restart-in-turn.ts';

/**
 * `npm run rolling-restart [-- <rounds> [<agents>]]`: two processes of each service on PostgreSQL, each restarted under load
 * (once, with eight agents, by default), one after the other; then compares all books. Exits with 1 if they differ.
 */
const [rounds = '1', workers = '8'] = process.argv.slice(2);
if (!/^[1-9]\d{0,3}$/.test(rounds) || !/^[1-9]\d{0,2}$/.test(workers)) {
  process.stderr.write('usage: npm run rolling-restart [-- <rounds> [<agents>]]\n');
  process.exitCode = 2;
} else {
  const report = await restartInTurn({ rounds: Number(rounds), workers: Number(workers) });
  const counts = (table: Readonly<Record<string, number>>) =>
    Object.entries(table)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  process.stdout.write(
    [
      `restarts: ${counts(report.restarts)}`,
      `answers to agents: ${counts(report.answers)}`,
      `executed a second, from the first restart to the last: ${report.perSecond}`,
      `presented after the load: ${report.finishedLater}`,
      `transfers at the bank: ${report.transfers}; executed receipts: ${report.executed}; receipts: ${report.receipts}; events: ${report.events}`,
      `money conserved, one receipt per grant, every receipt verified; ${report.log}`,
      `${report.seconds} s\n`,
    ].join('\n'),
  );
}
