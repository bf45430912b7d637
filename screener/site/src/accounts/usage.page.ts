import { barsByDay } from '@common/web/charts';
import type { Safe } from '@common/web/html';
import { readUsage } from '@screener/service/accounts/read-usage';
import type { UsageStore } from '@screener/service/accounts/usage.store';
import { pageSection } from '../parts/section.page.ts';

interface UsageSectionDeps {
  readonly usageStore: Pick<UsageStore, 'callsOfAccount'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const DAYS = 30;

/** The section of the account's page that charts its calls by day. */
export async function usageSection(deps: UsageSectionDeps, account: string): Promise<Safe> {
  const days = await readUsage(deps, account, DAYS);
  const chart = barsByDay({
    days: days.map(({ day }) => day),
    series: [
      { name: 'answered', counts: days.map(({ answered }) => answered) },
      { name: 'refused', counts: days.map(({ calls, answered }) => calls - answered) },
    ],
    label: `Calls with this account’s keys, the last ${DAYS} days`,
  });
  return pageSection({
    id: 'usage',
    title: 'Usage',
    note: 'Counts by day and status, kept for thirteen months.',
    content: chart,
  });
}
