import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import type { MarketQuote } from '@screener/engine/facts';
import type { DateRange, MarketData } from '@screener/sources/prices/market-data';
import {
  companyFacts,
  companyTickers,
  firstQuarter,
  fundTickers,
  LITTLE_DEBT,
  MARKET_CAP,
  MUCH_DEBT,
  NORTHWIND,
  submissions,
} from '@screener/sources/testing/synthetic-filer';
import { createLiveQuotes } from '../../src/use-cases/live-quotes.ts';
import type { WordedAnswer } from '../../src/use-cases/screen-ticker.ts';
import { DAY, HOUR, MINUTE, makeApp, SECOND } from '../app-under-test.ts';
import {
  CIK,
  FACTS,
  FUND_TICKERS,
  type LiveApp,
  makeLiveApp,
  REPORTS,
  SUBMISSIONS,
  TICKERS,
} from './live-app.ts';

describe('facts', () => {
  const { symbol } = NORTHWIND;

  describe('live mode', () => {
    test('an unknown ticker is fetched and screened as of today', async (t) => {
      const app = await makeLiveApp(t);
      const answer = await app.screen(symbol);
      assert.deepEqual(app.asked(), [TICKERS, FACTS, SUBMISSIONS]);
      assert.equal(answer.compliance, 'compliant');
      assert.equal(answer.data_source, 'sec_live');
      assert.equal(answer.as_of, '2026-03-02');
      assert.equal(answer.facts_through, '2026-03-02');
      assert.equal(answer.anchor?.accession, REPORTS[1]?.accession);
      assert.equal(answer.name, NORTHWIND.name);
      assert.equal(answer.cik, CIK);
      const debt = answer.evidence.find((entry) => entry.xbrl_tag === 'us-gaap:LongTermDebtNoncurrent');
      assert.equal(debt?.value, 1_500_000_000);
      assert.equal(debt?.accession, REPORTS[1]?.accession);
      for (const { headers } of app.sec.requests) {
        assert.equal(headers['user-agent'], 'Sanad Tests tests@example.com');
      }
    });

    test('the next request asks the SEC for nothing, whatever it is for', async (t) => {
      const app = await makeLiveApp(t);
      await app.screen(symbol);
      const asked = app.asked().length;
      await app.screen(symbol);
      await app.screen(`${symbol.toLowerCase()}?rules=classic`);
      await app.screen(`${symbol}?as_of=2025-06-01`);
      await app.screen(`${symbol}?as_of=2026-03-01`);
      await app.history(symbol);
      assert.equal(app.asked().length, asked);
    });

    test('the industry comes from the submissions', async (t) => {
      const app = await makeLiveApp(t);
      assert.deepEqual(
        [
          (await app.screen(symbol)).business_activity.sic,
          (await app.screen(symbol)).business_activity.status,
        ],
        ['3826', 'pass'],
      );
      const casino = await makeLiveApp(t);
      casino.sec.put(SUBMISSIONS, submissions(NORTHWIND, REPORTS, '7990'));
      const answer = await casino.screen(symbol);
      assert.equal(answer.business_activity.sic, '7990');
      assert.match(answer.business_activity.source, /submissions/);
      assert.notEqual(answer.compliance, 'compliant');
    });

    test('after a day the facts are requested again, conditionally; unchanged, they change nothing', async (t) => {
      const app = await makeLiveApp(t);
      const before = await app.screen(symbol);
      const generation = await app.deps.store.generation();
      app.clock.advance(DAY);
      const after = await app.screen(symbol);
      assert.deepEqual(app.asked().slice(3), [FACTS, SUBMISSIONS]);
      for (const request of app.sec.requests.slice(3))
        assert.ok(request.headers['if-none-match'], request.path);
      assert.equal(await app.deps.store.generation(), generation);
      assert.deepEqual(undated(after), undated(before));
      await app.screen(symbol);
      assert.equal(app.asked().length, 5);
    });

    test('a new filing shows the next day, and in the history with what it changed', async (t) => {
      const app = await makeLiveApp(t);
      await app.screen(symbol);
      const quarters = [firstQuarter('2025-03-31', LITTLE_DEBT), firstQuarter('2026-03-31', MUCH_DEBT)];
      app.sec.put(FACTS, companyFacts(NORTHWIND, [...REPORTS, ...quarters]));
      app.clock.advance(65 * DAY);
      const answer = await app.screen(symbol);
      assert.equal(answer.compliance, 'questionable');
      assert.equal(answer.anchor?.accession, quarters[1]?.accession);
      const { snapshots } = await app.history(symbol);
      assert.deepEqual(
        snapshots.map((entry) => [entry.compliance, entry.origin, entry.changes?.report?.to ?? null]),
        [
          ['questionable', 'live', quarters[1]?.accession],
          ['compliant', 'live', null],
        ],
      );
    });

    test('a ticker that is not in the SEC’s list gets 404, and the list is not fetched each time', async (t) => {
      const app = await makeLiveApp(t);
      for (const ticker of ['ZZZZ', 'YYYY', 'ZZZZ']) {
        assert.equal((await app.get(`/v1/screen/${ticker}`)).status, 404);
      }
      assert.deepEqual(app.asked(), [TICKERS, FUND_TICKERS]);
      // Listed meanwhile.
      app.sec.put(TICKERS, companyTickers([NORTHWIND, { ...NORTHWIND, symbol: 'ZZZZ' }]));
      app.clock.advance(HOUR);
      assert.equal((await app.screen('ZZZZ')).cik, CIK);
      assert.deepEqual(app.asked().slice(2), [TICKERS, FACTS, SUBMISSIONS]);
    });

    test('a malformed request asks the SEC for nothing', async (t) => {
      const app = await makeLiveApp(t);
      for (const request of ['A!B', `${symbol}?rules=x`, `${symbol}?as_of=2026-03-03`, `${symbol}?x=1`]) {
        assert.ok((await app.get(`/v1/screen/${request}`)).status >= 400);
      }
      assert.deepEqual(app.asked(), []);
    });

    test('a filer without XBRL facts is not screenable, with the reason, and is not requested again', async (t) => {
      const app = await makeLiveApp(t);
      app.sec.always(FACTS, { kind: 'status', status: 404 });
      const answer = await app.screen(symbol);
      assert.equal(answer.compliance, 'not_screenable');
      assert.equal(answer.data_source, 'sec_live');
      assert.deepEqual(
        answer.missing.map((entry) => entry.code),
        ['no_periodic_report'],
      );
      assert.equal(answer.business_activity.sic, '3826');
      const asked = app.asked().length;
      await app.screen(symbol);
      assert.equal(app.asked().length, asked);
    });

    test('a filer without submissions is screened only by its facts', async (t) => {
      const app = await makeLiveApp(t);
      app.sec.always(SUBMISSIONS, { kind: 'status', status: 404 });
      const answer = await app.screen(symbol);
      assert.equal(answer.business_activity.status, 'unknown');
      assert.equal(answer.anchor?.accession, REPORTS[1]?.accession);
    });
  });

  describe('live mode when the SEC throttles', () => {
    test('503 with the time to wait, and no further request until then', async (t) => {
      const app = await makeLiveApp(t);
      app.sec.script(FACTS, [{ kind: 'throttle_page' }]);
      const refused = await app.get(`/v1/screen/${symbol}`);
      assert.equal(refused.status, 503);
      assert.equal(refused.headers['retry-after'], '600');
      const { success, error, data } = JSON.parse(refused.body);
      assert.deepEqual([success, data, error.code], [false, null, 'facts_unavailable']);
      assert.deepEqual(Object.keys(error), ['code', 'message', 'request_id']);
      assert.match(error.message, /^The SEC’s facts are unavailable: .*slow down.* Try again later\.$/);
      assert.equal(app.asked().length, 2);
      app.clock.advance(4 * MINUTE);
      const again = await app.get(`/v1/screen/${symbol}`);
      assert.equal(again.status, 503);
      const waitS = Number(again.headers['retry-after']);
      assert.ok(waitS <= 360 && waitS > 350, `${waitS} s`);
      assert.equal(app.asked().length, 2);
      // A client that waits this long is served.
      app.clock.advance(waitS * SECOND);
      assert.equal((await app.screen(symbol)).compliance, 'compliant');
    });

    test('the same for the list of tickers', async (t) => {
      const app = await makeLiveApp(t);
      app.sec.always('*', { kind: 'throttle_page' });
      for (const ticker of [symbol, 'ZZZZ']) {
        const refused = await app.get(`/v1/screen/${ticker}`);
        assert.equal(refused.status, 503);
        assert.ok(Number(refused.headers['retry-after']) > 590);
      }
      assert.deepEqual(app.asked(), [TICKERS]);
    });

    test('stored facts are used, and the answer says how far they reach', async (t) => {
      const app = await makeLiveApp(t);
      const before = await app.screen(symbol);
      app.clock.advance(2 * DAY);
      app.sec.always('*', { kind: 'throttle_page' });
      const answer = await app.screen(symbol);
      assert.equal(app.asked().length, 4);
      assert.equal(answer.compliance, before.compliance);
      assert.equal(answer.data_source, 'sec_live');
      assert.equal(answer.as_of, '2026-03-04');
      // The SEC was last asked on that day.
      assert.equal(answer.facts_through, '2026-03-02');
      await app.screen(symbol);
      assert.equal(app.asked().length, 4, 'the hold is kept');
    });

    test('facts from the snapshot are screened as of their own day', async (t) => {
      const app = await makeLiveApp(t);
      await app.screen(symbol);
      const facts = await app.deps.store.facts(CIK);
      assert.ok(facts !== null);
      const other = await makeLiveApp(t);
      await other.deps.store.saveTickers([{ symbol, cik: CIK, name: NORTHWIND.name, exchange: null }]);
      await other.deps.store.saveCompanies([
        { cik: CIK, name: NORTHWIND.name, facts, factsHash: 'x', factsThrough: '2026-02-14' },
      ]);
      await other.deps.store.saveSetting('snapshot_as_of', '2026-02-25');
      other.sec.always('*', { kind: 'throttle_page' });
      const answer = await other.screen(symbol);
      assert.equal(answer.data_source, 'snapshot');
      assert.equal(answer.as_of, '2026-02-14');
    });

    test('a day later, refused submissions take nothing away', async (t) => {
      const app = await makeLiveApp(t);
      await app.screen(symbol);
      app.clock.advance(2 * DAY);
      app.sec.put(FACTS, companyFacts(NORTHWIND, [...REPORTS, firstQuarter('2026-01-31', MUCH_DEBT)]));
      app.sec.script(SUBMISSIONS, [{ kind: 'throttle_page' }]);
      const answer = await app.screen(symbol);
      assert.equal(answer.business_activity.sic, '3826');
      assert.equal(answer.compliance, 'compliant');
    });

    test('facts fetched live are still named as such when live mode is off again', async (t) => {
      const app = await makeLiveApp(t);
      await app.screen(symbol);
      const off = await makeApp(t, { ...app.deps, live: null });
      const answer = await off.screen(symbol);
      assert.equal(answer.data_source, 'sec_live');
      assert.equal(answer.as_of, '2026-03-02');
      assert.equal((await app.screen(`${symbol}?as_of=2026-02-15`)).data_source, 'sec_live');
    });
  });

  describe('live mode when the SEC’s answer is unusable', () => {
    const text = (value: string) => new TextEncoder().encode(value);
    // Of what bad-answers.test.ts shows, one fault of the answer and one refusal; and what only its reader can refuse.
    const broken: Readonly<
      Record<string, (app: Awaited<ReturnType<typeof makeLiveApp>>, path: string) => void>
    > = {
      'truncated JSON': ({ sec }, path) => sec.always(path, { kind: 'cut_json' }),
      'status 500': ({ sec }, path) => sec.always(path, { kind: 'status', status: 500 }),
      'other JSON': ({ sec }, path) => sec.put(path, text('{"facts":3,"cik":[],"name":7}')),
      'a JSON list': ({ sec }, path) => sec.put(path, text('[1,2,3]')),
    };
    for (const [what, breakIt] of Object.entries(broken)) {
      for (const path of [FACTS, SUBMISSIONS, TICKERS]) {
        test(`${what} for ${path}: 503, the store untouched`, async (t) => {
          const app = await makeLiveApp(t);
          breakIt(app, path);
          const refused = await app.get(`/v1/screen/${symbol}`);
          assert.equal(refused.status, 503, refused.body);
          assert.ok(Number(refused.headers['retry-after']) >= 1);
          const { error } = JSON.parse(refused.body);
          assert.equal(error.code, 'facts_unavailable');
          assert.equal(error.message.match(/Try again/g)?.length, 1, error.message);
          const { store } = app.deps;
          assert.equal(await store.facts(CIK), null);
          assert.equal((await store.countListings()).companies, 0);
          assert.equal(await store.factsCheckedAt(CIK), null);
          assert.equal((await store.findListing(symbol))?.sic ?? null, null);
          assert.deepEqual(await store.screenings(symbol, 'current', 1), []);
        });
      }
    }

    test('another filer’s facts are not accepted for this one', async (t) => {
      const app = await makeLiveApp(t);
      app.sec.put(FACTS, companyFacts({ ...NORTHWIND, cik: 320_193 }, REPORTS));
      assert.equal((await app.get(`/v1/screen/${symbol}`)).status, 503);
      assert.deepEqual((await app.deps.store.countListings()).companies, 0);
    });

    test('once the SEC recovers, so does the answer', async (t) => {
      const app = await makeLiveApp(t);
      app.sec.always(FACTS, { kind: 'cut_json' });
      assert.equal((await app.get(`/v1/screen/${symbol}`)).status, 503);
      app.sec.always(FACTS, null);
      // A minute's peace for the SEC, and for callers.
      const asked = app.asked().length;
      const refused = await app.get(`/v1/screen/${symbol}`);
      assert.equal(refused.status, 503);
      assert.ok(Number(refused.headers['retry-after']) <= 61);
      assert.equal(app.asked().length, asked);
      app.clock.advance(MINUTE);
      assert.equal((await app.screen(symbol)).compliance, 'compliant');
    });

    test('a failure of one document is not one of the SEC', async (t) => {
      const app = await makeLiveApp(t);
      app.sec.always(FACTS, { kind: 'cut_json' });
      assert.equal((await app.get(`/v1/screen/${symbol}`)).status, 503);
      assert.equal((await app.get('/v1/screen/ZZZZ')).status, 404);
    });

    test('a closed connection is: no other company is waited for', async (t) => {
      const app = await makeLiveApp(t);
      app.sec.always(FACTS, { kind: 'connection_reset' });
      assert.equal((await app.get(`/v1/screen/${symbol}`)).status, 503);
      const asked = app.asked().length;
      assert.equal((await app.get('/v1/screen/ZZZZ')).status, 503);
      assert.equal(app.asked().length, asked);
    });

    test('a typo is told while the list of tickers is away', async (t) => {
      const app = await makeLiveApp(t);
      await app.screen(symbol);
      app.clock.advance(2 * DAY);
      app.sec.always(TICKERS, { kind: 'connection_reset' });
      const answer = await app.get(`/v1/screen/${symbol}X`);
      assert.equal(answer.status, 503);
      assert.match(answer.body, new RegExp(`not among the tickers stored here.*Did you mean ${symbol} `));
      assert.match(answer.body, /The SEC \(\S+\) did not answer/);
    });

    test('corrupt facts leave the stored ones in place', async (t) => {
      const app = await makeLiveApp(t);
      const before = await app.screen(symbol);
      app.sec.put(FACTS, text('{"cik":1999001,"entityName":"X","facts":{"us-gaap":7}}'));
      app.clock.advance(2 * DAY);
      const after = await app.screen(symbol);
      const [told, ...others] = after.approximations.filter(({ id }) => id === 'sec_not_reached');
      assert.match(told?.message ?? '', /not a companyfacts file.*stored facts, filed up to 2026-02-14/);
      assert.equal(others.length, 0);
      const approximations = after.approximations.filter((entry) => entry !== told);
      assert.deepEqual(undated({ ...after, approximations }), undated(before));
      assert.equal((await app.history(symbol)).snapshots.length, 1);
    });
  });

  describe('live mode under many simultaneous requests', () => {
    test('fifty for one new ticker: one request for each document', async (t) => {
      const app = await makeLiveApp(t);
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.get(`/v1/screen/${symbol}`)));
      assert.deepEqual(app.asked(), [TICKERS, FACTS, SUBMISSIONS]);
      assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([200]));
      assert.equal(new Set(answers.map((answer) => answer.body)).size, 1);
      assert.equal((await app.history(symbol)).snapshots.length, 1);
    });

    test('a request during the fetch of submissions does not fetch the facts again', async (t) => {
      const app = await makeLiveApp(t);
      const first = app.get(`/v1/screen/${symbol}`);
      while (!app.asked().includes(SUBMISSIONS)) await new Promise((resolve) => setImmediate(resolve));
      await Promise.all([first, app.get(`/v1/screen/${symbol}`)]);
      assert.deepEqual(app.asked(), [TICKERS, FACTS, SUBMISSIONS]);
    });

    test('fifty while the SEC throttles: one request, fifty refusals', async (t) => {
      const app = await makeLiveApp(t);
      app.sec.always('*', { kind: 'throttle_page' });
      const answers = await Promise.all(Array.from({ length: 50 }, () => app.get(`/v1/screen/${symbol}`)));
      assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([503]));
      assert.deepEqual(app.asked(), [TICKERS]);
    });
  });

  /** What does not change from one day to the next. */
  function undated(answer: WordedAnswer) {
    return { ...answer, as_of: '', today: '', facts_through: null, data_age_days: null };
  }
});

describe('funds', () => {
  const FEED = '/cgi-bin/browse-edgar?action=getcompany&CIK=S000099001&type=NPORT-P&output=atom';
  const ACCESSION = '0001999100-26-000007';
  const DOCUMENT = '/Archives/edgar/data/1999100/000199910026000007/primary_doc.xml';
  const AMENDED = '/Archives/edgar/data/1999100/000199910026000009/primary_doc.xml';

  const utf8 = (text: string) => new TextEncoder().encode(text);

  function feed(...filings: readonly (readonly [string, string, string])[]): Uint8Array {
    const entries = filings.map(
      ([accession, filed, form]) => `<entry><content type="text/xml">
      <accession-number>${accession}</accession-number><filing-date>${filed}</filing-date>
      <filing-href>https://www.sec.gov/Archives/edgar/data/1999100/${accession.replaceAll('-', '')}/${accession}-index.htm</filing-href>
      <filing-type>${form}</filing-type></content></entry>`,
    );
    return utf8(
      `<?xml version="1.0" encoding="ISO-8859-1" ?>\n<feed xmlns="http://www.w3.org/2005/Atom">${entries.join('')}</feed>`,
    );
  }

  /** Northwind with 990 of 1,000, by its ticker. */
  function report(
    periodEnd: string,
    changes: { readonly series?: string; readonly form?: string } = {},
  ): Uint8Array {
    const { series = 'S000099001', form = 'NPORT-P' } = changes;
    return utf8(`<?xml version="1.0" encoding="UTF-8"?>
<edgarSubmission xmlns="http://www.sec.gov/edgar/nport"><headerData><submissionType>${form}</submissionType></headerData>
<formData><genInfo><regName>Made Up Trust</regName><regCik>0001999100</regCik><seriesName>Made Up Equity ETF</seriesName>
<seriesId>${series}</seriesId><repPdEnd>2026-06-30</repPdEnd><repPdDate>${periodEnd}</repPdDate><isFinalFiling>N</isFinalFiling></genInfo>
<fundInfo><totAssets>1000</totAssets><totLiabs>0</totLiabs><netAssets>1000</netAssets></fundInfo>
<invstOrSecs><invstOrSec><name>${NORTHWIND.name}</name><title>x</title><cusip>N/A</cusip>
<identifiers><ticker value="${NORTHWIND.symbol}"/></identifiers><curCd>USD</curCd><valUSD>1000</valUSD><pctVal>100</pctVal>
<payoffProfile>Long</payoffProfile><assetCat>EC</assetCat><issuerCat>CORP</issuerCat></invstOrSec></invstOrSecs>
</formData></edgarSubmission>`);
  }

  async function makeFundApp(t: Parameters<typeof makeLiveApp>[0]): Promise<LiveApp> {
    const app = await makeLiveApp(t);
    app.sec.put(
      FEED,
      feed([ACCESSION, '2026-02-27', 'NPORT-P'], ['0001999100-25-000003', '2025-11-28', 'NPORT-P']),
    );
    app.sec.put(DOCUMENT, report('2025-12-31'));
    return app;
  }

  describe('funds in live mode', () => {
    test('the newest report is fetched, cited and weighed by the stored companies', async (t) => {
      const app = await makeFundApp(t);
      await app.screen(NORTHWIND.symbol);
      const answer = await app.screen('MADE');
      assert.deepEqual(app.asked(), [TICKERS, FACTS, SUBMISSIONS, FUND_TICKERS, FEED, DOCUMENT]);
      assert.equal(answer.compliance, 'compliant');
      assert.equal(answer.data_source, 'sec_live');
      assert.equal(answer.as_of, '2026-03-02');
      assert.equal(answer.facts_through, '2026-02-27');
      const found = answer.etf_look_through;
      assert.deepEqual(
        [found?.report?.accession, found?.report?.filed, found?.coverage_pct],
        [ACCESSION, '2026-02-27', 100],
      );
      const url = `https://www.sec.gov/Archives/edgar/data/1999100/000199910026000007/${ACCESSION}-index.htm`;
      assert.deepEqual([answer.evidence[0]?.accession, answer.evidence[0]?.source_url], [ACCESSION, url]);
      assert.ok(answer.approximations.some(({ id }) => id === 'holdings_from_facts_at_hand'));
    });

    test('the SEC is asked again after a day, and an amendment is used', async (t) => {
      const app = await makeFundApp(t);
      await app.screen('MADE');
      const asked = app.asked().length;
      await app.screen('MADE?rules=classic');
      assert.equal(app.asked().length, asked);
      app.clock.advance(DAY);
      app.sec.put(
        FEED,
        feed(['0001999100-26-000009', '2026-03-03', 'NPORT-P/A'], [ACCESSION, '2026-02-27', 'NPORT-P']),
      );
      app.sec.put(AMENDED, report('2025-12-31', { form: 'NPORT-P/A' }));
      const answer = await app.screen('MADE');
      assert.equal(answer.etf_look_through?.report?.form, 'NPORT-P/A');
      assert.equal(answer.etf_look_through?.report?.accession, '0001999100-26-000009');
    });

    test('holdings of another series never pass as the fund’s', async (t) => {
      const app = await makeFundApp(t);
      app.sec.put(DOCUMENT, report('2025-12-31', { series: 'S000099002' }));
      const answer = await app.get('/v1/screen/MADE');
      assert.equal(answer.status, 503);
      assert.match(answer.body, /S000099002, not of S000099001/);
    });

    test('a fund that filed nothing is an answer; a web page instead of a report is a refusal', async (t) => {
      const app = await makeFundApp(t);
      app.sec.put(FEED, feed());
      const nothing = await app.screen('MADE');
      assert.deepEqual(
        nothing.missing.map(({ code }) => code),
        ['holdings_not_at_hand'],
      );
      const broken = await makeFundApp(t);
      broken.sec.always(DOCUMENT, { kind: 'html_ok' });
      assert.equal((await broken.get('/v1/screen/MADE')).status, 503);
      broken.sec.always(DOCUMENT, null);
      broken.clock.advance(MINUTE);
      assert.equal((await broken.screen('MADE')).etf_look_through?.report?.accession, ACCESSION);
    });

    test('a stored report is used while the SEC cannot be asked', async (t) => {
      const app = await makeFundApp(t);
      await app.screen('MADE');
      app.clock.advance(2 * DAY);
      app.sec.always('*', { kind: 'throttle_page' });
      const answer = await app.screen('MADE');
      assert.equal(answer.etf_look_through?.report?.accession, ACCESSION);
    });

    test('a truncated document is requested once more', async (t) => {
      const app = await makeFundApp(t);
      app.sec.script(DOCUMENT, [{ kind: 'truncated' }]);
      assert.equal((await app.screen('MADE')).etf_look_through?.report?.accession, ACCESSION);
      assert.equal(app.asked().filter((path) => path === DOCUMENT).length, 2);
    });

    test('a company’s ticker means the company, even if a fund once had it', async (t) => {
      const app = await makeFundApp(t);
      app.sec.put(FUND_TICKERS, fundTickers(NORTHWIND.symbol));
      const unknown = await app.get('/v1/screen/NONE');
      assert.equal(unknown.status, 404);
      assert.equal((await app.screen(NORTHWIND.symbol)).etf_look_through, undefined);
    });
  });
});

describe('quotes', () => {
  const { symbol } = NORTHWIND;

  describe('prices from a provider', () => {
    test('a close is fetched once for the present date, and decides the checks that need a price', async (t) => {
      const { app, provider, deps } = await makePricedApp(t, [quoteOn('2026-02-27')]);
      const answer = await app.screen(symbol);
      assert.equal(answer.compliance, 'compliant');
      assert.deepEqual(
        [answer.market_data.date, answer.market_data.source, answer.market_data.value],
        ['2026-02-27', 'a provider', MARKET_CAP],
      );
      assert.deepEqual(provider.asked, [{ symbol, from: '2026-01-31', to: '2026-03-02' }]);
      await app.screen(symbol);
      assert.equal(provider.asked.length, 1);
      assert.deepEqual(await deps.store.quotes(symbol), [quoteOn('2026-02-27')]);
    });

    test('quotes for other dates stay', async (t) => {
      const { app, deps } = await makePricedApp(t, [quoteOn('2026-02-27')]);
      const older = { ...quoteOn('2025-05-30'), source: 'a file' };
      await deps.store.saveQuotes(new Map([[symbol, [older, { ...older, date: '2026-02-27', close: 1 }]]]));
      app.clock.advance(3 * DAY);
      await app.screen(symbol);
      assert.deepEqual(await deps.store.quotes(symbol), [older, quoteOn('2026-02-27')]);
    });

    test('a provider that refuses only leaves the checks on capitalisation unknown', async (t) => {
      const { app, provider } = await makePricedApp(t, null);
      const answer = await app.screen(symbol);
      assert.equal(answer.compliance, 'not_screenable');
      assert.deepEqual(
        answer.missing.map((entry) => entry.code),
        ['market_cap', 'price_not_reached'],
      );
      assert.match(answer.missing[1]?.message ?? '', /The provider is unreachable/);
      assert.equal((await app.history(symbol)).snapshots.length, 0, 'a failure is no history');
      const asked = provider.asked.length;
      await app.screen(symbol);
      assert.equal(provider.asked.length, asked, 'a minute’s peace after a failure');
      app.clock.advance(2 * MINUTE);
      await app.screen(symbol);
      assert.equal(provider.asked.length, asked + 1);
      assert.ok(answer.methodologies.some(({ passed }) => passed));
      assert.ok(provider.asked.length > 0);
    });
  });

  function quoteOn(date: string): MarketQuote {
    return { symbol, date, close: 50, currency: 'USD', marketCap: MARKET_CAP, source: 'a provider' };
  }

  /** Live mode with a provider that has these closes; null: one that refuses. */
  async function makePricedApp(t: TestContext, closes: readonly MarketQuote[] | null) {
    const live = await makeLiveApp(t);
    await live.deps.store.saveQuotes(new Map([[symbol, []]]));
    const asked: (DateRange & { readonly symbol: string })[] = [];
    const market: MarketData = {
      source: 'a provider',
      closes: async (of, range) => {
        asked.push({ symbol: of, ...range });
        if (closes === null) return fail('market_unavailable', 'The provider is unreachable.');
        return ok(closes.filter(({ date }) => date >= range.from && date <= range.to));
      },
    };
    const liveQuotes = createLiveQuotes({ store: live.deps.store, market, clock: live.clock });
    const deps = { ...live.deps, liveQuotes };
    const app = await makeApp(t, deps, 0);
    return { app: { ...app, clock: live.clock }, provider: { asked }, deps };
  }
});
