import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { judge, median, printTable, readable, report } from './support/report.ts';
import { turn } from './support/turns.ts';

/** `sanad-verify` of one receipt as a person runs it: the whole process, from the command to its exit. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const TICK_MS = 10;
const MOST_SECONDS = 0.2;
const fileOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const COMMAND = [
  fileOf('../bin/sanad-verify.cjs'),
  fileOf('../platform/conformance/vectors/receipts/executed.json'),
  '--keys',
  fileOf('../platform/conformance/vectors/receipts/keys.json'),
];

const rounds: { readonly seconds: number; readonly cpuMs: number }[] = [];
// The first fills the caches of code and files.
for (let round = 0; round <= ROUNDS; round += 1) {
  await turn();
  const one = verifyOnce();
  if (round > 0) rounds.push(one);
}
const seconds = rounds.map((round) => round.seconds);
const cpuMs = rounds.map((round) => round.cpuMs);
printTable(
  ['sanad-verify, median of rounds', 'seconds', 'CPU, ms'],
  [['one receipt', readable(median(seconds)), readable(median(cpuMs))]],
);
report([
  { what: 'sanad-verify, whole process', unit: 's', values: seconds },
  { what: 'sanad-verify, CPU', unit: 'ms', values: cpuMs },
]);
judge([
  {
    what: 'sanad-verify of one receipt, whole process, on an idle machine',
    measured: median(seconds),
    is: 'at most',
    limit: MOST_SECONDS,
    unit: ' s',
  },
]);

function verifyOnce() {
  const [cpu, start] = [cpuMsOfEnded(), performance.now()];
  const { status, stdout, stderr } = spawnSync(process.execPath, COMMAND, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`sanad-verify exited with ${status}:\n${stdout}${stderr}`);
  return { seconds: (performance.now() - start) / 1_000, cpuMs: cpuMsOfEnded() - cpu };
}

/** Of the children of this process that have ended; NaN where there is no /proc. */
function cpuMsOfEnded(): number {
  try {
    const fields = readFileSync('/proc/self/stat', 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[13]) + Number(fields[14])) * TICK_MS;
  } catch {
    return Number.NaN;
  }
}
