import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { useBrowser } from '@common/web/testing/browser';
import type { Page } from 'playwright-core';
import { useService } from '../api/service.ts';
import { type Keyboard, keyboardOf } from './keyboard.ts';

/** The limits and settings of a service as it is installed. */
const service = useService({ PUBLIC_URL: '', RATE_LIMIT_DEMO: '10', RATE_LIMIT_FREE: '30' });
const browser = useBrowser();

/** Reports have hundreds of stops, and a test of their own beside the page. */
const WITH_REPORTS = size({ quick: 0, full: 1 }) === 1;
const PASSWORD = 'four plain words suffice';

/** A browser with a keyboard, which notes whatever it loads and whatever is said in its console. */
async function openBrowser(t: TestContext, javaScriptEnabled: boolean) {
  // The order in which the parts of a date are typed is the locale's.
  const context = await browser().newContext({ javaScriptEnabled, locale: 'en-US' });
  t.after(() => context.close());
  const page = await context.newPage();
  const origins = new Set<string>();
  const lines: string[] = [];
  context.on('request', (request) => origins.add(new URL(request.url()).origin));
  page.on('console', (line) => lines.push(line.text()));
  page.on('pageerror', (error) => lines.push(String(error)));
  return { page, keys: keyboardOf(page), origins, lines };
}

const heading = async (page: Page): Promise<string> =>
  ((await page.locator('h1').textContent()) ?? '').trim().replace(/\s+/g, ' ');

/** Asks for a key on the page of developers, and takes it along on the clipboard, as a person would. */
async function signUp(page: Page, keys: Keyboard, email: string): Promise<void> {
  await keys.follow({ text: 'Developers' }, /\/developers$/);
  await keys.tabTo({ name: 'email' });
  await keys.type(email);
  await keys.press('Enter');
  await page.locator('#api-key').waitFor();
  await keys.tabTo({ id: 'api-key' });
  await keys.press('Control+A');
  await keys.press('Control+C');
}

async function signInByKey(page: Page, keys: Keyboard): Promise<void> {
  await keys.follow({ text: 'Sign in with the key' }, /\/portal$/);
  await keys.tabTo({ name: 'api_key' });
  await keys.press('Control+V');
  await keys.submit(/\/portal\/dashboard$/);
  assert.equal(await heading(page), 'Nothing watched yet');
}

async function setPassword(page: Page, keys: Keyboard): Promise<void> {
  await keys.follow({ text: 'Account' }, /\/portal\/account$/);
  await keys.follow({ text: 'Set one' }, /\/portal\/password$/);
  await keys.tabTo({ name: 'current_password' });
  await keys.press('Control+V');
  await keys.tabTo({ name: 'new_password' });
  await keys.type(PASSWORD);
  await keys.submit(/\/portal\/account\?done=password$/);
  assert.match((await page.locator('.notice').textContent()) ?? '', /password/);
}

const watched = (page: Page) => page.locator('.watchlist tbody tr .ticker').allTextContents();

async function watchThree(page: Page, keys: Keyboard): Promise<void> {
  await keys.follow({ text: 'Watchlist' }, /\/portal\/dashboard$/);
  const added = [];
  for (const [typed, symbol] of [
    ['AAPL', 'AAPL'],
    ['msft', 'MSFT'],
    ['snowflake', 'SNOW'],
  ] as const) {
    await keys.tabTo({ name: 'ticker' });
    await keys.type(typed);
    await keys.press('Enter');
    await page.locator('.watchlist .ticker', { hasText: symbol }).waitFor();
    added.push(symbol);
    assert.deepEqual((await watched(page)).toSorted(), added);
  }
}

/** A report, on the day before the filing of 2 February 2023 that brought the debt below its limits, and today. */
async function readReport(page: Page, keys: Keyboard): Promise<void> {
  await keys.follow({ href: '/portal/report/AAPL' }, /\/portal\/report\/AAPL$/);
  assert.match(await heading(page), /^Apple Inc\. was compliant on/);
  await keys.tabTo({ name: 'as_of' });
  await keys.type('02012023');
  await keys.submit(/\/portal\/report\/AAPL\?as_of=2023-02-01/);
  assert.match(await heading(page), /^Apple Inc\. (?:is|was) questionable/);
  await keys.tabTo({ name: 'as_of' });
  await keys.type('03152026');
  await keys.submit(/\/portal\/report\/AAPL\?as_of=2026-03-15/);
  assert.match(await heading(page), /^Apple Inc\. (?:is|was) compliant/);
}

async function purify(page: Page, keys: Keyboard): Promise<void> {
  await keys.tabTo({ name: 'shares' });
  await keys.type('100');
  await keys.tabTo({ name: 'dividends' });
  await keys.type('103');
  await keys.submit(/as_of=2026-03-15&.*shares=100&dividends=103.*#purification$/);
  // Apple, 10-Q for 2025-12-27 and 10-K for 2025-09-27: as in the test of the report.
  assert.deepEqual(await page.locator('.give td').allTextContents(), ['0.00', '78.91', '0.00', '2.74']);
}

async function compare(page: Page, keys: Keyboard): Promise<void> {
  await keys.follow({ text: 'Compare' }, /\/portal\/compare\?a=AAPL/);
  await keys.tabTo({ name: 'b' });
  await keys.type('MSFT');
  await keys.submit(/\/portal\/compare\?a=AAPL&b=MSFT/);
  assert.match(await page.title(), /^AAPL was compliant, MSFT \S+/);
}

async function print(page: Page, keys: Keyboard, hasScripts: boolean): Promise<void> {
  await keys.follow({ text: 'Report of AAPL' }, /\/portal\/report\/AAPL/);
  if (hasScripts) {
    await keys.tabTo({ text: 'Print' });
    await keys.press('Enter');
    await page.waitForFunction('document.documentElement.dataset.printed === "yes"');
  } else {
    // Nothing offers what would not work: the browser prints by itself.
    assert.equal(await page.locator('.print').filter({ visible: true }).count(), 0);
  }
  const pdf = await page.pdf({ preferCSSPageSize: true });
  assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length, 2);
}

async function signOutAndIn(page: Page, keys: Keyboard, email: string): Promise<void> {
  await keys.follow({ text: 'Account' }, /\/portal\/account$/);
  await keys.follow({ text: 'Sign out' }, /\/$/);
  await keys.follow({ text: 'Watchlist' }, /\/portal\?next=/);
  await keys.tabTo({ name: 'email' });
  await keys.type(email);
  await keys.tabTo({ name: 'password' });
  await keys.type(PASSWORD);
  await keys.submit(/\/portal\/dashboard$/);
  assert.deepEqual((await watched(page)).toSorted(), ['AAPL', 'MSFT', 'SNOW']);
}

describe('a reader with a keyboard, from the first page to the second sign-in', () => {
  // Each form is tested without scripts beside its page, too.
  for (const hasScripts of [true, false].slice(0, size({ quick: 1, full: 2 }))) {
    test(`with JavaScript ${hasScripts ? 'on' : 'off'}`, async (t) => {
      const email = `reader-${hasScripts}@example.org`;
      const { page, keys, origins, lines } = await openBrowser(t, hasScripts);
      await page.addInitScript('window.print = () => { document.documentElement.dataset.printed = "yes"; }');
      await page.goto(service.url());
      await signUp(page, keys, email);
      await signInByKey(page, keys);
      await setPassword(page, keys);
      await watchThree(page, keys);
      if (WITH_REPORTS) {
        await readReport(page, keys);
        await purify(page, keys);
        await compare(page, keys);
        await print(page, keys, hasScripts);
      }
      await signOutAndIn(page, keys, email);
      assert.deepEqual([...origins], [service.url()], 'asks nobody else for anything');
      assert.deepEqual(lines, []);
    });
  }
});

describe('GET /docs', () => {
  test('shows in a browser how to call an operation, what it answers, and with which headers', async () => {
    const page = await browser().newPage();
    await page.goto(`${service.url()}/docs`);
    const operation = page.locator('#operations-screening-searchTickers');
    await operation.locator('.opblock-summary').click();
    const answer = operation.locator('.responses-table tr.response[data-code="200"]');
    const example = JSON.parse(await answer.locator('.example').first().innerText());
    assert.equal(example.data.results[0].symbol, 'AAPL');
    assert.match(await operation.locator('.parameters').first().innerText(), /Example\s*:\s*apple/);
    const headers = await answer.locator('table.headers').innerText();
    for (const name of ['etag', 'ratelimit', 'x-request-id', 'sanad-key-notice']) {
      assert.ok(headers.includes(name), name);
    }
    const refusal = operation.locator('.responses-table tr.response[data-code="429"] .example').first();
    assert.equal(JSON.parse(await refusal.innerText()).error.code, 'rate_limit_exceeded');
    await page.close();
  });
});
