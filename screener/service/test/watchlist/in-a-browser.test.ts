import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { clockAt, makeApp } from '../app-under-test.ts';
import { signIn } from '../session/signed-in.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const browser = useBrowser();

/** The service on a free port, with a signed-in reader who watches some tickers. */
async function serve(t: TestContext, tickers: readonly string[]) {
  const { app } = await makeApp(t, snapshot.shared());
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const reader = await signIn(app);
  for (const ticker of tickers) await reader.post('/portal/watchlist/add', { ticker });
  return { url, ...reader };
}

describe('the dashboard in a browser', () => {
  const pages: readonly (readonly [name: string, tickers: readonly string[], query: string])[] = [
    ['empty', [], ''],
    ['three', ['NVDA', 'APH', 'KO'], ''],
    ['eight', ['NVDA', 'APH', 'AMD', 'GOOGL', 'MSFT', 'AAPL', 'SNOW', 'LVS', 'SPUS'], ''],
    ['error', ['AAPL'], '?error=unknown_ticker'],
  ];
  for (const [name, tickers, query] of pages) {
    test(`${name}: at both widths, light and dark`, async (t) => {
      const { url, cookie } = await serve(t, tickers);
      await checkPage(browser(), {
        name: `dashboard-${name}`,
        url: `${url}/portal/dashboard${query}`,
        cookie,
      });
    });
  }

  for (const javaScriptEnabled of [true, false]) {
    test(`adds and removes by keyboard only, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async (t) => {
      const { url, cookie } = await serve(t, []);
      const context = await browser().newContext({ javaScriptEnabled });
      t.after(() => context.close());
      await context.addCookies([{ ...cookie, url }]);
      const page = await context.newPage();
      await page.goto(`${url}/portal/dashboard`);
      const rows = () => page.locator('.watchlist tbody tr .ticker').allTextContents();
      await page.locator('#ticker').focus();
      await page.keyboard.type('zzzzzz');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#ticker-error');
      assert.equal(await page.locator('#ticker').inputValue(), 'zzzzzz');
      await page.locator('#ticker').fill('');
      await page.locator('#ticker').focus();
      await page.keyboard.type('aapl');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.waitForSelector('.watchlist');
      assert.deepEqual(await rows(), ['AAPL']);
      await page.locator('.watchlist button').focus();
      await page.keyboard.press('Enter');
      await page.waitForSelector('text=Nothing watched yet');
    });
  }
});
