import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { csvOf } from '@common/base/csv';
import { add } from '@common/base/exact';
import { type Expression, evaluate } from '@screener/engine/amounts/expression';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import type { Screening } from '@screener/engine/screening';
import fc from 'fast-check';
import { openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { pairChecks } from '../../src/report/compare.ts';
import { comparedMain } from '../../src/report/compared.page.ts';
import { screeningsCsv } from '../../src/report/export-csv.ts';
import { limitOn, slicesOf } from '../../src/report/fund-weights.ts';
import { historySection } from '../../src/report/history.page.ts';
import { HOLDINGS_ROWS, listHoldings } from '../../src/report/holdings-listing.ts';
import { purify, readHolding } from '../../src/report/purification.ts';
import { flipsOf, ratioHistories, showUntil } from '../../src/report/shown-history.ts';
import { type SumLine, sumLines } from '../../src/report/sums.ts';
import { signInReader } from '../accounts/signed-in.ts';
import { makeApp } from '../app-under-test.ts';
import { answerOf, fundOf, historyOf, shownHistoryOf, textOf } from './section-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'), makeApp);
const { methodologies } = RULE_SETS.current;
const CHECKS = methodologies.flatMap(({ checks }) => checks).length;

describe('comparing', () => {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const snapshot = useSnapshotStore(clock, makeApp);
  const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

  async function signedIn(t: TestContext) {
    const { app } = await makeApp(t, snapshot.shared(), undefined, await openTestAccess(t, undefined, clock));
    const { name, value } = await signInReader(app);
    return (query: string) =>
      app.inject({ url: `/portal/compare${query}`, headers: BROWSER, cookies: { [name]: value } });
  }

  describe('GET /portal/compare', () => {
    test('shows where two companies part, and is kept by no cache', async (t) => {
      const get = await signedIn(t);
      const { statusCode, headers, body } = await get('?a=aapl&b=APH&as_of=2026-02-25');
      assert.equal(statusCode, 200);
      assert.equal(headers['cache-control'], 'no-store');
      // Debt over total assets: Apple’s 10-Q to 2025-12-27 tags 1,997 + 11,827 + 76,685 of 379,297 million.
      assert.match(
        body,
        new RegExp(
          `They differ on 2 of ${CHECKS} checks: debt ÷ total assets \\(AAPL 23\\.86%, APH 42\\.78%\\)`,
        ),
      );
      assert.match(body, /Both as of <time datetime="2026-02-25">/);
    });

    test('gives both as one table, as a file', async (t) => {
      const get = await signedIn(t);
      const { statusCode, headers, body } = await get('/export.csv?a=aapl&b=APH&as_of=2026-02-25');
      assert.equal(statusCode, 200);
      assert.equal(headers['content-disposition'], 'attachment; filename="AAPL-APH-2026-02-25.csv"');
      assert.match(String(headers['content-type']), /^text\/csv/);
      const lines = body.split('\r\n').filter((line) => line !== '');
      assert.match(lines[0] ?? '', /^row,symbol,as_of,/);
      const symbols = lines.slice(1).map((line) => line.split(',')[1]);
      assert.deepEqual([...new Set(symbols)], ['AAPL', 'APH']);
      assert.equal(lines.filter((line) => line.startsWith('check,')).length, 2 * CHECKS);
      const refused = await get('/export.csv?a=AAPLE&b=MSFT');
      assert.equal(refused.statusCode, 422);
      assert.match(refused.body, /id="a-error"/);
    });

    test('asks for what is missing, and keeps what is there', async (t) => {
      const get = await signedIn(t);
      for (const query of ['', '?a=AAPL', '?a=AAPL&b=', '?b=%20&utm_source=x']) {
        const { statusCode, body } = await get(query);
        assert.equal(statusCode, 200, query);
        assert.doesNotMatch(body, /field-error/);
      }
      assert.match((await get('?a=AAPL')).body, /name="a" type="text" value="AAPL"/);
    });

    test('shows each error beside its field, with tickers that may be meant', async (t) => {
      const get = await signedIn(t);
      const unknown = await get('?a=AAPLE&b=MSFT');
      assert.equal(unknown.statusCode, 422);
      assert.match(unknown.body, /id="a-error"/);
      assert.doesNotMatch(unknown.body, /id="b-error"/);
      assert.match(unknown.body, /href="\/portal\/compare\?a=AAPL&amp;b=MSFT&amp;as_of=&amp;rules="/);
      const wrong = await get('?a=AAPL&b=not+a+ticker&as_of=soon&rules=new');
      assert.equal(wrong.statusCode, 422);
      for (const field of ['b', 'as_of']) assert.match(wrong.body, new RegExp(`id="${field}-error"`), field);
      const rules = await get('?a=AAPL&b=MSFT&rules=new');
      assert.equal(rules.statusCode, 422);
      assert.match(rules.body, /id="rules-error"/);
      const hostile = await get(`?a=${encodeURIComponent('"><script>alert(1)</script>')}&b=AAPL`);
      assert.equal(hostile.statusCode, 422);
      assert.doesNotMatch(hostile.body, /<script>/);
    });

    test('is for readers who are signed in', async () => {
      const { app } = await snapshot.app();
      const { statusCode, headers } = await app.inject({
        url: '/portal/compare?a=AAPL&b=APH',
        headers: BROWSER,
      });
      assert.equal(statusCode, 303);
      assert.equal(headers.location, `/portal?next=${encodeURIComponent('/portal/compare?a=AAPL&b=APH')}`);
    });
  });

  describe('a comparison', () => {
    test('pairs each check of both, and marks those with different results', async () => {
      const deps = snapshot.shared();
      const [a, b] = [await answerOf(deps, 'AAPL', '2026-02-25'), await answerOf(deps, 'APH', '2026-02-25')];
      const pairs = pairChecks(a, b);
      assert.equal(
        pairs.flatMap(({ checks }) => checks).length,
        a.methodologies.flatMap(({ checks }) => checks).length,
      );
      for (const { a: one, b: other, checks } of pairs) {
        const parted = checks.filter(({ parts }) => parts).map(({ either }) => either.ratio);
        const expected = one.checks
          .filter(
            ({ ratio, status }) => status !== other.checks.find((check) => check.ratio === ratio)?.status,
          )
          .map(({ ratio }) => ratio);
        assert.deepEqual(parted, expected);
      }
    });

    test('does not set a fund’s checks beside a company’s', async () => {
      const deps = snapshot.shared();
      const text = textOf(comparedMain(await answerOf(deps, 'SPUS'), await answerOf(deps, 'MSFT')));
      assert.match(text, /their checks do not compare/);
      assert.doesNotMatch(text, /Check and limit/);
    });
  });
});

describe('as CSV', () => {
  describe('CSV', () => {
    test('quotes as RFC 4180 has it, and keeps numbers as they are', () => {
      assert.equal(
        csvOf([
          ['a', -1.5, null, true],
          ['say "x"', 'b,c', 'd\ne'],
        ]),
        'a,-1.5,,true\r\n"say ""x""","b,c","d\ne"\r\n',
      );
    });

    test('gives a spreadsheet no formula to run', () => {
      for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '＝1']) {
        const [cell = ''] = csvOf([[text]]).split('\r\n', 1);
        assert.match(cell.replace(/^"/, ''), /^'/, JSON.stringify(text));
      }
    });
  });

  describe('the export of a report', () => {
    test('has one line for each check, figure and price, with the values of the API', async () => {
      const answer = await answerOf(snapshot.shared(), 'AAPL');
      const [head = '', ...lines] = screeningsCsv([answer]).trimEnd().split('\r\n');
      const columns = head.split(',');
      const checks = answer.methodologies.flatMap((methodology) => methodology.checks);
      assert.equal(lines.length, checks.length + answer.evidence.length + 1);
      const cellOf = (line: string, column: string) => line.split(',')[columns.indexOf(column)];
      const [debt] = lines;
      assert.ok(debt !== undefined);
      assert.equal(cellOf(debt, 'row'), 'check');
      assert.equal(cellOf(debt, 'ratio'), 'debt_to_market_cap');
      assert.equal(cellOf(debt, 'numerator_high'), '90509000000');
      assert.equal(cellOf(debt, 'threshold'), '0.3');
      // CommercialPaper, 10-Q 0000320193-26-000006: $1,997 million.
      const paper = lines.find((line) => line.includes('us-gaap:CommercialPaper'));
      assert.ok(paper !== undefined);
      assert.equal(cellOf(paper, 'value'), '1997000000');
      assert.equal(cellOf(paper, 'accession'), '0000320193-26-000006');
      assert.equal(lines.filter((line) => line.startsWith('price,AAPL,')).length, 1);
    });

    test('has what other filings gave for a figure on lines of their own', async () => {
      const answer = await answerOf(snapshot.shared(), 'AAPL');
      const [first, ...others] = answer.evidence;
      assert.ok(first !== undefined);
      const superseded = [{ value: 5, form: '10-K', accession: '0000000000-00-000000' }];
      const csv = screeningsCsv([{ ...answer, name: '=x', evidence: [{ ...first, superseded }, ...others] }]);
      assert.equal(csv.match(/^superseded,AAPL,.*0000000000-00-000000/gm)?.length, 1);
    });
  });
});

describe('of a fund', () => {
  async function lookThroughOf(symbol: string) {
    const { etf_look_through: fund } = await answerOf(snapshot.shared(), symbol);
    assert.ok(fund !== undefined);
    return fund;
  }

  describe('a fund’s report', () => {
    test('shows the figures of the filing, and weights that sum to 100 %', async () => {
      const text = textOf(await fundOf(snapshot.shared(), 'SPUS'));
      // NPORT-P of series S000067283 to 2024-11-30: netAssets, totAssets, totLiabs; line 22, Apple, pctVal 11.321.
      for (const part of [
        'NPORT-P to 30 November 2024',
        'netAssets927,703,718.26',
        'totAssets933,629,447.39',
        'totLiabs5,925,729.13',
        'lines that are missing–7.20.77%',
        'never open–−5.9−0.64%',
        'Net assets226927.7100.00%',
      ])
        assert.ok(text.includes(part), part);
      assert.match(text, /Apple Inc\.AAPL.*?Weight 11\.32%/);
    });

    test('fills the bar to its end, whatever is open, and never below zero', async () => {
      for (const symbol of ['SPUS', 'VOO']) {
        const slices = slicesOf(await lookThroughOf(symbol));
        const last = slices.at(-1);
        assert.ok(last !== undefined);
        assert.ok(Math.abs(last.from + last.width - 100) < 0.2, symbol);
        assert.ok(slices.every(({ width }) => width > 0));
      }
    });

    test('more open weight never improves a limit’s result', () => {
      const rank = { pass: 2, unknown: 1, fail: 0 };
      const pct = fc.double({ min: 0, max: 100, noNaN: true });
      fc.assert(
        fc.property(pct, pct, pct, pct, pct, (low, open, more, limit, most) => {
          const before = limitOn(low, open, limit, most).status;
          assert.ok(rank[limitOn(low, open + more, limit, most).status] <= rank[before]);
          assert.ok(rank[limitOn(low, null, limit, most).status] <= rank[before]);
        }),
      );
    });

    test('a limit is drawn no further than what may count, unless that would hide why it is open', () => {
      assert.deepEqual(
        [limitOn(0, 62.14, 1, 61.5).high, limitOn(0, 62.14, 1, 61.5).status],
        [0.615, 'unknown'],
      );
      assert.deepEqual([limitOn(0, 1.6, 1, 1).high, limitOn(0, 1.6, 1, 1).status], [0.016, 'unknown']);
    });

    test('lists every holding once, page after page, and each kind by itself', async () => {
      const fund = await lookThroughOf('VOO');
      const lines: number[] = [];
      for (let page = 1, pages = 1; page <= pages; page += 1) {
        const listing = listHoldings(fund, { page: String(page) });
        assert.ok(listing.ok);
        pages = listing.value.pages;
        assert.equal(listing.value.first, (page - 1) * HOLDINGS_ROWS + 1);
        lines.push(...listing.value.rows.map(({ line }) => line));
      }
      assert.deepEqual(
        lines,
        fund.holdings.map(({ line }) => line),
      );
      const failing = listHoldings(fund, { verdict: 'non_compliant' });
      assert.ok(failing.ok);
      assert.equal(failing.value.total, fund.weights.non_compliant.holdings);
    });

    test('refuses a page or kind that there is not, and says which there are', async () => {
      const fund = await lookThroughOf('SPUS');
      for (const page of ['0', '6', '-1', '1.5', 'x', '', '999999']) {
        const refused = listHoldings(fund, { page });
        assert.ok(!refused.ok, page);
        assert.match(refused.error.message, /from 1 to 5/);
      }
      const refused = listHoldings(fund, { verdict: 'best' });
      assert.ok(!refused.ok);
      assert.match(refused.error.message, /compliant, questionable/);
    });
  });
});

describe('the history', () => {
  describe('the history of a report', () => {
    test('names the figure and the filing that turned the verdict', async () => {
      const section = await historyOf(snapshot.shared(), 'AAPL', '2026-02-25');
      const text = textOf(section);
      // Apple’s 10-Q to 2022-12-31, accession 0000320193-23-000006: us-gaap:CommercialPaper 1,743 after 9,982 million.
      assert.ok(text.includes('Less commercial paper: $10.0 bn to $1.7 bn. 10-Q of 3 Feb 2023'), text);
      assert.ok(`${section}`.includes('000032019323000006'));
      assert.ok(text.includes('Debt ÷ total assets (FTSE, MSCI): fails became passes'), text);
      // The first close of the snapshot made the market-cap checks decidable; debt of the 10-Q broke another limit.
      assert.ok(text.includes('A price is known now: market value, $2.12 tn.'), text);
      assert.ok(text.includes('The verdict changed four times.'), text);
    });

    test('shows nothing that was not known on the date of the report', async () => {
      const text = textOf(await historyOf(snapshot.shared(), 'AAPL', '2022-02-01'));
      assert.ok(text.includes('Larger total assets: $351.0 bn to $381.2 bn. 10-Q of 28 Jan 2022'), text);
      assert.ok(!text.includes('29 Apr 2022'));
      assert.ok(!text.includes('2023'));
    });

    test('begins five years before the last report, with what held then', async () => {
      const { drawn, earlier, from } = await shownHistoryOf(snapshot.shared(), 'AAPL', '2026-02-25');
      assert.equal(from, '2021-01-30');
      assert.equal(drawn[0]?.as_of, '2021-04-29');
      assert.equal(earlier.at(-1)?.as_of, '2021-01-28');
    });

    test('draws limits apart only where their results differ', async () => {
      const deps = snapshot.shared();
      const answer = await answerOf(deps, 'AAPL', '2026-02-25');
      const ratios = ratioHistories(answer, await shownHistoryOf(deps, 'AAPL', '2026-02-25'));
      const limiting = methodologies.filter(({ checks }) =>
        checks.some(({ ratio }) => ratio === 'debt_to_market_cap'),
      );
      const debt = ratios.filter(({ ratio }) => ratio === 'debt_to_market_cap');
      assert.deepEqual(
        debt.map((one) => [one.threshold, one.others, one.methodologies.toSorted()]),
        [[0.3, [0.33], limiting.map(({ id }) => id).toSorted()]],
      );
      assert.deepEqual(ratios[0]?.ratio, 'debt_to_total_assets');
      assert.equal(ratios[0]?.points.at(-1)?.date, '2026-02-25');
    });

    test('says so where there is nothing, or one screening, to draw', async () => {
      const deps = snapshot.shared();
      const answer = await answerOf(deps, 'AAPL', '2026-02-25');
      const none = textOf(historySection(answer, showUntil([], answer.as_of, false)));
      assert.match(none, /No screening of AAPL up to 25 February 2026 is kept/);
      const { drawn } = await shownHistoryOf(deps, 'AAPL', '2026-02-25');
      const one = textOf(historySection(answer, showUntil(drawn.slice(0, 1), answer.as_of, false)));
      assert.match(one, /One screening is kept: 29 April 2021, questionable/);
    });

    test('leaves a gap, not a zero, where a ratio is not known', async () => {
      const deps = snapshot.shared();
      const answer = await answerOf(deps, 'SNOW');
      const ratios = ratioHistories(answer, await shownHistoryOf(deps, 'SNOW'));
      const interest = ratios.find(({ ratio }) => ratio === 'prohibited_income_to_revenue');
      assert.equal(interest?.points[0]?.value, null);
      assert.equal(interest?.points[0]?.status, 'unknown');
    });

    test('tells a change of the rules from a change of the figures', async () => {
      const history = await shownHistoryOf(snapshot.shared(), 'AAPL', '2026-02-25');
      const [first] = history.drawn;
      assert.ok(first?.changes != null);
      const checks = first.changes.checks.map((check) => ({ ...check, because: [] }));
      const changed = { ...first, changes: { ...first.changes, checks, engine_changed: true } };
      const [flip] = flipsOf([changed]);
      assert.deepEqual([...(flip?.kinds ?? [])], ['rules']);
      const prices = flipsOf([first])[0]?.kinds;
      assert.deepEqual([...(prices ?? [])].toSorted(), ['filing', 'price']);
    });
  });
});

describe('purification', () => {
  const EMPTY = { shares: '', dividends: '', since: '', until: '' };

  /** Apple at 2025-12-27: 10-Q 0000320193-26-000006 and 10-K 0000320193-25-000079. */
  const APPLE = {
    amounts: {
      interest_income: amount(0, 11_583_600_000),
      // 416,161 + 143,756 - 124,300 (RevenueFromContractWithCustomerExcludingAssessedTax, millions).
      revenue: amount(435_617_000_000, 435_617_000_000),
    },
    // dei:EntityCommonStockSharesOutstanding.
    purification: { shares: 14_681_140_000, share_basis: { factor_low: 1, factor_high: 1 } },
    anchor: { period_end: '2025-12-27' },
  } as unknown as Parameters<typeof purify>[0];

  function amount(low: number, high: number | null) {
    return { low, high };
  }

  describe('a holding as typed', () => {
    test('is read as exact decimals, in groups of thousands or not', () => {
      for (const [typed, read] of [
        ['100', '100'],
        [' 1250.75 ', '1250.75'],
        ['1,250,000.5', '1250000.5'],
        ['0.000001', '0.000001'],
        ['', null],
      ] as const) {
        const { holding, errors } = readHolding({ ...EMPTY, shares: typed, dividends: typed });
        assert.deepEqual([holding.shares, holding.dividends, errors], [read, read, {}]);
      }
    });

    test('is refused field by field where it is no such number or date', () => {
      for (const typed of [
        'many',
        '-1',
        '1,5',
        '1.250,75',
        '1e9',
        '0x10',
        '１００',
        '1.',
        '.5',
        '1234567890123',
      ]) {
        const { holding, errors } = readHolding({ ...EMPTY, shares: typed, dividends: '5' });
        assert.deepEqual(
          [holding.shares, holding.dividends, Object.keys(errors)],
          [null, '5', ['shares']],
          typed,
        );
      }
      for (const typed of ['soon', '2025-02-30', '27.12.2025']) {
        assert.deepEqual(Object.keys(readHolding({ ...EMPTY, since: typed }).errors), ['since']);
      }
      const backwards = readHolding({ ...EMPTY, since: '2025-12-01', until: '2025-11-30' });
      assert.deepEqual(Object.keys(backwards.errors), ['until']);
    });
  });

  describe('purification', () => {
    const give = (typed: Partial<typeof EMPTY>) => purify(APPLE, readHolding({ ...EMPTY, ...typed }).holding);

    test('of 100 shares and 103 dollars is between nothing and the upper end, rounded up to the cent', () => {
      const { byShare, byDividend } = give({ shares: '100', dividends: '103' });
      // 100 x 11,583.6 / 14,681.14 = 78.9012; 103 x 11,583.6 / 435,617 = 2.7389.
      assert.deepEqual(byShare, { least: '0.00', most: '78.91' });
      assert.deepEqual(byDividend, { least: '0.00', most: '2.74' });
    });

    test('is exact where floats are not', () => {
      const { byShare } = give({ shares: '999999999999.999999' });
      // 999,999,999,999.999999 x 11,583,600,000 / 14,681,140,000 = 789,012,297,410.1466...
      assert.equal(byShare?.most, '789012297410.15');
    });

    test('owes nothing by share where the shares were not held at the period end', () => {
      assert.deepEqual(give({ shares: '100', until: '2025-12-26' }).byShare, { least: '0.00', most: '0.00' });
      assert.deepEqual(give({ shares: '100', since: '2025-12-28' }).byShare, { least: '0.00', most: '0.00' });
      assert.equal(give({ shares: '100', since: '2025-12-27', until: '2025-12-27' }).byShare?.most, '78.91');
      assert.equal(give({ dividends: '103', until: '2025-12-26' }).byDividend?.most, '2.74');
    });

    test('has no upper end where the income has none, and nothing without a count or a revenue', () => {
      const holding = readHolding({ ...EMPTY, shares: '100', dividends: '103' }).holding;
      const withIncome = { ...APPLE.amounts, interest_income: amount(5, null) };
      const open = { ...APPLE, amounts: withIncome } as unknown as typeof APPLE;
      assert.deepEqual(
        [purify(open, holding).byShare?.most, purify(open, holding).byDividend?.most],
        [null, null],
      );
      const bare = {
        ...APPLE,
        amounts: {},
        purification: { shares: null, share_basis: null },
      } as unknown as typeof APPLE;
      assert.deepEqual([purify(bare, holding).byShare, purify(bare, holding).byDividend], [null, null]);
    });
  });
});

describe('sums', () => {
  const FIGURES: Readonly<Record<string, number>> = { a: 100, b: 30, c: 7.5, d: 100, e: 0.1 };
  const figureOf = (id: string) => FIGURES[id] ?? Number.NaN;
  /** A line as its depth, its signed value and what it says. */
  const read = (from: Expression) =>
    sumLines(from, figureOf).map(({ depth, sign, value, what }) => [depth, sign * value, what.kind]);

  /** What a reader gets by adding up the lines of a depth, without those that say what other lines come to. */
  function addedUp(lines: readonly SumLine[], depth: number): number {
    return lines
      .filter((line) => line.depth === depth && line.what.kind !== 'together')
      .reduce((total, { sign, value }) => add(total, sign * value), 0);
  }

  describe('an expression as a sum', () => {
    test('is a flat list of what is added, then of what is taken away', () => {
      assert.deepEqual(read({ minus: ['b', { sum: ['c', { minus: ['e', 'a'] }] }] }), [
        [0, 30, 'figure'],
        [0, 100, 'figure'],
        [0, -7.5, 'figure'],
        [0, -0.1, 'figure'],
      ]);
    });

    test('leaves out what is added and taken away again', () => {
      assert.deepEqual(read({ sum: ['b', { minus: [{ minus: ['a', 'b'] }, 'c'] }] }), [
        [0, 100, 'figure'],
        [0, -7.5, 'figure'],
      ]);
      assert.deepEqual(read({ minus: ['a', { sum: ['b', 'b'] }] }).length, 3);
    });

    test('names alternatives, and marks the one that is used', () => {
      const lines = sumLines({ max: [{ minus: ['a', 'b'] }, 'c'] }, figureOf);
      assert.deepEqual(
        lines.map(({ depth, value, what, used }) => [depth, value, what.kind, used]),
        [
          [0, 70, 'larger', undefined],
          [1, 100, 'figure', undefined],
          [1, 30, 'figure', undefined],
          [1, 70, 'together', true],
          [1, 7.5, 'figure', false],
        ],
      );
    });

    test('shows one figure that two tags give as one line', () => {
      const [line, ...more] = sumLines({ max: ['a', 'd'] }, figureOf);
      assert.deepEqual([line?.what, more], [{ kind: 'figure', ids: ['a', 'd'] }, []]);
    });

    test('adds up to its value, whatever it is made of', () => {
      const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
        expression: fc.oneof(
          { maxDepth: 4, withCrossShrink: true },
          fc.constantFrom<Expression>('a', 'b', 'c', 'd', 'e', 0, 2),
          fc.record({ sum: fc.array(tie('expression'), { minLength: 1, maxLength: 3 }) }),
          fc.record({ minus: fc.tuple(tie('expression'), tie('expression')) }),
          fc.record({ max: fc.array(tie('expression'), { minLength: 2, maxLength: 3 }) }),
          fc.record({ min: fc.array(tie('expression'), { minLength: 2, maxLength: 3 }) }),
          fc.record({ times: fc.tuple(fc.constantFrom(0.08, 0.8, 'c'), tie('expression')) }),
        ),
      }));
      fc.assert(
        fc.property(expression, (from) => {
          assert.equal(addedUp(sumLines(from, figureOf), 0), evaluate(from, figureOf));
        }),
      );
    });
  });

  describe('the sums of real answers', () => {
    test('come to the amounts that the API gives, and so does every line that says together', async () => {
      const app = await snapshot.app();
      for (const symbol of ['AAPL', 'MSFT', 'NVDA', 'PG', 'SNOW', 'APH', 'LPA', 'TSM']) {
        const answer = await app.screen(symbol);
        const filed = figuresOf(answer);
        for (const [name, { low, high, low_from, high_from }] of Object.entries(answer.amounts)) {
          const ends = [[low, low_from] as const, [high, high_from] as const];
          for (const [end, from] of ends) {
            if (end === null || from === null) continue;
            const lines = sumLines(from, filed);
            assert.equal(addedUp(lines, 0), end, `${symbol} ${name}`);
            assertTogether(lines, `${symbol} ${name}`);
          }
        }
      }
    });
  });

  function figuresOf({ evidence, market_data: market }: Pick<Screening, 'evidence' | 'market_data'>) {
    return (id: string) => evidence.find((entry) => entry.id === id)?.value ?? market.value ?? Number.NaN;
  }

  /** Each such line is the sum of the lines of its depth since the last one, or since a line that is less deep. */
  function assertTogether(lines: readonly SumLine[], where: string): void {
    for (const [index, line] of lines.entries()) {
      if (line.what.kind !== 'together') continue;
      const before = lines.slice(0, index);
      const start = before.findLastIndex(
        ({ depth, what, used }) =>
          depth < line.depth || (depth === line.depth && (what.kind === 'together' || used !== undefined)),
      );
      assert.equal(addedUp(before.slice(start + 1), line.depth), line.value, where);
    }
  }
});
