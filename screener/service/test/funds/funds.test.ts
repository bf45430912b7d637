import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { classifyBusiness } from '@screener/engine/business/classify';
import { BUCKETS } from '@screener/engine/funds/asset-buckets';
import type { BucketAnswer, HoldingAnswer } from '@screener/engine/funds/fund-screening';
import { trustOf } from '@screener/engine/funds/trusts';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { Value } from 'typebox/value';
import { importFundReport, saveFundReport } from '../../src/use-cases/import-fund-report.ts';
import { PagedLookThrough } from '../../src/use-cases/page-holdings.ts';
import { clockAt, makeApp } from '../app-under-test.ts';
import { described, keyFor, post } from '../bulk/bulk-under-test.ts';
import { embeddedSnapshot, useSnapshotStore } from '../snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('the funds of the snapshot', () => {
  describe('funds of the embedded snapshot', () => {
    test('SPUS: the documented members, and the look-through', async () => {
      const app = await snapshot.app();
      const answer = await app.screenFund('spus');
      const found = answer.etf_look_through;
      assert.deepEqual([answer.symbol, answer.cik, answer.data_source], ['SPUS', '0001742912', 'snapshot']);
      assert.equal(found.report?.period_end, '2024-11-30');
      assert.equal(answer.as_of, '2025-01-29');
      const filing = '0002000324-25-000189';
      const address = `https://www.sec.gov/Archives/edgar/data/1742912/${filing.replaceAll('-', '')}/${filing}-index.htm`;
      assert.deepEqual(
        [found.report?.accession, found.report?.filed, answer.facts_through],
        [filing, '2025-01-29', '2025-01-29'],
      );
      for (const { accession, source_url: url } of answer.evidence)
        assert.deepEqual([accession, url], [filing, address]);
      assert.equal(found.net_assets, 927_703_718.26);
      assert.equal(found.holdings.length, 226);
      assert.equal(answer.methodologies.length, METHODOLOGIES.length);
      assert.equal(answer.evidence[0]?.xbrl_tag, 'nport:netAssets');
      assert.ok(answer.approximations.some(({ id }) => id === 'point_in_time_market_cap'));
      // Resolved by its ticker, with the verdict of its own screening.
      const apple = found.holdings.find(({ symbol }) => symbol === 'AAPL');
      const alone = await app.screen(`AAPL?as_of=${answer.as_of}`);
      assert.deepEqual([apple?.compliance, apple?.score], [alone.compliance, alone.score]);
      assert.equal(apple?.resolved_by, 'ticker');
    });

    test('weights, verdicts and coverage agree with the holdings listed', async () => {
      const app = await snapshot.app();
      for (const symbol of ['SPUS', 'VOO']) {
        const { etf_look_through: found, compliance, score } = await app.screenFund(symbol);
        assert.ok(found.net_assets !== null);
        const cents = (value: number) => Math.round(100 * value);
        const total = found.holdings.reduce((sum, { value }) => sum + cents(value), 0);
        const { unlisted_assets: unlisted, liabilities: owed } = found.weights;
        const rest = cents(unlisted.value) + cents(owed.value);
        assert.ok(Math.abs(total + rest - cents(found.net_assets)) <= 1, symbol);
        for (const bucket of BUCKETS) {
          const sum: BucketAnswer = found.weights[bucket];
          const inside: readonly HoldingAnswer[] = found.holdings.filter(
            (holding) => holding.bucket === bucket,
          );
          assert.equal(inside.length, sum.holdings, `${symbol} ${bucket}`);
          if (bucket === 'unlisted_assets' || bucket === 'liabilities') continue;
          const value = inside.reduce((part, holding) => part + cents(holding.value), 0);
          assert.equal(value, cents(sum.value), `${symbol} ${bucket}`);
        }
        const judged = ['compliant', 'questionable', 'non_compliant'] as const;
        const weight = judged.reduce((sum, bucket) => sum + found.weights[bucket].pct, 0);
        // Four percentages of six digits each.
        assert.ok(Math.abs(weight - found.coverage_pct) <= 4 * 0.00005);
        const unresolved = found.holdings.filter(({ bucket }) => bucket === 'unresolved');
        assert.deepEqual(
          found.unresolved.map(({ line }) => line).sort((a, b) => a - b),
          unresolved.map(({ line }) => line).sort((a, b) => a - b),
        );
        if (symbol === 'VOO') {
          // Its banks, insurers and brewers alone are over the limit, by their business.
          assert.equal(compliance, 'non_compliant');
          assert.ok(found.weights.non_compliant.pct > (found.limits.non_compliant_above_pct ?? 100));
        } else {
          // Most companies of an index have no facts in the snapshot: too much is open for a verdict.
          assert.deepEqual([compliance, score], ['not_screenable', 0]);
        }
      }
    });

    test('VOO gives no tickers: identifiers are known from SPUS, other holdings by name from the list', async () => {
      const app = await snapshot.app();
      const { etf_look_through: found } = await app.screen('VOO');
      const apple = found?.holdings.find(({ symbol }) => symbol === 'AAPL');
      assert.deepEqual([apple?.ticker, apple?.resolved_by, apple?.matched], [null, 'isin', 'US0378331005']);
      assert.equal(found?.resolved_by.ticker.holdings, 0);
      assert.ok((found?.resolved_by.name.holdings ?? 0) > 200);
      assert.equal(found?.weights.derivatives.holdings, 34);
      assert.equal(found?.weights.cash.holdings, 2);
      // Another class of the same series is the same fund.
      const admiral = await app.screen('VFIAX');
      assert.deepEqual(admiral.etf_look_through, found);
    });

    test('a holding with a prohibited business is non-compliant without facts, and fails every methodology', async () => {
      const app = await snapshot.app();
      const { etf_look_through: found } = await app.screenFund('VOO');
      const ids = METHODOLOGIES.map(({ current }) => current.id);
      for (const symbol of ['MO', 'PM', 'WYNN', 'VICI']) {
        const holding = found?.holdings.find((one) => one.symbol === symbol);
        assert.deepEqual(
          [holding?.bucket, holding?.score, holding?.fails, holding?.missing],
          ['non_compliant', 0, ids, []],
          symbol,
        );
      }
    });

    test('the look-through matches its schema', async () => {
      const app = await snapshot.app();
      for (const path of ['SPUS', 'VOO', 'SPUS?as_of=2021-01-01', 'SPUS?as_of=2029-01-01']) {
        const { etf_look_through: found } = await app.screen(path);
        assert.deepEqual(Value.Errors(PagedLookThrough, found).slice(0, 3), [], path);
      }
    });

    test('a date before the report has no report; a date long after it has one that is too old', async () => {
      const app = await snapshot.app();
      const before = await app.screen('SPUS?as_of=2025-01-28');
      assert.deepEqual(
        before.missing.map(({ code }) => code),
        ['holdings_not_at_hand'],
      );
      assert.equal(before.etf_look_through?.report, null);
      const onTheDay = await app.screen('SPUS?as_of=2025-01-29');
      assert.equal(onTheDay.etf_look_through?.report?.period_end, '2024-11-30');
      const after = await app.screen('SPUS?as_of=2026-06-01');
      assert.deepEqual(
        after.missing.map(({ code }) => code),
        ['holdings_too_old'],
      );
      assert.equal(after.etf_look_through?.report?.period_end, '2024-11-30');
      assert.equal(after.compliance, 'not_screenable');
    });

    test('no verdict stands for a day on which the next report was overdue', async () => {
      const app = await snapshot.app();
      const codesAt = async (day: string) =>
        (await app.screen(`VOO?as_of=${day}`)).missing.map(({ code }) => code);
      // Holdings of June 2025: those of September were public by the end of November.
      assert.deepEqual(await codesAt('2026-01-03'), []);
      assert.deepEqual(await codesAt('2026-01-04'), ['reports_not_here']);
      const { compliance, stale, possible } = await app.screen('VOO?as_of=2026-01-04');
      assert.deepEqual([compliance, stale?.since, possible.length], ['not_screenable', '2026-01-04', 3]);
    });

    test('rules and date apply to the companies held', async () => {
      const app = await snapshot.app();
      const verdictOf = async (path: string) =>
        (await app.screen(path)).etf_look_through?.holdings.find(({ symbol }) => symbol === 'MSFT')
          ?.compliance;
      assert.equal(
        await verdictOf('SPUS?as_of=2025-04-30'),
        (await app.screen('MSFT?as_of=2025-04-30')).compliance,
      );
      const classic = await app.screen('SPUS?rules=classic');
      assert.equal(classic.rules, 'classic');
      assert.equal(
        classic.etf_look_through?.holdings.find(({ symbol }) => symbol === 'NVDA')?.score,
        (await app.screen(`NVDA?rules=classic&as_of=${classic.as_of}`)).score,
      );
    });

    test('the same request gives the same bytes, with and without earlier screenings', async (t) => {
      const { fundMemo: _memo, ...deps } = snapshot.shared();
      const app = await makeApp(t, deps, 0);
      const memoised = await makeApp(t, snapshot.shared(), 0);
      const first = await app.get('/v1/screen/VOO');
      await memoised.get('/v1/screen/SPUS');
      assert.equal((await memoised.get('/v1/screen/VOO')).body, first.body);
      assert.equal((await memoised.get('/v1/screen/VOO')).body, first.body);
    });

    test('VOO: its contracts are open by their exposure, and nothing that fails overlaps what passes', async () => {
      const app = await snapshot.app();
      const { etf_look_through: found, methodologies, ratios, purification } = await app.screenFund('VOO');
      // Summed in the filing: notional amounts and gains or losses of 34 futures and swaps.
      assert.equal(found.weights.derivatives.open, 4_076_896_262.99);
      for (const { passing_pct, failing_pct, open_pct } of found.methodologies) {
        assert.ok(passing_pct > 10, `${passing_pct}`);
        assert.ok(passing_pct + failing_pct + open_pct <= 100.0001);
      }
      for (const { checks } of methodologies) assert.ok((checks[0]?.high ?? 2) < 0.9);
      const open = Object.values(found.weights).reduce((sum, { open_pct: pct }) => sum + pct, 0);
      assert.ok(Math.abs(open - 100 * (ratios.open_weight ?? 0)) < 0.001);
      // A bound is not in the field that clients multiply with a dividend.
      assert.equal(purification.pct_of_dividends_and_gains, null);
      assert.ok(purification.coverage_pct !== null && purification.coverage_pct < 99);
    });

    test('a fund whose report is not here is known by name, with its series, or by its number', async () => {
      const app = await snapshot.app();
      const named = { HLAL: 'Wahed FTSE USA Shariah ETF', UMMA: 'Wahed Dow Jones Islamic World ETF' };
      const more = { VTI: 'Vanguard Total Stock Market Index Fund', IVV: 'iShares Core S&P 500 ETF' };
      const byNumber = { PRFRX: 'Fund series S000033565' };
      for (const [symbol, name] of Object.entries({ ...named, ...more, ...byNumber })) {
        const answer = await app.screen(symbol);
        assert.deepEqual([answer.name, answer.type, answer.compliance], [name, 'fund', 'not_screenable']);
        assert.deepEqual(
          answer.missing.map(({ code }) => code),
          ['holdings_not_at_hand'],
        );
      }
      for (const symbol of ['SPTE', 'SPWO', 'SPRE', 'SPSK', 'SCHD', 'VGT', 'ARKK'])
        assert.equal((await app.screen(symbol)).type, 'fund', symbol);
    });

    test('the history of a fund is empty, not a 404', async () => {
      const app = await snapshot.app();
      assert.deepEqual((await app.history('SPUS')).snapshots, []);
    });
  });
});

describe('funds as filed', () => {
  const GIVEN = join(import.meta.dirname, '../../../../../shared/data/nport');

  /** Read in the files: holdings, their value as a percentage of net assets, and counts by resolution method. */
  const FUNDS = [
    { file: 'SPUS_2024-08-31', path: 'SPUS?as_of=2024-09-30', holdings: 234, sum: 99.88426 },
    { file: 'SPUS_2024-11-30', path: 'SPUS?as_of=2025-01-31', holdings: 226, sum: 99.86641 },
    { file: 'Vanguard500_VOO_2025-06-30', path: 'VOO?as_of=2025-09-30', holdings: 541, sum: 100.23907 },
  ] as const;
  const NOT_IN_SNAPSHOT = 'SPUS_2024-08-31';
  /** A report of the snapshot whose filing is not known: its document does not name it, and none is made up. */
  const VOO = 'S000002839';

  const NO_FILING = { accession: null, filed: null, urlOf: () => null };

  test('SPUS and VOO in the snapshot: weights, coverage by identifier, every unresolved holding', async (t) => {
    const app = await snapshot.app();
    for (const fund of FUNDS.filter(({ file }) => file !== NOT_IN_SNAPSHOT)) await compare(app, fund, t);
  });

  test('SPUS and VOO from their filings: the same, and an earlier report of SPUS', async (t) => {
    if (!existsSync(GIVEN)) return t.skip('../shared/data/nport absent');
    const { open } = await snapshot.copy(t);
    const deps = await open();
    for (const { file } of FUNDS) {
      const imported = await importFundReport(deps.store.funds, join(GIVEN, `${file}.xml.gz`), NO_FILING);
      assert.ok(imported.ok, file);
      assert.equal(imported.value.isNew, file === NOT_IN_SNAPSHOT, file);
    }
    const app = await makeApp(t, deps);
    for (const fund of FUNDS) await compare(app, fund, t);
  });

  async function compare(
    app: Awaited<ReturnType<typeof makeApp>>,
    { file, path, holdings, sum }: (typeof FUNDS)[number],
    t: TestContext,
  ): Promise<void> {
    const { etf_look_through: found } = await app.screenFund(path);
    assert.ok(found.net_assets !== null);
    assert.equal(found.holdings.length, holdings, file);
    // Percentages have six digits: four decimals, below 100.
    assert.ok(Math.abs((found.sum_of_weights_pct ?? 0) - sum) < 1e-4, file);
    // The filer's own percentages say the same, to their last digit.
    assert.ok(Math.abs((found.sum_of_filed_pct ?? 0) - sum) < 1e-4, file);
    const all = Object.values(found.weights).reduce((total, { pct }) => total + pct, 0);
    assert.ok(
      Math.abs(all - 100) <= Object.keys(found.weights).length * 0.00005,
      `${file}: the buckets come to ${all} %`,
    );
    const ways = Object.entries(found.resolved_by).map(([way, { holdings: count }]) => `${way} ${count}`);
    t.diagnostic(`${path}: coverage ${found.coverage_pct.toFixed(2)} %, ${ways.join(', ')}`);
    const equities = found.holdings.filter(({ asset_category: category }) => category === 'EC').length;
    const counted = Object.values(found.resolved_by).reduce((total, { holdings: count }) => total + count, 0);
    assert.equal(counted, equities, file);
    assert.equal(found.unresolved.length, found.resolved_by.unresolved.holdings, file);
    // A share of a company that was taken over, without ticker, ISIN or CUSIP, is listed and does no harm.
    const abiomed = found.unresolved.find(({ name }) => /abiomed/i.test(name ?? ''));
    assert.ok(abiomed !== undefined && found.anomalies.some(({ line }) => line === abiomed.line), file);
    assert.ok(found.resolved_by.unresolved.pct < 1, file);
  }

  test('a report saved twice is stored once, and gets its filing later', async (t) => {
    const { open } = await snapshot.copy(t);
    const deps = await open();
    const { fundReports } = await embeddedSnapshot();
    const report = fundReports.find(({ seriesId }) => seriesId === VOO);
    assert.ok(report !== undefined);
    assert.equal(report.accession, null);
    assert.equal(await saveFundReport(deps.store.funds, report), false, 'the snapshot has it');
    const filing = {
      accession: '0001999100-25-000007',
      filed: '2025-08-28',
      sourceUrl: 'https://www.sec.gov/x',
    };
    assert.equal(await saveFundReport(deps.store.funds, { ...report, ...filing }), true);
    const app = await makeApp(t, deps);
    const answer = await app.screen('VOO?as_of=2025-08-28');
    assert.equal(answer.etf_look_through?.report?.accession, '0001999100-25-000007');
    // Now from its filing date on, no longer from its period end.
    assert.deepEqual(
      (await app.screen('VOO?as_of=2025-08-27')).missing.map(({ code }) => code),
      ['holdings_not_at_hand'],
    );
  });
});

describe('pages of holdings', () => {
  /** The report of VOO in the snapshot has 541 lines: three pages of 200. */
  describe('the holdings of a fund, by page', () => {
    test('by default the ten largest are listed, with the counts and the whole fund’s sums', async () => {
      const app = await snapshot.app();
      const { etf_look_through: top } = await app.screen('VOO');
      const { etf_look_through: whole } = await app.screenFund('VOO');
      assert.ok(top !== undefined);
      assert.deepEqual(top.holdings, whole.holdings.slice(0, 10));
      const { holdings, unresolved, anomalies } = whole;
      assert.deepEqual(top.holdings_page, {
        show: 'top',
        holdings: 541,
        unresolved: unresolved.length,
        anomalies: anomalies.length,
        next_cursor: top.holdings_page.next_cursor,
      });
      assert.deepEqual(
        top.unresolved.map(({ value }) => value),
        unresolved
          .map(({ value }) => value)
          .toSorted((a, b) => b - a)
          .slice(0, 10),
      );
      assert.deepEqual(top.weights, whole.weights);
      assert.equal(holdings.length, 541);
      // The cursor of `top` leads to the eleventh.
      const next = await app.screen(`VOO?holdings=all&cursor=${top.holdings_page.next_cursor}`);
      assert.deepEqual(next.etf_look_through?.holdings, holdings.slice(10, 210));
    });

    test('pages of 200, each line once, until there is no cursor', async () => {
      const app = await snapshot.app();
      const sizes: number[] = [];
      const lines = new Set<number>();
      let query = '?holdings=all';
      for (let next: string | null = ''; next !== null; query = `?holdings=all&cursor=${next}`) {
        const { etf_look_through: page } = await app.screen(`VOO${query}`);
        assert.ok(page !== undefined);
        sizes.push(page.holdings.length);
        for (const { line } of page.holdings) lines.add(line);
        const listed = new Set(page.holdings.map(({ line }) => line));
        assert.ok(page.unresolved.every(({ line }) => listed.has(line)));
        next = page.holdings_page.next_cursor;
      }
      assert.deepEqual(sizes, [200, 200, 141]);
      assert.equal(lines.size, 541);
    });

    test('none lists no line, and the counts remain', async () => {
      const app = await snapshot.app();
      const { etf_look_through: found } = await app.screen('VOO?holdings=none');
      assert.ok(found !== undefined && found.coverage_pct > 0);
      assert.deepEqual([found.holdings, found.unresolved, found.holdings_page.holdings], [[], [], 541]);
      assert.equal(found.holdings_page.next_cursor, null);
    });

    test('a cursor is refused where it leads nowhere', async () => {
      const app = await snapshot.app();
      const { etf_look_through: top } = await app.screen('VOO');
      const cursor = top?.holdings_page.next_cursor;
      for (const request of [
        `SPUS?holdings=all&cursor=${cursor}`,
        `VOO?holdings=top&cursor=${cursor}`,
        `VOO?cursor=${cursor}`,
        'VOO?holdings=all&cursor=abc',
        `VOO?holdings=all&cursor=${Buffer.from('2025-06-30  541').toString('base64url')}`,
        `AAPL?holdings=all&cursor=${cursor}`,
      ]) {
        const { status, body } = await app.get(`/v1/screen/${request}`);
        assert.equal(status, 422, request);
        assert.deepEqual(JSON.parse(body).detail[0].loc, ['query', 'cursor'], request);
      }
      assert.equal((await app.get('/v1/screen/VOO?holdings=some')).status, 422);
      assert.equal((await app.get('/v1/screen/AAPL?holdings=all')).status, 200, 'a company has none to list');
    });

    test('the pages match the description, and the answer of a batch is the default one or has none', async () => {
      const { app, get, screen } = await snapshot.app();
      const holds = await described(app, 'get', '/v1/screen/{ticker}');
      for (const holdings of ['none', 'top', 'all']) {
        assert.ok(holds(JSON.parse((await get(`/v1/screen/SPUS?holdings=${holdings}`)).body)), holdings);
      }
      const key = await keyFor(app, 'anna');
      const batch = (query: string) => post(app, `/v1/batch${query}`, { symbols: ['SPUS', 'SPUS'] }, key);
      const top = await screen('SPUS');
      assert.deepEqual((await batch('')).body.data.results, [top, top]);
      const none = await screen('SPUS?holdings=none');
      assert.deepEqual((await batch('?holdings=none')).body.data.results, [none, none]);
      assert.equal((await batch('?holdings=all')).status, 422);
    });
  });

  describe('fields', () => {
    test('only the chosen members are sent, each once, with a tag of their own', async () => {
      const { get, screen } = await snapshot.app();
      const whole = await screen('AAPL');
      const path = '/v1/screen/AAPL?fields=score,compliance,%20symbol,score';
      const { status, body, headers } = await get(path);
      assert.equal(status, 200);
      const { symbol, compliance, score } = whole;
      assert.deepEqual(JSON.parse(body), { success: true, error: null, data: { symbol, compliance, score } });
      assert.notEqual(headers.etag, (await get('/v1/screen/AAPL')).headers.etag);
      // The order of names is no other request.
      assert.equal((await get('/v1/screen/AAPL?fields=symbol,score,compliance')).headers.etag, headers.etag);
    });

    test('the tag of a part is honoured', async () => {
      const { app, get } = await snapshot.app();
      const url = '/v1/screen/AAPL?fields=score';
      const etag = String((await get(url)).headers.etag);
      const again = await app.inject({ url, headers: { 'if-none-match': etag } });
      assert.equal(again.statusCode, 304);
    });

    test('an unknown or empty name is refused, and says what there is', async () => {
      const { app, get } = await snapshot.app();
      for (const fields of ['verdict', 'score,', '', 'score,__proto__']) {
        const { status, body } = await get(`/v1/screen/AAPL?fields=${fields}`);
        assert.equal(status, 422, fields);
        const [issue] = JSON.parse(body).detail;
        assert.deepEqual([issue.loc, issue.type], [['query', 'fields'], 'unknown_field']);
        assert.match(issue.msg, /compliance, possible,.* score/);
      }
      const key = await keyFor(app, 'anna');
      const refused = await post(app, '/v1/batch?fields=verdict', { symbols: ['AAPL'] }, key);
      assert.equal(refused.status, 422);
      const part = await post(app, '/v1/batch?fields=symbol', { symbols: ['AAPL', '?'] }, key);
      assert.deepEqual(part.body.data.results[0], { symbol: 'AAPL' });
      assert.equal(part.body.data.results[1].error.code, 'malformed_ticker');
    });
  });
});

describe('businesses of the S&P 500', () => {
  /**
   * Gone through by hand: banks, card lenders, brokers, exchanges, insurers, drink, tobacco, casinos; and no other. The
   * fund's report gives names, not tickers, so some go by another share class of the filer, and four more are not found
   * by name (Charles Schwab, The Hartford, US Bancorp, W. R. Berkley).
   */
  const PROHIBITED = `
  ACGL AFL AIG AIZ AJG ALL AON AXP BAC BF-A BK BLK BRK-A BRO C CB CBOE CFG CI CINF CME CNC COF
  COIN CZR EG ELV ERIE FITB GL GS HBAN HUM ICE JPM KEY L LVS MET MGM MKTX MO MOH MRSH MS MTB NDAQ
  NTRS PFG PFH PGR PM PNC RF RJF STT STZ SYF TAP TFC TRV UNH VICI WFC WTW WYNN
`
    .trim()
    .split(/\s+/);

  test('the S&P 500 by SIC codes: its prohibited businesses, in companies and in the fund that holds them', async (t) => {
    const deps = snapshot.shared();
    const app = await makeApp(t, deps);
    const fund = await app.screenFund('VOO?as_of=2025-09-30');
    const held = fund.etf_look_through.holdings;
    const symbols = [...new Set(held.flatMap(({ symbol }) => symbol ?? []))];
    const listings = await deps.store.funds.listingsOf(symbols);
    assert.ok(listings.length > 480, `only ${listings.length} companies are known`);
    const prohibited = listings.filter((listing) => classifyBusiness(listing).status === 'fail');
    assert.deepEqual(prohibited.map(({ symbol }) => symbol).sort(), PROHIBITED);
    for (const holding of held.filter(({ symbol }) => symbol !== null && PROHIBITED.includes(symbol))) {
      assert.equal(holding.compliance, 'non_compliant', holding.symbol ?? '');
    }
    // By their business alone more than a twentieth of the fund is prohibited: no other holding can change that.
    assert.deepEqual([fund.compliance, fund.possible], ['non_compliant', ['non_compliant']]);

    const classes = await deps.store.funds.listingsOf([
      'GOOG',
      'GOOGL',
      'FOX',
      'FOXA',
      'NWS',
      'NWSA',
      'BRK-A',
    ]);
    assert.equal(classes.length, 7);
    for (const { symbol, sic } of classes) assert.notEqual(sic, null, symbol);
  });
});

describe('trusts', () => {
  test('SPY, QQQ and DIA are funds, whose holdings are not at hand', async () => {
    const app = await snapshot.app();
    for (const [symbol, name] of [
      ['SPY', /^SPDR S&P 500/],
      ['QQQ', /^INVESCO QQQ/],
      ['DIA', /^SPDR DOW JONES/],
    ] as const) {
      const answer = await app.screen(symbol);
      assert.deepEqual([answer.symbol, answer.compliance, answer.score], [symbol, 'not_screenable', 0]);
      assert.match(answer.name, name);
      assert.ok(answer.etf_look_through !== undefined, 'it is a fund');
      assert.deepEqual(
        answer.missing.map(({ code }) => code),
        ['holdings_not_at_hand'],
      );
      assert.match(answer.missing[0]?.message ?? '', /Form N-PORT.* is stored here$/);
    }
  });

  test('a report of the trust itself is looked through', async (t) => {
    const { open } = await snapshot.copy(t);
    const deps = await open();
    const { fundReports } = await embeddedSnapshot();
    const [report] = fundReports;
    assert.ok(report !== undefined);
    await saveFundReport(deps.store.funds, { ...report, seriesId: null, cik: '0000884394' });
    const app = await makeApp(t, deps);
    const { etf_look_through: found } = await app.screen(`SPY?as_of=${report.periodEnd}`);
    assert.equal(found?.holdings_page.holdings, report.holdings.length);
    assert.ok((found?.coverage_pct ?? 0) > 0);
  });

  test('GLD and SLV hold metal, and the answer says so', async () => {
    const app = await snapshot.app();
    for (const [symbol, metal] of [
      ['GLD', 'gold'],
      ['SLV', 'silver'],
    ] as const) {
      const answer = await app.screen(symbol);
      assert.equal(answer.compliance, 'not_screenable');
      assert.deepEqual(
        answer.missing.map(({ code }) => code),
        ['holds_no_securities'],
      );
      assert.match(answer.missing[0]?.message ?? '', new RegExp(`holds ${metal}, not shares`));
    }
  });

  test('a ticker that another filer has now is that filer’s', () => {
    assert.equal(trustOf({ symbol: 'GLD', cik: '0000000001' }), null);
    assert.equal(trustOf({ symbol: 'constructor', cik: '0000000001' }), null);
    assert.equal(trustOf({ symbol: 'GLD', cik: '0001222333' })?.holds, 'gold');
  });
});
