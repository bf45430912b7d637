import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { evaluate } from '@screener/engine/amounts/expression';
import { LEFT_OUT_REASONS, VALUE_MEASURES } from '@screener/engine/rankings/formulas';
import { rankByValue } from '@screener/engine/rankings/value';
import fc from 'fast-check';
import { soundCompany } from '../support/make-facts.ts';
import { seededRandom, shuffled } from '../support/random.ts';
import { lineOf, makeCandidate, reasonOf, valueEntryOf } from './make-candidates.ts';

const NET_INCOME = 'NetIncomeLoss';
const OPERATING_CASH = 'NetCashProvidedByUsedInOperatingActivities';
const PROPERTY = 'PaymentsToAcquirePropertyPlantAndEquipment';

describe('a candidate of the value screen', () => {
  test('its measures are filed figures per dollar of price', () => {
    const { figures, measures, currency } = lineOf(
      valueEntryOf(soundCompany({ LongTermDebtNoncurrent: 60, OtherLiabilitiesNoncurrent: 240 })),
    );
    const values = Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value]));
    // By hand: debt is 40 + 60, cash and current securities are 100 + 50.
    assert.deepEqual(values, {
      equity: 400,
      revenue: 2000,
      cash_beyond_debt: 50,
      // 350 of cash from operations less 100 spent on property, plant and equipment.
      earnings: 300,
      free_cash_flow: 250,
      market_cap: 10_000,
      market_cap_and_debt: 10_100,
    });
    assert.deepEqual(measures, {
      book_yield: 0.04,
      sales_yield: 2000 / 10_100,
      net_cash_yield: 0.005,
      earnings_yield: 0.03,
      free_cash_yield: 0.025,
    });
    assert.equal(currency, 'USD');
  });

  test('every figure can be recomputed from only the line', () => {
    const line = lineOf(valueEntryOf(soundCompany()));
    const figureOf = (id: string): number => {
      if (id === line.market_data.id) return line.market_data.value ?? Number.NaN;
      const entry = line.evidence.find((evidence) => evidence.id === id);
      assert.ok(entry !== undefined && entry.source_url !== null, `${id} is cited`);
      return entry.value;
    };
    for (const { value, from } of Object.values(line.figures)) assert.equal(evaluate(from, figureOf), value);
    for (const { name, numerator, denominator } of VALUE_MEASURES) {
      assert.equal(line.measures[name], line.figures[numerator].value / line.figures[denominator].value);
    }
    const equity = line.evidence.find(({ concept }) => concept === 'equity');
    assert.equal(equity?.xbrl_tag, 'us-gaap:StockholdersEquity');
  });

  test('unfiled debt counts at its upper end, which leaves no cash beyond it', () => {
    const { figures } = lineOf(valueEntryOf(soundCompany({ LongTermDebtNoncurrent: null })));
    // Non-current liabilities are 300, of which 112 (80 % of 140) bear no interest: the other 188 may all be debt, and 2
    // are rounding. The current debt is 40.
    assert.deepEqual([figures.market_cap_and_debt.value, figures.cash_beyond_debt.value], [10_230, 0]);
  });

  test('missing is not zero: without a figure there is no line, and the reason is given', () => {
    assert.equal(reasonOf(valueEntryOf(soundCompany({ StockholdersEquity: null }))), 'equity_not_filed');
    assert.equal(reasonOf(valueEntryOf(soundCompany({ StockholdersEquity: 0 }))), 'equity_not_positive');
    assert.equal(reasonOf(valueEntryOf(soundCompany({ StockholdersEquity: -5 }))), 'equity_not_positive');
    assert.equal(reasonOf(valueEntryOf(soundCompany({ Revenues: null }))), 'not_screenable');
    const wider = 'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest';
    const without = soundCompany({ StockholdersEquity: null, [wider]: 500 });
    assert.equal(reasonOf(valueEntryOf(without)), 'equity_not_filed');
    assert.equal(reasonOf(valueEntryOf(soundCompany({ [NET_INCOME]: null }))), 'earnings_not_known');
    assert.equal(reasonOf(valueEntryOf(soundCompany({ [OPERATING_CASH]: null }))), 'cash_flow_not_known');
    const unspent = soundCompany({ [PROPERTY]: null });
    assert.equal(reasonOf(valueEntryOf(unspent)), 'capital_expenditure_not_known');
    assert.equal(reasonOf(valueEntryOf(soundCompany({ [PROPERTY]: -1 }))), 'capital_expenditure_not_known');
  });

  test('facts that were stored without earnings say what to do', () => {
    const stored = soundCompany({ [NET_INCOME]: null, [OPERATING_CASH]: null, [PROPERTY]: null });
    const reason = reasonOf(valueEntryOf(stored));
    assert.equal(reason, 'earnings_not_stored');
    assert.match(LEFT_OUT_REASONS[reason], /import them again/);
  });

  test('a loss, and a year that costs more than it brings in, count as zero', () => {
    const { figures } = lineOf(valueEntryOf(soundCompany({ [NET_INCOME]: -700, [PROPERTY]: 400 })));
    assert.deepEqual([figures.earnings.value, figures.free_cash_flow.value], [0, 0]);
  });

  test('alternatives: the owners’ equity from the whole, and the narrower expenditure', () => {
    const wider = 'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest';
    const { figures, evidence } = lineOf(
      valueEntryOf(
        soundCompany({
          StockholdersEquity: null,
          [wider]: 400,
          MinorityInterest: 30,
          [PROPERTY]: null,
          PaymentsToAcquireProductiveAssets: 120,
        }),
      ),
    );
    assert.deepEqual([figures.equity.value, figures.free_cash_flow.value], [370, 230]);
    assert.deepEqual(
      evidence.filter(({ id }) => id.startsWith('v')).map(({ concept, value }) => [concept, value]),
      [
        ['equity_with_minority', 400],
        ['minority_equity', 30],
        ['net_income', 300],
        ['operating_cash_flow', 350],
        ['capital_expenditure', 120],
      ],
    );
    const both = lineOf(valueEntryOf(soundCompany({ PaymentsToAcquireProductiveAssets: 120 })));
    assert.equal(both.figures.free_cash_flow.value, 250);
  });
});

describe('the value screen', () => {
  test('the sum of places ranks; equal figures share a place', () => {
    const { lines } = rankByValue([
      withMeasures('A', 0.5, 0.1, 0),
      withMeasures('B', 0.4, 0.3, 0),
      withMeasures('C', 0.3, 0.3, 0.1),
      withMeasures('D', 0.1, 0.05, 0),
    ]);
    assert.deepEqual(
      lines.map(({ rank, symbol, places, place_sum }) => [rank, symbol, Object.values(places), place_sum]),
      [
        [1, 'B', [2, 1, 2, 1, 1], 7],
        [2, 'C', [3, 1, 1, 1, 1], 7],
        [3, 'A', [1, 3, 2, 1, 1], 8],
        [4, 'D', [4, 4, 2, 1, 1], 12],
      ],
    );
  });

  test('ties are broken by book yield, then by symbol', () => {
    const { lines } = rankByValue([
      withMeasures('D', 0.1, 0.1, 0.1),
      withMeasures('C', 0.1, 0.1, 0.1),
      withMeasures('B', 0.2, 0.3, 0),
      withMeasures('A', 0.3, 0.2, 0),
    ]);
    assert.deepEqual(
      lines.map(({ symbol, place_sum }) => [symbol, place_sum]),
      [
        ['A', 8],
        ['B', 8],
        ['C', 9],
        ['D', 9],
      ],
    );
  });

  test('of a filer’s tickers the cheaper one represents it, and the other changes no place', () => {
    const [dear, cheap] = [
      valueEntryOf(soundCompany(), 'DEAR', 12_000),
      valueEntryOf(soundCompany(), 'CHEAP', 11_000),
    ].map(lineOf);
    assert.ok(dear !== undefined && cheap !== undefined);
    const { lines, leftOut } = rankByValue([dear, makeCandidate({ symbol: 'OTHER' }), cheap]);
    assert.deepEqual(
      lines.map(({ symbol, other_symbols, place_sum }) => [symbol, other_symbols, place_sum]),
      [
        ['OTHER', [], 5],
        ['CHEAP', ['DEAR'], 9],
      ],
    );
    assert.deepEqual(
      leftOut.map(({ symbol, reason }) => [symbol, reason]),
      [['DEAR', 'another_ticker']],
    );
  });
});

const yields = fc.integer({ min: 0, max: 4 }).map((tenths) => tenths / 10);
const candidates = fc
  .array(fc.tuple(yields, yields, yields, yields, yields), { minLength: 1, maxLength: 14 })
  .map((rows) => rows.map((row, index) => withMeasures(`S${index}`, ...row)));

describe('properties of the value screen', () => {
  test('the order is total: the ranking is the same in whatever order the candidates come', () => {
    fc.assert(
      fc.property(candidates, fc.integer(), (all, seed) => {
        const ranked = rankByValue(all).lines;
        assert.deepEqual(rankByValue(shuffled(all, seededRandom(seed))).lines, ranked);
        assert.deepEqual(
          ranked.map(({ rank }) => rank),
          all.map((_, index) => index + 1),
        );
      }),
    );
  });

  test('lower figures never improve a rank among the rest', () => {
    fc.assert(
      fc.property(
        candidates,
        fc.nat(),
        fc.tuple(yields, yields, yields, yields, yields),
        (all, place, less) => {
          const chosen = all[place % all.length];
          assert.ok(chosen !== undefined);
          const [book, sales, cash, earned, free] = VALUE_MEASURES.map(
            ({ name }, index) => chosen.measures[name] - (less[index] ?? 0),
          );
          const weaker = withMeasures(chosen.symbol, book, sales, cash, earned, free);
          const [before, after] = [all, all.map((line) => (line === chosen ? weaker : line))].map((some) => {
            const { lines } = rankByValue(some);
            return lines
              .slice(
                0,
                lines.findIndex(({ symbol }) => symbol === chosen.symbol),
              )
              .map(({ symbol }) => symbol);
          });
          for (const symbol of before ?? [])
            assert.ok(after?.includes(symbol), `${chosen.symbol} overtook ${symbol}`);
        },
      ),
    );
  });
});

/** Two companies have the same measure where none is given. */
function withMeasures(symbol: string, book = 0.1, sales = 0.1, cash = 0.1, earned = 0.1, free = 0.1) {
  return makeCandidate({
    symbol,
    measures: {
      book_yield: book,
      sales_yield: sales,
      net_cash_yield: cash,
      earnings_yield: earned,
      free_cash_yield: free,
    },
  });
}
