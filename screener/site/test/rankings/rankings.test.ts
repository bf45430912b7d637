import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { staleOn } from '@screener/engine/rankings/ranking-line';
import { readRanking } from '@screener/service/rankings/read-ranking';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { signIn, signInReader } from '../accounts/signed-in.ts';
import { openRankingPages } from './pages-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('pages', () => {
  const HTML = { accept: 'text/html' };
  const WATCH = /<td class="watch">.*?<\/td>/gs;
  const COMPANIES = /<\/bdi><\/a> <bdi class="ticker">([A-Z]+)<\/bdi>/g;

  /** The tickers of all tables' rows, in order. */
  function rowsOf(body: string): readonly string[] {
    return [...body.matchAll(COMPANIES)].map(([, symbol = '']) => symbol);
  }

  describe('GET /leaders and GET /value', () => {
    test('show each line in the order of its rank, with the reason for its place', async (t) => {
      const { app, rankings } = await openRankingPages(t, snapshot);
      const leaders = await readRanking(rankings, 'leaders', 100);
      const value = await readRanking(rankings, 'value', 100);
      assert.ok(leaders !== null && value !== null);
      const page = await app.inject({ url: '/leaders', headers: HTML });
      assert.deepEqual(
        [page.statusCode, page.headers['content-type'], page.headers['cache-control']],
        [200, 'text/html; charset=utf-8', 'private, no-cache'],
      );
      assert.deepEqual(
        rowsOf(page.body),
        leaders.lines.map(({ symbol }) => symbol),
      );
      // AMD's score of 91.7 in the snapshot.
      assert.match(page.body, /Score <\/span>91\.7</);
      const screen = (await app.inject({ url: '/value', headers: HTML })).body;
      assert.deepEqual(
        rowsOf(screen),
        value.lines.map(({ symbol }) => symbol),
      );
      const [first] = value.lines;
      assert.ok(first !== undefined);
      assert.ok(screen.includes(`Places </span>${first.place_sum}<`));
      for (const body of [page.body, screen]) {
        assert.match(body, /not advice/);
        assert.match(body, /\d+ listings\./);
        assert.match(body, /Based on data up to <time datetime="2026-06-17">/);
      }
      const again = await app.inject({
        url: '/leaders',
        headers: { ...HTML, 'if-none-match': String(page.headers.etag) },
      });
      assert.equal(again.statusCode, 304);
    });

    test('date each line, and mark one whose next report is overdue', async (t) => {
      const { app, rankings } = await openRankingPages(t, snapshot);
      for (const kind of ['leaders', 'value'] as const) {
        const { lines } = (await readRanking(rankings, kind, 100)) ?? { lines: [] };
        const { body } = await app.inject({ url: `/${kind}`, headers: HTML });
        assert.equal([...body.matchAll(/Compliant on <time/g)].length, lines.length, kind);
        assert.equal([...body.matchAll(/; no recent report/g)].length, lines.length, kind);
        assert.match(body, /<h1><span class="marked unknown">/);
        assert.match(body, /None of them has a verdict for today/);
      }
      const { lines } = (await readRanking(rankings, 'leaders', 100)) ?? { lines: [] };
      const apple = lines.find(({ symbol }) => symbol === 'AAPL') ?? assert.fail();
      assert.deepEqual([apple.as_of, apple.overdue_from], ['2026-04-23', '2026-06-11']);
      assert.equal(staleOn(apple, '2026-06-10'), null);
      assert.equal(staleOn(apple, '2026-06-11')?.why, 'report_not_here');
    });

    test('the list by industry: the safest first in each, by choice, size and industry', async (t) => {
      const { app } = await openRankingPages(t, snapshot);
      const get = async (path: string) => (await app.inject({ url: path, headers: HTML })).body;
      const all = await get('/lists');
      assert.deepEqual(rowsOf(all), ['MSFT', 'GOOG', 'AMD', 'NVDA', 'MRVL', 'AAPL', 'PG']);
      assert.match(all, /id="household-title">Household goods</);
      assert.match(all, /Debt, 28\.84% of total assets/);
      assert.match(all, /<strong>87%<\/strong><span class="of-limit"> of limit/);
      const symbols = async (query: string) =>
        rowsOf(await get(`/lists?${query}`))
          .toSorted()
          .join(' ');
      assert.equal(await symbols('industry=chips'), 'AMD MRVL NVDA');
      assert.equal(await symbols('industry=&size=&methodologies='), 'AAPL AMD GOOG MRVL MSFT NVDA PG');
      assert.equal(await symbols('size=small'), '');
      // MSCI fails some of those that AAOIFI passes, and its list has none of them.
      const aaoifi = await get('/lists?methodologies=aaoifi');
      assert.ok(rowsOf(aaoifi).length > rowsOf(all).length);
      assert.match(aaoifi, /(?:Fails|Undecided) at /);
      assert.match(aaoifi, /<p class="lead">\d+ companies were compliant by AAOIFI\./);
      const chips = await get('/lists?methodologies=aaoifi&industry=chips&size=large');
      assert.match(
        chips,
        /<p class="lead">[^<:]*[Cc]hip[^<:]*, Over \$10 bn: \d+ companies were compliant by AAOIFI/,
      );
      const unknown = await app.inject('/lists?industry=nosuch');
      assert.match(unknown.body, /We do not know the value of industry in the address/);
      // The order is by all methodologies, and so is what is listed.
      const chosen = await get('/lists?methodologies=djim&order=score');
      assert.match(chosen, /7 companies were compliant by all five methodologies\./);
      assert.deepEqual(rowsOf(await get('/lists?order=score')), rowsOf(await get('/leaders')));
      assert.deepEqual(rowsOf(await get('/leaders?order=name')), rowsOf(await get('/lists?order=name')));
    });

    test('a reader’s choice is what lists begin with, and an address wins', async (t) => {
      const { app } = await openRankingPages(t, snapshot);
      const reader = await signIn(app);
      await reader.post('/portal/account/choice', { methodologies: 'aaoifi', rules: 'classic' });
      const get = async (path: string) => (await reader.get(path)).body;
      const own = await get('/lists');
      const anybody = async (query: string) =>
        (await app.inject({ url: `/lists${query}`, headers: HTML })).body;
      assert.deepEqual(rowsOf(own), rowsOf(await anybody('?methodologies=aaoifi')));
      assert.ok(rowsOf(own).length > rowsOf(await anybody('')).length);
      assert.match(own, /value="aaoifi" selected/);
      assert.match(own, /lists are by the current ones\./);
      // The choice is the reader’s, so links of the page need not name it; one that leaves it does, on each page.
      assert.doesNotMatch(own, /href="[^"]*methodologies=/);
      const every = await get('/lists?methodologies=&industry=chips');
      assert.deepEqual(rowsOf(every), rowsOf(await anybody('?industry=chips')));
      assert.match(every, /class="all-of-industry" href="\/lists\?methodologies="/);
      assert.match(await get('/lists?methodologies=msci'), /compliant by MSCI\./);
      for (const path of ['/leaders', '/value']) {
        const body = await get(path);
        assert.match(
          body,
          /by all five methodologies\. .*A choice of methodologies does not change this order\./s,
        );
        assert.match(body, /value="aaoifi" selected/);
      }
    });

    test('the list of funds: by the choice, with what is known of those without a verdict', async (t) => {
      const { app, rankings } = await openRankingPages(t, snapshot);
      const get = async (query = '') =>
        (await app.inject({ url: `/lists/funds${query}`, headers: HTML })).body;
      const body = await get();
      assert.match(body, /No fund whose holdings we know is compliant by all five methodologies\./);
      assert.match(
        body,
        /<bdi class="ticker">SPUS<\/bdi>.*no recent report.*>29\.17%<.*>0\.05%<.*>39\.89%</s,
      );
      assert.match(
        body,
        /<strong>1 fund\.<\/strong> More than 5% of net assets is in non-compliant holdings/,
      );
      assert.doesNotMatch(await get('?methodologies=ftse'), /no-verdict-title/);
      // A fund that passes: SPUS, if all that is open in it were compliant.
      const { lines = [], ...ranking } = (await rankings.read('funds', 100)) ?? assert.fail();
      const [spus, voo] = lines;
      assert.ok(spus !== undefined && voo !== undefined);
      const passing = {
        business: 'pass' as const,
        ratios: spus.judged[0]?.ratios.map(() => 'pass' as const) ?? [],
      };
      const judged = [{ ...passing, value: spus.net_assets - spus.open }];
      await rankings.begin('funds', 'run', 60_000);
      await rankings.finish('funds', 'run', { ...ranking, lines: [{ ...spus, judged }, voo] });
      const compliant = await get();
      assert.match(compliant, /1 fund was compliant by all five methodologies\./);
      assert.match(compliant, /Non-compliant, 0–0\.77% of net assets.*<strong>77%<\/strong>/s);
      const reader = await signIn(app);
      await reader.post('/portal/account/choice', { methodologies: 'sp', rules: 'current' });
      assert.match((await reader.get('/lists/funds')).body, /compliant by S&amp;P\./);
    });

    test('refuse what cannot be shown with a page', async (t) => {
      const { app } = await openRankingPages(t, snapshot);
      for (const [query, status] of [
        ['order=beauty', 422],
        ['order=name&order=name', 422],
        ['methodologies=mufti', 422],
        ['industry=%3Cscript%3E', 422],
        ['size=huge', 422],
        ['page=0', 422],
        ['page=1.5', 422],
        ['page=2', 404],
        ['utm_source=mail', 200],
      ] as const) {
        const { statusCode, headers } = await app.inject({ url: `/leaders?${query}`, headers: HTML });
        assert.deepEqual([statusCode, headers['content-type']], [status, 'text/html; charset=utf-8'], query);
      }
    });

    test('say when there will be a ranking where there is none, and name no command', async (t) => {
      const { app } = await openRankingPages(t, snapshot, false);
      for (const kind of ['lists', 'leaders', 'value']) {
        const { statusCode, body } = await app.inject({ url: `/${kind}`, headers: HTML });
        assert.equal(statusCode, 200);
        assert.match(body, /Nothing is listed here yet/);
        assert.doesNotMatch(body, /npm run/);
      }
    });

    const LONG = 'aaoifi,msci,ftse';

    test('have the same bytes for every reader but for the watch action', async (t) => {
      const { app } = await openRankingPages(t, snapshot);
      const origin = { 'sec-fetch-site': 'same-origin' };
      const signedUp = await app.inject({
        method: 'POST',
        url: '/api/keys',
        payload: { email: 'anna@example.org' },
      });
      const { api_key: key } = signedUp.json().data;
      const session = await app.inject({
        method: 'POST',
        url: '/api/session',
        headers: origin,
        payload: { api_key: key },
      });
      const cookie = session.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
      for (const url of ['/value', '/value?industry=chips&size=large', '/leaders']) {
        const stranger = await app.inject({ url, headers: HTML });
        const reader = await app.inject({ url, headers: { ...HTML, cookie } });
        assert.deepEqual([stranger.statusCode, reader.statusCode], [200, 200]);
        assert.equal(stranger.body.replaceAll(WATCH, ''), reader.body.replaceAll(WATCH, ''));
        const [before, forms] = [stranger, reader].map(({ body }) => body.match(WATCH) ?? []);
        assert.ok(before !== undefined && forms !== undefined && before.length >= 3);
        assert.equal(forms.length, before.length);
        const back = url.replaceAll('&', '&amp;');
        // Through the door, to the company.
        for (const link of before)
          assert.match(link, /<a href="\/portal\?next=%2F%3Fq%3D([A-Z]+)&amp;watch=\1">/);
        for (const form of forms) {
          assert.match(form, /<form action="\/portal\/watchlist\/add" method="post" class="watch-form">/);
          assert.match(form, /name="ticker" value="[A-Z]+"/);
          assert.ok(form.includes(`name="next" value="${back}"`), form);
        }
        assert.notEqual(stranger.headers.etag, reader.headers.etag);
      }
      const added = await app.inject({
        method: 'POST',
        url: '/portal/watchlist/add',
        headers: { ...origin, cookie, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ ticker: 'MSFT', next: '/value?industry=chips' }).toString(),
      });
      assert.deepEqual([added.statusCode, added.headers.location], [303, '/value?industry=chips']);
      // The form takes 40 characters.
      const { body } = await app.inject({
        url: `/value?methodologies=${LONG}`,
        headers: { ...HTML, cookie },
      });
      const nexts = [...body.matchAll(/name="next" value="([^"]*)"/g)].map(([, next = '']) => next);
      assert.ok(nexts.length > 0 && nexts.every((next) => /^\/\?q=[A-Z]+$/.test(next)), nexts.join());
    });

    test('show the new ranking after a rebuild, without a restart', async (t) => {
      const { app, rankings } = await openRankingPages(t, snapshot);
      const rows = async () => rowsOf((await app.inject({ url: '/leaders', headers: HTML })).body);
      const before = await rows();
      const { lines } = (await readRanking(rankings, 'leaders', 100)) ?? { lines: [] };
      await rankings.begin('leaders', 'other', 60_000);
      const earlier = await rankings.read('leaders', 0);
      assert.ok(earlier !== null && before.length > 2);
      await rankings.finish('leaders', 'other', {
        ...earlier,
        ranked: 2,
        lines: lines.slice(0, 2),
        named: [],
      });
      assert.deepEqual(await rows(), before.slice(0, 2));
      await rankings.begin('leaders', 'empty', 60_000);
      const named = [{ symbol: 'AAPL', name: 'A & B', cik: '1', reason: 'earnings_not_stored' as const }];
      const empty = { ...earlier, ranked: 0, leftOut: { earnings_not_stored: 1 }, lines: [], named };
      await rankings.finish('leaders', 'empty', empty);
      const { body } = await app.inject({ url: '/leaders', headers: HTML });
      assert.match(body, /No company here has a compliant verdict\. The reasons are below\./);
      assert.match(body, /import them again\. <a href="\/\?q=AAPL"><bdi>A &amp; B<\/bdi><\/a>\./);
    });

    test('an alternative is shown as it is screened today: a stale one without green', async (t) => {
      const { app } = await openRankingPages(t, snapshot);
      const { name, value } = await signInReader(app);
      const alternativesOf = async (path: string) => {
        const { body } = await app.inject({ url: `/portal/report/${path}`, cookies: { [name]: value } });
        const from = body.indexOf('id="alternatives"');
        return from < 0 ? '' : body.slice(from, body.indexOf('</section>', from));
      };
      const ibm = await alternativesOf('IBM');
      assert.match(ibm, /Apple Inc\..*on <time datetime="2026-04-23">.*marked unknown.* compliant/s);
      assert.doesNotMatch(ibm, /marked pass/);
      assert.match(await alternativesOf('IBM?rules=classic'), /\/portal\/report\/[A-Z]+\?rules=classic"/);
      assert.match(await alternativesOf('JPM'), /We know no compliant company in this industry: Banks/);
      assert.equal(await alternativesOf('AAPL?as_of=2026-04-01'), '');
    });
  });
});
