import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createMailSender } from '@common/kit/mail/send-mail';
import { withTempDir } from '@common/kit/testing';
import { decodeMail, startPostOffice } from '@common/kit/testing/post-office';
import { startReceiver } from '@common/kit/testing/webhook-receiver';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkHtml, checkPage } from '@common/web/testing/check-page';
import { NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import type { Page } from 'playwright-core';
import { openTestAccess } from '../../service/test/access/access-under-test.ts';
import { clockAt } from '../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../service/test/snapshot-store.ts';
import { signIn } from './accounts/signed-in.ts';
import { openWatched } from './alerts/watched-app.ts';
import { makeApp } from './app-under-test.ts';
import { checkOnPhone, type OnPhone } from './phone.ts';
import { historyOf, serveParts } from './report/section-under-test.ts';

const clock = clockAt('2030-06-15T12:00:00Z');
const snapshot = useSnapshotStore(clock);
const browser = useBrowser();
const LOCAL = { host: '127.0.0.1', port: 0 };

/** The service on a free port until the end of the test, and a reader. */
async function serve(t: TestContext) {
  const access = await openTestAccess(t, undefined, clock);
  const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
  const url = await app.listen(LOCAL);
  const reader = await signIn(app);
  /** A page of that reader. */
  const open = async (t: TestContext, path: string, javaScriptEnabled = true): Promise<Page> => {
    const page = await openPage(t, browser(), { javaScriptEnabled });
    await page.context().addCookies([{ ...reader.cookie, url }]);
    await page.goto(`${url}${path}`);
    return page;
  };
  return { app, url, reader, open };
}

const sheetsOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

type Row = readonly [name: string, path: string, status?: number];

const REPORTS: readonly Row[] = [
  ['report-AAPL', '/portal/report/AAPL?shares=100&dividends=103'],
  ['report-SNOW', '/portal/report/SNOW?as_of=2023-01-15&overlays=all'],
  ['report-TSM', '/portal/report/TSM'],
  ['report-META', '/portal/report/META'],
  ['report-JPM', '/portal/report/JPM'],
  ['report-SPUS', '/portal/report/SPUS?verdict=not_screenable&page=2'],
  ['report-VOO', '/portal/report/VOO'],
  ['report-HLAL', '/portal/report/HLAL'],
  ['report-wrong-fields', '/portal/report/AAPL?shares=many&until=soon', 422],
  [
    'figures-entered',
    '/portal/report/TSLA/figures?cash=16139&current_securities=20424&debt=8213&total_assets=122070',
  ],
  ['figures-wrong', '/portal/report/TSLA/figures?debt=-5', 422],
  ['report-unknown', '/portal/report/AAPLE', 404],
  ['compare-AAPL-APH', '/portal/compare?a=AAPL&b=APH&as_of=2026-02-25'],
  ['compare-SNOW-LVS', '/portal/compare?a=SNOW&b=LVS&rules=classic'],
  ['compare-fund-and-company', '/portal/compare?a=SPUS&b=MSFT'],
  ['compare-funds', '/portal/compare?a=SPUS&b=VOO'],
  ['compare-errors', '/portal/compare?a=AAPLE&b=not+a+ticker&as_of=soon&rules=new', 422],
];

/** On a phone, sections are folded; the one that the address names is not. */
async function checkNamedSection(page: Page, report: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${report}#headroom`);
  assert.equal(await page.locator('#headroom .figures').isVisible(), true);
  assert.equal(await page.locator('#score .figures').isVisible(), false);
  await page.evaluate('location.hash = "score"');
  await page.locator('#score .figures').waitFor();
}

/** The pages of a reader; of reports, a fund, a company that is not compliant, and one without a verdict. */
function shownOnPhone(url: string): readonly OnPhone[] {
  const others = [
    ...REPORTS.map(([, path]) => path),
    '/portal/dashboard',
    '/portal/account',
    '/portal/alerts',
  ];
  return [
    ...others.map((path): OnPhone => [`${url}${path}`, ['h1']]),
    ...['SPUS', 'MO', 'TSLA', 'AAPL'].flatMap((ticker) =>
      ['ar', 'en'].map((language): OnPhone => {
        const address = `${url}/portal/report/${ticker}?lang=${language}`;
        return [address, ['.verdict h1', '.verdict .lead']];
      }),
    ),
  ];
}

test('the report', async (t) => {
  const { url, reader, open } = await serve(t);
  const { cookie } = reader;
  for (const [name, path, status = 200] of REPORTS) {
    await t.test(`${name}: at both widths, light and dark`, () =>
      checkPage(browser(), { name, url: `${url}${path}`, status, cookie }),
    );
  }

  await t.test('what looks like one of these is valid HTML', async () => {
    for (const [name, path, status = 200] of [
      ['no-page', '/portal/report/SPUS?page=9', 422],
      ['wrong-date', '/portal/report/AAPL?as_of=yesterday', 422],
      ['malformed', '/portal/report/no-such-ticker-at-all', 400],
      ['compare-one', '/portal/compare?a=AAPL&b='],
    ] as const) {
      await checkHtml({ name, url: `${url}${path}`, status, cookie });
    }
  });

  for (const javaScriptEnabled of [true, false]) {
    const script = `with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`;

    await t.test(`the calculator by keyboard only, ${script}`, async (t) => {
      const page = await open(t, '/portal/report/AAPL?as_of=2026-03-15', javaScriptEnabled);
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

  await t.test('a phone: the verdict and its reason on the first screen, sections a tap away', async (t) => {
    const page = await open(t, '/portal/report/AAPL', false);
    t.diagnostic(await checkOnPhone(page, shownOnPhone(url)));
    for (const ticker of ['SPUS', 'MO', 'TSLA', 'AAPL']) {
      await page.goto(`${url}/portal/report/${ticker}`);
      assert.equal(await page.locator('.folds .figures').first().isVisible(), false, ticker);
    }
    await page.locator('#checks summary').press('Enter');
    await page.locator('#checks .notes a').first().click();
    assert.equal(await page.locator('#e1').isVisible(), true);
    await page.getByRole('button', { name: 'Watch', exact: true }).press('Enter');
    await page.waitForURL(`${url}/portal/dashboard`);
    assert.equal(await page.locator('.watchlist tbody .ticker').textContent(), 'AAPL');
  });

  await t.test('has a button that prints, only where a script makes it work', async (t) => {
    const still = await open(t, '/portal/report/AAPL', false);
    assert.equal(await still.locator('.print').first().isVisible(), false);
    const page = await open(t, '/portal/report/AAPL');
    await page.evaluate('window.print = () => { document.title = "printed"; }');
    await page.locator('.print').first().click();
    assert.equal(await page.title(), 'printed');
    await checkNamedSection(page, `${url}/portal/report/AAPL?rules=current`);
  });

  await t.test('is at most two pages of A4 in print, with everything but forms open', async (t) => {
    const page = await open(t, '/portal/report/MSFT');
    // The longest of the snapshot: two ends of many sums, a currency of its own, facts of three reports.
    for (const [ticker, sheets] of [
      ['MSFT', 2],
      ['SNOW', 2],
      ['TSM', 2],
      ['IBM', 1],
      ['AAPL', 2],
    ] as const) {
      await page.goto(`${url}/portal/report/${ticker}`);
      const pdf = await page.pdf({ preferCSSPageSize: true });
      assert.equal(sheetsOf(pdf), sheets, ticker);
    }
    // With as many checks as three methodologies more may have.
    for (let more = 1; more <= 3; more += 1) {
      await page.goto(`${url}/portal/report/TSM`);
      await page.evaluate(
        `const [, first] = document.querySelectorAll('.method'); for (let at = 0; at < ${more}; at += 1) first.after(first.cloneNode(true));`,
      );
      const pdf = await page.pdf({ preferCSSPageSize: true });
      assert.equal(sheetsOf(pdf), 2, `${more} more`);
    }
    await page.goto(`${url}/portal/report/AAPL`);
    await page.emulateMedia({ media: 'print' });
    for (const shown of ['#e1', '#sum-revenue .total', '#assumed']) {
      assert.equal(await page.locator(shown).isVisible(), true, shown);
    }
    for (const hidden of ['form', '#purification', '.other-side']) {
      assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
    }
  });
});

test('the history of a report: a turn, and years without figures', async (t) => {
  const parts = {
    APH: await historyOf(snapshot.shared(), 'APH'),
    LVS: await historyOf(snapshot.shared(), 'LVS'),
  };
  const url = await serveParts(t, parts);
  for (const name of Object.keys(parts)) {
    await checkPage(browser(), { name: `history-${name}`, url: `${url}/${name}` });
  }
});

test('the dashboard', async (t) => {
  const { url, reader, open } = await serve(t);
  const check = (name: string) =>
    checkPage(browser(), {
      name: `dashboard-${name}`,
      url: `${url}/portal/dashboard`,
      cookie: reader.cookie,
    });

  await t.test('empty: at both widths, light and dark', () => check('empty'));

  for (const javaScriptEnabled of [true, false]) {
    const script = `with JavaScript ${javaScriptEnabled ? 'on' : 'off'}`;
    await t.test(`adds and removes by keyboard only, ${script}`, async (t) => {
      const page = await open(t, '/portal/dashboard', javaScriptEnabled);
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

  for (const [name, added] of [
    ['three', ['NVDA', 'APH', 'KO']],
    ['nine', ['AMD', 'GOOGL', 'MSFT', 'SNOW', 'LVS', 'SPUS']],
  ] as const) {
    await t.test(`${name}: at both widths, light and dark`, async () => {
      for (const ticker of added) await reader.post('/portal/watchlist/add', { ticker });
      await check(name);
    });
  }

  await t.test('with an error of the address: is valid HTML', () =>
    checkHtml({ name: 'error', url: `${url}/portal/dashboard?error=unknown_ticker`, cookie: reader.cookie }),
  );
});

interface Answered {
  readonly name: string;
  readonly path: string;
  readonly status: number;
  /** The page that has the form, and what is posted; absent where the page is only asked for. */
  readonly form?: { readonly from: string; readonly fields: Readonly<Record<string, string>> };
}

/** What no other test of a page looks at: what forms answer. */
const ANSWERS: readonly Answered[] = [
  {
    name: 'watch-nothing-known',
    path: '/portal/watchlist/add',
    status: 422,
    form: { from: '/portal/dashboard', fields: { ticker: 'bank of' } },
  },
  {
    name: 'watch-several',
    path: '/portal/watchlist/add',
    status: 422,
    form: { from: '/portal/dashboard', fields: { ticker: 'AAPL, zzzzzz' } },
  },
  { name: 'portfolio-saved', path: '/portal/portfolio', status: 200 },
  {
    name: 'password-too-short',
    path: '/api/account/password',
    status: 422,
    form: { from: '/portal/password', fields: { current_password: 'x', new_password: 'short' } },
  },
  {
    name: 'account-not-deleted',
    path: '/portal/account/delete',
    status: 422,
    form: { from: '/portal/account', fields: { confirm: 'somebody@example.org' } },
  },
  { name: 'account-password-set', path: '/portal/account?done=password', status: 200 },
  { name: 'sign-in', path: '/portal', status: 200 },
  { name: 'password', path: '/portal/password', status: 200 },
  // Its earlier key goes on for a while.
  {
    name: 'account-new-key',
    path: '/portal/keys/new',
    status: 200,
    form: { from: '/portal/account', fields: {} },
  },
];

test('the account, and what its forms answer', async (t) => {
  const { app, url, reader } = await serve(t);
  await reader.post('/portal/portfolio/save', { holdings: 'AAPL 40\nSNOW 2' });
  for (const { name, path, ...answer } of ANSWERS) {
    const signedIn = name === 'sign-in' ? {} : { cookie: reader.cookie };
    await t.test(`${name}: at both widths, light and dark`, () =>
      checkPage(browser(), { name, url: `${url}${path}`, ...answer, ...signedIn }),
    );
  }

  await t.test('with two keys: at both widths, light and dark', async () => {
    const { cookie } = await signIn(app, 'samir@example.org');
    const made = await app.inject({
      method: 'POST',
      url: '/portal/keys/new',
      payload: '',
      headers: {
        cookie: `${cookie.name}=${cookie.value}`,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
    });
    const renewed = made.cookies.find(({ name }) => name === cookie.name);
    assert.ok(renewed !== undefined, made.body);
    const { name, value } = renewed;
    await checkPage(browser(), {
      name: 'account',
      url: `${url}/portal/account`,
      cookie: { name, value },
    });
  });
});

test('alerts, with a webhook, deliveries and a given-up one: at both widths, light and dark', async (t) => {
  await withTempDir(async (folder) => {
    const { app, reader, flip, deliverAll } = await openWatched(t, folder);
    const receiver = await startReceiver(t);
    await reader.post('/portal/alerts/feed', {});
    await reader.post('/portal/alerts/webhook', { url: receiver.url });
    receiver.answer(410);
    await flip();
    await deliverAll();
    const url = await app.listen(LOCAL);
    const { cookie } = reader;
    await checkPage(browser(), { name: 'alerts', url: `${url}/portal/alerts`, cookie });
    await checkPage(browser(), { name: 'dashboard-flip', url: `${url}/portal/dashboard`, cookie });
  });
});

test('from a search to a mail: an account by a mailed link, watched, and told at a real mail server', async (t) => {
  await withTempDir(async (folder) => {
    const { posts, at } = await startPostOffice(t, { hideSTARTTLS: true });
    const { app, flip, deliverAll } = await openWatched(
      t,
      folder,
      createMailSender(at(), 'alerts@sanad.example'),
    );
    const url = await app.listen(LOCAL);
    const page = await openPage(t, browser(), { javaScriptEnabled: false });
    const press = (name: string) => page.getByRole('main').getByRole('button', { name }).first().click();
    /** Opens the link of the newest mail, which names the service as people reach it. */
    const follow = async () => {
      const text = decodeMail(posts.at(-1)?.body ?? '');
      const link = /http:\/\/localhost(\/\S+)/.exec(text)?.[1] ?? '';
      await page.goto(
        `${url}${/token=/.test(text) ? (/\/portal\/\S*token=\S+/.exec(text)?.[0] ?? '') : link}`,
      );
      return text;
    };
    await page.goto(`${url}/?q=${NORTHWIND.symbol}`);
    await press('Watch');
    await page.locator('#link-email').fill('samir@example.org');
    await page.locator('#link-email').press('Enter');
    await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
    assert.match(await follow(), /wants to sign in/);
    await press('Sign in');
    await page.waitForURL(`${url}/?q=${NORTHWIND.symbol}`);
    await page.goto(`${url}/portal/alerts`);
    // The link has proved the address: there is nothing left to confirm.
    await press('Turn it on');
    await page.getByText('Alerts will come by mail.').waitFor();
    await flip();
    await deliverAll();
    const [post] = posts.slice(-1);
    assert.deepEqual(post?.to, ['samir@example.org']);
    assert.match(
      post?.head ?? '',
      /^Subject: Northwind Instruments Inc\. \(NWIQ\): compliant, now questionable\r$/m,
    );
    const text = await follow();
    assert.match(text, /^debt to total assets \(ftse\): passes, now fails\.\r$/m);
    assert.match(text, /^The cause is a filing\.\r$/m);
    assert.match((await page.locator('h1').first().textContent()) ?? '', /Northwind.* questionable/s);
    assert.equal(new URL(page.url()).pathname, `/portal/report/${NORTHWIND.symbol}`);
  });
});
