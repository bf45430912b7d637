import { restartInTurn } from './restart-in-turn.ts';

const USAGE = 'npm run rolling-restart [-- <rounds> [<agents> [<payments a second>]]]';

/**
 * Restarts two processes of each service on PostgreSQL, two witnesses and a console, one after another, under
 * load. By default each is restarted once, with eight agents that pause after each payment. Then compares all
 * books, and exits with 1 if they differ.
 */
const [rounds = '1', workers = '8', rate] = process.argv.slice(2);
if (![rounds, workers, rate ?? '1'].every((given) => /^[1-9]\d{0,3}$/.test(given))) {
  process.stderr.write(`usage: ${USAGE}\n`);
  process.exitCode = 2;
} else {
  const options = { rounds: Number(rounds), workers: Number(workers), undisturbedMs: 10_000 };
  const report = await restartInTurn(rate === undefined ? options : { ...options, rate: Number(rate) });
  const counts = (table: Readonly<Record<string, number>>) =>
    Object.entries(table)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ');
  const { pages, witnesses, warnings, perSecond } = report;
  const slowest = Object.entries(report.restarts).map(([name, restarts]) => {
    const [endedMs, readyMs] = (['endedMs', 'readyMs'] as const).map((which) =>
      Math.max(...restarts.map((one) => one[which])),
    );
    return `${name} ${restarts.length} (ended after ${endedMs} ms, ready after ${readyMs} ms)`;
  });
  process.stdout.write(
    [
      `restarts, with the slowest of each: ${slowest.join(', ')}`,
      `answers to agents: ${counts(report.answers)}`,
      `executed a second: ${perSecond.undisturbed} before the first restart, ${perSecond.restarting} from there to the last${rate === undefined ? '' : `; asked for: ${rate}`}`,
      `presented after the load: ${report.finishedLater}`,
      `pages of the console: ${counts(pages.answers)}; refused connections ${pages.refused}; unanswered ${pages.unanswered}`,
      ...pages.wrong.map((what) => `  ${what}`),
      `transfers at the bank: ${report.transfers}; executed receipts: ${report.executed}; receipts: ${report.receipts}; events: ${report.events}`,
      `witnesses: log of ${witnesses.size} entries, cosigned by all; different heads that each signed: ${counts(witnesses.cosigned)}`,
      `warnings in logs: ${Object.keys(warnings).length === 0 ? 'none' : ''}`,
      ...Object.entries(warnings).map(([what, count]) => `  ${count} times ${what}`),
      `money conserved, one receipt per grant, every receipt verified; ${report.log}`,
      `${report.seconds} s\n`,
    ].join('\n'),
  );
}
