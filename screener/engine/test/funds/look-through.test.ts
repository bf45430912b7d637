import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isTooOld, refuseFund, screenFund } from '@screener/engine/funds/fund-answer';
import type { FundHolding } from '@screener/engine/funds/fund-report';
import { possibleFundVerdicts } from '@screener/engine/funds/fund-verdict';
import type { HoldingKnowledge } from '@screener/engine/funds/look-through';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { verdictOf } from '@screener/engine/verdict/verdict';
import { forEach, IDS, known, makeHolding, makeReport, UNRESOLVED } from './make-fund.ts';

type Line = readonly [string, HoldingKnowledge, Partial<FundHolding>?];
const NOTHING: HoldingKnowledge = { resolution: null, screening: null };

function screenLines(lines: readonly Line[], netAssets = '1000') {
  const holdings = lines.map(([valueUsd, , changes]) =>
    makeHolding({ valueUsd, pct: String(Number(valueUsd) / 10), ...changes }),
  );
  return screenFund({
    profile: { symbol: 'MADE', cik: '0001999100', name: 'Made Up Equity ETF' },
    report: makeReport(holdings, netAssets),
    knowledge: lines.map(([, knowledge]) => knowledge),
    asOf: '2026-01-31',
    rules: RULE_SETS.current,
  });
}

describe('weights', () => {
  test('each kind of holding goes to its bucket, and the buckets add up to net assets', () => {
    const answer = screenLines([
      ['400', known('compliant')],
      ['100', known('questionable')],
      ['50', known('non_compliant')],
      ['80', known('not_screenable')],
      ['70', UNRESOLVED],
      ['60', NOTHING, { assetCategory: 'STIV' }],
      ['90', NOTHING, { assetCategory: 'DBT' }],
      ['-5', NOTHING, { assetCategory: 'DE', derivativeKind: 'SWP' }],
      ['30', NOTHING, { assetCategory: 'EP' }],
      ['20', NOTHING, { issuerCategory: 'RF' }],
      ['-40', NOTHING, { payoffProfile: 'Short' }],
    ]);
    const { weights, coverage_pct: coverage } = answer.etf_look_through;
    const values = Object.fromEntries(Object.entries(weights).map(([name, { value }]) => [name, value]));
    assert.deepEqual(values, {
      compliant: 400,
      questionable: 100,
      non_compliant: 50,
      not_screenable: 80,
      unresolved: 70,
      cash: 60,
      debt: 90,
      derivatives: -5,
      other: 10,
      unlisted_assets: 100,
      liabilities: 45,
    });
    assert.equal(
      Object.values(values).reduce((total, value) => total + value, 0),
      1000,
    );
    assert.equal(coverage, 55);
    assert.equal(weights.other.holdings, 3);
    assert.deepEqual(
      answer.etf_look_through.unresolved.map(({ line, reason }) => [line, reason]),
      [[5, 'nothing leads to it']],
    );
    // Non-compliant 5 %, and up to 5 + 8 + 7 + 6 + 9 + 0.5 + 9 + 14.5 %: undecidable.
    assert.equal(answer.compliance, 'not_screenable');
    assert.deepEqual(
      answer.missing.map(({ code }) => code),
      [
        'not_screenable_holdings',
        'unresolved_holdings',
        'cash',
        'debt',
        'derivatives',
        'other_holdings',
        'unlisted_assets',
      ],
    );
  });

  test('cents add up exactly', () => {
    const answer = screenLines(
      [
        ['0.1', known('compliant')],
        ['0.2', known('compliant')],
      ],
      '0.3',
    );
    assert.equal(answer.etf_look_through.weights.unlisted_assets.value, 0);
    assert.equal(answer.compliance, 'compliant');
  });
});

describe('the verdict', () => {
  const sums = (questionable: number, nonCompliant: number, open: number) =>
    verdictOf(possibleFundVerdicts({ netAssets: 1000, questionable, nonCompliant, open }));

  test('follows the published limits, each tested on both sides', () => {
    assert.equal(sums(0, 0, 0), 'compliant');
    assert.equal(sums(90, 10, 0), 'compliant');
    assert.equal(sums(90.01, 10, 0), 'questionable');
    assert.equal(sums(0, 10.01, 0), 'questionable');
    assert.equal(sums(0, 50, 0), 'questionable');
    assert.equal(sums(0, 50.01, 0), 'non_compliant');
  });

  test('is given only where the open weight cannot change it', () => {
    assert.equal(sums(0, 0, 10), 'compliant');
    assert.equal(sums(0, 0, 10.01), 'not_screenable');
    assert.equal(sums(500, 0, 50), 'questionable');
    assert.equal(sums(500, 0, 50.01), 'not_screenable');
    assert.equal(sums(0, 50.01, 900), 'non_compliant');
  });

  test('otherwise what is possible runs from the best case to the worst', () => {
    const possible = (questionable: number, nonCompliant: number, open: number, netAssets = 1000) =>
      possibleFundVerdicts({ netAssets, questionable, nonCompliant, open }).join(' ');
    assert.equal(possible(0, 0, 10.01), 'compliant questionable');
    assert.equal(possible(0, 0, 50.01), 'compliant questionable non_compliant');
    assert.equal(possible(500, 0, 50.01), 'questionable non_compliant');
    assert.equal(possible(0, 0, 0, 0), 'compliant questionable non_compliant', 'nothing to weigh');
  });

  test('a methodology fails by the weight of what fails it, prohibited business included', () => {
    const passing = known('compliant');
    const brewer = known('non_compliant', {
      methodologies: forEach('fail'),
    });
    const answer = screenLines([
      ['940', passing],
      ['60', brewer],
    ]);
    assert.deepEqual(
      answer.methodologies.map(({ id, passed, status }) => [id, passed, status]),
      IDS.map((id) => [id, false, 'fail']),
    );
    const [check] = answer.methodologies[0]?.checks ?? [];
    assert.deepEqual([check?.ratio, check?.value, check?.threshold], ['failing_weight', 0.06, 0.05]);
    assert.equal(answer.compliance, 'non_compliant');
    assert.equal(
      screenLines([['1000', passing]]).methodologies.every(({ passed }) => passed),
      true,
    );
  });
});

describe('score and purification', () => {
  test('the score combines the holdings’ scores by weight with the coverage', () => {
    const answer = screenLines([['1000', known('compliant', { score: 80 })]]);
    assert.deepEqual(answer.components, {
      holdings: { score: 72, max: 90 },
      coverage: { score: 10, max: 10 },
    });
    assert.equal(answer.score, 82);
  });

  test('a verdict short of compliant caps it', () => {
    const score = (verdict: 'questionable' | 'non_compliant') =>
      screenLines([['1000', known(verdict, { score: 100 })]]).score;
    assert.deepEqual([score('questionable'), score('non_compliant')], [69, 39]);
  });

  test('purification is weight times rate; an unknown rate could be all of the dividend', () => {
    const answer = screenLines([
      ['600', known('compliant', { purificationLowPct: 1, purificationHighPct: 2 })],
      ['300', known('questionable', { purificationLowPct: 0, purificationHighPct: 4 })],
      ['100', UNRESOLVED],
    ]);
    const { purification } = answer.etf_look_through;
    assert.deepEqual(purification, {
      low_pct: 0.6,
      high_pct: 1.2 + 1.2 + 10,
      covered_weight_pct: 90,
      covered_low_pct: 0.6,
      covered_high_pct: 2.4,
      covered_rate_pct: 1.5,
    });
    const { pct_of_dividends_and_gains: told, coverage_pct, low_pct, high_pct } = answer.purification;
    assert.deepEqual([told, coverage_pct, low_pct, high_pct], [null, 90, 0.6, 12.4]);
  });

  test('the rate of the known part stands for the fund from 99 % of net assets on; a bound never does', () => {
    const told = (covered: string, rest: string) =>
      screenLines([
        [covered, known('compliant', { purificationPct: 1, purificationHighPct: 2 })],
        [rest, UNRESOLVED],
      ]).purification.pct_of_dividends_and_gains;
    assert.deepEqual([told('990', '10'), told('989.9', '10.1'), told('0', '1000')], [1, null, null]);
  });
});

describe('citations and anomalies', () => {
  test('the filing is the evidence, and none is invented for a document without one', () => {
    const answer = screenLines([['1000', known('compliant')]]);
    const cited = answer.evidence.map(({ id, accession, filed, form }) => [id, accession, filed, form]);
    assert.deepEqual(cited[0], ['net_assets', '0001999100-25-000007', '2025-11-28', 'NPORT-P']);
    assert.equal(answer.amounts.net_assets?.low_from, 'net_assets');
    const report = makeReport([]);
    const bare = refuseFund(
      {
        profile: { symbol: 'MADE', cik: '0001999100', name: 'x' },
        asOf: '2030-01-01',
        rules: RULE_SETS.current,
      },
      { ...report, accession: null, filed: null, sourceUrl: null },
      { code: 'net_assets', gap: { code: 'no_net_assets' } },
    );
    assert.deepEqual(
      [bare.compliance, bare.score, bare.etf_look_through.coverage_pct, bare.evidence[0]?.accession],
      ['not_screenable', 0, 0, null],
    );
  });

  test('anomalies name line and holding', () => {
    const answer = screenLines([
      ['0', UNRESOLVED, { pct: '-0.00000017', cusip: '000000000' }],
      ['500', known('compliant'), { pct: '49' }],
      ['480', known('compliant'), { pct: null, ticker: 'NWND' }],
    ]);
    assert.deepEqual(
      answer.etf_look_through.anomalies.map(({ code, line }) => [code, line]),
      [
        ['weights_do_not_sum', null],
        ['value_not_positive', 1],
        ['pct_negative', 1],
        ['no_identifier', 1],
        ['pct_differs', 2],
        ['pct_missing', 3],
      ],
    );
  });

  test('a fund without net assets cannot be weighed', () => {
    const answer = screenLines([['100', known('compliant')]], '0');
    assert.deepEqual([answer.compliance, answer.score], ['not_screenable', 0]);
    assert.equal(answer.etf_look_through.holdings[0]?.pct, null);
    assert.deepEqual(
      answer.missing.map(({ code }) => code),
      ['net_assets'],
    );
  });

  test('holdings from 18 months ago still count; older ones do not', () => {
    assert.equal(isTooOld({ periodEnd: '2024-08-31' }, '2026-02-28'), false);
    assert.equal(isTooOld({ periodEnd: '2024-08-31' }, '2026-03-01'), true);
  });
});
