import { median, printTable, readable } from './support/report.ts';
import { openFloor } from './transfer/floor.ts';
import { AT_ONCE, RECORDED, recordPlan } from './transfer/record-plan.ts';
import { openRecording, type Records, run } from './transfer/subject.ts';

/**
 * The floor below an executed transfer: as many processes as the platform has, which exchange the same bytes over HTTP,
 * commit as often and as durably, and sign, verify and hash as much, with nothing in between. How much that is is
 * recorded first in the platform's own processes, and then in those of the floor: the table shows both. `transfer`
 * compares the platform with it.
 */
const ROUNDS = 7;
const PER_ROUND = 200;

const { plan, records } = await recordPlan();
await using recording = await openRecording();
printWork(records, await recordFloor());

await using floor = await openFloor(plan);
await run(floor, PER_ROUND, AT_ONCE);
const rounds = [];
for (let round = 0; round < ROUNDS; round += 1) rounds.push(await run(floor, PER_ROUND, AT_ONCE));
printTable(
  ['the floor, median of rounds', ''],
  [
    ['transfers/s', readable(median(rounds.map(({ perSecond }) => perSecond)))],
    ['CPU of all services for one, ms', readable(median(rounds.map(({ cpuMs }) => cpuMs)))],
  ],
);

async function recordFloor(): Promise<Records> {
  await using watched = await openFloor(plan, recording.env);
  await run(watched, PER_ROUND, AT_ONCE);
  return await recording.record(watched, RECORDED, AT_ONCE);
}

/** For one transfer, by service: `platform / floor`. */
function printWork(platform: Records, below: Records): void {
  const titles = ['for one transfer: platform / floor', 'requests', 'bytes in', 'bytes out', 'signed'];
  titles.push('verified', 'hashes', 'bytes hashed', 'HMACs', 'commits', 'rows', 'bytes written');
  printTable(
    titles,
    Object.keys(platform).map((name) => {
      const [ours, theirs] = [figures(platform, name), figures(below, name)];
      return [
        name,
        ...ours.map((value, index) => `${readable(value)} / ${readable(theirs[index] ?? Number.NaN)}`),
      ];
    }),
  );
}

function figures(records: Records, name: string): readonly number[] {
  const one = records[name];
  if (one === undefined) throw new Error(`nothing was recorded for ${name}`);
  const { served, signed, verified, hashed, authenticated, commits, written } = one;
  const total = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((sum, count) => sum + count, 0);
  const wire = Object.values(served);
  return [
    wire.reduce((sum, { count }) => sum + count, 0),
    wire.reduce((sum, { requestBytes }) => sum + requestBytes, 0),
    wire.reduce((sum, { responseBytes }) => sum + responseBytes, 0),
    ...[total(signed), total(verified), hashed.count, hashed.bytes, authenticated.count],
    ...[commits, written.count, written.bytes],
  ].map((value) => value / RECORDED);
}
