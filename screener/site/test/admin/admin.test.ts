import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { hashApiKey } from '@screener/service/accounts/api-key';
import { proveAddress } from '../../../service/test/access/access-under-test.ts';
import { clockAt, DAY, HOUR, MINUTE } from '../../../service/test/app-under-test.ts';
import { ADMIN_TOKEN } from '../../../service/test/rankings/tasks-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { openAdmin } from './admin-under-test.ts';

describe('statistics', () => {
  const snapshot = useSnapshotStore(clockAt('2026-02-25T12:00:00Z'));
  const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };

  describe('the operator’s session', () => {
    test('begins with the admin token, which its cookie does not contain', async (t) => {
      const { send, clock } = await openAdmin(t, snapshot);
      const asked = await send('GET', '/admin');
      assert.equal(asked.status, 200);
      assert.match(asked.body, /Admin token/);
      const { status, headers, cookie = '' } = await send('POST', '/admin', { form: { token: ADMIN_TOKEN } });
      assert.deepEqual([status, headers.location], [303, '/admin']);
      const [line = ''] = [headers['set-cookie']].flat() as string[];
      for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=3600']) {
        assert.ok(line.split('; ').includes(part), part);
      }
      const [purpose, id, expiry, signature, ...rest] = decodeURIComponent(cookie).split('.');
      assert.deepEqual([purpose, rest], ['a1', []]);
      assert.match(id ?? '', /^[0-9a-f]{32}$/);
      assert.equal(Number(expiry), clock() + HOUR);
      assert.ok((signature?.length ?? 0) >= 43);
      assert.match((await send('GET', '/admin', { cookie })).body, /Sign-ups by day/);
    });

    test('ends with its hour, by signing out, and if a byte of it is changed', async (t) => {
      const { send, signIn, clock } = await openAdmin(t, snapshot);
      const isIn = async (cookie: string) =>
        (await send('GET', '/api/admin/stats', { cookie })).status === 200;
      const cookie = await signIn();
      assert.equal(await isIn(cookie), true);
      const at = cookie.indexOf('.') + 1;
      assert.equal(
        await isIn(`${cookie.slice(0, at)}${cookie[at] === '0' ? '1' : '0'}${cookie.slice(at + 1)}`),
        false,
      );
      const out = await send('POST', '/admin/logout', { cookie });
      assert.deepEqual([out.status, out.cookie], [303, '']);
      assert.equal(await isIn(cookie), false, 'a copy of the cookie is over, too');
      const other = await signIn();
      clock.advance(HOUR - MINUTE);
      assert.equal(await isIn(other), true);
      clock.advance(MINUTE);
      assert.equal(await isIn(other), false);
    });

    test('is refused for wrong tokens, which are throttled as everywhere', async (t) => {
      const { send } = await openAdmin(t, snapshot);
      const wrong = await send('POST', '/admin', { form: { token: 'wrong', next: '/admin/posts' } });
      assert.equal(wrong.status, 422);
      assert.match(wrong.body, /not the admin token/);
      assert.match(wrong.body, /name="next" value="\/admin\/posts"/);
      assert.doesNotMatch(wrong.body, /value="wrong"/);
      const statuses = new Set<number>();
      for (let guess = 0; guess < 30; guess += 1) {
        statuses.add((await send('POST', '/admin', { form: { token: `guess ${guess}` } })).status);
      }
      assert.deepEqual(statuses, new Set([422, 429]));
      const right = await send('POST', '/admin', { form: { token: ADMIN_TOKEN } });
      assert.deepEqual([right.status, right.cookie], [429, undefined]);
    });

    test('takes no posts from other sites, and leads nowhere else', async (t) => {
      const { send, signIn } = await openAdmin(t, snapshot);
      const cookie = await signIn();
      const elsewhere = { 'sec-fetch-site': 'cross-site' };
      const post = { slug: 'x', title: 'X', body_md: 'x' };
      for (const [path, sent] of [
        ['/admin', { form: { token: ADMIN_TOKEN } }],
        ['/admin/logout', { form: {}, cookie }],
        ['/admin/posts', { form: post, cookie }],
        ['/api/admin/posts', { json: post, cookie }],
      ] as const) {
        assert.equal((await send('POST', path, { ...sent, headers: elsewhere })).status, 403, path);
      }
      assert.equal((await send('GET', '/api/admin/stats', { cookie })).status, 200);
      for (const next of ['//evil.example', 'https://evil.example', '/\\evil.example']) {
        const led = await send('POST', '/admin', { form: { token: ADMIN_TOKEN, next } });
        assert.equal(led.headers.location, '/admin', next);
      }
      const asked = await send('GET', '/admin/posts');
      assert.deepEqual([asked.status, asked.headers.location], [303, '/admin?next=%2Fadmin%2Fposts']);
    });
  });

  describe('GET /api/admin/stats', () => {
    test('tells what happened, from what was stored', async (t) => {
      const { send, access, clock, app } = await openAdmin(t, snapshot);
      const signUp = async (email: string, attribution?: object) => {
        const sent = { email, ...(attribution && { attribution }) };
        const answer = await send('POST', '/api/keys', { json: sent });
        assert.equal(answer.status, 200, answer.body);
        return { 'x-api-key': String(answer.json().data.api_key) };
      };
      // A hundred days ago: two accounts, one of which screened on its 95th day, which is too late.
      clock.advance(-100 * DAY);
      const late = await signUp('late@example.org');
      const early = await signUp('early@example.org', { utm_source: 'letter' });
      await app.inject({ url: '/v1/screen/AAPL?as_of=2024-01-02', headers: early });
      clock.advance(95 * DAY);
      await app.inject({ url: '/v1/screen/AAPL?as_of=2024-01-02', headers: late });
      clock.advance(5 * DAY);
      const young = await signUp('young@example.org', { referrer: 'https://news.example/story?id=1' });
      await signUp('silent@example.org');
      for (const [url, headers] of [
        ['/v1/screen/AAPL', young],
        ['/v1/screen/AAPL', {}],
        ['/v1/screen/AAPPL', {}],
        ['/v1/screen/AAPPL', {}],
        ['/v1/screen/META', young],
      ] as const) {
        await app.inject({ url, headers });
      }
      await send('POST', '/api/waitlist', { json: { email: 'wait@example.org', interest: 'api' } });
      await access.usage.close();

      const answer = await send('GET', '/api/admin/stats', { headers: BEARER });
      assert.equal(answer.status, 200, answer.body);
      assert.equal(answer.headers['cache-control'], 'private, no-store');
      const { data } = answer.json();
      assert.deepEqual(
        [data.days, data.activation_days, data.from, data.through],
        [14, 90, '2026-02-12', '2026-02-25'],
      );
      assert.deepEqual([data.sign_ups.total, data.sign_ups.before], [2, 0]);
      assert.equal(data.sign_ups.by_day.length, 14);
      assert.deepEqual(data.sign_ups.by_day.at(-1), { day: '2026-02-25', accounts: 2, activated: 1 });
      assert.deepEqual(data.activation, {
        old: { accounts: 2, activated: 1, share: 0.5 },
        young: { accounts: 2, activated: 1 },
      });
      assert.deepEqual(data.keys, { active: 4, accounts: 4, partners: 0 });
      assert.deepEqual(data.calls, [
        { tier: 'demo', operation: 'screenTicker', status: 200, calls: 1 },
        { tier: 'demo', operation: 'screenTicker', status: 404, calls: 2 },
        { tier: 'free', operation: 'screenTicker', status: 200, calls: 3 },
      ]);
      assert.deepEqual(data.tickers, {
        top: [{ ticker: 'AAPL', calls: 3, name: 'Apple Inc.', meant: null }],
        not_screenable: [{ ticker: 'META', calls: 1, name: 'Meta Platforms, Inc.', meant: null }],
        not_found: [{ ticker: 'AAPPL', calls: 2, name: null, meant: 'AAPL' }],
      });
      assert.deepEqual(data.waitlist, [{ interest: 'api', people: 1, recent: 1 }]);
      assert.deepEqual(data.attribution, [
        { source: 'news.example', sign_ups: 1 },
        { source: 'not said', sign_ups: 1 },
      ]);
      assert.deepEqual([data.alerts, data.payments], [{ sent: 0, given_up: 0 }, []]);

      const longer = await send('GET', '/api/admin/stats?days=366&activation_days=96', { headers: BEARER });
      assert.deepEqual(longer.json().data.activation.old, { accounts: 2, activated: 2, share: 1 });
      assert.equal(longer.json().data.sign_ups.total, 4);
    });

    test('has nothing to tell of an empty service', async (t) => {
      const { send, signIn } = await openAdmin(t, snapshot);
      const { data } = (await send('GET', '/api/admin/stats?days=1', { headers: BEARER })).json();
      assert.equal(data.activation.old.share, null);
      assert.deepEqual(data.sign_ups.by_day, [{ day: '2026-02-25', accounts: 0, activated: 0 }]);
      const page = await send('GET', '/admin?days=1', { cookie: await signIn() });
      assert.equal(page.status, 200);
      assert.match(page.body, /0 sign-ups in 1 day/);
      assert.match(page.body, /no account is 90 days old yet/);
    });

    test('is for the operator alone, within bounds', async (t) => {
      const { send, signIn } = await openAdmin(t, snapshot);
      const cookie = await signIn();
      for (const query of [
        'days=0',
        'days=367',
        'days=x',
        'days=1.5',
        'activation_days=0',
        'activation_days=367',
        'x=1',
      ]) {
        assert.equal((await send('GET', `/api/admin/stats?${query}`, { cookie })).status, 422, query);
        assert.equal((await send('GET', `/admin?${query}`, { cookie })).status, 422, query);
      }
      for (const path of ['/api/admin/stats', '/api/admin/posts']) {
        assert.equal((await send('GET', path)).status, 401, path);
        assert.equal((await send('GET', path, { headers: { authorization: 'Bearer wrong' } })).status, 401);
        assert.equal((await send('GET', path, { cookie: `${cookie}x` })).status, 401);
      }
    });
  });

  describe('posts of the operator', () => {
    const POST = { slug: 'first-post', title: 'First <post>', body_md: 'Some *text*.' };

    test('are saved and listed over the API', async (t) => {
      const { send } = await openAdmin(t, snapshot);
      const save = (json: object) => send('POST', '/api/admin/posts', { json, headers: BEARER });
      const draft = await save(POST);
      assert.equal(draft.status, 200, draft.body);
      assert.deepEqual([draft.json().data.published, draft.json().data.excerpt], [false, '']);
      assert.equal((await send('GET', '/blog/first-post')).status, 404);
      const published = await save({ ...POST, published: true });
      assert.equal(published.json().data.published_at, '2026-02-25T12:00:00.000Z');
      assert.equal(published.json().data.id, draft.json().data.id);
      assert.equal((await send('GET', '/blog/first-post')).status, 200);
      const { posts } = (await send('GET', '/api/admin/posts', { headers: BEARER })).json().data;
      assert.deepEqual(posts, [published.json().data]);
      for (const [wrong, field] of [
        [{ ...POST, slug: 'First post' }, 'slug'],
        [{ ...POST, slug: 'a'.repeat(81) }, 'slug'],
        [{ ...POST, title: '' }, 'title'],
        [{ ...POST, title: 'x'.repeat(201) }, 'title'],
        [{ ...POST, excerpt: 'x'.repeat(501) }, 'excerpt'],
        [{ ...POST, body_md: 'x'.repeat(100_001) }, 'body_md'],
        [{ slug: 'x', title: 'X' }, 'body_md'],
        [{ ...POST, published: 'yes' }, 'published'],
      ] as const) {
        const refused = await save(wrong);
        assert.equal(refused.status, 422, field);
        assert.deepEqual(refused.json().detail[0].loc, ['body', field]);
      }
    });

    test('are written, previewed and corrected by forms', async (t) => {
      const { send, signIn } = await openAdmin(t, snapshot);
      const cookie = await signIn();
      const write = (form: Record<string, string>) => send('POST', '/admin/posts', { form, cookie });
      const form = { ...POST, excerpt: '', body_md: 'One.\r\n\r\n<script>alert(1)</script>' };
      const preview = await write({ ...form, do: 'preview' });
      assert.equal(preview.status, 200);
      assert.match(preview.body, /<p>&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/p>/);
      assert.match(preview.body, /value="First &lt;post&gt;"/);
      assert.equal(
        (await send('GET', '/admin/posts/first-post', { cookie })).status,
        404,
        'nothing was saved',
      );
      const wrong = await write({ ...form, slug: 'First post', do: 'save' });
      assert.equal(wrong.status, 422);
      assert.match(wrong.body, /try first-post/);
      assert.match(wrong.body, /<textarea[^>]*>\nOne\./);
      const saved = await write({ ...form, do: 'save' });
      assert.deepEqual([saved.status, saved.headers.location], [303, '/admin/posts/first-post?done=saved']);
      const moved = await write({ ...form, slug: 'moved', was: 'first-post', published: 'yes' });
      assert.equal(moved.headers.location, '/admin/posts/moved?done=saved');
      assert.match((await send('GET', '/blog/moved')).body, /One\./);
      const fixed = await write({ ...form, slug: 'elsewhere', was: 'moved', published: 'yes' });
      assert.equal(fixed.status, 422);
      assert.match(fixed.body, /fixed now/);
    });

    test('may be as long as a form of the longest text', async (t) => {
      const { send, signIn } = await openAdmin(t, snapshot);
      const cookie = await signIn();
      const body_md = 'ش\r\n'.repeat(50_000);
      const saved = await send('POST', '/admin/posts', { form: { ...POST, body_md }, cookie });
      assert.equal(saved.status, 303, saved.body.slice(0, 200));
      const tooLong = await send('POST', '/admin/posts', {
        form: { ...POST, body_md: `${body_md}x` },
        cookie,
      });
      assert.equal(tooLong.status, 422);
      assert.match(tooLong.body, /At most 100,000 characters/);
    });
  });
});

describe('payments', () => {
  const BEARER = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const snapshot = useSnapshotStore(clockAt('2026-02-25T12:00:00Z'));

  /** The operator, signed in, of a service that a payment reached which fits nobody. */
  async function open(t: TestContext) {
    const made = await openAdmin(t, snapshot);
    const { payments, clock, access, send } = made;
    const times = () => ({ now: clock(), othersEndAt: clock() + 3 * DAY });
    let events = 0;
    const pay = (id: string, email: string | null, reference: string | null = null) => {
      events += 1;
      const purchase = {
        id,
        reference,
        email,
        customer: null,
        subscription: null,
        paymentIntent: null,
        amount: 4_900,
        currency: 'usd',
        createdAt: clock(),
        paidAt: clock(),
      };
      return payments.take({ eventId: `evt_${events}`, type: 'x', purchase, marks: [] }, times());
    };
    const signUp = async (email: string) => {
      const answer = await send('POST', '/api/keys', { json: { email } });
      assert.equal(answer.status, 200, answer.body);
      const hash = hashApiKey(access.keySecret, answer.json().data.api_key ?? '');
      const key = await access.accessStore.livingKey(hash, clock());
      return key?.account ?? assert.fail('a key without an account');
    };
    const tierOf = async (account: string) => (await access.accounts.named(account, 1))[0]?.tier;
    const cookie = await made.signIn();
    const assign = (payment: string, account: string, headers?: Record<string, string>) =>
      send('POST', '/admin/payments', { form: { payment, account }, cookie, ...(headers && { headers }) });
    const undo = (payment: string, headers?: Record<string, string>) =>
      send('POST', '/admin/payments/undo', { form: { payment }, cookie, ...(headers && { headers }) });
    const page = async () => (await send('GET', '/admin', { cookie })).body;
    await pay('cs_nobody', 'billing@example.net');
    const prove = async (email: string) =>
      proveAddress(access, { account: await signUp(email), email, now: clock() });
    return { ...made, times, pay, signUp, prove, tierOf, assign, undo, page, cookie };
  }

  describe('a payment that fits nobody', () => {
    test('is assigned by the operator, who then sees to whom and when', async (t) => {
      const { page, assign, signUp, tierOf, clock, send, cookie } = await open(t);
      const account = await signUp('anna@example.org');
      assert.match(await page(), /One payment waits for you/);
      assert.match(await page(), /action="\/admin\/payments"/);
      clock.advance(60_000);
      const assigned = await assign('cs_nobody', ' Anna@Example.org ');
      assert.deepEqual(
        [assigned.status, assigned.headers.location],
        [303, '/admin?done=assigned#payments'],
        assigned.body,
      );
      assert.equal(await tierOf(account), 'partner');
      const after = await page();
      assert.match(
        after,
        /assigned by you to <bdi>anna@example\.org<\/bdi>, [^,]*25 Feb 2026[^,]*, 12:01 UTC/,
      );
      assert.doesNotMatch(after, /action="\/admin\/payments"|waits for you/);
      assert.match((await send('GET', '/admin?done=assigned', { cookie })).body, /The payment is assigned/);
    });

    test('is in the statistics, named as everything there is', async (t) => {
      const { assign, signUp, clock, send } = await open(t);
      const payments = async () =>
        (await send('GET', '/api/admin/stats', { headers: BEARER })).json().data.payments;
      const waiting = {
        id: 'cs_nobody',
        state: 'paid',
        account: null,
        account_email: null,
        matched_by: null,
        assigned_at: null,
        email: 'billing@example.net',
        customer: null,
        subscription: null,
        payment_intent: null,
        amount: 4_900,
        currency: 'usd',
        created_at: '2026-02-25T12:00:00.000Z',
        paid_at: '2026-02-25T12:00:00.000Z',
      };
      assert.deepEqual(await payments(), [waiting]);
      const account = await signUp('anna@example.org');
      clock.advance(60_000);
      await assign('cs_nobody', account);
      const assigned = { account, account_email: 'anna@example.org', matched_by: 'admin' };
      assert.deepEqual(await payments(), [
        { ...waiting, ...assigned, assigned_at: '2026-02-25T12:01:00.000Z' },
      ]);
    });

    test('is assigned once: the second time says to whom it went', async (t) => {
      const { assign, signUp, tierOf } = await open(t);
      await signUp('anna@example.org');
      const other = await signUp('ben@example.org');
      assert.equal((await assign('cs_nobody', 'anna@example.org')).status, 303);
      const again = await assign('cs_nobody', 'ben@example.org');
      assert.equal(again.status, 422);
      assert.match(
        again.body,
        /already belongs to anna@example\.org, assigned 2026-02-25 12:00 UTC\. Nothing was changed/,
      );
      assert.match(again.body, /value="ben@example\.org"/);
      assert.equal(await tierOf(other), 'free');
    });

    test('is taken back from the wrong account, and given to the right one', async (t) => {
      const { assign, undo, page, signUp, tierOf } = await open(t);
      const [wrong, right] = [await signUp('anna@example.org'), await signUp('ben@example.org')];
      await assign('cs_nobody', wrong);
      assert.match(await page(), /action="\/admin\/payments\/undo"/);
      const undone = await undo('cs_nobody');
      assert.deepEqual([undone.status, undone.headers.location], [303, '/admin?done=unassigned#payments']);
      assert.equal(await tierOf(wrong), 'free');
      assert.match(await page(), /One payment waits for you/);
      assert.doesNotMatch(await page(), /action="\/admin\/payments\/undo"/);
      assert.equal((await assign('cs_nobody', right)).status, 303);
      assert.equal(await tierOf(right), 'partner');
      const absent = await undo('cs_absent');
      assert.equal(absent.status, 422);
      assert.match(absent.body, /not assigned by you any more/);
      assert.equal((await undo('cs_nobody', { 'sec-fetch-site': 'cross-site' })).status, 403);
      assert.equal(await tierOf(right), 'partner');
    });

    test('tells a mistake beside the field and keeps what was typed', async (t) => {
      const { assign, signUp, tierOf } = await open(t);
      const unknown = await assign('cs_nobody', 'x"><script>alert(1)</script>');
      assert.equal(unknown.status, 422);
      assert.match(unknown.body, /aria-describedby="account-cs_nobody-error"/);
      assert.match(unknown.body, /id="account-cs_nobody-error"[\s\S]*?No account has this address or id/);
      assert.match(unknown.body, /value="x&quot;&gt;&lt;script&gt;/);
      const [first, second] = [await signUp('two@example.org'), await signUp('two@example.org')];
      const several = await assign('cs_nobody', 'two@example.org');
      assert.equal(several.status, 422);
      for (const account of [first, second]) assert.ok(several.body.includes(account), account);
      assert.deepEqual([await tierOf(first), await tierOf(second)], ['free', 'free']);
      assert.equal((await assign('cs_nobody', second)).status, 303);
      assert.deepEqual([await tierOf(first), await tierOf(second)], ['free', 'partner']);
      const absent = await assign('cs_absent', second);
      assert.equal(absent.status, 422);
      assert.match(absent.body, /There is no such payment/);
    });

    test('is assigned by nobody but the operator, on the operator’s own page', async (t) => {
      const { assign, signUp, tierOf, send, cookie } = await open(t);
      const account = await signUp('anna@example.org');
      const form = { payment: 'cs_nobody', account };
      assert.equal((await assign('cs_nobody', account, { 'sec-fetch-site': 'cross-site' })).status, 403);
      assert.equal((await assign('cs_nobody', account, { 'sec-fetch-site': 'same-site' })).status, 403);
      const stranger = await send('POST', '/admin/payments', { form });
      assert.deepEqual([stranger.status, stranger.headers.location], [303, '/admin?next=%2Fadmin']);
      const changed = await send('POST', '/admin/payments', { form, cookie: `${cookie}x` });
      assert.equal(changed.status, 303);
      assert.match(String(changed.headers.location), /^\/admin\?next=/);
      assert.equal(await tierOf(account), 'free');
    });
  });

  describe('payments on the operator’s page', () => {
    test('say which were matched by e-mail alone', async (t) => {
      const { pay, signUp, prove, page } = await open(t);
      await prove('anna@example.org');
      await pay('cs_email', 'anna@example.org');
      const reference = await signUp('ben@example.org');
      await pay('cs_reference', 'office@example.org', reference);
      const body = await page();
      assert.equal(body.match(/matched by e-mail alone/g)?.length, 1);
      assert.match(body, /office@example\.org<\/bdi><span[^>]*>for the account of <bdi>ben@example\.org/);
    });

    test('show those that wait, however many came since', async (t) => {
      const { pay, prove, page, clock } = await open(t);
      await prove('anna@example.org');
      for (let number = 0; number < 25; number += 1) {
        clock.advance(1_000);
        await pay(`cs_${number}`, 'anna@example.org');
      }
      assert.match(await page(), /billing@example\.net/);
    });

    test('of a deleted account wait for nobody, and go to nobody else', async (t) => {
      const { pay, signUp, access, page, assign, tierOf } = await open(t);
      const account = await signUp('anna@example.org');
      await pay('cs_erased', null, account);
      await access.accountData.erase(account);
      const other = await signUp('anna@example.org');
      const body = await page();
      assert.match(body, /its account was deleted/);
      assert.match(body, /One payment waits for you/);
      const refused = await assign('cs_erased', other);
      assert.equal(refused.status, 422);
      assert.match(refused.body, /belongs to an account that was deleted/);
      assert.equal(await tierOf(other), 'free');
    });
  });
});
