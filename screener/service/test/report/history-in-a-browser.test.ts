import { describe, test } from 'node:test';
import { barsByDay } from '@common/web/charts';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { clockAt } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { historyOf, serveParts } from './section-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const browser = useBrowser();

describe('the history of a report in a browser', () => {
  for (const symbol of ['AAPL', 'MSFT', 'APH', 'NVDA', 'LVS', 'SNOW']) {
    test(`${symbol}: at both widths, light and dark`, async (t) => {
      const name = `history-${symbol}`;
      const url = await serveParts(t, { [name]: await historyOf(snapshot.shared(), symbol) });
      await checkPage(browser(), { name, url: `${url}/${name}` });
    });
  }

  test('bars by day: at both widths, light and dark', async (t) => {
    const days = Array.from({ length: 28 }, (_, at) => `2026-02-${String(at + 1).padStart(2, '0')}`);
    const first = days.map((_, at) => (at * 7) % 13);
    const second = days.map((_, at) => (at * 5) % 4);
    const series = [
      { name: 'Answered', counts: first },
      { name: 'Refused', counts: second },
    ];
    const bars = barsByDay({ days, series, label: 'Calls by day, February 2026' });
    const url = await serveParts(t, { bars });
    await checkPage(browser(), { name: 'bars', url: `${url}/bars` });
  });
});
