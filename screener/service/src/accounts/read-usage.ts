import { addDays, dateOfInstant } from '@common/base/calendar';
import type { Period, UsageStore } from './usage.store.ts';

/** One account's calls on one day. */
interface DayOfUsage {
  /** YYYY-MM-DD, in UTC. */
  readonly day: string;
  readonly calls: number;
  /** The calls answered with a status below 400. */
  readonly answered: number;
}

interface ReadUsageDeps {
  readonly usageStore: Pick<UsageStore, 'callsOfAccount'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

/** Returns the last `days` days, including today. */
export function lastDays(clock: () => number, days: number): Period {
  const through = dateOfInstant(clock());
  return { from: addDays(through, 1 - days), through };
}

/**
 * Returns an account's calls on each of the last `days` days, oldest first; a day without calls has zeros.
 */
export async function readUsage(
  { usageStore, clock }: ReadUsageDeps,
  account: string,
  days: number,
): Promise<readonly DayOfUsage[]> {
  const period = lastDays(clock, days);
  const rows = await usageStore.callsOfAccount(account, period);
  return Array.from({ length: days }, (_, place) => {
    const day = addDays(period.from, place);
    const ofDay = rows.filter((row) => row.day === day);
    const sum = (of: typeof rows) => of.reduce((total, { calls }) => total + calls, 0);
    return { day, calls: sum(ofDay), answered: sum(ofDay.filter(({ status }) => status < 400)) };
  });
}
