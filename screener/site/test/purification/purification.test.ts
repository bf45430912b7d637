import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2026-05-01T12:00:00Z'));
const browser = useBrowser();
const PATH = '/portal/purification';
const HOLDINGS = [
  ...['AAPL 40 dividends 41.20', 'MSFT 20 dividends 64.80', 'GOOGL 18', 'PG 12 bought 2024-08-01', 'APH 20'],
  ...['AMD 15', 'SPUS 10 dividends 30', 'JPM 8', 'TSLA 3', 'cash 50', '<script>qq 1'],
].join('\n');

describe('the purification', () => {
  async function post(t: TestContext, path: string, fields: Record<string, string>, language = 'en') {
    const { app } = await makeApp(t, snapshot.shared());
    const payload = new URLSearchParams(fields).toString();
    const headers = {
      ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      'accept-language': language,
    };
    return app.inject({ method: 'POST', url: path, headers, payload });
  }

  test('the sum, the two methods, each holding with its source, and what is not in the sum', async (t) => {
    const { statusCode, headers, body } = await post(t, PATH, { holdings: HOLDINGS, year: '2025' });
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-store']);
    const text = body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    assert.match(text, /Fiscal years that end in 2025, six of nine holdings/);
    assert.match(
      text,
      /Apple Inc\. AAPL 40 × \$0\.4142 a share, est\. Estimate: cash and securities at the average Treasury bill yield, 4\.23%: 10-K to 27 September 2025 \$16\.57 \$0–33\.92/,
    );
    assert.match(
      text,
      /12 × \$0\.2002 a share Interest income as filed: 10-K to 30 June 2025 \$2\.40 as filed/,
    );
    assert.match(text, /JPM \. The business itself is excluded/);
    assert.match(
      text,
      /TSLA \. We have no annual report for a fiscal year that ends in 2025\. The newest ends on 31 December 2021/,
    );
    assert.match(text, /A fund counts only by dividends/);
    assert.ok(!body.includes('<script>qq'));
  });

  test('by the method of an index provider, a fund at its covered rate; and as a table for one’s records', async (t) => {
    const asked = { holdings: HOLDINGS, year: '2025', methodology: 'msci' };
    const page = (await post(t, PATH, asked)).body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
    assert.match(page, /\$41\.20 of dividends × 1\.47%, est\./);
    assert.match(page, /SPUS covered rate \d\.\d\d%/);
    const sincePurchase = await post(t, PATH, { holdings: 'TSLA 3 bought 2024-01-02', year: 'all' });
    assert.match(sincePurchase.body, /no annual report for a fiscal year since the purchase\. The newest/);
    const { headers, body } = await post(t, `${PATH}.csv`, asked);
    assert.match(String(headers['content-disposition']), /purification\.csv/);
    const rows = body.split('\r\n');
    const apple = rows.find((row) => row.startsWith('AAPL,')) ?? '';
    assert.match(
      apple,
      /^AAPL,Apple Inc\.,counted,USD,1,40,,,2024-09-29,2025-09-27,364,364,.*,10-K,0000320193-25-/,
    );
    assert.match(body, /\r\nIn all,/);
  });

  test('says what is wrong with a text, and takes no form of another site', async (t) => {
    const { statusCode, body } = await post(t, PATH, { holdings: '!!' });
    assert.equal(statusCode, 422);
    assert.match(body, /No holding was found/);
    const ofTooMany = await post(t, PATH, { holdings: 'AAPL 1\n'.repeat(501) }, 'ar');
    assert.match(ofTooMany.body, /الحد الأعلى 500 سطر، وعدد الأسطر هنا أكثر/);
    const ofOpenQuote = await post(t, PATH, { holdings: 'Symbol,Quantity\nAAPL,"3' }, 'ar');
    assert.match(ofOpenQuote.body, /بعد السطر 1: علامة اقتباس/);
    const { app } = await makeApp(t, snapshot.shared());
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const refused = await app.inject({ method: 'POST', url: PATH, headers, payload: 'holdings=AAPL+1' });
    assert.equal(refused.statusCode, 403);
  });

  test('from the portfolio with one button, at both widths, light and dark, and printed', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await checkPage(browser(), {
      name: 'purification',
      url: `${url}${PATH}`,
      form: { from: '/portal/purification', fields: { holdings: HOLDINGS, year: '2025' } },
    });
    const page = await openPage(t, browser(), { url: `${url}/portal/portfolio` });
    await page.locator('#holdings').fill(HOLDINGS);
    await page.locator('.holdings-form button').click();
    await page.locator('.portfolio-tools button', { hasText: 'Purification' }).click();
    await page.locator('.to-give').waitFor();
    const assertOnOnePage = async (name: string) => {
      await page.emulateMedia({ media: 'print' });
      assert.ok(!(await page.locator('.change-holdings').isVisible()));
      const folder = process.env.SCREENSHOTS_DIR;
      const pdf = await page.pdf({
        preferCSSPageSize: true,
        ...(folder === undefined ? {} : { path: `${folder}/${name}.pdf` }),
      });
      assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1, `${name} on one page`);
    };
    await assertOnOnePage('purification');
    await page.goto(`${url}${PATH}?lang=ar`);
    await page.locator('#holdings').fill(HOLDINGS);
    await page.locator('.holdings-form button').click();
    await page.locator('[dir="rtl"] .to-give').waitFor();
    await assertOnOnePage('purification-ar');
  });

  test('by keyboard alone, without JavaScript', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const page = await openPage(t, browser(), { url: `${url}${PATH}`, javaScriptEnabled: false });
    await page.locator('#holdings').focus();
    await page.keyboard.type('AAPL 40');
    for (const id of ['year', 'methodology']) {
      await page.keyboard.press('Tab');
      assert.equal(await page.locator(':focus').getAttribute('id'), id);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.locator('.to-give').waitFor();
    assert.match((await page.locator('.to-give').textContent()) ?? '', /\$16\.57/);
  });
});
