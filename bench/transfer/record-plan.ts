import { type Plan, planOf } from './plan.ts';
import { openPlatform } from './platform.ts';
import { openRecording, type Records, run } from './subject.ts';

/** Simultaneous transfers, here and in what is measured. */
export const AT_ONCE = 8;
/** How many are recorded under load. */
export const RECORDED = 160;
const WARM_UP = 40;
const ALONE = 40;

/** What the platform's processes do for an executed transfer, and the records of `RECORDED` transfers behind it. */
export async function recordPlan(): Promise<{ readonly plan: Plan; readonly records: Records }> {
  await using recording = await openRecording();
  await using platform = await openPlatform(recording.env);
  await run(platform, WARM_UP, AT_ONCE);
  const alone = await recording.record(platform, ALONE, 1);
  const records = await recording.record(platform, RECORDED, AT_ONCE);
  const commits = Object.entries(alone).map(([name, one]) => [name, one.commits / ALONE] as const);
  return { plan: planOf(records, platform.hosts, RECORDED, Object.fromEntries(commits)), records };
}
