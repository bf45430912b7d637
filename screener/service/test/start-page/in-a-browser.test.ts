import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { clockAt, makeApp } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const browser = useBrowser();

/** The service on a free port, until the end of the test. */
async function serve(t: TestContext): Promise<string> {
  const { app } = await makeApp(t, snapshot.shared());
  return app.listen({ host: '127.0.0.1', port: 0 });
}

describe('the start page in a browser', () => {
  const pages: readonly (readonly [name: string, path: string, status?: number])[] = [
    ['start', '/'],
    ['answer', '/?q=AAPL'],
    ['not-screenable', '/?q=SNOW'],
    ['fund', '/?q=SPUS'],
    ['unknown-ticker', '/?q=ZZZZZ', 404],
    ['prohibited', '/?q=MO'],
    ['no-figures', '/?q=IBM'],
    ['hits', '/?q=apple'],
    ['unreadable', '/?q=%3F%3F', 422],
    ['no-page', '/nowhere', 404],
  ];
  for (const [name, path, status = 200] of pages) {
    test(`${name}: at both widths, light and dark`, async (t) => {
      await checkPage(browser(), { name, url: `${await serve(t)}${path}`, status });
    });
  }

  for (const javaScriptEnabled of [true, false]) {
    test(`is usable by keyboard only, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async (t) => {
      const url = await serve(t);
      const context = await browser().newContext({ javaScriptEnabled });
      t.after(() => context.close());
      const page = await context.newPage();
      await page.goto(url);
      const focused = () => page.locator(':focus').textContent();
      await page.keyboard.press('Tab');
      assert.equal(await focused(), 'Skip to the content');
      await page.keyboard.press('Enter');
      await page.keyboard.press('Tab');
      assert.equal(await page.locator(':focus').getAttribute('name'), 'q');
      await page.keyboard.type('aapl');
      await page.keyboard.press('Tab');
      assert.equal(await focused(), 'Screen');
      await page.keyboard.press('Enter');
      await page.waitForURL(`${url}/?q=aapl`);
      assert.equal(await page.locator('h1').textContent(), 'Apple Inc. is  compliant');
    });
  }
});
