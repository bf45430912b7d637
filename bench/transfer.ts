import { parseArgs } from 'node:util';
import { openFloor } from './floor/open.ts';
import { memoryOf } from './support/cpu.ts';
import { type Bar, judge, median, printTable, readable, report } from './support/report.ts';
import { type Costs, measure, middle, printCosts, reportCosts, warmUp } from './transfer/costs.ts';
import { type MeasuredServer, openMeasuredServer } from './transfer/postgres.ts';
import { openCounting } from './transfer/subject.ts';

/**
 * Executed transfers through all processes of the platform, from the agent's call to the receipt, with durable writes:
 * one, eight and 64 at a time, beside the fixed floor (`floor/protocol.ts`) in the same rounds. The floor's processor
 * time says how fast the machine is. `--postgres` measures the platform on PostgreSQL too, and counts the work of its
 * server with that of the services.
 */
const MOST_OF_FLOOR = 1.3;
const PER_SECOND = { sqlite: 350, postgres: 250 } as const;
const MOST_CPU_MS = { alone: 8, together: 5 } as const;
const MOST_MS_ALONE = 25;
const MOST_COMMITS = 6;
const MOST_KB = 100;
const MOST_AUTHORITY_MIB = 250;

type Engine = keyof typeof PER_SECOND;

const { values } = parseArgs({ options: { postgres: { type: 'boolean', default: false } } });
await using server = values.postgres ? await openMeasuredServer() : null;
const { openPlatform } = await import('./transfer/platform.ts');
await bench('sqlite');
if (server !== null) await bench('postgres', server);

async function bench(engine: Engine, database?: MeasuredServer): Promise<void> {
  await using counting = await openCounting();
  await using platform = await openPlatform(counting.env, database);
  const idle = memories(platform.pids);
  await using floor = await openFloor(counting.env);
  const subjects = { [engine]: platform, floor } as Record<Engine | 'floor', typeof floor>;
  await warmUp(subjects);
  const costs = await measure(subjects, counting);
  printCosts(costs);
  reportCosts(costs);
  const loaded = memories(platform.pids);
  printTable(
    [`memory on ${engine}`, 'idle, MiB', 'after load, MiB'],
    Object.keys(idle).map((name) => [name, readable(idle[name] ?? 0), readable(loaded[name] ?? 0)]),
  );
  report(
    [idle, loaded].flatMap((memory, index) =>
      Object.entries(memory).map(([name, mib]) => ({
        what: `memory of ${name} on ${engine}, ${index === 0 ? 'idle' : 'after load'}`,
        unit: 'MiB',
        values: [mib],
      })),
    ),
  );
  judge(barsOf(engine, costs, loaded.authority ?? Number.NaN));
}

function memories(pids: Readonly<Record<string, number>>): Readonly<Record<string, number>> {
  return Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, memoryOf(pid).resident]));
}

function barsOf(engine: Engine, costs: Costs<Engine | 'floor'>, authorityMib: number): readonly Bar[] {
  const { [engine]: own, floor } = costs;
  const most = (what: string, measured: number, limit: number, unit: string): Bar => ({
    what: `${what} on ${engine}`,
    measured,
    is: 'at most',
    limit,
    unit,
  });
  const ratios = own[8].map(({ cpuMs }, round) => cpuMs / (floor[8][round]?.cpuMs ?? Number.NaN));
  return [
    most('CPU, 8 at once / the floor', median(ratios), MOST_OF_FLOOR, ' times'),
    most('CPU, 8 at once', middle(own[8], 'cpuMs'), MOST_CPU_MS.together, ' ms'),
    most('CPU, one alone', middle(own[1], 'cpuMs'), MOST_CPU_MS.alone, ' ms'),
    most('latency of one alone, if the disk is idle,', middle(own[1], 'medianMs'), MOST_MS_ALONE, ' ms'),
    most('durable commits of one alone', middle(own[1], 'commits'), MOST_COMMITS, ''),
    most('written to the disk by one, 8 at once', middle(own[8], 'writtenKb'), MOST_KB, ' kB'),
    {
      what: `transfers a second, 64 at once on ${engine}`,
      measured: middle(own[64], 'perSecond'),
      is: 'at least',
      limit: PER_SECOND[engine],
    },
    most('memory of the authority after load', authorityMib, MOST_AUTHORITY_MIB, ' MiB'),
  ];
}
