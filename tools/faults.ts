import { parseArgs } from 'node:util';
import { openDisk } from './faults/disk.ts';
import {
  FAULTS_OF_PEERS,
  FAULTS_OF_PROCESS,
  type Fault,
  faultsOfFiles,
  faultsOfServer,
} from './faults/faults.ts';
import type { Cell } from './faults/observe.ts';
import { openServer } from './faults/server.ts';
import { PROGRAMS } from './testing/prepare-programs.ts';

/**
 * `npm run faults [-- <part of a fault's name>]`: sets faults on real services of both products, and prints what
 * callers got, what the log said, and how the service recovered. Exits with 1 if a cell breaks the rule of
 * docs/operations/runbook.md. Uses only this machine.
 */
const MS_PER_S = 1_000;

const { positionals } = parseArgs({ allowPositionals: true });
const [wanted = ''] = positionals;
const startedAt = performance.now();
const cells: Cell[] = [];

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(130));
// Programs start in half the time.
Object.assign(process.env, (await PROGRAMS.prepare()).env);
const disk = openDisk();
const server = await openServer();
// Read when the module of test databases is loaded.
process.env.SANAD_TEST_POSTGRES = server.address;
const { openPlace } = await import('./faults/place.ts');
try {
  await run('postgres', faultsOfServer(server));
  // The databases and files of this deployment are on the small disk.
  if (disk !== null) process.env.TMPDIR = disk.folder;
  await run('sqlite', [...faultsOfFiles(disk), ...FAULTS_OF_PEERS, ...FAULTS_OF_PROCESS]);
} finally {
  disk?.close();
  await server.close();
}
const broken = cells.filter((cell) => cell.broken.length > 0);
const seconds = Math.round((performance.now() - startedAt) / MS_PER_S);
print(`\n${cells.length} cells, ${broken.length} break the rule; ${seconds} s`);
process.exitCode = broken.length === 0 ? 0 : 1;

async function run(engine: 'sqlite' | 'postgres', all: readonly Fault[]): Promise<void> {
  const chosen = all.filter(({ name }) => name.includes(wanted));
  if (chosen.length === 0) return;
  const place = await openPlace(engine);
  try {
    for (const fault of chosen) {
      const from = performance.now();
      const found = await fault.run(place);
      cells.push(...found);
      const seconds = Math.round((performance.now() - from) / MS_PER_S);
      print(tableOf(`${fault.name} (${engine}, ${seconds} s)`, found));
    }
  } finally {
    await place.close();
  }
}

function tableOf(title: string, found: readonly Cell[]): string {
  const rows = found.map(({ service, got, logged, recovered }) => [service, got, logged, recovered]);
  const head = ['service', 'the caller got', 'the log said', 'recovered'];
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const lineOf = (row: readonly string[]) =>
    row
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [
    `\n${title}`,
    lineOf(head),
    ...rows.map(lineOf),
    ...found.flatMap(({ service, broken: why }) => why.map((each) => `BROKEN ${service}: ${each}`)),
  ].join('\n');
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
