import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, type TestContext, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { createJobWatch } from '@common/kit/jobs';
import { createMailSender } from '@common/kit/mail/send-mail';
import { createLog } from '@common/kit/telemetry/log';
import { withTempDir } from '@common/kit/testing';
import { AUTHORITY, LOCALHOST } from '@common/kit/testing/certificates';
import { startPostOffice } from '@common/kit/testing/post-office';
import { startReceiver, verified } from '@common/kit/testing/webhook-receiver';
import { createWebhookSender } from '@common/kit/webhooks/send';
import { WAITS_MS } from '@common/kit/webhooks/waits';
import { NO_CHOICE } from '@screener/service/accounts/choice';
import { type AlertEvent, eventLines, eventTitle } from '@screener/service/alerts/alert-event';
import { createAlertDelivery, createWatchRounds } from '@screener/service/alerts/alerts.job';
import { type DeliveryDeps, deliver } from '@screener/service/alerts/deliver-alerts';
import { screenWatched } from '@screener/service/alerts/screen-watched';
import { saveWebhook } from '@screener/service/alerts/webhook';
import { NO_FAULTS } from '@screener/service/store/faults.store';
import type { ScreenDeps } from '@screener/service/use-cases/screen-ticker';
import { createWatchlistStore } from '@screener/service/watchlist/watchlist.sql';
import { LITTLE_DEBT, MUCH_DEBT, NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import { dayAfter, importReports, listFiler } from '../../../service/test/alerts/watched-filer.ts';
import { DAY, MINUTE } from '../../../service/test/app-under-test.ts';
import { openStore } from '../../../service/test/crash/programs/open-store.ts';
import { ADMIN_TOKEN } from '../../../service/test/rankings/tasks-under-test.ts';
import { alertsOn } from '../../../service/test/watchlist/watchlist-under-test.ts';
import { signIn } from '../accounts/signed-in.ts';
import { onceIn, openWatched } from './watched-app.ts';

describe('alerts', () => {
  const ACCOUNT = 'acc_0123456789abcdef01234567';
  const { symbol: SYMBOL } = NORTHWIND;

  /** A store with the filer's first report, watched by an account with a webhook. */
  async function open(t: TestContext, folder: string) {
    const { database, store } = await openStore('sqlite::memory:');
    t.after(() => database.close());
    const receiver = await startReceiver(t);
    let now = Date.parse(`${dayAfter(1)}T12:00:00Z`);
    const clock = () => now;
    const watchlist = createWatchlistStore(database);
    const deps: DeliveryDeps = {
      ...alertsOn(database, clock),
      sendWebhook: createWebhookSender({ allowPrivate: true }),
    };
    const screen = {
      store,
      live: null,
      liveQuotes: null,
      options: { yieldBound: true },
      clock,
      watchlist,
      alerts: deps.alerts,
      faults: NO_FAULTS,
    };
    const round = () =>
      screenWatched(screen, new AbortController().signal, (error) => {
        throw error;
      });
    const deliverAll = async () => {
      const outcomes: string[] = [];
      for (;;) {
        const lease = await deps.alerts.take(randomBytes(8).toString('hex'), now, MINUTE);
        if (lease === null) return outcomes;
        outcomes.push(await deliver(deps, lease));
      }
    };
    await listFiler(store);
    await importReports(store, folder, [LITTLE_DEBT]);
    await watchlist.add(ACCOUNT, SYMBOL, 10, now);
    const secret = await saveWebhook({ ...deps, randomBytes }, ACCOUNT, receiver.url);
    await round();
    return {
      store,
      deps,
      receiver,
      secret,
      round,
      deliverAll,
      watchlist,
      advance: (ms: number) => {
        now += ms;
      },
      fileMuchDebt: async () => {
        await importReports(store, folder, [LITTLE_DEBT, MUCH_DEBT]);
        now = Date.parse(`${dayAfter(2)}T12:00:00Z`);
      },
    };
  }

  describe('an alert', () => {
    test('comes once, signed, for a flip that a newer filing made', async (t) => {
      await withTempDir(async (folder) => {
        const { deps, receiver, secret, round, deliverAll, fileMuchDebt } = await open(t, folder);
        assert.deepEqual([await deliverAll(), receiver.received.length], [[], 0], 'nothing changed yet');
        await fileMuchDebt();
        for (let again = 0; again < 3; again += 1) await round();
        assert.deepEqual(await deliverAll(), ['delivered']);
        assert.deepEqual(await deliverAll(), []);
        assert.equal(receiver.received.length, 1);
        const [message] = receiver.received;
        assert.ok(message !== undefined);
        const { type, data } = verified(t, secret, message, deps.clock()) as AlertEvent;
        assert.equal(type, 'verdict.changed');
        const { symbol, before, after, cause, filing, link } = data;
        assert.deepEqual(
          { symbol, before, after, cause, link },
          {
            symbol: SYMBOL,
            before: 'compliant',
            after: 'questionable',
            cause: 'filing',
            link: `http://localhost/portal/report/${SYMBOL}`,
          },
        );
        assert.deepEqual([filing?.form, filing?.period_end], ['10-K', '2021-12-31']);
        assert.deepEqual(
          data.checks.map(({ methodology, from, to }) => [methodology, from, to]),
          [
            ['ftse', 'pass', 'fail'],
            ['msci', 'pass', 'fail'],
          ],
        );
        assert.equal((await deps.alerts.alertsOf(ACCOUNT, 10)).length, 1);
      });
    });

    test('comes when a receiver that was down is back, with the same id', async (t) => {
      await withTempDir(async (folder) => {
        const { receiver, round, deliverAll, fileMuchDebt, advance } = await open(t, folder);
        await fileMuchDebt();
        await round();
        receiver.answer(503);
        assert.deepEqual(await deliverAll(), ['postponed']);
        assert.deepEqual(await deliverAll(), [], 'not before its time');
        for (const wait of WAITS_MS.slice(0, 3)) {
          advance(wait);
          assert.deepEqual(await deliverAll(), ['postponed']);
        }
        receiver.answer(200);
        advance(WAITS_MS[3] ?? 0);
        assert.deepEqual(await deliverAll(), ['delivered']);
        const { received } = receiver;
        assert.deepEqual([received.length, new Set(received.map(({ id }) => id)).size], [5, 1]);
        assert.equal(new Set(received.map(({ body }) => body)).size, 1, 'the same words');
      });
    });

    test('is given up after a day, and can be sent again', async (t) => {
      await withTempDir(async (folder) => {
        const { deps, receiver, round, deliverAll, fileMuchDebt, advance } = await open(t, folder);
        await fileMuchDebt();
        await round();
        receiver.answer(302, { location: 'http://127.0.0.1:1/' });
        for (const wait of WAITS_MS) {
          assert.deepEqual(await deliverAll(), ['postponed']);
          advance(wait);
        }
        assert.deepEqual(await deliverAll(), ['given_up']);
        const total = WAITS_MS.reduce((sum, wait) => sum + wait, 0);
        assert.ok(total >= DAY && total < 1.1 * DAY, `${total / DAY} days`);
        const [dead] = await deps.alerts.deliveriesOf(ACCOUNT, 10);
        assert.deepEqual(
          [dead?.state, dead?.problem],
          ['given_up', 'The receiver answered 302, and redirects are not followed.'],
        );
        receiver.answer(200);
        await deps.alerts.sendAgain('acc_of_somebody_else', dead?.alert ?? '', 'webhook', deps.clock());
        assert.deepEqual(await deliverAll(), []);
        await deps.alerts.sendAgain(ACCOUNT, dead?.alert ?? '', 'webhook', deps.clock());
        assert.deepEqual(await deliverAll(), ['delivered']);
      });
    });

    test('is not sent where the receiver wants nothing more, or the webhook was turned off', async (t) => {
      await withTempDir(async (folder) => {
        const { deps, receiver, round, deliverAll, fileMuchDebt } = await open(t, folder);
        await fileMuchDebt();
        await round();
        receiver.answer(410);
        assert.deepEqual(await deliverAll(), ['given_up']);
        await deps.alerts.saveWebhook(ACCOUNT, null, deps.clock());
        const [dead] = await deps.alerts.deliveriesOf(ACCOUNT, 10);
        await deps.alerts.sendAgain(ACCOUNT, dead?.alert ?? '', 'webhook', deps.clock());
        assert.deepEqual(await deliverAll(), ['given_up']);
        assert.equal(receiver.received.length, 1);
      });
    });

    test('goes to those who watched the ticker at that moment, and to nobody else', async (t) => {
      await withTempDir(async (folder) => {
        const { deps, watchlist, round, fileMuchDebt } = await open(t, folder);
        await watchlist.add('acc_second', SYMBOL, 10, 0);
        await watchlist.add('acc_third', 'AAPL', 10, 0);
        await fileMuchDebt();
        await round();
        await watchlist.add('acc_late', SYMBOL, 10, 0);
        await round();
        const counts = await Promise.all(
          [ACCOUNT, 'acc_second', 'acc_third', 'acc_late'].map(
            async (account) => (await deps.alerts.alertsOf(account, 10)).length,
          ),
        );
        assert.deepEqual(counts, [1, 1, 0, 0]);
      });
    });
  });
});

describe('strangers', () => {
  const { symbol } = NORTHWIND;

  describe('another signed-in reader', () => {
    test('sees nothing of a reader’s watchlist, alerts, webhook and feed, and ends none of them', async (t) => {
      await withTempDir(async (folder) => {
        const { app, reader, flip, deliverAll } = await openWatched(t, folder);
        const receiver = await startReceiver(t);
        const feed = new URL(onceIn((await reader.post('/portal/alerts/feed', {})).body));
        await reader.post('/portal/alerts/webhook', { url: receiver.url });
        receiver.answer(410);
        await flip();
        await deliverAll();
        const before = (await reader.get('/portal/alerts')).body;
        const [, alert = ''] = /name="alert" value="(alr_[0-9a-f]{32})"/.exec(before) ?? [];
        assert.ok(alert !== '' && before.includes(receiver.url), before);

        const stranger = await signIn(app, 'stranger@example.org');
        for (const path of [
          ...['/portal/dashboard', '/portal/watchlist.csv', '/portal/alerts', '/portal/account'],
          '/portal/account/export.json',
        ]) {
          const { status, body } = await stranger.get(path);
          assert.equal(status, 200, path);
          for (const secret of [symbol, receiver.url, alert]) assert.ok(!body.includes(secret), path);
        }
        const called = receiver.received.length;
        for (const [path, form] of [
          ['/portal/watchlist/remove', { ticker: symbol }],
          ['/portal/alerts/retry', { alert, channel: 'webhook' }],
          ['/portal/alerts/webhook/test', {}],
          ['/portal/alerts/webhook/remove', {}],
          ['/portal/alerts/feed/remove', {}],
          ['/portal/alerts/feed', {}],
          ['/portal/alerts/email/remove', {}],
        ] as const) {
          const { status } = await stranger.post(path, form);
          assert.ok(status === 200 || status === 303 || status === 422, `${path}: ${status}`);
        }
        receiver.answer(200);
        await deliverAll();
        assert.equal(receiver.received.length, called, 'nothing was sent to it');
        assert.equal((await reader.get('/portal/alerts')).body, before);
        assert.match((await reader.get('/portal/watchlist.csv')).body, new RegExp(`^${symbol},`, 'm'));
        assert.equal((await app.inject(`${feed.pathname}${feed.search}`)).statusCode, 200);

        await reader.post('/portal/alerts/retry', { alert, channel: 'webhook' });
        await deliverAll();
        assert.equal(receiver.received.length, called + 1, 'its own reader sends it again');
      });
    });
  });

  describe('a company whose name is markup', () => {
    const NAME = `Northwind <img src=x onerror=alert(1)>"'&</title></script><script>alert(1)</script>`;

    test('stays text on every page and feed that shows it', async (t) => {
      await withTempDir(async (folder) => {
        const { app, reader, store, flip } = await openWatched(t, folder);
        const feed = new URL(onceIn((await reader.post('/portal/alerts/feed', {})).body));
        const cik = String(NORTHWIND.cik).padStart(10, '0');
        const rename = async () => {
          const other = { symbol: `${symbol}P`, cik, name: NAME, exchange: NAME };
          await store.saveTickers([{ symbol, cik, name: NAME, exchange: NAME }, other]);
          const industry = { sic: '3826', sicDescription: NAME, sicSource: NAME };
          await store.saveDetails([{ cik, name: NAME, ...industry }]);
        };
        await rename();
        const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
        for (const url of ['/tasks/rebuild-leaderboard', '/tasks/rebuild-value-screen']) {
          assert.equal((await app.inject({ method: 'POST', url, headers: operator })).statusCode, 200);
        }
        const pages = async (paths: readonly string[]) => {
          for (const path of paths) {
            const { status, body } = await reader.get(path);
            assert.equal(status, 200, path);
            assert.ok(body.includes('&lt;img src=x'), `${path} does not show the name`);
            assert.doesNotMatch(body, /<img|<script>|<\/title><\/script>/i, path);
          }
        };
        await pages([`/?q=${symbol}`, `/portal/report/${symbol}`, '/leaders', '/value']);
        await pages(['/portal/dashboard', `/portal/compare?a=${symbol}&b=${symbol}`]);
        await flip();
        await rename();
        await pages([
          '/portal/dashboard',

          `/portal/report/${symbol}`,
          `${feed.pathname}${feed.search}`,
        ]);
      });
    });
  });
});

describe('jobs', () => {
  const HOUR_MS = 3_600_000;

  function watched() {
    const told: string[] = [];
    const destination = { write: (line: string) => void told.push(JSON.parse(line).msg) };
    return { told, jobs: createJobWatch(), log: createLog({ level: 'warn', destination }) };
  }

  const noFund = () => assert.fail('no fund is watched here');

  /** Rounds over one ticker, each of which ends when the test says so. */
  function rounds(t: TestContext) {
    const { jobs, log } = watched();
    const begun: PromiseWithResolvers<null>[] = [];
    const findListing = () => {
      const screening = Promise.withResolvers<null>();
      begun.push(screening);
      return screening.promise;
    };
    const store = { generation: async () => 0, findListing, funds: { findFund: async () => null } };
    const made = createWatchRounds({
      store: store as unknown as ScreenDeps['store'],
      live: null,
      liveQuotes: null,
      options: { yieldBound: true },
      clock: Date.now,
      faults: NO_FAULTS,
      watchlist: { watchedTickers: async () => [{ symbol: 'GONE', choices: [NO_CHOICE] }] },
      alerts: { fundState: noFund, saveFundState: noFund },
      everyMs: HOUR_MS,
      lookEveryMs: HOUR_MS,
      jobs,
      log,
    });
    t.after(async () => {
      const stopping = made.stop();
      for (const screening of begun) screening.resolve(null);
      await stopping;
    });
    return {
      rounds: made,
      begun,
      failingS: () => jobs.failingS().watched_tickers ?? 0,
      begins: async (many: number) => {
        while (begun.length < many) await setTimeout(1);
      },
    };
  }

  test('a round that follows a failed one at once tells how it went itself', async (t) => {
    const { rounds: made, begun, begins, failingS } = rounds(t);
    made.start();
    await begins(1);
    made.runSoon();
    made.runSoon();
    begun[0]?.reject(new Error('the disk'));
    await begins(2);
    assert.ok(failingS() > 0);
    made.runSoon();
    begun[1]?.resolve(null);
    await begins(3);
    assert.equal(failingS(), 0, 'while the next one is under way');
    begun[2]?.resolve(null);
    await setTimeout(20);
    assert.equal(begun.length, 3, 'what was asked for meanwhile is one round');
  });

  test('a round that is asked for while one is under way does not begin once they have stopped', async (t) => {
    const { rounds: made, begun, begins } = rounds(t);
    made.start();
    await begins(1);
    made.runSoon();
    const stopping = made.stop();
    begun[0]?.resolve(null);
    await stopping;
    made.runSoon();
    await setTimeout(20);
    assert.equal(begun.length, 1);
  });

  test('a delivery that throws fails the job until it is tried again, and is told once', async (t) => {
    await withTempDir(async (folder) => {
      const { alerts, reader, flip } = await openWatched(t, folder);
      await reader.post('/portal/alerts/webhook', { url: 'http://127.0.0.1:1/' });
      await flip();
      const { told, jobs, log } = watched();
      const delivery = createAlertDelivery({
        ...alerts,
        sendWebhook: () => Promise.reject(new Error('the disk')),
        pollMs: 5,
        randomBytes,
        onOutcome: () => {},
        jobs,
        log,
      });
      delivery.start();
      while (told.length === 0) await setTimeout(5);
      await setTimeout(50);
      await delivery.stop();
      assert.deepEqual(told, ['an alert was not delivered']);
      assert.ok((jobs.failingS().alert_delivery ?? 0) > 0.04);
    });
  });
});

describe('certificates', () => {
  const TRUSTED = getCACertificates('default');
  afterEach(() => setDefaultCACertificates(TRUSTED));

  test('a receiver by https is called only where somebody vouches for its certificate', (t) =>
    withTempDir(async (folder) => {
      const received: string[] = [];
      const receiver = createServer(LOCALHOST, async (request, reply) => {
        received.push(await text(request));
        reply.end();
      });
      await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
      t.after(() => receiver.close());
      const { port } = receiver.address() as AddressInfo;
      const { reader } = await openWatched(t, folder);
      await reader.post('/portal/alerts/webhook', { url: `https://localhost:${port}/hooks` });

      const refused = await reader.post('/portal/alerts/webhook/test', {});
      assert.equal(refused.status, 422);
      assert.match(refused.body, /The certificate of the receiver is not valid\./);
      assert.equal(received.length, 0);

      setDefaultCACertificates([...TRUSTED, AUTHORITY]);
      assert.match((await reader.post('/portal/alerts/webhook/test', {})).body, /The test arrived\./);
      assert.deepEqual(
        received.map((body) => JSON.parse(body).type),
        ['test'],
      );
    }));
});

describe('mail', () => {
  const FROM = 'alerts@sanad.example';
  const MAIL = { to: 'anna@example.org', id: 'alr_1', subject: 'A change', text: 'It changed.\n' };
  const TRUSTED = getCACertificates('default');
  const NOT_TAKEN = 'The mail server did not take the mail.';

  const messageOf = (sent: Awaited<ReturnType<ReturnType<typeof createMailSender>>>) =>
    sent.ok ? 'sent' : sent.error.message;

  describe('the mail of alerts, at a real server', () => {
    afterEach(() => setDefaultCACertificates(TRUSTED));

    test('is encrypted and signed in by STARTTLS, and says that a program sent it', async (t) => {
      setDefaultCACertificates([...TRUSTED, AUTHORITY]);
      const { posts, at } = await startPostOffice(t, { authOptional: false });
      const url = at('user:right@').replace('127.0.0.1', 'localhost');
      assert.equal(messageOf(await createMailSender(url, FROM)(MAIL)), 'sent');
      assert.equal(posts.length, 1);
      const [post] = posts;
      assert.deepEqual(
        [post?.from, post?.to, post?.encrypted, post?.user, post?.body],
        [FROM, [MAIL.to], true, 'user', 'It changed.\r\n'],
      );
      assert.match(post?.head ?? '', /^Message-ID: <alr_1@sanad\.example>\r$/im);
      assert.match(post?.head ?? '', /^Auto-Submitted: auto-generated\r$/im);
      assert.equal(messageOf(await createMailSender(at('user:wrong@'), FROM)(MAIL)), NOT_TAKEN);
    });

    test('goes to no server whose certificate nobody vouches for', async (t) => {
      const { posts, signIns, at } = await startPostOffice(t);
      assert.equal(messageOf(await createMailSender(at('user:right@'), FROM)(MAIL)), NOT_TAKEN);
      assert.deepEqual([posts, signIns], [[], []]);
    });

    test('tells no password to a server elsewhere that does not encrypt', async (t) => {
      // Another address of this machine: to the sender, it is elsewhere.
      const { posts, signIns, at } = await startPostOffice(
        t,
        { hideSTARTTLS: true, allowInsecureAuth: true },
        '127.0.0.2',
      );
      assert.equal(messageOf(await createMailSender(at('user:right@'), FROM)(MAIL)), NOT_TAKEN);
      assert.deepEqual([posts, signIns], [[], []]);
      assert.equal(messageOf(await createMailSender(at(), FROM)(MAIL)), 'sent');
    });

    test('has the headers that we gave it, and one recipient, whatever names and addresses contain', async (t) => {
      const { posts, at } = await startPostOffice(t, { hideSTARTTLS: true });
      const send = createMailSender(at(), FROM);
      const attack =
        'x\r\nBcc: eve@evil.example\r\n\r\nAnother body\r\n.\r\nMAIL FROM:<eve@evil.example>\r\n';
      const event = {
        type: 'verdict.changed',
        timestamp: '2026-02-26T15:00:00.000Z',
        data: {
          symbol: attack,
          name: `${attack} \u2028 \u0000 é`,
          rules: 'current',
          as_of: '2026-02-26',
          before: 'compliant',
          after: 'questionable',
          chosen: null,
          shares: [],
          checks: [],
          cause: 'filing',
          figure: null,
          filing: null,
          missing: attack,
          stale: null,
          engine_version: '1',
          link: 'https://sanad.example/',
        },
      } satisfies AlertEvent;
      const hostile = { subject: eventTitle(event), text: `${eventLines(event).join('\n')}\n.\nQUIT\n` };
      for (const to of [
        ...[MAIL.to, 'a,eve@evil.example', 'a;eve@evil.example', 'group:eve@evil.example', 'a b@example.org'],
        ...['a@example.org\r\nRCPT TO:<eve@evil.example>', 'a@example.org>\r\nDATA', '@evil.example', ''],
      ]) {
        const sent = messageOf(await send({ ...hostile, id: 'alr_2', to }));
        assert.ok(sent === 'sent' || sent === NOT_TAKEN, sent);
        const post = posts.pop();
        assert.equal(post === undefined, sent !== 'sent', to);
        if (post === undefined) continue;
        assert.equal(post.to.length, 1, `${to}: ${post.to}`);
        const [recipient = ''] = post.to;
        assert.ok(!/^(RCPT|eve@)/i.test(recipient) && !/[\r\n]/.test(recipient), recipient);
        const names = post.head
          .split('\r\n')
          .flatMap((line) => /^([\w-]+):/.exec(line)?.[1]?.toLowerCase() ?? []);
        assert.equal(new Set(names).size, names.length, post.head);
        assert.deepEqual(
          names.toSorted().filter((name) => !/^(content-|mime-)/.test(name)),
          ['auto-submitted', 'date', 'from', 'message-id', 'subject', 'to'],
        );
      }
      assert.equal(messageOf(await send(MAIL)), 'sent', 'the usual one still goes');
      assert.deepEqual(
        posts.map(({ to }) => to),
        [[MAIL.to]],
      );
    });
  });
});
