import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { exposureOf } from '@screener/engine/funds/contracts';
import { screenFund } from '@screener/engine/funds/fund-answer';
import type { HoldingKnowledge } from '@screener/engine/funds/look-through';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { forEach, known, makeContract, makeHolding, makeReport, UNRESOLVED } from './make-fund.ts';

const NOTHING: HoldingKnowledge = { resolution: null, screening: null };
const dollars = (amount: string) => ({ amount, currency: 'USD' });

describe('the exposure of a contract', () => {
  test('a future or swap: its notional and its gain or loss', () => {
    assert.equal(exposureOf(makeContract('100', '0')), 100);
    assert.equal(exposureOf(makeContract('100', '-7')), 107);
    // Short: the size is what counts.
    assert.equal(exposureOf(makeContract('-100', '7', { unrealised: '9' })), 109);
  });

  test('a currency forward: the smaller side that is known in dollars', () => {
    const sides = { bought: { amount: '18495210', currency: 'JPY' }, sold: dollars('138811.25') };
    assert.equal(exposureOf(makeContract(null, '0', sides, 'FWD')), 138_811.25);
    assert.equal(exposureOf(makeContract(null, '0', { ...sides, sold: null }, 'FWD')), null);
    const both = { bought: dollars('139000'), sold: dollars('138811.25') };
    assert.equal(exposureOf(makeContract(null, '0', both, 'FWD')), 138_811.25);
  });

  test('another currency: by the filed rate, whichever way round gives more', () => {
    const euro = { notional: { amount: '100', currency: 'EUR' } };
    const swap = { ...makeContract(null, '0', euro, 'SWP'), currency: 'EUR' };
    assert.equal(exposureOf({ ...swap, exchangeRate: '0.8' }), 125);
    assert.equal(exposureOf({ ...swap, exchangeRate: '1.25' }), 125);
    assert.equal(exposureOf(swap), null, 'no rate');
    assert.equal(exposureOf({ ...swap, exchangeRate: '0.8', currency: 'GBP' }), null, 'of another currency');
  });

  test('an option: its value and its strike', () => {
    const terms = { strike: dollars('50'), sharesPerContract: '100' };
    const option = { ...makeContract(null, '-300', terms, 'OPT'), balance: '-2' };
    assert.equal(exposureOf(option), 10_300);
    assert.equal(exposureOf(makeContract(null, '300', { strike: dollars('50') }, 'OPT')), null);
  });

  test('unknown where no size is filed', () => {
    assert.equal(exposureOf(makeContract('0')), null);
    assert.equal(exposureOf(makeContract(null)), null);
    assert.equal(
      exposureOf(makeContract('100', '7', { unrealised: null })),
      null,
      'nor without the gain or loss',
    );
    assert.equal(exposureOf(makeHolding({ assetCategory: 'DE' })), null, 'stored without its terms');
  });
});

describe('a fund with contracts', () => {
  const screened = (rows: readonly (readonly [ReturnType<typeof makeHolding>, HoldingKnowledge])[]) =>
    screenFund({
      profile: { symbol: 'MADE', cik: '0001999100', name: 'Made Up' },
      report: makeReport(rows.map(([holding]) => holding)),
      knowledge: rows.map(([, one]) => one),
      asOf: '2026-01-31',
      rules: RULE_SETS.current,
    });
  const all = (value: string) => [makeHolding({ valueUsd: value }), known('compliant')] as const;

  test('a small future leaves a compliant fund compliant', () => {
    const answer = screened([all('999'), [makeContract('9', '1'), NOTHING]]);
    assert.equal(answer.compliance, 'compliant');
    assert.ok(answer.methodologies.every(({ passed }) => passed));
    assert.equal(answer.ratios.open_weight, 0.01);
  });

  test('one that exposes it to more than a limit leaves it open by that much', () => {
    const answer = screened([all('999'), [makeContract('79', '1'), NOTHING]]);
    assert.equal(answer.compliance, 'not_screenable');
    assert.deepEqual(answer.possible, ['compliant', 'questionable', 'non_compliant']);
    const [first] = answer.etf_look_through.methodologies;
    // What passes cannot fail: the exposure beyond net assets is not drawn over it.
    assert.deepEqual([first?.passing_pct, first?.failing_pct], [99.9, 0]);
    assert.equal(answer.etf_look_through.weights.derivatives.open_pct, 8);
  });

  test('no share of failing is above 100 %, or overlaps what passes', () => {
    const fails = known('non_compliant', { methodologies: forEach('fail') });
    const answer = screened([
      all('256'),
      [makeHolding({ valueUsd: '116' }), fails],
      [makeHolding({ valueUsd: '628' }), UNRESOLVED],
      [makeContract(null, '0.1'), NOTHING],
    ]);
    for (const { checks } of answer.methodologies)
      assert.deepEqual([checks[0]?.low, checks[0]?.high], [0.116, 0.744]);
    for (const sums of answer.etf_look_through.methodologies)
      assert.deepEqual([sums.passing_pct, sums.failing_pct, sums.open_pct], [25.6, 11.6, 62.8]);
  });

  test('the open weight is one number: the sum of the buckets, debts or not', () => {
    const report = { ...makeReport([makeHolding({ valueUsd: '385' })], '1000'), totalAssets: '1006.4' };
    const { ratios, etf_look_through: found } = screenFund({
      profile: { symbol: 'MADE', cik: '0001999100', name: 'Made Up' },
      report,
      knowledge: [known('compliant')],
      asOf: '2026-01-31',
      rules: RULE_SETS.current,
    });
    const open = Object.values(found.weights).reduce((sum, { open_pct: pct }) => sum + pct, 0);
    assert.equal(ratios.open_weight, 0.6214);
    assert.equal(open, 62.14);
    assert.equal(found.weights.liabilities.pct, -0.64);
  });
});
