import { median, printTable, readable, report } from '../support/report.ts';
import { turn } from '../support/turns.ts';
import { type CountedRound, type openCounting, run, type Subject } from './subject.ts';

/** Simultaneous transfers, and how many a round has of them. */
const LOADS = [
  { atOnce: 1, count: 40 },
  { atOnce: 8, count: 120 },
  { atOnce: 64, count: 192 },
] as const;
type AtOnce = (typeof LOADS)[number]['atOnce'];

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7);
/** Until compiling the code no longer counts: a service that has answered its first minute is measured. */
const WARM_UP = 1_000;
const WARM_UP_AT_ONCE = 8;

/** By subject: the rounds at each load. */
export type Costs<Name extends string> = Readonly<
  Record<Name, Readonly<Record<AtOnce, readonly CountedRound[]>>>
>;

type Subjects<Name extends string> = Readonly<Record<Name, Subject>>;

/** What is told of each load: title, unit, and where it is in a round. */
const TOLD: readonly (readonly [title: string, unit: string, keyof CountedRound])[] = [
  ['CPU', 'ms', 'cpuMs'],
  ['a second', '1/s', 'perSecond'],
  ['median', 'ms', 'medianMs'],
  ['p99', 'ms', 'p99Ms'],
  ['commits', '', 'commits'],
  ['files synced', '', 'fileSyncs'],
  ['signed', '', 'signed'],
  ['verified', '', 'verified'],
  ['exchanges', '', 'exchanges'],
  ['written', 'kB', 'writtenKb'],
];

export async function warmUp<Name extends string>(subjects: Subjects<Name>): Promise<void> {
  for (const subject of Object.values<Subject>(subjects)) await run(subject, WARM_UP, WARM_UP_AT_ONCE);
}

/** In rounds that alternate between the subjects, first one and then the other first: all meet the same disturbances. */
export async function measure<Name extends string>(
  subjects: Subjects<Name>,
  counting: Awaited<ReturnType<typeof openCounting>>,
): Promise<Costs<Name>> {
  const names = Object.keys(subjects) as Name[];
  const rounds = (): Record<AtOnce, CountedRound[]> => ({ 1: [], 8: [], 64: [] });
  const costs = Object.fromEntries(names.map((name) => [name, rounds()])) as Record<
    Name,
    ReturnType<typeof rounds>
  >;
  for (let round = 0; round < ROUNDS; round += 1) {
    await turn();
    for (const { atOnce, count } of LOADS)
      for (const name of round % 2 === 0 ? names : names.toReversed())
        costs[name][atOnce].push(await counting.run(subjects[name], count, atOnce));
  }
  return costs;
}

export function printCosts<Name extends string>(costs: Costs<Name>): void {
  printTable(
    [
      'for one transfer, median of rounds',
      ...TOLD.map(([title, unit]) => (unit === 'ms' || unit === 'kB' ? `${title}, ${unit}` : title)),
    ],
    LOADS.flatMap(({ atOnce }) =>
      (Object.keys(costs) as Name[]).map((name) => [
        `${name}, ${atOnce} at once`,
        ...TOLD.map(([, , key]) => readable(middle(costs[name][atOnce], key))),
      ]),
    ),
  );
}

/** For `npm run bench -- compare`. */
export function reportCosts<Name extends string>(costs: Costs<Name>): void {
  report(
    (Object.keys(costs) as Name[]).flatMap((name) =>
      LOADS.flatMap(({ atOnce }) =>
        TOLD.map(([title, unit, key]) => ({
          what: `${name}, ${atOnce} at once: ${title}`,
          unit,
          values: costs[name][atOnce].map((round) => round[key]),
        })),
      ),
    ),
  );
}

export function middle(rounds: readonly CountedRound[], key: keyof CountedRound): number {
  return median(rounds.map((round) => round[key]));
}
