import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { clockAt } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { openRankingPages } from './pages-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const browser = useBrowser();

async function serve(t: TestContext, isBuilt = true): Promise<string> {
  const { app } = await openRankingPages(t, snapshot, isBuilt);
  return app.listen({ host: '127.0.0.1', port: 0 });
}

describe('the rankings in a browser', () => {
  const pages: readonly (readonly [name: string, path: string, status?: number])[] = [
    ['leaders', '/leaders'],
    ['leaders-filtered', '/leaders?sort=purification&sector=Technology'],
    ['leaders-no-match', '/leaders?sector=Farming'],
    ['value', '/value'],
    ['value-by-earnings', '/value?sort=earnings_yield'],
    ['ranking-refused', '/leaders?sort=beauty', 422],
  ];
  test('all at both widths, light and dark', async (t) => {
    const url = await serve(t);
    for (const [name, path, status = 200] of pages) {
      await checkPage(browser(), { name, url: `${url}${path}`, status });
    }
  });

  test('before any was built', async (t) => {
    const url = await serve(t, false);
    for (const name of ['leaders', 'value']) {
      await checkPage(browser(), { name: `${name}-none`, url: `${url}/${name}` });
    }
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`sort and filter by keyboard only, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async (t) => {
      const url = await serve(t);
      const context = await browser().newContext({ javaScriptEnabled });
      t.after(() => context.close());
      const page = await context.newPage();
      await page.goto(`${url}/value`);
      const follow = async (text: RegExp): Promise<void> => {
        for (let presses = 0; presses < 60; presses += 1) {
          await page.keyboard.press('Tab');
          if (text.test((await page.locator(':focus').textContent()) ?? '')) break;
        }
        await page.keyboard.press('Enter');
      };
      await follow(/^Earnings/);
      await page.waitForURL(`${url}/value?sort=earnings_yield`);
      assert.equal(await page.locator('th [aria-current]').textContent(), 'Earnings ↓');
      await follow(/^Technology/);
      await page.waitForURL(`${url}/value?sort=earnings_yield&sector=Technology`);
      assert.ok((await page.locator('tbody tr').count()) >= 3);
      await follow(/^Watch [A-Z]/);
      await page.waitForURL(/\/portal\?next=/);
      const { searchParams } = new URL(page.url());
      assert.equal(searchParams.get('next'), '/value?sort=earnings_yield&sector=Technology');
    });
  }
});
