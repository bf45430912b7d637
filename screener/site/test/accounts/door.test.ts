import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import type { MailMessage, SendMail } from '@common/kit/mail/send-mail';
import { MOST } from '@screener/service/portfolio/assess-portfolio';
import { openMemory, openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt, MINUTE } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { alertsOn } from '../../../service/test/watchlist/watchlist-under-test.ts';
import { bytesOfHoldings } from '../../src/parts/hidden-list.http.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const EMAIL = 'anna@example.org';
const PASSWORD = 'correct horse battery staple';

/** The service with a mail server, or without one, and browsers that keep their cookies. */
async function open(
  t: TestContext,
  { mails: sends = true, send }: { mails?: boolean; send?: SendMail } = {},
) {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const database = await openMemory();
  const access = await openTestAccess(t, { demo: 0, free: 3, partner: 0 }, clock, database);
  const mails: MailMessage[] = [];
  const sendMail: SendMail = async (mail) => {
    mails.push(mail);
    return ok(undefined);
  };
  const alerts = { ...alertsOn(database, clock), sendMail: sends ? (send ?? sendMail) : null };
  const { app } = await makeApp(t, { ...snapshot.shared(), clock, alerts }, undefined, access);
  /** A browser on a network of its own. */
  function browser(from: string) {
    const cookies = new Map<string, string>();
    const ask = async (method: 'GET' | 'POST', url: string, form?: Record<string, string>) => {
      const answer = await app.inject({
        method,
        url,
        remoteAddress: from,
        headers: {
          cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'sec-fetch-site': 'same-origin',
          accept: 'text/html',
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(form && { payload: new URLSearchParams(form).toString() }),
      });
      for (const { name, value } of answer.cookies) cookies.set(name, value);
      const { location } = answer.headers;
      return { status: answer.statusCode, body: answer.body, location, headers: answer.headers };
    };
    const watched = async () => (await ask('GET', '/portal/watchlist.csv')).body.split('\n').slice(1);
    return {
      get: (url: string) => ask('GET', url),
      post: (url: string, form: Record<string, string>) => ask('POST', url, form),
      watched,
      /** What a stranger's page could have it do with its cookies. */
      isSignedIn: async () => (await ask('GET', '/portal/password')).status === 200,
    };
  }
  const tokenIn = (mail: MailMessage | undefined) => /token=(\S+)/.exec(mail?.text ?? '')?.[1] ?? '';
  const signUp = async (email = EMAIL, remoteAddress = '198.51.100.1') => {
    const answer = await app.inject({ method: 'POST', url: '/api/keys', payload: { email }, remoteAddress });
    return String(answer.json().data.api_key);
  };
  return { app, access, clock, mails, browser, tokenIn, signUp };
}

describe('a mailed link', () => {
  test('makes an account the first time, and leads back watching what the reader came to watch', async (t) => {
    const { browser, mails, tokenIn } = await open(t);
    const anna = browser('192.0.2.1');
    const turned = await anna.post('/portal/watchlist/add', { ticker: 'AAPL', next: '/?q=AAPL' });
    assert.deepEqual([turned.status, turned.location], [303, '/portal?next=%2F%3Fq%3DAAPL&watch=AAPL']);
    const door = await anna.get(String(turned.location));
    assert.match(door.body, /Then you watch <bdi class="ticker">AAPL<\/bdi>/);
    const asked = await anna.post('/portal/link', {
      email: ' Anna@Example.org ',
      next: '/?q=AAPL',
      watch: 'AAPL',
    });
    assert.equal(asked.status, 200);
    assert.deepEqual(
      mails.map(({ to }) => to),
      [EMAIL],
    );
    const token = tokenIn(mails[0]);
    for (const scanner of [browser('203.0.113.1'), anna]) {
      const { status, headers, body } = await scanner.get(`/portal/enter?token=${token}`);
      assert.deepEqual([status, headers['referrer-policy']], [200, 'no-referrer']);
      assert.match(body, /anna@example\.org/);
      assert.equal(await scanner.isSignedIn(), false, 'opening it signs nobody in');
    }
    const entered = await anna.post('/portal/enter', { token });
    assert.deepEqual([entered.status, entered.location], [303, '/?q=AAPL']);
    assert.match((await anna.watched()).join('\n'), /^AAPL,/);
    const account = (await anna.get('/portal/account')).body;
    assert.match(account, /anna@example\.org/);
    const again = await browser('203.0.113.1').post('/portal/enter', { token });
    assert.equal(again.status, 404, 'a link works once');
  });

  test('is in the language of its account, which every browser gets that signs in', async (t) => {
    const { browser, mails, tokenIn } = await open(t);
    const enter = async (one: ReturnType<typeof browser>) => {
      await one.post('/portal/link', { email: EMAIL });
      await one.post('/portal/enter', { token: tokenIn(mails.at(-1)) });
      const { body } = await one.get('/portal/account');
      return [mails.at(-1)?.subject, /<html lang="(\w+)"/.exec(body)?.[1]];
    };
    const [desk, phone] = [browser('192.0.2.1'), browser('192.0.2.2')];
    await desk.get('/portal?lang=ar');
    assert.deepEqual(await enter(desk), ['رابط تسجيل الدخول', 'ar']);
    assert.deepEqual(await enter(phone), ['رابط تسجيل الدخول', 'ar'], 'the phone never asked for Arabic');
    await phone.post('/portal/account/language', { language: 'en' });
    assert.match((await phone.get('/portal/account?done=language')).body, /in English from now on/);
    assert.deepEqual(await enter(desk), ['Your link to sign in', 'en']);
  });

  test('opens the same account the next time, in any browser', async (t) => {
    const { browser, mails, tokenIn } = await open(t);
    const enter = async (one: ReturnType<typeof browser>) => {
      await one.post('/portal/link', { email: EMAIL });
      assert.equal((await one.post('/portal/enter', { token: tokenIn(mails.at(-1)) })).status, 303);
    };
    const [desk, phone] = [browser('192.0.2.1'), browser('192.0.2.2')];
    await enter(desk);
    await desk.post('/portal/watchlist/add', { ticker: 'MSFT' });
    await enter(phone);
    assert.match((await phone.watched()).join('\n'), /^MSFT,/);
  });

  test('works for thirty minutes', async (t) => {
    const { browser, mails, tokenIn, clock } = await open(t);
    const anna = browser('192.0.2.1');
    await anna.post('/portal/link', { email: EMAIL });
    clock.advance(30 * MINUTE + 1);
    const token = tokenIn(mails[0]);
    assert.equal((await anna.get(`/portal/enter?token=${token}`)).status, 404);
    assert.equal((await anna.post('/portal/enter', { token })).status, 404);
  });

  test('proves the account that the same browser is signed in to, which its key then shares with nobody', async (t) => {
    const { app, browser, mails, tokenIn, signUp, clock } = await open(t);
    const key = await signUp();
    const anna = browser('192.0.2.1');
    await anna.post('/api/session', { api_key: key });
    await anna.post('/portal/watchlist/add', { ticker: 'AAPL' });
    await anna.post('/portal/link', { email: EMAIL, next: '/portal/account' });
    const entered = await anna.post('/portal/enter', { token: tokenIn(mails[0]) });
    assert.equal(entered.location, '/portal/account');
    assert.match((await anna.watched()).join('\n'), /^AAPL,/, 'the account is the same');
    clock.advance(2_000);
    const stranger = await signUp(EMAIL, '198.51.100.2');
    const statuses = async (of: string) => {
      const answer = await app.inject({ url: '/v1/screen/AAPL', headers: { 'x-api-key': of } });
      return answer.statusCode;
    };
    for (let call = 0; call < 5; call += 1) await statuses(stranger);
    assert.deepEqual([await statuses(stranger), await statuses(key)], [429, 200]);
  });

  test('opens nothing that a stranger prepared under the address', async (t) => {
    const { browser, mails, tokenIn, signUp } = await open(t);
    const stranger = browser('203.0.113.1');
    await stranger.post('/api/session', { api_key: await signUp() });
    await stranger.post('/portal/watchlist/add', { ticker: 'AAPL' });
    await stranger.post('/portal/link', { email: EMAIL });
    const anna = browser('192.0.2.1');
    await anna.post('/portal/enter', { token: tokenIn(mails[0]) });
    assert.deepEqual(await anna.watched(), [''], 'an account of her own');
    await anna.post('/portal/watchlist/add', { ticker: 'MSFT' });
    assert.match((await stranger.watched()).join('\n'), /^AAPL,/);
    assert.doesNotMatch((await stranger.watched()).join('\n'), /MSFT/);
  });

  test('is asked for with the same answer and the same mail, whether or not the address has an account', async (t) => {
    const { browser, mails, signUp } = await open(t);
    const anna = browser('192.0.2.1');
    const [stranger] = [await anna.post('/portal/link', { email: 'nobody@example.org' })];
    await signUp();
    const known = await anna.post('/portal/link', { email: EMAIL });
    assert.equal(known.body, stranger.body.replaceAll('nobody@example.org', EMAIL));
    const [one, other] = mails.map(({ text }) => text.replace(/token=\S+/, ''));
    assert.equal(one, other);
  });

  test('three mails go to an address, and a stranger who asks for them keeps the owner out of nothing', async (t) => {
    const { browser, mails, tokenIn } = await open(t);
    for (let time = 0; time < 5; time += 1) {
      const { status } = await browser(`203.0.113.${time}`).post('/portal/link', { email: EMAIL });
      assert.equal(status, 200, 'the same answer');
    }
    assert.equal(mails.length, 3);
    const anna = browser('192.0.2.1');
    assert.equal((await anna.post('/portal/link', { email: EMAIL })).status, 200);
    assert.equal((await anna.post('/portal/enter', { token: tokenIn(mails[2]) })).status, 303);
  });

  test('twenty an hour are asked for in one network', async (t) => {
    const { browser } = await open(t);
    const one = browser('203.0.113.1');
    for (let time = 0; time < 20; time += 1) {
      assert.equal((await one.post('/portal/link', { email: `n${time}@example.org` })).status, 200);
    }
    assert.equal((await one.post('/portal/link', { email: 'n@example.org' })).status, 429);
    assert.equal((await browser('203.0.113.2').post('/portal/link', { email: 'n@example.org' })).status, 200);
  });

  test('that cannot be sent is told, and leads nowhere else', async (t) => {
    const { browser } = await open(t, { send: async () => fail('not_delivered', 'It was not taken.') });
    const anna = browser('192.0.2.1');
    const refused = await anna.post('/portal/link', { email: EMAIL });
    assert.deepEqual([refused.status, /The mail could not be sent\./.test(refused.body)], [503, true]);
    assert.equal((await anna.post('/portal/link', { email: 'anna' })).status, 422);
  });

  test('never leads off the site', async (t) => {
    const { browser, mails, tokenIn } = await open(t);
    for (const [at, next] of ['//evil.example', 'https://evil.example', '/\\evil.example'].entries()) {
      const one = browser(`192.0.2.${at}`);
      await one.post('/portal/link', { email: `n${at}@example.org`, next });
      const entered = await one.post('/portal/enter', { token: tokenIn(mails[at]) });
      assert.deepEqual([entered.status, entered.location], [303, '/portal/dashboard'], next);
    }
  });
});

/** What the portfolio's page sends for a reader who is not signed in. */
const LIST = {
  holdings: 'AAPL $600\nKO 5 <b>',
  methodologies: 'aaoifi',
  next: '/portal/portfolio',
};
const KEPT = /<textarea name="holdings" hidden>\nAAPL \$600\nKO 5 &lt;b&gt;<\/textarea>/;

describe('a list of holdings', () => {
  test('survives signing up and signing in with a password, faults too, and is stored by nobody', async (t) => {
    const { browser, access } = await open(t, { mails: false });
    const anna = browser('192.0.2.1');
    const page = await anna.post('/portal/sign-up', LIST);
    assert.deepEqual([page.status, page.headers['cache-control']], [200, 'no-store']);
    assert.match(page.body, KEPT);
    const faulty = await anna.post('/portal/sign-up', { ...LIST, email: EMAIL, password: 'short' });
    assert.equal(faulty.status, 422);
    assert.match(faulty.body, KEPT);
    // The other door gets it by a form, since an address must not have it.
    assert.match(
      faulty.body,
      /<form id="other-door" action="\/portal" method="post"><textarea name="holdings"/,
    );
    const made = await anna.post('/portal/sign-up', { ...LIST, email: EMAIL, password: PASSWORD });
    assert.deepEqual([made.status, made.location], [307, '/portal/portfolio']);
    assert.equal(await anna.isSignedIn(), true);
    const again = await anna.post('/portal/portfolio', LIST);
    assert.match(again.body, /By AAOIFI\..*Save this list/s);
    const [account] = await access.accounts.named(EMAIL, 5);
    assert.ok(account !== undefined);
    const data = (await anna.get('/portal/account/export.json')).body;
    assert.doesNotMatch(data, /AAPL/);
    const later = browser('192.0.2.2');
    const wrong = await later.post('/api/session', { ...LIST, email: EMAIL, password: 'wrong' });
    assert.match(wrong.body, KEPT);
    const back = await later.post('/api/session', { ...LIST, email: EMAIL, password: PASSWORD });
    assert.deepEqual([back.status, back.location], [307, '/portal/portfolio']);
  });

  test('survives the watching of one of its companies, in a browser that is signed in meanwhile too', async (t) => {
    const { browser } = await open(t, { mails: false });
    const anna = browser('192.0.2.1');
    const door = await anna.post('/portal', { ...LIST, watch: 'AAPL' });
    assert.match(door.body, /Then you watch <bdi class="ticker">AAPL<\/bdi>/);
    assert.match(door.body, KEPT);
    await anna.post('/portal/sign-up', { email: EMAIL, password: PASSWORD });
    const watched = await anna.post('/portal', { ...LIST, watch: 'AAPL' });
    assert.deepEqual([watched.status, watched.location], [307, '/portal/portfolio']);
    assert.match((await anna.watched()).join('\n'), /^AAPL,/);
    // An answer that is not saved has no address to come back to, so its buttons bring the list too.
    const answer = await anna.post('/portal/portfolio', LIST);
    assert.match(answer.body, /form="holdings-to-send" formaction="\/portal" name="watch" value="AAPL"/);
    const refused = await anna.post('/portal', { ...LIST, watch: 'NOSUCHTICKER' });
    assert.deepEqual([refused.status, refused.location], [307, '/portal/portfolio?error=unknown_ticker']);
    const again = await anna.post(String(refused.location), LIST);
    assert.match(again.body, /role="alert">.*No company or fund has this ticker or name\./);
    assert.match(again.body, KEPT);
  });

  test('survives one wrong password too many, and the choice of another language', async (t) => {
    const { browser } = await open(t, { mails: false });
    const anna = browser('192.0.2.1');
    await anna.post('/portal/sign-up', { email: EMAIL, password: PASSWORD });
    const stranger = browser('192.0.2.2');
    const wrong = { ...LIST, email: EMAIL, password: 'wrong' };
    let answer = await stranger.post('/api/session', wrong);
    for (let tries = 1; tries < 15 && answer.status !== 429; tries += 1)
      answer = await stranger.post('/api/session', wrong);
    assert.deepEqual([answer.status, Number(answer.headers['retry-after']) > 0], [429, true]);
    assert.match(answer.body, KEPT);
    for (const path of ['/portal', '/portal/sign-up', '/portal/portfolio']) {
      const page = await browser('192.0.2.3').post(path, LIST);
      const button = /<button type="submit" form="([^"]+)" formaction="([^"]+)" formnovalidate/.exec(
        page.body,
      );
      assert.equal(button?.[2], `${path}?lang=ar`);
      assert.match(page.body, new RegExp(`<form id="${button?.[1]}"[^>]*><textarea name="holdings" hidden>`));
      const arabic = await browser('192.0.2.3').post(`${path}?lang=ar`, LIST);
      assert.match(arabic.body, /^<!doctype html>\n<html lang="ar"/);
      assert.match(arabic.body, KEPT);
    }
  });

  test('is in no mail and no store: it waits in the page that the reader is told to keep', async (t) => {
    const { browser, mails, tokenIn } = await open(t);
    const anna = browser('192.0.2.1');
    const page = await anna.post('/portal/sign-up', LIST);
    assert.match(page.body, /Your list of holdings is not in the mail\./);
    const sent = await anna.post('/portal/link', { ...LIST, email: EMAIL });
    assert.match(sent.body, /form="holdings-to-send" formaction="\/portal\/portfolio"/);
    assert.match(sent.body, KEPT);
    assert.equal(sent.body.match(/<textarea/g)?.length, 1);
    assert.doesNotMatch(JSON.stringify(mails), /AAPL|KO 5/);
    const entered = await anna.post('/portal/enter', { token: tokenIn(mails[0]) });
    assert.deepEqual([entered.status, entered.location], [303, '/portal/portfolio']);
    assert.match((await anna.post('/portal/portfolio', LIST)).body, /Save this list/);
    assert.doesNotMatch((await anna.get('/portal/account/export.json')).body, /KO 5/);
  });

  test('is given back four times at most, and twenty times a minute to one network', async (t) => {
    const { browser } = await open(t);
    const form = { ...LIST, holdings: '"'.repeat(10_000) };
    const reader = browser('192.0.2.1');
    const { body } = await reader.post('/portal', form);
    assert.ok(body.length < 4 * bytesOfHoldings({ body: form }, 1) + 20_000, `${body.length}`);
    for (const path of ['/portal/sign-up', '/portal/link', '/api/session'])
      for (let times = 0; times < 6; times += 1) await reader.post(path, LIST);
    assert.notEqual((await reader.post('/portal', LIST)).status, 429);
    for (const path of ['/portal', '/portal/sign-up', '/portal/link', '/api/session']) {
      const refused = await reader.post(path, LIST);
      assert.deepEqual([refused.status, refused.headers['retry-after'] !== undefined], [429, true], path);
    }
    assert.equal((await reader.post('/portal', { ...LIST, holdings: '' })).status, 200);
    assert.equal((await browser('192.0.2.2').post('/portal', LIST)).status, 200);
  });

  test('is taken from no other site, and no longer than a portfolio is', async (t) => {
    const { app } = await open(t, { mails: false });
    for (const url of ['/portal', '/portal/sign-up', '/portal/link', '/api/session']) {
      const send = (holdings: string, site: string) =>
        app.inject({
          method: 'POST',
          url,
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': site },
          payload: new URLSearchParams({ ...LIST, holdings }).toString(),
        });
      assert.equal((await send('AAPL 1', 'cross-site')).statusCode, 403, url);
      assert.equal((await send('A'.repeat(MOST.characters + 1), 'same-origin')).statusCode, 422, url);
    }
  });
});

describe('where no mail is sent', () => {
  test('a password makes an account, and the page that led here survives', async (t) => {
    const { browser } = await open(t, { mails: false });
    const anna = browser('192.0.2.1');
    const door = await anna.get('/portal?next=%2Fleaders&watch=AAPL');
    assert.match(door.body, /href="\/portal\/sign-up\?next=%2Fleaders&amp;watch=AAPL"/);
    const page = await anna.get('/portal/sign-up?next=%2Fleaders&watch=AAPL');
    assert.match(page.body, /<h1>Create an account<\/h1>/);
    const form = { email: EMAIL, next: '/leaders', watch: 'AAPL' };
    const short = await anna.post('/portal/sign-up', { ...form, password: 'short' });
    assert.equal(short.status, 422);
    assert.match(short.body, /A password has 15 to 128 characters/);
    assert.match(short.body, /name="watch" value="AAPL"/);
    const made = await anna.post('/portal/sign-up', { ...form, password: PASSWORD });
    assert.deepEqual([made.status, made.location], [303, '/leaders']);
    assert.match((await anna.watched()).join('\n'), /^AAPL,/);
    const later = browser('192.0.2.2');
    const back = await later.post('/api/session', { email: EMAIL, password: PASSWORD, next: '/leaders' });
    assert.deepEqual([back.status, back.location], [303, '/leaders']);
    assert.equal((await later.post('/portal/link', { email: EMAIL })).status, 503);
  });

  test('a stranger with the same address has an account apart, and no more than four have a password', async (t) => {
    const { browser } = await open(t, { mails: false });
    const anna = browser('192.0.2.1');
    await anna.post('/portal/sign-up', { email: EMAIL, password: PASSWORD, watch: 'AAPL' });
    for (let one = 0; one < 3; one += 1) {
      const stranger = browser(`203.0.113.${one}`);
      const made = await stranger.post('/portal/sign-up', { email: EMAIL, password: `${PASSWORD} ${one}` });
      assert.equal(made.status, 303);
      assert.deepEqual(await stranger.watched(), ['']);
    }
    const fifth = await browser('203.0.113.9').post('/portal/sign-up', { email: EMAIL, password: PASSWORD });
    assert.deepEqual(
      [fifth.status, /4 accounts have this address and a password/.test(fifth.body)],
      [422, true],
    );
    const later = browser('192.0.2.2');
    await later.post('/api/session', { email: EMAIL, password: PASSWORD });
    assert.match((await later.watched()).join('\n'), /^AAPL,/);
  });

  test('a stranger who sets passwords of accounts that are older keeps the owner out of nothing', async (t) => {
    const { browser, access, signUp } = await open(t, { mails: false });
    const keys = [await signUp(), await signUp(), await signUp(), await signUp()];
    await browser('192.0.2.1').post('/portal/sign-up', { email: EMAIL, password: PASSWORD });
    const stranger = browser('203.0.113.1');
    const answers: number[] = [];
    for (const key of keys) {
      await stranger.post('/api/session', { api_key: key });
      const form = { current_password: key, new_password: `${PASSWORD} no` };
      answers.push((await stranger.post('/api/account/password', form)).status);
    }
    assert.deepEqual(answers, [303, 303, 303, 422]);
    assert.equal((await access.accounts.passwordsOf(EMAIL, 9)).length, 4);
    const later = browser('192.0.2.2');
    assert.equal((await later.post('/api/session', { email: EMAIL, password: PASSWORD })).status, 303);
  });

  test('an account without a key sets another password with its own, and its data can be exported and deleted', async (t) => {
    const { browser, access } = await open(t, { mails: false });
    const anna = browser('192.0.2.1');
    await anna.post('/portal/sign-up', { email: EMAIL, password: PASSWORD });
    const changed = { current_password: PASSWORD, new_password: `${PASSWORD} again` };
    assert.equal(
      (await anna.post('/api/account/password', changed)).location,
      '/portal/account?done=password',
    );
    const data = JSON.parse((await anna.get('/portal/account/export.json')).body);
    assert.deepEqual([data.account[0].email, data.account[0].proven_at], [EMAIL, null]);
    assert.equal((await anna.post('/portal/account/delete', { confirm: EMAIL })).status, 303);
    assert.deepEqual(await access.accounts.named(EMAIL, 5), []);
  });
});

test('the owner of a proven address sees in the export when it was proven, and deletes what waits under it', async (t) => {
  const { browser, mails, tokenIn, access, clock } = await open(t);
  const anna = browser('192.0.2.1');
  await anna.post('/portal/link', { email: EMAIL });
  await anna.post('/portal/link', { email: EMAIL });
  await anna.post('/portal/enter', { token: tokenIn(mails[0]) });
  const data = JSON.parse((await anna.get('/portal/account/export.json')).body);
  assert.equal(data.account[0].proven_at, clock());
  assert.deepEqual(data.sign_in_links, [{ next: '', watch: '', asked_at: clock() }]);
  const set = await anna.post('/api/account/password', { current_password: '', new_password: PASSWORD });
  assert.equal(set.status, 303, 'neither a password nor a key was there to show');
  await anna.post('/portal/account/delete', { confirm: EMAIL });
  assert.deepEqual(await access.accounts.named(EMAIL, 5), []);
  assert.equal((await anna.post('/portal/enter', { token: tokenIn(mails[1]) })).status, 404);
});
