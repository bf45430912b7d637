import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { dirname, relative } from 'node:path';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { capitalised } from '@common/base/english';
import { PAGE } from '@screener/words/face';
import { missingSentence } from '@screener/words/gaps';
import { whyInWords } from '@screener/words/summary';
import { openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { snapshotDate, useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { shownIndustry, shownName } from '../../src/parts/shown-name.ts';
import { makeApp } from '../app-under-test.ts';
import { answerOf } from '../report/section-under-test.ts';

const clock = clockAt('2030-06-15T12:00:00Z');
const snapshot = useSnapshotStore(clock, makeApp);

describe('the start page', () => {
  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  /** The text of the first heading. */
  function heading(page: string): string {
    const [, markup = ''] = /<h1>(.*?)<\/h1>/s.exec(page) ?? [];
    return markup.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ');
  }

  describe('GET /', () => {
    test('says what this is, and all its links and files work', async () => {
      const { app } = await snapshot.app();
      const { statusCode, headers, body } = await app.inject('/');
      assert.equal(statusCode, 200);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.match(heading(body), /Sharia compliant/);
      assert.ok(body.includes(`<time datetime="${await snapshotDate()}">`));
      const { as_of: asOf, score } = (await app.inject('/v1/screen/AAPL')).json().data;
      for (const part of [
        '<h2 class="verdict"><bdi>Apple Inc.</bdi>',
        `datetime="${asOf}"`,
        `${score} <span`,
      ]) {
        assert.ok(body.includes(part), part);
      }
      const addresses = [...body.matchAll(/(?:href|src|action)="(\/[^"]*)"(?! method="post")/g)].map(
        ([, address = '']) => address,
      );
      assert.ok(addresses.includes('/portal/report/AAPL'));
      for (const address of new Set(addresses)) {
        assert.ok((await app.inject(address.replaceAll('&amp;', '&'))).statusCode < 400, address);
      }
    });

    test('does not count towards the limit until something is searched', async (t) => {
      const access = await openTestAccess(t, { demo: 2, free: 0, partner: 0 });
      const { app } = await makeApp(t, snapshot.shared(), undefined, access);
      for (let count = 0; count < 5; count += 1) {
        for (const url of ['/', '/?q=', '/?q=+&utm_source=x'])
          assert.equal((await app.inject(url)).statusCode, 200);
      }
      assert.equal((await app.inject('/?q=AAPL')).statusCode, 200);
      assert.equal((await app.inject('/v1/screen/AAPL')).statusCode, 200);
      const refused = await app.inject('/?q=AAPL');
      assert.equal(refused.statusCode, 429);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.equal(heading(refused.body), 'Too many searches');
      assert.match(refused.body, /you have 2 searches a minute\. Try again in \d+ s/);
      assert.match(refused.body, /href="\/developers#key"/);
    });

    test('is sent again only if it has changed', async () => {
      const { app } = await snapshot.app();
      for (const url of ['/', '/?q=AAPL']) {
        const first = await app.inject(url);
        const known = { 'if-none-match': String(first.headers.etag) };
        assert.equal((await app.inject({ url, headers: known })).statusCode, 304);
      }
    });

    test('is small and has nothing inline', async () => {
      const { app } = await snapshot.app();
      for (const url of ['/', '/?q=AAPL', '/?q=SPUS', '/?q=ZZZZZ']) {
        const { body, rawPayload } = await app.inject(url);
        assert.doesNotMatch(
          body,
          /<script(?! type="module" src="\/assets\/)|<style|\sstyle=|\son\w+=|https?:\/\/(?!www\.sec\.gov\/)/,
        );
        assert.ok(rawPayload.length < 30_000, `${url}: ${rawPayload.length} bytes`);
      }
    });
  });

  describe('a search', () => {
    test('is answered with the verdict, its date, and where the figures are', async () => {
      const app = await snapshot.app();
      for (const typed of ['AAPL', 'aapl', '+aapl+']) {
        const { status, body } = await app.get(`/?q=${typed}`);
        assert.equal(status, 200);
        assert.equal(heading(body), 'Apple Inc. was compliant on 23 April 2026');
        // A stale verdict has the shape of none, and not the colour of a pass.
        assert.match(body, /<h1>[^\n]*<span class="marked unknown">/);
        const { as_of: asOf } = await app.screen('AAPL');
        for (const part of ['href="/v1/screen/AAPL"', 'href="/v1/history/AAPL"', asOf]) {
          assert.ok(body.includes(part), part);
        }
      }
      const { methodologies, purification, market_data: market } = await app.screen('AAPL');
      const { body } = await app.get('/?q=AAPL');
      assert.equal(body.match(/passes<\/span><\/span>/g)?.length, methodologies.length);
      for (const { name } of methodologies)
        assert.ok(body.includes(`<b>${name.replace('&', '&amp;')}</b>`), name);
      for (const part of [
        `–${purification.high_pct?.toFixed(2)}%`,
        `$${market.close}, `,
        'href="/portal/report/AAPL"',
      ]) {
        assert.ok(body.includes(part), part);
      }
      assert.doesNotMatch(body, /INTEREST_YIELD_BOUND|npm run/);
    });

    test('shows the upper end per share, not the filed figure', async () => {
      const { body } = await (await snapshot.app()).get('/?q=MSFT');
      assert.ok(body.includes('up to $0.5608 a share'));
    });

    test('without a verdict says what is missing, and is never a pass', async () => {
      const app = await snapshot.app();
      for (const typed of ['AIR', 'SPUS', 'F']) {
        const { body } = await app.get(`/?q=${typed}`);
        const answer = await answerOf(snapshot.shared(), typed);
        assert.equal(answer.compliance, 'not_screenable');
        const { missing, summary } = answer;
        const reason =
          missing.length > 1
            ? capitalised(whyInWords(summary, PAGE))
            : missingSentence(missing[0]?.gap, PAGE);
        assert.match(heading(body), /has no verdict$/);
        assert.match(body, /neither a pass nor a fail/);
        assert.ok(body.includes(reason.replaceAll("'", '&#39;')), typed);
      }
    });

    test('without a verdict shows the last one, where there was one', async () => {
      const app = await snapshot.app();
      const { body } = await app.get('/?q=COST');
      assert.match(
        body,
        /See the last verdict<\/a><[^>]*><time datetime="2021-06-03">3 June 2021<\/time>: questionable/,
      );
      assert.match(
        body,
        /The business needs a human review: <bdi>a retailer that lists liquor and tobacco among [^<]*<\/bdi>\. Source: its own annual report, <a/,
      );
      assert.match((await app.get('/?q=KO')).body, /The business passes: <bdi>[^<]*soft drinks/);
      assert.doesNotMatch((await app.get('/?q=AAPL')).body, /last verdict/);
    });

    test('a prohibited business without figures is not said to fail or pass any methodology', async () => {
      const app = await snapshot.app();
      const { body } = await app.get('/?q=MO');
      assert.match(heading(body), /was non-compliant on 21 August 2026$/);
      assert.match(body, /<p>The core business is prohibited whatever the ratios/);
      assert.match(body, /A prohibited business decides by itself/);
      assert.doesNotMatch(body, /<svg class="interval|passes<|fails</);
    });

    test('of a company or fund without stored figures says so in words for its reader', async () => {
      const { get } = await snapshot.app();
      for (const [typed, words] of [
        ['IBM', 'We have no financial data for this company yet.'],
        ['QQQ', 'We have no report of this fund’s holdings yet.'],
        ['GLD', 'holds gold'],
      ] as const) {
        const { status, body } = await get(`/?q=${typed}`);
        assert.equal(status, 200);
        assert.match(heading(body), /has no verdict$/);
        assert.ok(body.includes(words), words);
        assert.doesNotMatch(body, /npm run|<svg class="interval/);
      }
    });

    test('that finds nothing says so kindly and keeps what was typed', async () => {
      const { get } = await snapshot.app();
      const unknown = await get('/?q=ZZZZZ');
      assert.equal(unknown.status, 404);
      assert.equal(heading(unknown.body), 'No company or fund by that name');
      assert.match(unknown.body, /value="ZZZZZ"/);
      assert.doesNotMatch(unknown.body, /aria-invalid/);
      const malformed = await get('/?q=%3F%3F%3F+%3F%3F%3F');
      assert.equal(malformed.status, 422);
      assert.match(malformed.body, /aria-invalid="true" aria-describedby="q-error"/);
      assert.match(malformed.body, /id="q-error"/);
    });

    test('by name is answered where one ticker has it, and otherwise proposes tickers', async () => {
      const { get } = await snapshot.app();
      const one = await get('/?q=microsoft');
      assert.equal(one.status, 200, one.body);
      assert.match(heading(one.body), /^Microsoft/i);
      const several = await get('/?q=american');
      assert.equal(several.status, 200);
      assert.equal(heading(several.body), 'Which one do you mean?');
      for (const symbol of ['AXP', 'AEP']) assert.match(several.body, new RegExp(`href="/\\?q=${symbol}"`));
      const mistyped = await get('/?q=american+express+compny');
      assert.equal(mistyped.status, 200);
      assert.match(mistyped.body, /href="\/\?q=AXP"/);
    });

    test('by an everyday name, a former ticker, or several at once', async () => {
      const { get } = await snapshot.app();
      assert.match(heading((await get('/?q=google')).body), /^Alphabet/);
      assert.match(heading((await get('/?q=coke')).body), /^Coca Cola/);
      const former = await get('/?q=FB');
      assert.match(heading(former.body), /^Meta Platforms/);
      assert.match(former.body, /FB is now META/);
      const ended = await get('/?q=TWTR');
      assert.equal(ended.status, 404);
      assert.match(ended.body, /Twitter, Inc\. \(TWTR\) is no longer listed: X Holdings/);
      const bought = await get('/?q=ATVI');
      assert.match(bought.body, /Microsoft \(MSFT\) bought it in October 2023/);
      assert.doesNotMatch(bought.body, /npm run|ask its operator/);
      const several = await get('/?q=AAPL,%20MSFT');
      assert.equal(heading(several.body), '2 companies and funds');
      assert.match(several.body, /compliant/);
      assert.match(several.body, /href="\/portal\/compare\?a=AAPL&amp;b=MSFT"/);
    });

    test('by a ticker that is also a name says whose name it is', async () => {
      const { get } = await snapshot.app();
      const { body } = await get('/?q=sun');
      assert.match(heading(body), /^Sunoco LP/);
      assert.match(body, /Others with this name: +<a href="[^"]+"><bdi>Sun Life/);
      assert.doesNotMatch((await get('/?q=AAPL')).body, /By that name/);
    });

    test('is treated as text, whatever it contains', async () => {
      const { get } = await snapshot.app();
      for (const typed of ['"><script>alert(1)</script>', "' onfocus=alert(1) '", '&lt;', '{{7*7}}']) {
        const { status, body } = await get(`/?q=${encodeURIComponent(typed)}`);
        assert.ok([200, 404, 422].includes(status), `${typed}: ${status}`);
        assert.doesNotMatch(body, /<script(?! type="module" src="\/assets\/)/);
        const [, kept = ''] = /<input id="q"[^>]* value="([^"]*)"/.exec(body) ?? [];
        assert.equal(
          kept.replace(/&(lt|gt|quot|#39|amp);/g, (entity) => ENTITIES[entity] ?? ''),
          typed,
        );
      }
      for (const query of ['?q=a&q=b', `?q=${'x'.repeat(101)}`, '?q=%00']) {
        const { status, headers } = await get(`/${query}`);
        assert.equal(status, 422, query);
        assert.match(String(headers['content-type']), /^text\/html/);
      }
    });

    test('turns round no title and no heading, whatever it contains', async () => {
      const { get } = await snapshot.app();
      const turned = '\u202eLPAA\u2067\u200f\u0007 AAPL, MSFT\u2069';
      const { body } = await get(`/?q=${encodeURIComponent(turned)}`);
      assert.match(body, /<title>[^<]*LPAA {2}AAPL, MSFT[^<]*<\/title>/);
      assert.doesNotMatch(body, /[\u202a-\u202e\u2067\u200f]|(?!\n)\p{Cc}/u);
    });

    test('with an invalid key is refused, as over the API', async () => {
      const { app } = await snapshot.app();
      const answer = await app.inject({ url: '/?q=AAPL', headers: { 'x-api-key': 'none' } });
      assert.equal(answer.statusCode, 401);
      assert.match(String(answer.headers['content-type']), /^text\/html/);
    });
  });

  describe('refusals', () => {
    test('an unknown path gives a page to browsers and the envelope to programs', async () => {
      const { app } = await snapshot.app();
      for (const url of ['/nowhere', '/v2/screen/AAPL', '/assets/x']) {
        const page = await app.inject({ url, headers: BROWSER });
        assert.equal(page.statusCode, 404);
        assert.equal(heading(page.body), 'There is no such page');
        assert.ok(page.body.includes(String(page.headers['x-request-id'])));
        assert.equal((await app.inject(url)).json().error.code, 'not_found');
      }
    });

    test('an API operation answers as for programs, even in a browser', async () => {
      const { app } = await snapshot.app();
      const answer = await app.inject({ url: '/v1/screen/ZZZZZ', headers: BROWSER });
      assert.equal(answer.json().error.code, 'ticker_not_found');
    });

    test('a broken store gives a page without a word about what broke', async (t) => {
      const deps = snapshot.shared();
      const findListing = () => Promise.reject(new Error('connection to postgres://user:secret@host failed'));
      const { app } = await makeApp(t, { ...deps, store: { ...deps.store, findListing } });
      const answer = await app.inject('/?q=AAPL');
      assert.equal(answer.statusCode, 500);
      assert.equal(heading(answer.body), 'Something failed on our side');
      assert.doesNotMatch(answer.body, /secret|postgres/);
    });
  });

  const ENTITIES: Readonly<Record<string, string>> = {
    '&lt;': '<',
    '&gt;': '>',
    '&quot;': '"',
    '&#39;': "'",
    '&amp;': '&',
  };
});

describe('the line about data', () => {
  /** What the foot of the page says of the data. */
  function lineIn(body: string): string {
    const [, line = ''] = /<p>(Data: .*?)<\/p>/.exec(body) ?? [];
    return line.replace(/<[^>]*>/g, '');
  }

  describe('the line about the data at the foot of each page', () => {
    test('names the day of the embedded snapshot, on pages of errors too', async () => {
      const { app } = await snapshot.app();
      const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
      const date = day.format(new Date(await snapshotDate()));
      for (const url of ['/', '/terms', '/leaders', '/nowhere']) {
        const { body } = await app.inject({ url, headers: { accept: 'text/html' } });
        assert.match(
          lineIn(body),
          new RegExp(`an embedded snapshot, with closing prices up to ${date}\\.`),
          url,
        );
      }
    });

    test('without the store says nothing, and the page stays', async (t) => {
      const shared = snapshot.shared();
      const store = { ...shared.store, setting: () => Promise.reject(new Error('away')) };
      const { app } = await makeApp(t, { ...shared, store });
      const { statusCode, body } = await app.inject('/terms');
      assert.deepEqual([statusCode, lineIn(body)], [200, '']);
    });

    test('is read again once it is a minute old, and follows the SEC’s index and the listing', async (t) => {
      const shared = snapshot.shared();
      const clock = clockAt('2030-06-15T12:00:00Z');
      let session = '2030-06-13';
      const readCurrent = async () => ({
        facts: { index_through: '2030-06-14', companies_due: 0, last_run_at: null, problem: null },
        prices: { session, last_checked_at: null },
      });
      const live = {
        refreshTickers: assert.fail,
        refreshFacts: assert.fail,
        refreshFund: assert.fail,
        isUnreached: assert.fail,
      };
      const deps = {
        ...shared,
        clock,
        readCurrent,
        live: live as unknown as NonNullable<typeof shared.live>,
      };
      const { app } = await makeApp(t, deps);
      const line = async () => lineIn((await app.inject('/terms')).body);
      const words = (date: string) =>
        `Data: SEC filings to 14 June 2030, fetched on demand; closing prices of ${date}.`;
      assert.equal(await line(), words('13 June 2030'));
      session = '2030-06-14';
      assert.equal(await line(), words('13 June 2030'));
      clock.advance(60_000);
      assert.equal(await line(), words('14 June 2030'));
    });
  });
});

describe('names', () => {
  describe('a name as pages write it', () => {
    for (const [filed, shown] of [
      ['Apple Inc.', 'Apple Inc.'],
      ['APPLE INC.', 'Apple Inc.'],
      ['PROCTER & GAMBLE Co', 'Procter & Gamble Co'],
      ['BANK OF AMERICA CORP /DE/', 'Bank of America Corp'],
      ['APPLIED MATERIALS INC /DE', 'Applied Materials Inc'],
      ['AGILITI, INC. \\DE', 'Agiliti, Inc.'],
      ['AIB Group plc/ADR', 'AIB Group plc'],
      ['AMAZON COM INC', 'Amazon.com Inc'],
      ['JPMORGAN CHASE & CO', 'JPMorgan Chase & Co'],
      ['NVIDIA CORP', 'NVIDIA Corp'],
      ['CSX CORP', 'CSX Corp'],
      ['AT&T INC.', 'AT&T Inc.'],
      ['SPDR S&P 500 ETF TRUST', 'SPDR S&P 500 ETF Trust'],
      ["O'REILLY AUTOMOTIVE INC", "O'Reilly Automotive Inc"],
      ["KOHL'S Corp", "Kohl's Corp"],
      ['COLUMBUS MCKINNON CORP', 'Columbus McKinnon Corp'],
      ['1ST SOURCE CORP', '1st Source Corp'],
      ['U.S. SILICA HOLDINGS, INC.', 'U.S. Silica Holdings, Inc.'],
      ['AEI INCOME & GROWTH FUND XXIII LTD PARTNERSHIP', 'AEI Income & Growth Fund XXIII Ltd Partnership'],
      ['Sp Funds S&p 500 Sharia Industry Exclusions ETF', 'SP Funds S&P 500 Sharia Industry Exclusions ETF'],
      ['', ''],
    ] as const) {
      test(`${filed} is ${shown}`, () => assert.equal(shownName(filed), shown));
    }
  });

  describe('a line of business as pages write it', () => {
    for (const [listed, shown] of [
      ['NATIONAL COMMERCIAL BANKS', 'National Commercial Banks'],
      ['Electronic Computers', 'Electronic Computers'],
      ['Services-Prepackaged Software', 'Services: Prepackaged Software'],
      ['RETAIL-EATING PLACES', 'Retail: Eating Places'],
    ] as const) {
      test(`${listed} is ${shown}`, () => assert.equal(shownIndustry(listed), shown));
    }
  });
});

describe('styles', () => {
  const SOURCES = fileURLToPath(new URL('../../src/', import.meta.url));

  /** Classes that a sheet styles wherever they stand: every page loads every sheet. */
  function bareClasses(sheet: string): readonly string[] {
    const rules = sheet.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{}]+)\{/g);
    const selectors = [...rules].flatMap(([, list = '']) => list.split(','));
    return selectors.flatMap((selector) => /^\s*\.([a-z][\w-]*)\s*$/.exec(selector)?.[1] ?? []);
  }

  test('no two rooms style one class', async () => {
    const rooms = new Map<string, Set<string>>();
    for await (const file of glob(`${SOURCES}**/*.css`)) {
      const room = dirname(relative(SOURCES, file));
      // What all rooms share is theirs to refine.
      if (room === 'parts') continue;
      for (const name of bareClasses(await readFile(file, 'utf8'))) {
        rooms.set(name, (rooms.get(name) ?? new Set()).add(room));
      }
    }
    assert.ok(rooms.size > 50, String(rooms.size));
    const shared = [...rooms].filter(([, of]) => of.size > 1).map(([name, of]) => [name, ...of]);
    assert.deepEqual(shared, []);
  });
});

describe('a search', () => {
  test('a name imported a moment ago is found, by the API and on the start page', async (t) => {
    const { open } = await snapshot.copy(t);
    const { get } = await makeApp(t, await open());
    const { store } = await open();
    assert.equal((await get('/?q=zyxwvut')).status, 404);
    await store.saveTickers([
      { symbol: 'ZYXW', cik: '0009999999', name: 'Zyxwvut Industries Inc', exchange: 'NYSE', sector: null },
    ]);
    clock.advance(5_000);
    const { data } = JSON.parse((await get('/v1/search?q=zyxwvut')).body);
    assert.deepEqual(
      data.results.map(({ symbol }: { symbol: string }) => symbol),
      ['ZYXW'],
    );
    const page = await get('/?q=zyxwvut');
    assert.equal(page.status, 200);
    assert.match(page.body, /Zyxwvut Industries Inc/);
  });
});
