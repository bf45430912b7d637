import { barsByDay } from '@common/web/charts';
import type { Safe } from '@common/web/html';
import { readUsage } from '@screener/service/accounts/read-usage';
import type { UsageStore } from '@screener/service/accounts/usage.store';
import { face, words } from '../parts/language.ts';
import { pageSection } from '../parts/section.page.ts';
import { dayBarsWords } from '../parts/words.page.ts';

interface UsageSectionDeps {
  readonly usageStore: Pick<UsageStore, 'callsOfAccount'>;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const DAYS = 30;

/** The section of the account's page that charts its calls by day. */
export async function usageSection(deps: UsageSectionDeps, account: string): Promise<Safe> {
  const { title, note, chart: label, answered: yes, refused: no } = words().usage;
  const days = await readUsage(deps, account, DAYS);
  const chart = barsByDay({
    days: days.map(({ day }) => day),
    series: [
      { name: yes, counts: days.map(({ answered }) => answered) },
      { name: no, counts: days.map(({ calls, answered }) => calls - answered) },
    ],
    label: label(DAYS),
    words: dayBarsWords(face()),
  });
  return pageSection({ id: 'usage', title, note, content: chart });
}
