import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkHtml, checkPage } from '@common/web/testing/check-page';
import { savePost } from '@screener/service/blog/save-post';
import { clockAt, DAY } from '../../../service/test/app-under-test.ts';
import { ADMIN_TOKEN } from '../../../service/test/rankings/tasks-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { ADMIN_COOKIE, openAdmin } from './admin-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2026-02-25T12:00:00Z'));
const browser = useBrowser();
const TEXT = `In January 2022 Apple passed all five methodologies. Three months later it did not. Debt over total assets had crossed one third, and the verdict went from compliant to questionable.

| Filed | Debt ÷ total assets | Result |
| --- | ---: | :---: |
| 28 January 2022 | 32.21 % | passes |
| 29 April 2022 | 34.22 % | fails |

## How it came back

On 3 February 2023 Apple reported less [commercial paper](https://www.sec.gov/): $1.7 bn instead of $10.0 bn.

> A verdict near a limit says less than the distance to it.

1. Look at the limit.
2. Look at the **distance**.

\`\`\`
curl https://screen.example/v1/screen/AAPL
\`\`\`

---

<script>alert(1)</script> and ~~this~~ stay text. See [the leaders](/leaders).
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
    ['five-rule-books', 'Five rule books, two editions each', true],
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

interface Row {
  readonly name: string;
  readonly path: string;
  readonly status?: number;
  /** The page that has the form, and what is posted; absent where the page is only asked for. */
  readonly form?: { readonly from: string; readonly fields: Readonly<Record<string, string>> };
}

/** What forms answer that anybody may send, and what is no page. */
const FOR_ALL: readonly Row[] = [
  { name: 'admin-sign-in', path: '/admin' },
  {
    name: 'portfolio',
    path: '/portal/portfolio',
    form: {
      from: '/portal/portfolio',
      fields: { holdings: 'AAPL 40\nJPM 8\nTesla $900\nSPUS 3\ncash 10\nVANG GLB ALLCAP 2\n??' },
    },
  },
  {
    name: 'portfolio-of-nothing',
    path: '/portal/portfolio',
    status: 422,
    form: { from: '/portal/portfolio', fields: { holdings: '!!' } },
  },
  {
    name: 'key-wrong-address',
    path: '/developers',
    status: 422,
    form: { from: '/developers', fields: { email: 'samir', use_case: 'app' } },
  },
  {
    name: 'key',
    path: '/developers',
    form: { from: '/developers', fields: { email: 'samir@example.org', use_case: 'app' } },
  },
  {
    name: 'sign-in-wrong-password',
    path: '/api/session',
    status: 422,
    form: { from: '/portal', fields: { email: 'samir@example.org', password: 'not this one' } },
  },
  {
    name: 'admin-wrong-token',
    path: '/admin',
    status: 422,
    form: { from: '/admin', fields: { token: 'x' } },
  },
  { name: 'no-post', path: '/blog/nothing-of-this-name', status: 404 },
  { name: 'blog-empty', path: '/blog' },
];

/** What looks like one of these. */
const ALIKE: readonly Row[] = [
  {
    name: 'sign-in-wrong-key',
    path: '/api/session',
    status: 422,
    form: { from: '/portal', fields: { api_key: 'snd_live_nobody' } },
  },
  { name: 'malformed-slug', path: '/blog/Not%20a%20slug', status: 422 },
];

/** An article that is refused keeps all that was written. */
const FOR_THE_OPERATOR: readonly Row[] = [
  { name: 'admin', path: '/admin' },
  { name: 'admin-posts', path: '/admin/posts' },
  { name: 'admin-post', path: '/admin/posts/apple-turned-twice' },
  {
    name: 'post-refused',
    path: '/admin/posts',
    status: 422,
    form: { from: '/admin/posts', fields: { title: '', slug: 'Not a slug', body_md: 'Some *text*.' } },
  },
  { name: 'blog', path: '/blog' },
  { name: 'blog-post', path: '/blog/missing-is-not-zero' },
];

describe('the operator’s pages and the blog in a browser', () => {
  test('with nothing to show, and what anybody’s forms answer', async (t) => {
    const { app, signIn } = await openAdmin(t, snapshot);
    const url = await app.listen({ host: '127.0.0.1', port: 0 });
    for (const { path, ...row } of FOR_ALL) await checkPage(browser(), { ...row, url: `${url}${path}` });
    for (const { path, ...row } of ALIKE) await checkHtml({ ...row, url: `${url}${path}` });
    const cookie = { name: ADMIN_COOKIE, value: await signIn() };
    await checkPage(browser(), { name: 'admin-empty', url: `${url}/admin?days=30`, cookie });
  });

  test('with much to show', async (t) => {
    const { url, signIn } = await openBusy(t);
    const cookie = { name: ADMIN_COOKIE, value: await signIn() };
    for (const { path, ...row } of FOR_THE_OPERATOR) {
      await checkPage(browser(), { ...row, url: `${url}${path}`, cookie });
    }
  });

  for (const javaScriptEnabled of [true, false]) {
    test(`a post is written and published by keyboard, JavaScript ${javaScriptEnabled ? 'on' : 'off'}`, async (t) => {
      const { app } = await openAdmin(t, snapshot);
      const url = await app.listen({ host: '127.0.0.1', port: 0 });
      const page = await openPage(t, browser(), { javaScriptEnabled });
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
