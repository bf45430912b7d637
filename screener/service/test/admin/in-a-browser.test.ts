import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { savePost } from '../../src/blog/save-post.ts';
import { clockAt, DAY } from '../app-under-test.ts';
import { ADMIN_TOKEN } from '../rankings/tasks-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import { ADMIN_COOKIE, openAdmin } from './admin-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2026-02-25T12:00:00Z'));
const browser = useBrowser();
const TEXT = `In January 2022 Apple passed all five methodologies. Three months later it did not.

## How it came back

On 3 February 2023 Apple reported less commercial paper: $1.7 bn instead of $10.0 bn.
`;

type Made = Awaited<ReturnType<typeof openAdmin>>;

async function signUpPeople({ clock, access }: Made): Promise<void> {
  for (const [day, many] of [
    [0, 3],
    [96, 4],
    [3, 2],
    [2, 9],
    [4, 5],
    [4, 6],
    [1, 1],
  ] as const) {
    clock.advance(day * DAY);
    for (let person = 0; person < many; person += 1) {
      const email = `person.${clock()}.${person}@example.org`;
      const account = `acc_${clock()}_${person}`;
      const attribution = person % 2 === 0 ? { ...NOT_SAID, utm_source: 'letter' } : null;
      await access.accessStore.signUp(
        { email, useCase: '', attribution, at: clock() },
        { hash: account, label: account, email, account, tier: 'free', createdAt: clock() },
        { earlierEndsAt: clock(), endNow: null },
      );
      if (person % 3 < 2) access.usage.asked(account, 'AAPL', COMPLIANT);
    }
  }
}

function countCalls(access: Made['access']): void {
  const counts = [
    ['META', 342],
    ['AMZN', 288],
    ['BTC', 133],
    ['APPL', 88],
  ] as const;
  for (const [ticker, calls] of counts) {
    const isKnown = ticker.length === 4 && ticker !== 'APPL';
    const answer = isKnown
      ? ({ ok: true, value: { compliance: 'not_screenable' } } as const)
      : ({ ok: false, error: { code: 'ticker_not_found', message: '' } } as const);
    for (let call = 0; call < calls; call += 1) access.usage.asked(null, ticker, answer);
  }
  for (const [tier, status, calls] of [
    ['demo', 200, 8_412],
    ['demo', 404, 611],
    ['demo', 429, 1_204],
    ['free', 200, 21_077],
    ['free', 422, 22],
    ['partner', 200, 61_840],
    ['partner', 503, 6],
    ['none', 401, 48],
  ] as const) {
    for (let call = 0; call < calls; call += 1) access.usage.called(tier, null, 'screenTicker', status);
  }
}

/** A fortnight with sign-ups, calls, a payment that fits nobody, and posts. */
async function openBusy(t: TestContext) {
  const made = await openAdmin(t, snapshot);
  const { access, clock, payments, posts, send, app } = made;
  clock.advance(-110 * DAY);
  await signUpPeople(made);
  countCalls(access);
  await access.usage.close();
  await send('POST', '/api/waitlist', { json: { email: 'wait@example.org', interest: 'both' } });
  const purchase = {
    id: 'cs_1',
    reference: null,
    email: 'billing@example.net',
    customer: 'cus_1',
    subscription: 'sub_1',
    paymentIntent: null,
    amount: 4_900,
    currency: 'usd',
    createdAt: clock() - 4 * DAY,
    paidAt: clock() - 4 * DAY,
  };
  const news = { eventId: 'evt_1', type: 'checkout.session.completed', purchase, marks: [] };
  assert.equal(await payments.take(news, { now: clock(), othersEndAt: clock() + DAY }), true);
  const author = { posts, clock, randomUuid: () => randomUUID() };
  const draft = { excerpt: 'Its balance sheet shrank.', bodyMd: TEXT, isPublished: false };
  for (const [slug, title, isPublished] of [
    ['missing-is-not-zero', 'Missing is not zero', true],
    ['apple-turned-twice', 'Why Apple’s verdict turned twice in 2022', false],
  ] as const) {
    clock.advance(-7 * DAY);
    assert.ok((await savePost(author, { ...draft, slug, title, isPublished })).ok);
    clock.advance(7 * DAY);
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { ...made, url };
}

const COMPLIANT = { ok: true, value: { compliance: 'compliant' } } as const;
const NOT_SAID = {
  utm_source: null,
  utm_medium: null,
  utm_campaign: null,
  utm_content: null,
  landing_page: null,
  referrer: null,
};

describe('the operator’s pages in a browser', () => {
  test('look right at both widths, light and dark', async (t) => {
    const { url, signIn } = await openBusy(t);
    await checkPage(browser(), { name: 'admin-sign-in', url: `${url}/admin` });
    const cookie = { name: ADMIN_COOKIE, value: await signIn() };
    await checkPage(browser(), { name: 'admin', url: `${url}/admin`, cookie });
    await checkPage(browser(), { name: 'admin-posts', url: `${url}/admin/posts`, cookie });
    const path = '/admin/posts/apple-turned-twice';
    await checkPage(browser(), { name: 'admin-post', url: `${url}${path}`, cookie });
  });

  test('look right with nothing to show', async (t) => {
    const { app, signIn } = await openAdmin(t, snapshot);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    const cookie = { name: ADMIN_COOKIE, value: await signIn() };
    await checkPage(browser(), { name: 'admin-empty', url: `${url}/admin?days=30`, cookie });
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`a post is written and published by keyboard, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async (t) => {
      const { app } = await openAdmin(t, snapshot);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const context = await browser().newContext({ javaScriptEnabled });
      t.after(() => context.close());
      const page = await context.newPage();
      const type = async (name: string, text: string) => {
        await page.locator(`[name=${name}]`).focus();
        await page.keyboard.type(text);
      };
      const press = async (text: string) => {
        await page.getByRole('button', { name: text, exact: true }).focus();
        await page.keyboard.press('Enter');
      };
      await page.goto(`${url}/admin/posts`);
      await type('token', 'wrong');
      await press('Sign in');
      assert.match((await page.locator('.field-error').textContent()) ?? '', /not the admin token/);
      await type('token', ADMIN_TOKEN);
      await press('Sign in');
      await page.waitForURL(`${url}/admin/posts`);
      await type('title', 'By hand');
      await type('slug', 'By hand');
      await type('body_md', 'Some **text**.\n\n<b>not bold</b>');
      await press('Preview');
      assert.match((await page.locator('.field-error').textContent()) ?? '', /try by-hand/);
      await page.locator('[name=slug]').fill('by-hand');
      await press('Preview');
      assert.equal(await page.locator('.preview strong').textContent(), 'text');
      await page.locator('[name=published]').focus();
      await page.keyboard.press('Space');
      await press('Save');
      await page.waitForURL(`${url}/admin/posts/by-hand?done=saved`);
      await page.goto(`${url}/blog/by-hand`);
      assert.equal(await page.locator('h1').textContent(), 'By hand');
      assert.match((await page.locator('.post-body').textContent()) ?? '', /<b>not bold<\/b>/);
      await page.goto(`${url}/admin`);
      await press('Sign out');
      await page.getByLabel('Admin token').waitFor();
      await page.goto(`${url}/admin/posts`);
      assert.match(page.url(), /\/admin\?next=/);
    });
  }
});
