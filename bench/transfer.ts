import { judge, median, printTable, readable } from './support/report.ts';
import { openFloor } from './transfer/floor.ts';
import { openPlatform } from './transfer/platform.ts';
import { AT_ONCE, recordPlan } from './transfer/record-plan.ts';
import { type Round, run } from './transfer/subject.ts';

/**
 * Executed transfers through all processes of the platform, from the agent's call to the receipt, with durable writes:
 * how many per second, and all services' CPU time for one, against the floor (see `floor.ts`) in the same run. Rounds
 * alternate, so that both meet the same disturbances.
 */
const ROUNDS = 9;
const PER_ROUND = 120;
/** Until compiling the code no longer counts: a service that has answered its first minute is measured. */
const WARM_UP = 1_000;
const MOST_OF_FLOOR = 1.3;

const { plan } = await recordPlan();
await using platform = await openPlatform();
await using floor = await openFloor(plan);
for (const subject of [platform, floor]) await run(subject, WARM_UP, AT_ONCE);
const rounds: { readonly platform: Round; readonly floor: Round }[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const paid = round % 2 === 0 ? await run(platform, PER_ROUND, AT_ONCE) : null;
  const below = await run(floor, PER_ROUND, AT_ONCE);
  rounds.push({ platform: paid ?? (await run(platform, PER_ROUND, AT_ONCE)), floor: below });
}
const rowOf = (name: string, of: (round: (typeof rounds)[number]) => Round) => [
  name,
  readable(median(rounds.map((round) => of(round).perSecond))),
  readable(median(rounds.map((round) => of(round).cpuMs))),
];
process.stdout.write(`  ${rounds.length} rounds of ${PER_ROUND} transfers, ${AT_ONCE} at a time\n`);
printTable(
  ['median of rounds', 'transfers/s', 'CPU of all services for one, ms'],
  [rowOf('platform', (round) => round.platform), rowOf('floor', (round) => round.floor)],
);
const ratios = rounds.map((round) => round.platform.cpuMs / round.floor.cpuMs);
process.stdout.write(`  ratio by round: ${ratios.map(readable).join(', ')}\n`);
judge([
  { what: 'CPU of a transfer / the floor', measured: median(ratios), is: 'at most', limit: MOST_OF_FLOOR },
]);
