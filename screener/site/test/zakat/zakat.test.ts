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
const PATH = '/portal/zakat';
const HOLDINGS = [
  ...['AAPL 40', 'Microsoft 20', 'NVDA 45 trade', 'PG 12', 'APH 20', 'Costco $1,200 trade', 'SPUS 10'],
  ...['cash 2000', '<script>qq 1'],
].join('\n');
const ASKED = { holdings: HOLDINGS, gold: '115', goldUnit: 'gram', securities: 'without' };

describe('zakat', () => {
  async function post(t: TestContext, path: string, fields: Record<string, string>, language = 'en') {
    const { app } = await makeApp(t, snapshot.shared());
    const payload = new URLSearchParams(fields).toString();
    const headers = {
      ...{ 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' },
      'accept-language': language,
    };
    const answer = await app.inject({ method: 'POST', url: path, headers, payload });
    return { ...answer, text: answer.body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') };
  }

  test('the amount with its arithmetic, each holding with its balance sheet, and what is left out', async (t) => {
    const { statusCode, headers, body, text } = await post(t, PATH, ASKED);
    assert.deepEqual([statusCode, headers['cache-control']], [200, 'no-store']);
    assert.match(text, /For a lunar year, six of seven holdings counted/);
    assert.match(
      text,
      /AAPL \$331\.07 For income: 40 × \$8\.2767 a share\. Cash \$45\.3 bn, receivables \$70\.3 bn, inventories \$5\.9 bn: in all \$121\.5 bn, over 14,681,140,000 shares\. 10-Q to 27 December 2025/,
    );
    assert.match(text, /NVDA \$[\d,.]+ To trade: 45 × \$[\d.]+, the close of 30 April 2026/);
    assert.match(text, /COST \$1,200\.00 To trade: as given/);
    assert.match(text, /Nisab 85 grams of gold × \$115\.00\. Reached \$9,775\.00/);
    assert.match(
      text,
      /Zakat due at least \$3\d\d\.\d\d .* Zakat 2\.5% of what counts \$3\d\d\.\d\d–3\d\d\.\d\d/,
    );
    assert.match(text, /SPUS \. A fund: its filings give no balance sheets/);
    assert.match(text, /line 9: no listing found/);
    assert.ok(!body.includes('<script>qq'));
  });

  test('below the nisab nothing is due, unless something is left out', async (t) => {
    const few = { gold: '115', goldUnit: 'gram', holdings: 'AAPL $900', heldFor: 'trade' };
    assert.match((await post(t, PATH, few)).text, /Zakat due nothing What counts, \$900\.00, is less than/);
    const unknown = await post(t, PATH, { ...few, holdings: 'AAPL $900\nnosuchcompany 4' });
    assert.match(
      unknown.text,
      /Zakat due not known What is known to count, \$900\.00, .*With what is left out it may reach it\. Without nosuchcompany\./,
    );
  });

  test('where nothing is known, nothing is said to be due, on the page and in the table', async (t) => {
    const none = { gold: '115', goldUnit: 'gram', holdings: 'SPUS 10\nATVI 4' };
    const { text } = await post(t, PATH, none);
    assert.match(text, /Zakat due not known Nothing that counts is known\. Without SPUS, ATVI\./);
    assert.match(text, /ATVI \. It is no longer listed/);
    assert.doesNotMatch(text, /Zakat [^.]*\$0/);
    const { body } = await post(t, `${PATH}.csv`, none);
    assert.match(body, /\r\nWhether the nisab is reached,+,Not known whether it is reached\r\n/);
    assert.match(body, /\r\nZakat at 2\.5% \(lunar year\),*\r\n/);
  });

  test('says of each line that does not count what is so, and of many that are not understood the first five', async (t) => {
    const lines = [
      'AAPL 1',
      'cash -500',
      'cash',
      'cash 40 EUR',
      'MSFT 2, bought 2027-01-01',
      ...Array(7).fill('??'),
    ];
    const { text } = await post(t, PATH, { ...ASKED, holdings: lines.join('\n') });
    assert.match(text, /cash , line 2: cash below zero, which is not deducted/);
    assert.match(text, /cash , line 3: cash without an amount/);
    assert.match(text, /cash , line 4: cash that is not in US dollars/);
    assert.match(text, /MSFT: bought 2027-01-01 , line 5: not held yet/);
    assert.match(text, /line 10: not understood\. 2 more lines were not understood\./);
    assert.doesNotMatch(text, /line 11/);
  });

  test('as a table for one’s records', async (t) => {
    const { headers, body } = await post(t, `${PATH}.csv`, ASKED);
    assert.match(String(headers['content-disposition']), /zakat\.csv/);
    const rows = body.trim().split('\r\n');
    const [columns = []] = [rows[0]?.split(',')];
    const cell = (row: string, column: string) =>
      rows.find((one) => one.startsWith(row))?.split(',')[columns.indexOf(column)];
    assert.deepEqual(
      ['held_for', 'receivables_low', 'per_share_low', 'counts_high', 'form', 'period_end'].map((column) =>
        cell('AAPL,', column),
      ),
      ['income', '70320000000', '8.276741', '331.069658', '10-Q', '2025-12-27'],
    );
    assert.equal(cell('NVDA,', 'counts_low'), '8980.65');
    assert.equal(cell('Cash,', 'counts_low'), '2000');
    assert.equal(cell('Nisab,', 'counts_high'), '9775');
    const { body: inArabic } = await post(t, `${PATH}.csv`, ASKED, 'ar');
    assert.ok(inArabic.startsWith(`\uFEFF${columns.join()}\r\n`), 'the mark of UTF-8, and the same columns');
    assert.match(inArabic, /\r\nالنصاب,+9775,9775,+\r\n/);
  });

  test('asks for the price of gold, says what is wrong, and takes no form of another site', async (t) => {
    const fromPortfolio = await post(t, PATH, { holdings: 'AAPL 40' });
    assert.deepEqual([fromPortfolio.statusCode, fromPortfolio.body.includes('AAPL 40')], [200, true]);
    assert.doesNotMatch(fromPortfolio.body, /field-error/);
    for (const [fields, message] of [
      [{ holdings: 'AAPL 40', gold: 'much' }, /id="gold-error"/],
      [{ holdings: 'AAPL 40', gold: '0' }, /id="gold-error"/],
      [{ holdings: 'AAPL 40', gold: '3.710' }, /id="gold-error".*with a comma for thousands/s],
      [{ holdings: 'AAPL 40', gold: '115', other: '5 EUR' }, /id="other-error"/],
      [{ holdings: '!!', gold: '115' }, /No holding was found/],
    ] as const) {
      const { statusCode, body } = await post(t, PATH, fields);
      assert.equal(statusCode, 422);
      assert.match(body, message);
    }
    const { app } = await makeApp(t, snapshot.shared());
    const headers = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' };
    const refused = await app.inject({ method: 'POST', url: PATH, headers, payload: 'holdings=AAPL+1' });
    assert.equal(refused.statusCode, 403);
  });

  test('from the portfolio by keyboard alone, at both widths, light and dark, and on one page of paper', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    await checkPage(browser(), {
      name: 'zakat',
      url: `${url}${PATH}`,
      form: { from: PATH, fields: { ...ASKED } },
    });
    const page = await openPage(t, browser(), { url: `${url}/portal/portfolio`, javaScriptEnabled: false });
    await page.locator('#holdings').fill(HOLDINGS);
    await page.locator('.holdings-form button').press('Enter');
    await page.locator('.portfolio-tools button', { hasText: 'Zakat' }).press('Enter');
    await page.locator('#gold').focus();
    await page.keyboard.type('3576.90');
    await page.keyboard.press('Enter');
    await page.locator('.to-give').waitFor();
    assert.match((await page.locator('.to-give').textContent()) ?? '', /2\.5% of/);
    await page.emulateMedia({ media: 'print' });
    assert.ok(!(await page.locator('.change-holdings').isVisible()));
    const pdf = await page.pdf({ preferCSSPageSize: true });
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 1, 'one page on paper');
  });
});
