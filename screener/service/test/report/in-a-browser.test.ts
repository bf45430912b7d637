import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { openTestAccess } from '../access/access-under-test.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { signInReader } from '../session/signed-in.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const browser = useBrowser();

/** The service on a free port until the end of the test, and a reader’s cookie. */
async function serve(t: TestContext) {
  const access = await openTestAccess(t, undefined, clockAt('2030-06-15T12:00:00Z'));
  const { app } = await makeApp(t, snapshot.shared(), undefined, access);
  return { origin: await app.listen({ host: '127.0.0.1', port: 0 }), cookie: await signInReader(app) };
}

describe('the report in a browser', () => {
  const pages: readonly (readonly [name: string, path: string, status?: number])[] = [
    ['report-AAPL', '/portal/report/AAPL?shares=100&dividends=103'],
    ['report-SNOW', '/portal/report/SNOW?as_of=2023-01-15&overlays=all'],
    ['report-TSM', '/portal/report/TSM'],
    ['report-META', '/portal/report/META'],
    ['report-JPM', '/portal/report/JPM'],
    ['report-SPUS', '/portal/report/SPUS?verdict=not_screenable&page=2'],
    ['report-VOO', '/portal/report/VOO'],
    ['report-no-page', '/portal/report/SPUS?page=9', 422],
    ['report-wrong-fields', '/portal/report/AAPL?shares=many&until=soon', 422],
    ['report-wrong-date', '/portal/report/AAPL?as_of=yesterday', 422],
    ['report-unknown', '/portal/report/AAPLE', 404],
    ['report-malformed', '/portal/report/no-such-ticker-at-all', 400],
  ];
  for (const [name, path, status = 200] of pages) {
    test(`${name}: at both widths, light and dark`, async (t) => {
      const { origin, cookie } = await serve(t);
      await checkPage(browser(), { name, url: `${origin}${path}`, status, cookie });
    });
  }

  for (const javaScriptEnabled of [true, false]) {
    test(`the calculator by keyboard only, with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async (t) => {
      const { origin, cookie } = await serve(t);
      const context = await browser().newContext({ javaScriptEnabled });
      t.after(() => context.close());
      await context.addCookies([{ ...cookie, url: origin }]);
      const page = await context.newPage();
      await page.goto(`${origin}/portal/report/AAPL?as_of=2026-03-15`);
      await page.locator('#shares').focus();
      await page.keyboard.type('100');
      await page.keyboard.press('Tab');
      await page.keyboard.type('103');
      await page.keyboard.press('Enter');
      await page.waitForURL(/shares=100&dividends=103.*#purification$/);
      assert.deepEqual(await page.locator('.give td').allTextContents(), ['0.00', '78.91', '0.00', '2.74']);
      assert.match(page.url(), /as_of=2026-03-15/);
    });
  }

  test('a footnote opens the ledger of a phone at its figure', async (t) => {
    const { origin, cookie } = await serve(t);
    const context = await browser().newContext({ viewport: { width: 360, height: 800 } });
    t.after(() => context.close());
    await context.addCookies([{ ...cookie, url: origin }]);
    const page = await context.newPage();
    await page.goto(`${origin}/portal/report/AAPL`);
    assert.equal(await page.locator('#e1').isVisible(), false);
    await page.locator('#checks .notes a').first().click();
    assert.equal(await page.locator('#e1').isVisible(), true);
  });

  test('has a button that prints, only where a script makes it work', async (t) => {
    const { origin, cookie } = await serve(t);
    for (const javaScriptEnabled of [true, false]) {
      const context = await browser().newContext({ javaScriptEnabled });
      t.after(() => context.close());
      await context.addCookies([{ ...cookie, url: origin }]);
      const page = await context.newPage();
      await page.addInitScript('window.print = () => { document.title = "printed"; }');
      await page.goto(`${origin}/portal/report/AAPL`);
      assert.equal(await page.locator('#print').isVisible(), javaScriptEnabled);
      if (!javaScriptEnabled) continue;
      await page.locator('#print').click();
      assert.equal(await page.title(), 'printed');
    }
  });

  test('is at most two pages of A4 in print, with everything but forms open', async (t) => {
    const { origin, cookie } = await serve(t);
    const context = await browser().newContext();
    t.after(() => context.close());
    await context.addCookies([{ ...cookie, url: origin }]);
    const page = await context.newPage();
    // The longest of the snapshot: two ends of many sums, a currency of its own, facts of three reports.
    for (const [ticker, pages] of [
      ['MSFT', 2],
      ['SNOW', 2],
      ['TSM', 2],
      ['IBM', 1],
      ['AAPL', 2],
    ] as const) {
      await page.goto(`${origin}/portal/report/${ticker}`);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, pages, ticker);
    }
    await page.emulateMedia({ media: 'print' });
    for (const shown of ['#e1', '#sum-revenue .total', '#assumed']) {
      assert.equal(await page.locator(shown).isVisible(), true, shown);
    }
    for (const hidden of ['form', '#purification', '.other-side']) {
      assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
    }
  });
});
