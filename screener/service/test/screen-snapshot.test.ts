import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { addDays, type CalendarDate } from '@common/base/calendar';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { size } from '@common/kit/testing/size';
import type { CompanyFacts } from '@screener/engine/facts';
import { RULE_SET_IDS } from '@screener/engine/methodologies/methodology';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { decodeCompanyFacts } from '@screener/sources/companyfacts/decode';
import { writeSnapshot } from '@screener/sources/snapshot/snapshot';
import { annual, LITTLE_DEBT, NORTHWIND } from '@screener/sources/testing/synthetic-filer';
import type { Listing, ScreenerStore } from '../src/store/store.ts';
import { historyOfAll } from '../src/use-cases/build-snapshot.ts';
import { toCompanyRecord } from '../src/use-cases/live-facts.ts';
import {
  type ScreenDeps,
  screenTicker,
  understand,
  type WordedAnswer,
} from '../src/use-cases/screen-ticker.ts';
import { seedSnapshot } from '../src/use-cases/seed-snapshot.ts';
import { clockAt, makeApp } from './app-under-test.ts';
import { embeddedSnapshot, snapshotDate, useSnapshotStore } from './snapshot-store.ts';
import { PLACES } from './store/open-store.ts';
import { FROM_SUBMISSIONS, tinySnapshot } from './tiny-snapshot.ts';

describe('answers from the snapshot', () => {
  // Long after any snapshot in this repository.
  const clock = clockAt('2030-06-15T12:00:00Z');
  const snapshot = useSnapshotStore(clock);

  /** From Apple's 10-Q for the quarter to 2025-12-27, filed 2026-01-30. */
  const APPLE_2025_12 = {
    accession: '0000320193-26-000006',
    'us-gaap:Assets': 379_297_000_000,
    'us-gaap:CommercialPaper': 1_997_000_000,
    'us-gaap:LongTermDebtCurrent': 11_827_000_000,
    'us-gaap:LongTermDebtNoncurrent': 76_685_000_000,
    'us-gaap:CashAndCashEquivalentsAtCarryingValue': 45_317_000_000,
    'us-gaap:MarketableSecuritiesCurrent': 21_590_000_000,
    'us-gaap:AccountsReceivableNetCurrent': 39_921_000_000,
  };
  /** From its 10-Q for the quarter to 2021-03-27, filed 2021-04-29. */
  const APPLE_2021_03 = {
    accession: '0000320193-21-000056',
    'us-gaap:Assets': 337_158_000_000,
    'us-gaap:CommercialPaper': 5_000_000_000,
    'us-gaap:LongTermDebtCurrent': 8_003_000_000,
    'us-gaap:LongTermDebtNoncurrent': 108_642_000_000,
    'us-gaap:CashAndCashEquivalentsAtCarryingValue': 38_466_000_000,
  };
  /** From its 10-Q for the quarter to 2020-12-26, filed 2021-01-28. */
  const APPLE_2020_12 = {
    accession: '0000320193-21-000010',
    'us-gaap:Assets': 354_054_000_000,
    'us-gaap:LongTermDebtCurrent': 7_762_000_000,
    'us-gaap:LongTermDebtNoncurrent': 99_281_000_000,
  };

  describe('screening from the embedded snapshot', () => {
    test('Apple: a verdict with the figures of its filings', async () => {
      const app = await snapshot.app();
      const answer = await app.screen('AAPL');
      assert.equal(answer.compliance, 'compliant');
      assert.equal(answer.name, 'Apple Inc.');
      assert.equal(answer.cik, '0000320193');
      assert.equal(answer.anchor?.accession, APPLE_2025_12.accession);
      assert.equal(answer.anchor?.form, '10-Q');
      citesFigures(answer, '2025-12-27', APPLE_2025_12);
      // (1,997 + 11,827 + 76,685) / 379,297
      assert.equal(answer.ratios.debt_to_total_assets, Number((90_509 / 379_297).toPrecision(6)));
      assert.equal(answer.methodologies.length, METHODOLOGIES.length);
    });

    test('the figures lead to the filing', async () => {
      const app = await snapshot.app();
      const { evidence } = await app.screen('AAPL');
      const assets = evidence.find((entry) => entry.xbrl_tag === 'us-gaap:Assets');
      assert.equal(
        assets?.source_url,
        'https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm',
      );
      assert.equal(assets?.form, '10-Q');
      assert.equal(assets?.filed, '2026-01-30');
      assert.equal(assets?.unit, 'USD');
    });

    test('without a date, it is the last day for which the snapshot knows the company’s filings', async () => {
      const app = await snapshot.app();
      const answer = await app.screen('AAPL');
      // Its list of filings ends on that day, with no report since the 10-Q of 2026-01-30.
      assert.equal(answer.as_of, '2026-04-23');
      assert.ok(
        answer.approximations.some(({ id, message }) => id === 'snapshot_date' && /2026-04-23/.test(message)),
      );
      assert.ok(!answer.approximations.some(({ id }) => id === 'facts_end_early'));
      assert.equal(answer.data_source, 'snapshot');
      assert.equal(answer.facts_through, '2026-04-23');
      assert.equal(answer.rules, 'current');
    });

    test('a past date reads what was filed by then', async () => {
      const app = await snapshot.app();
      const after = await app.screen('AAPL?as_of=2021-05-01');
      assert.equal(after.as_of, '2021-05-01');
      assert.equal(after.anchor?.accession, APPLE_2021_03.accession);
      citesFigures(after, '2021-03-27', APPLE_2021_03);
      // 121,645 / 337,158 is above a third: FTSE and MSCI fail.
      assert.equal(after.compliance, 'questionable');
      // The day of the filing counts, the day before does not.
      const onTheDay = await app.screen('AAPL?as_of=2021-04-29');
      assert.equal(onTheDay.anchor?.accession, APPLE_2021_03.accession);
      const before = await app.screen('AAPL?as_of=2021-04-28');
      assert.equal(before.anchor?.accession, APPLE_2020_12.accession);
      citesFigures(before, '2020-12-26', APPLE_2020_12);
      assert.equal(before.compliance, 'compliant');
    });

    test('the classic rules have the checks that the current ones dropped', async () => {
      const app = await snapshot.app();
      const checksOf = (answer: WordedAnswer, id: string) =>
        answer.methodologies
          .find((methodology) => methodology.id === id)
          ?.checks.map((check) => `${check.ratio} ${check.comparison} ${check.threshold}`);
      const current = await app.screen('AAPL?rules=current');
      const classic = await app.screen('AAPL?rules=classic');
      assert.equal(classic.rules, 'classic');
      assert.deepEqual(checksOf(current, 'djim'), ['debt_to_market_cap < 0.33']);
      assert.deepEqual(checksOf(classic, 'djim'), [
        'debt_to_market_cap < 0.33',
        'cash_and_securities_to_market_cap < 0.33',
        'receivables_to_market_cap < 0.33',
      ]);
      assert.ok(checksOf(classic, 'sp')?.includes('receivables_to_market_cap < 0.49'));
      assert.notEqual(
        classic.methodologies.find(({ id }) => id === 'djim')?.edition,
        current.methodologies.find(({ id }) => id === 'djim')?.edition,
      );
    });

    test('a ticker is found in any spelling', async () => {
      const app = await snapshot.app();
      const bodies = new Set<string>();
      for (const spelling of ['BRK-B', 'brk-b', 'BRK.B', 'brk.b', 'BRK%2FB', 'BRK%20B', '%20BRK.B%20']) {
        const answer = await app.get(`/v1/screen/${spelling}`);
        assert.equal(answer.status, 200, spelling);
        assert.equal(JSON.parse(answer.body).data.symbol, 'BRK-B');
        bodies.add(answer.body);
      }
      assert.equal(bodies.size, 1);
      assert.equal((await app.screen('aapl')).symbol, 'AAPL');
      // Two classes of one filer are two answers.
      const [goog, googl] = [await app.screen('GOOG'), await app.screen('GOOGL')];
      assert.equal(goog.cik, googl.cik);
      assert.deepEqual([goog.symbol, googl.symbol], ['GOOG', 'GOOGL']);
    });

    test('a filer with an empty file of facts is not screenable, with the reason', async () => {
      const app = await snapshot.app();
      const answer = await app.screen('CIK0000002110');
      assert.equal(answer.compliance, 'not_screenable');
      assert.equal(answer.score, 0);
      assert.equal(answer.anchor, null);
      assert.deepEqual(answer.evidence, []);
      assert.deepEqual(
        answer.missing.map((entry) => entry.code),
        ['no_periodic_report'],
      );
      const checks = answer.methodologies.flatMap((methodology) => methodology.checks);
      assert.ok(checks.length > 0);
      for (const check of checks) {
        assert.deepEqual([check.status, check.passed, check.value], ['unknown', false, null]);
      }
      assert.equal(answer.purification.pct_of_dividends_and_gains, null);
    });

    test('a listed company without stored facts is not reported as having filed none', async () => {
      const app = await snapshot.app();
      const answer = await app.screen('NKE');
      assert.equal(answer.compliance, 'not_screenable');
      assert.equal(answer.as_of, await snapshotDate());
      assert.deepEqual(
        answer.missing.map((entry) => entry.code),
        ['facts_not_at_hand'],
      );
      const said = JSON.stringify([answer.missing, answer.market_data, answer.approximations]);
      assert.doesNotMatch(said, /was filed/);
      assert.deepEqual([answer.next_step?.code, answer.next_step?.who], ['connect_to_sec', 'operator']);
      assert.doesNotMatch(JSON.stringify(answer), /npm run/);
    });

    test('a prohibited business is non-compliant without stored facts, by company or by SIC code alone', async (t) => {
      const { open } = await snapshot.copy(t);
      const deps = await open();
      const bank = { cik: '0000019617', name: 'JPMORGAN CHASE & CO', sicDescription: null };
      await deps.store.saveDetails([{ ...bank, sic: '6021', sicSource: 'submissions' }]);
      const app = await makeApp(t, deps);
      for (const [symbol, line] of [
        ['MO', 'tobacco'],
        ['PM', 'tobacco'],
        ['BUD', 'alcohol'],
        ['WYNN', 'gambling'],
        ['DKNG', 'gambling'],
        ['JPM', 'conventional_finance'],
      ] as const) {
        const answer = await app.screen(symbol);
        assert.equal(answer.compliance, 'non_compliant', symbol);
        assert.equal(answer.business_activity.findings[0]?.line, line, symbol);
        assert.deepEqual([answer.possible, answer.missing], [['non_compliant'], []], symbol);
        assert.deepEqual([answer.score, answer.anchor, answer.last_verdict], [0, null, null], symbol);
        assert.equal(answer.purification.pct_of_dividends_and_gains, null, symbol);
        assert.match(answer.market_data.reason ?? '', /not in the offline snapshot$/, symbol);
        assert.equal(answer.next_step, null, symbol);
      }
    });

    test('facts too old for the date are not screened; a date of their time is', async () => {
      const app = await snapshot.app();
      const now = await app.screen('BA');
      assert.equal(now.compliance, 'not_screenable');
      assert.equal(now.as_of, await snapshotDate());
      assert.deepEqual(
        now.missing.map((entry) => entry.code),
        ['reports_not_here'],
      );
      assert.match(now.missing[0]?.message ?? '', /2021-03-31/);
      assert.ok(now.approximations.some((entry) => entry.id === 'facts_end_early'));
      // Its business is under review, so it can no more be compliant; and this is what it last was.
      assert.deepEqual(now.possible, ['questionable', 'non_compliant']);
      const last = now.last_verdict ?? assert.fail('no last verdict');
      assert.deepEqual(
        [last.as_of, last.compliance, last.anchor?.accession],
        ['2021-04-28', 'non_compliant', '0000012927-21-000040'],
      );
      const atLast = await app.screen(`BA?as_of=${last.as_of}`);
      assert.deepEqual([atLast.compliance, atLast.score], [last.compliance, last.score]);
      assert.equal(atLast.last_verdict, null);
      const then = await app.screen('BA?as_of=2021-05-01');
      assert.equal(then.anchor?.accession, '0000012927-21-000040');
      assert.equal(then.compliance, 'non_compliant');
      assert.ok(!then.approximations.some((entry) => entry.id === 'facts_end_early'));
    });

    test('a date before the first filing has no report', async () => {
      const app = await snapshot.app();
      const answer = await app.screen('AAPL?as_of=1999-12-31');
      assert.equal(answer.compliance, 'not_screenable');
      assert.deepEqual(
        answer.missing.map((entry) => entry.code),
        ['no_periodic_report'],
      );
    });
  });

  /** Each tag of `expected` is in the evidence at `periodEnd`, with its value and the accession. */
  function citesFigures(
    answer: WordedAnswer,
    periodEnd: string,
    { accession, ...figures }: { readonly accession: string } & Readonly<Record<string, string | number>>,
  ): void {
    for (const [tag, value] of Object.entries(figures)) {
      const entry = answer.evidence.find(
        (candidate) => candidate.xbrl_tag === tag && candidate.period_end === periodEnd,
      );
      assert.deepEqual({ value: entry?.value, accession: entry?.accession }, { value, accession }, tag);
    }
  }
});

describe('the snapshot itself', () => {
  /** One company in so many is computed again. */
  const EACH = size({ quick: 4, full: 1 });
  const MOVED =
    'the engine’s answers have changed: if none of its tables did, raise CODE in screener/engine/src/engine-version.ts; then run npm run sanad -- snapshot history';

  test('the history of the embedded snapshot is what today’s engine computes from its facts', async (t) => {
    const whole = await embeddedSnapshot();
    const companies = whole.companies.filter((_, index) => index % EACH === 0);
    const symbols = new Set(
      whole.tickers.filter(({ cik }) => companies.some((one) => one.cik === cik)).map(({ symbol }) => symbol),
    );
    const known = whole.history as ReturnType<typeof historyOfAll>;
    const snapshot = {
      ...whole,
      companies,
      history: known.filter(({ symbol }) => symbols.has(symbol)),
    };
    const history = historyOfAll(snapshot);
    t.diagnostic(`${history.length} screenings of ${snapshot.companies.length} companies`);
    assert.equal(history.length, snapshot.history.length, MOVED);
    for (const [index, screening] of history.entries()) {
      // As in the file: JSON has no undefined.
      assert.deepEqual(
        JSON.parse(JSON.stringify(screening)),
        snapshot.history[index],
        `${screening.symbol} ${screening.asOf}: ${MOVED}`,
      );
    }
  });

  test('the embedded snapshot names the source of each of its parts', async () => {
    const snapshot = await embeddedSnapshot();
    for (const source of snapshot.sources) assert.match(source.sha256, /^[0-9a-f]{64}$/, source.file);
    const roles = new Set(snapshot.sources.map((source) => source.role));
    assert.deepEqual([...roles].sort(), [
      'companyfacts',
      'daily-rates',
      'filer-directory',
      'financial-statement-data-sets',
      'fund-tickers',
      'market',
      'monthly-rates',
      'nport',
      'sic-codes',
      'submissions',
      'tickers',
    ]);
    assert.equal(
      snapshot.sources.filter((source) => source.role === 'companyfacts').length,
      snapshot.companies.length,
    );
  });
});

describe('past dates', () => {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const snapshot = useSnapshotStore(clock);

  /** One company in so many is screened. */
  const EACH = size({ quick: 4, full: 1 });
  const tried = async (store: ScreenerStore) =>
    (await store.listingsWithFacts(null, 1_000)).filter((_, index) => index % EACH === 0);

  describe('a screening at a past date', () => {
    test('cites nothing filed or quoted later', async (t) => {
      const deps = snapshot.shared();
      const app = await makeApp(t, deps);
      let cited = 0;
      for (const listing of await tried(deps.store)) {
        const facts = await factsOf(deps.store, listing);
        const filedAt = new Map(facts.reports.map((report) => [report.accession, report.filed]));
        for (const [index, date] of [...datesAround(facts), '2021-03-31', '2023-12-31'].entries()) {
          const rules = RULE_SET_IDS[index % RULE_SET_IDS.length];
          const answer = await app.screen(`${listing.symbol}?as_of=${date}&rules=${rules}`);
          cited += answer.evidence.length;
          for (const { what, on } of datesIn(answer, filedAt)) {
            assert.ok(on <= date, `${listing.symbol} as of ${date}: ${what} is of ${on}`);
          }
        }
      }
      // The test means nothing without evidence.
      assert.ok(cited > 3_000 / EACH, `${cited} entries of evidence`);
    });

    test('is the same as from a store that ends at that date', async (t) => {
      const full = snapshot.shared();
      const truncated = await (await snapshot.copy(t)).open();
      const fullApp = await makeApp(t, full);
      const truncatedApp = await makeApp(t, truncated, 0);
      let screened = 0;
      for (const listing of await tried(full.store)) {
        const facts = await factsOf(full.store, listing);
        for (const date of datesAround(facts)) {
          const record = toCompanyRecord(factsUntil(facts, date));
          await truncated.store.saveCompanies([{ ...record, name: listing.name, completeThrough: date }]);
          const quotes = (await full.store.quotes(listing.symbol)).filter((quote) => quote.date <= date);
          await truncated.store.saveQuotes(new Map([[listing.symbol, quotes]]));
          const request = `${listing.symbol}?as_of=${date}`;
          const expected = withoutAge(await fullApp.screen(request));
          assert.deepEqual(withoutAge(await truncatedApp.screen(request)), expected, request);
          if (expected.anchor !== null) screened += 1;
        }
      }
      assert.ok(screened > 100 / EACH, `${screened} screenings of a report`);
    });

    test('a future date is refused, today is not', async () => {
      const app = await snapshot.app();
      assert.equal((await app.get('/v1/screen/AAPL?as_of=2030-06-15')).status, 200);
      assert.equal((await app.get('/v1/screen/AAPL?as_of=2030-06-16')).status, 422);
    });
  });

  async function factsOf(store: ScreenerStore, listing: Listing): Promise<CompanyFacts> {
    const blob = await store.facts(listing.cik);
    const decoded = blob === null ? null : decodeCompanyFacts(blob);
    assert.ok(decoded?.ok, `facts of ${listing.symbol}`);
    return decoded.value;
  }

  /** A filing's date and the day before it, from the middle and the end of the filer's history. */
  function datesAround({ reports }: CompanyFacts): readonly string[] {
    const dates = reports.map((report) => report.filed).sort();
    const chosen = [dates[dates.length >> 1], dates.at(-2)].filter((date) => date !== undefined);
    return [...new Set(chosen.flatMap((date) => [addDays(date, -1), date]))];
  }

  function factsUntil(facts: CompanyFacts, date: string): CompanyFacts {
    const reports = facts.reports.filter((report) => report.filed <= date);
    const accessions = new Set(reports.map((report) => report.accession));
    return { ...facts, reports, facts: facts.facts.filter((fact) => accessions.has(fact.accession)) };
  }

  /** Every date in an answer that says when something was known; with an accession, the filing's own date. */
  function datesIn(
    answer: WordedAnswer,
    filedAt: ReadonlyMap<string, string>,
  ): readonly { readonly what: string; readonly on: string }[] {
    const filed = (accession: string) => filedAt.get(accession) ?? `(${accession} is unknown)`;
    const { anchor, market_data: market } = answer;
    return [
      ...answer.evidence.flatMap((entry) => [
        { what: `${entry.xbrl_tag} (filed)`, on: entry.filed ?? 'not known' },
        { what: `${entry.xbrl_tag} (${entry.accession})`, on: filed(entry.accession ?? '') },
        { what: `${entry.xbrl_tag} (period)`, on: entry.period_end },
        ...entry.superseded.map(({ accession }) => ({ what: 'a superseded figure', on: filed(accession) })),
      ]),
      ...(anchor === null
        ? []
        : [
            { what: 'the report', on: filed(anchor.accession) },
            { what: 'the report’s period', on: anchor.period_end },
          ]),
      ...(market.date === null ? [] : [{ what: 'the price', on: market.date }]),
    ];
  }

  /** Without the members that say how far the stored facts reach, which differs between the two stores. */
  function withoutAge(answer: WordedAnswer): WordedAnswer {
    return {
      ...answer,
      facts_through: null,
      stale: null,
      summary: answer.summary.replace(/ That is the verdict of .*/, ''),
      approximations: answer.approximations.filter((entry) => entry.id !== 'facts_end_early'),
    };
  }
});

describe('the present date', () => {
  const TODAY = '2027-01-15';
  /** Filed on 2024-02-14. */
  const FILINGS = [annual('2023-12-31', LITTLE_DEBT)];

  describe('the date of a screening without as_of, from the snapshot alone', () => {
    test('is the last day through which the company’s facts are known to be complete', async (t) => {
      const answer = await screenAt(t, { snapshot: '2024-06-28', own: '2024-05-09' });
      assert.equal(answer.as_of, '2024-05-09');
      assert.equal(answer.data_source, 'snapshot');
      assert.deepEqual(idsOf(answer), ['snapshot_date']);
      assert.equal(answer.anchor?.period_end, '2023-12-31');
    });

    test('is the day of the newest filing where nothing more is known', async (t) => {
      assert.equal((await screenAt(t, { snapshot: '2024-06-28', own: null })).as_of, '2024-02-14');
    });

    test('is never after the snapshot’s own date', async (t) => {
      assert.equal((await screenAt(t, { snapshot: '2024-04-01', own: '2024-05-09' })).as_of, '2024-04-01');
    });

    test('is the snapshot’s date when the company’s day is too long ago: no verdict, with the reason', async (t) => {
      const just = await screenAt(t, { snapshot: '2025-11-09', own: '2024-05-09' });
      assert.equal(just.as_of, '2024-05-09');
      const late = await screenAt(t, { snapshot: '2025-11-10', own: '2024-05-09' });
      assert.equal(late.as_of, '2025-11-10');
      assert.equal(late.compliance, 'not_screenable');
      assert.deepEqual(
        late.missing.map(({ code }) => code),
        ['reports_not_here'],
      );
    });

    test('is the snapshot’s date for a company without facts', async (t) => {
      const answer = await screenAt(t, { snapshot: '2024-06-28', own: null }, 'EMPTY');
      assert.equal(answer.as_of, '2024-06-28');
      assert.equal(answer.compliance, 'not_screenable');
      assert.deepEqual(
        answer.missing.map(({ code }) => code),
        ['facts_not_at_hand'],
      );
    });

    test('a date asked for is taken as it is; beyond the company’s day, the answer says that a report may be missing', async (t) => {
      const days = { snapshot: '2024-07-31', own: '2024-05-09' };
      const within = await screenAt(t, days, NORTHWIND.symbol, '2024-05-09');
      assert.deepEqual([within.as_of, idsOf(within)], ['2024-05-09', []]);
      const beyond = await screenAt(t, days, NORTHWIND.symbol, '2024-07-31');
      assert.deepEqual([beyond.as_of, idsOf(beyond)], ['2024-07-31', ['facts_end_early']]);
    });

    test('an unknown ticker is refused, and the SEC is no way out', async (t) => {
      const refused = await screened(t, { snapshot: '2024-06-28', own: null }, 'NOSUCH', null);
      assert.ok(!refused.ok);
      assert.equal(refused.error.code, 'ticker_not_found');
      assert.doesNotMatch(refused.error.message, /npm run/);
      assert.equal(refused.error.detail, undefined);
    });
  });

  interface Days {
    readonly snapshot: CalendarDate;
    /** Through which Northwind's facts are complete. */
    readonly own: CalendarDate | null;
  }

  async function screenAt(t: TestContext, days: Days, ticker = NORTHWIND.symbol, asOf: string | null = null) {
    return unwrap(await screened(t, days, ticker, asOf));
  }

  async function screened(t: TestContext, days: Days, ticker: string, asOf: string | null) {
    const directory = await mkdtemp(join(tmpdir(), 'sanad-date-'));
    t.after(() => removeDirectory(directory));
    const snapshot = tinySnapshot(NORTHWIND, FILINGS, FROM_SUBMISSIONS, days.own);
    const empty = { symbol: 'EMPTY', cik: '0000000042', name: 'Empty Inc.', exchange: 'NYSE', sector: null };
    const tickers = [...snapshot.tickers, empty];
    await writeSnapshot(join(directory, 'snapshot'), { ...snapshot, tickers, asOf: days.snapshot });
    const { store } = await PLACES.sqliteInMemory(t);
    unwrap(await seedSnapshot(store, join(directory, 'snapshot')));
    const deps: ScreenDeps = {
      store,
      live: null,
      liveQuotes: null,
      options: { yieldBound: true },
      clock: () => Date.parse(`${TODAY}T12:00:00Z`),
    };
    return screenTicker(deps, unwrap(understand({ ticker, asOf, rules: null }, TODAY)));
  }

  /** The approximations that are about dates. */
  function idsOf({ approximations }: { readonly approximations: readonly { readonly id: string }[] }) {
    return approximations
      .map(({ id }) => id)
      .filter((id) => ['snapshot_date', 'facts_end_early'].includes(id));
  }
});

describe('what the README says of it', () => {
  const store = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

  test('the README counts and names the companies of the snapshot as they are', async (t) => {
    const snapshot = await embeddedSnapshot();
    const readme = await readFile(join(REPOSITORY, 'README.md'), 'utf8');
    const words = new Set(readme.split(/\W+/));
    const app = await makeApp(t, store.shared());
    const withFacts = snapshot.companies.filter(({ facts }) => facts.reports.length > 0);
    const decidedAt = new Set(
      (snapshot.history as ReturnType<typeof historyOfAll>)
        .filter(({ rules, screening }) => rules === 'current' && screening.compliance !== 'not_screenable')
        .map(({ symbol }) => symbol),
    );
    const recent: string[] = [];
    const past: string[] = [];
    const open: string[] = [];
    for (const { cik } of withFacts) {
      const symbols = snapshot.tickers.filter((ticker) => ticker.cik === cik).map(({ symbol }) => symbol);
      const [symbol = cik] = symbols.filter((one) => words.has(one)).concat(symbols);
      const { anchor, compliance } = await app.screen(symbol);
      if (anchor !== null && compliance !== 'not_screenable') recent.push(symbol);
      else (symbols.some((one) => decidedAt.has(one)) ? past : open).push(symbol);
    }
    const says = (text: string) => assert.ok(readme.includes(text), `the README should say: ${text}`);
    says(`the facts of ${withFacts.length} companies, and two funds`);
    says(`For eleven companies (${recent.toSorted().join(', ')}), the last day of their facts has a verdict`);
    assert.equal(recent.length, 11);
    says('the profiles of these companies and of one that filed no figures');
    assert.equal(snapshot.companies.length, withFacts.length + 1);
    assert.equal(new Set(snapshot.fundReports.map(({ seriesId }) => seriesId)).size, 2);
    for (const symbol of named(/such as ([^;]+);/))
      assert.ok(past.includes(symbol), `${symbol} has no verdict`);
    for (const symbol of named(/\(([^()]+) earn interest inside revenue\)/)) {
      assert.ok(open.includes(symbol), `${symbol} has a verdict`);
    }

    function named(where: RegExp): readonly string[] {
      const names = where.exec(readme)?.[1]?.split(/, | and /) ?? [];
      assert.ok(names.length > 1, `the README has nothing like ${where}`);
      return names;
    }
  });
});
