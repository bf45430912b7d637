import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkHtml, checkPage } from '@common/web/testing/check-page';
import type { Page } from 'playwright-core';
import { clockAt } from '../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../service/test/snapshot-store.ts';
import { PUBLIC_PAGES } from '../src/parts/public-pages.ts';
import { makeApp } from './app-under-test.ts';
import { checkOnPhone, type OnPhone } from './phone.ts';
import { openRankingPages } from './rankings/pages-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const browser = useBrowser();
const LOCAL = { host: '127.0.0.1', port: 0 };

/** Takes a suggestion by keyboard, in the field that has the focus. */
async function chooseMeta(page: Page): Promise<void> {
  await page.keyboard.type('facebo');
  await page.getByRole('option', { name: 'Meta Platforms' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('option').waitFor({ state: 'detached' });
  await page.keyboard.press('ArrowDown');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/\?q=META$/);
}

type Row = readonly [name: string, path: string, status?: number];

/** Measures each page on a phone; the answers to a search in both languages. */
async function checkPhone(t: TestContext, url: string, pages: readonly Row[]): Promise<void> {
  const page = await openPage(t, browser(), { javaScriptEnabled: false });
  const shown = pages.flatMap(([, path]): readonly OnPhone[] => {
    if (!path.includes('?')) return [[`${url}${path}`, ['h1']]];
    return ['ar', 'en'].map((language) => [`${url}${path}&lang=${language}`, ['h1', 'h1 + p']]);
  });
  t.diagnostic(await checkOnPhone(page, shown));
}

test('pages that anybody may read', async (t) => {
  const { app } = await makeApp(t, snapshot.shared());
  const url = await app.listen(LOCAL);

  const pages: readonly Row[] = [
    ...PUBLIC_PAGES.map(({ path }) => [path.slice(1) || 'start', path] as const),
    ['answer', '/?q=AAPL'],
    ['not-screenable', '/?q=SNOW'],
    ['fund', '/?q=SPUS'],
    ['unknown-ticker', '/?q=ZZZZZ', 404],
    ['prohibited', '/?q=MO'],
    ['no-figures', '/?q=IBM'],
    ['hits', '/?q=apple'],
    ['no-page', '/nowhere', 404],
  ];
  for (const [name, path, status = 200] of pages) {
    await t.test(`${name}: at both widths, light and dark`, () =>
      checkPage(browser(), { name, url: `${url}${path}`, status }),
    );
  }

  await t.test('on a phone: a header of one row, and title, verdict and reason on the first screen', (t) =>
    checkPhone(t, url, pages),
  );

  await t.test('what looks like one of these is valid HTML', () =>
    checkHtml({ name: 'unreadable', url: `${url}/?q=%3F%3F`, status: 422 }),
  );

  for (const javaScriptEnabled of [true, false]) {
    const script = `with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`;

    await t.test(`the start page is usable by keyboard only, ${script}`, async (t) => {
      const page = await openPage(t, browser(), { url, javaScriptEnabled });
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
      assert.equal(await page.locator('h1').textContent(), 'Apple Inc. was  compliant on 23 April 2026');
    });

    await t.test(
      `on a phone the header is one row, and its buttons open menu and search, ${script}`,
      async (t) => {
        const page = await openPage(t, browser(), { url: `${url}/methodology`, javaScriptEnabled });
        await page.setViewportSize({ width: 390, height: 844 });
        const { height = Number.NaN } = (await page.locator('.site-header').boundingBox()) ?? {};
        assert.ok(height < 64, `${height} px`);
        await page.getByRole('button', { name: 'Search' }).press('Enter');
        await page.locator('#header-q').waitFor();
        if (javaScriptEnabled) {
          await page.locator('#header-q:focus').waitFor();
          await chooseMeta(page);
          await page.goto(`${url}/methodology`);
        } else await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Menu' }).press('Enter');
        await page.getByRole('link', { name: 'Portfolio' }).click();
        await page.waitForURL(`${url}/portal/portfolio`);
      },
    );

    await t.test(`/developers gives a key by keyboard only, ${script}`, async (t) => {
      const page = await openPage(t, browser(), { url: `${url}/developers#key`, javaScriptEnabled });
      await page.locator('#email').focus();
      await page.keyboard.type('samir@example.org');
      await page.keyboard.press('Tab');
      await page.keyboard.type('app');
      await page.keyboard.press('Enter');
      await page.waitForSelector('#api-key');
      assert.equal(await page.locator('h1').textContent(), 'Your key, shown this once');
      const key = await page.locator('#api-key').inputValue();
      assert.match(key, /^snd_live_/);
      assert.equal(await page.locator('#copy').isVisible(), javaScriptEnabled);
      if (!javaScriptEnabled) return;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.locator('#copy').focus();
      await page.keyboard.press('Enter');
      await page.locator('#copy', { hasText: 'Copied' }).waitFor();
      assert.equal(await page.evaluate('navigator.clipboard.readText()'), key);
    });
  }

  await t.test('the waiting list works by keyboard without JavaScript', async (t) => {
    const page = await openPage(t, browser(), { url: `${url}/developers#partner`, javaScriptEnabled: false });
    await page.locator('#waitlist-email').focus();
    await page.keyboard.type('lena@example.org');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${url}/waitlist`);
    assert.equal(await page.locator('h1').textContent(), 'You are on the list');
  });
});

test('a fault of ours: 500, without its cause', async (t) => {
  const shared = snapshot.shared();
  const store = {
    ...shared.store,
    findListing: () => Promise.reject(new TypeError('a secret of the inside')),
  };
  const { app } = await makeApp(t, { ...shared, store });
  await checkPage(browser(), { name: 'fault', url: `${await app.listen(LOCAL)}/?q=AAPL`, status: 500 });
});

test('the rankings', async (t) => {
  const { app } = await openRankingPages(t, snapshot);
  const url = await app.listen(LOCAL);

  const pages: readonly Row[] = [
    ['lists', '/lists'],
    ['lists-by-choice', '/lists?methodologies=aaoifi&industry=chips'],
    ['lists-no-match', '/lists?size=small'],
    ['lists-of-funds', '/lists/funds'],
    ['leaders', '/leaders'],
    ['value', '/value'],
    ['ranking-refused', '/leaders?order=beauty', 422],
  ];
  for (const [name, path, status = 200] of pages) {
    await t.test(`${name}: at both widths, light and dark`, () =>
      checkPage(browser(), { name, url: `${url}${path}`, status }),
    );
  }

  await t.test('chosen by keyboard only, without JavaScript', async (t) => {
    const page = await openPage(t, browser(), { url: `${url}/lists`, javaScriptEnabled: false });
    await page.locator('#industry').focus();
    await page.keyboard.type('Chips');
    await page.locator('.list-filters button').focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/industry=chips/);
    assert.equal(await page.locator('tbody tr').count(), 3);
    await page.locator('td.watch a').first().focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/portal\?next=/);
    const door = new URL(page.url()).searchParams;
    assert.deepEqual([door.get('next'), door.get('watch')], ['/?q=AMD', 'AMD']);
  });
});
