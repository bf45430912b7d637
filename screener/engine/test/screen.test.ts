import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { evaluate } from '@screener/engine/amounts/expression';
import { ENGINE_VERSION } from '@screener/engine/engine-version';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import type { DecidedScreening } from '@screener/engine/screened';
import { filingUrl } from '@screener/engine/source-url';
import {
  balances,
  coverShares,
  makeCompany,
  makeProfile,
  makeQuote,
  makeReport,
  SOUND_BALANCES,
  screenCompany,
  soundCompany,
} from './support/make-facts.ts';
import { snapshotCompanies } from './support/snapshot-companies.ts';

function codes(answer: DecidedScreening): string[] {
  return answer.missing.map(({ code }) => code);
}

suite('a company that passes', () => {
  const answer = screenCompany(soundCompany());

  test('is compliant, with each check decided and nothing missing', () => {
    assert.equal(answer.compliance, 'compliant');
    assert.ok(answer.methodologies.every(({ passed, status }) => passed && status === 'pass'));
    assert.deepEqual(answer.missing, []);
    assert.deepEqual([answer.symbol, answer.rules, answer.as_of], ['EXMP', 'current', '2025-03-01']);
    assert.equal(answer.engine_version, ENGINE_VERSION);
  });

  test('names its report with its address at the SEC', () => {
    assert.deepEqual(answer.anchor, {
      form: '10-K',
      period_end: '2024-12-31',
      filed: '2025-02-15',
      accession: '0000000001-25-000001',
      source_url:
        'https://www.sec.gov/Archives/edgar/data/1/000000000125000001/0000000001-25-000001-index.htm',
    });
    assert.equal(
      filingUrl('0000320193', '0000320193-26-000006'),
      'https://www.sec.gov/Archives/edgar/data/320193/000032019326000006/0000320193-26-000006-index.htm',
    );
  });

  test('gives each ratio with its ends, and by name', () => {
    const check = answer.methodologies[2]?.checks[0];
    assert.deepEqual(
      [check?.ratio, check?.value, check?.low, check?.high, check?.threshold, check?.passed],
      ['debt_to_total_assets', 0.2, 0.2, 0.2, 0.33333, true],
    );
    assert.equal(answer.ratios.debt_to_total_assets, 0.2);
    assert.equal(answer.ratios.prohibited_income_to_revenue, 0.004);
  });

  test('cites every figure once, with form, date and accession', () => {
    const ids = answer.evidence.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    const assets = answer.evidence.find(({ xbrl_tag }) => xbrl_tag === 'us-gaap:Assets');
    assert.deepEqual(
      { ...assets, id: '' },
      {
        id: '',
        concept: 'total_assets',
        xbrl_tag: 'us-gaap:Assets',
        value: 1000,
        unit: 'USD',
        form: '10-K',
        period_start: null,
        period_end: '2024-12-31',
        filed: '2025-02-15',
        accession: '0000000001-25-000001',
        source_url: answer.anchor?.source_url,
        superseded: [],
      },
    );
  });
});

test('the verdict on every real report can be recomputed from its evidence', () => {
  for (const { facts, profile, quotes } of snapshotCompanies()) {
    for (const report of facts.reports.filter((_, index) => index % 5 === 0)) {
      const answer = screenCompany(facts, { profile, quotes, asOf: report.filed });
      const values = new Map(answer.evidence.map(({ id, value }) => [id, value]));
      const figureOf = (id: string) =>
        (id === 'm1' ? answer.market_data.value : values.get(id)) ?? assert.fail(`${id} is not cited`);
      for (const [name, amount] of Object.entries(answer.amounts)) {
        const where = `${profile.symbol} ${report.periodEnd} ${name}`;
        assert.equal(evaluate(amount.low_from, figureOf), amount.low, where);
        if (amount.high_from !== null) assert.equal(evaluate(amount.high_from, figureOf), amount.high, where);
        assert.ok(amount.low >= 0 && (amount.high === null || amount.high >= amount.low), where);
      }
    }
  }
});

suite('what is missing', () => {
  test('is named where it could change the verdict, with words', () => {
    const answer = screenCompany(soundCompany({ Revenues: null }));
    assert.equal(answer.compliance, 'not_screenable');
    assert.deepEqual(codes(answer), ['revenue']);
    assert.deepEqual(answer.missing[0]?.gap, {
      code: 'nothing_to_divide_by',
      amount: 'revenue',
      form: '10-K',
      accession: '0000000001-25-000001',
    });
  });

  test('no price, by the refusal of the price', () => {
    const answer = screenCompany(soundCompany(), { quotes: [] });
    assert.deepEqual(codes(answer), ['market_cap']);
    const gap = { code: 'no_price', days: 45, as_of: '2025-03-01' };
    assert.deepEqual(answer.missing[0]?.gap, gap);
    assert.deepEqual(answer.market_data.reason, gap);
  });

  test('an open numerator', () => {
    const answer = screenCompany(soundCompany({ InvestmentIncomeInterest: null }));
    assert.deepEqual(codes(answer), ['interest_income']);
  });

  test('open debt, with what is tagged of it', () => {
    const none = screenCompany(
      soundCompany({ DebtCurrent: null, LongTermDebtNoncurrent: null, OtherLiabilitiesNoncurrent: null }),
    );
    assert.deepEqual(codes(none), ['debt']);
    assert.deepEqual(none.missing[0]?.gap, { code: 'no_debt_tagged' });
    const part = screenCompany(soundCompany({ DebtCurrent: null, AccountsPayableCurrent: null }));
    assert.deepEqual(codes(part), ['debt']);
    assert.deepEqual(part.missing[0]?.gap, { code: 'debt_partly_tagged', least: '160 USD' });
  });

  test('an unknown business', () => {
    const answer = screenCompany(soundCompany(), { profile: makeProfile({ sic: null, sicSource: null }) });
    assert.deepEqual(codes(answer), ['business_activity']);
  });

  test('is empty where the verdict stands regardless', () => {
    const answer = screenCompany(soundCompany({ Revenues: null }), { profile: makeProfile({ sic: '6022' }) });
    assert.equal(answer.compliance, 'non_compliant');
    assert.deepEqual(answer.missing, []);
  });

  test('a check of a methodology that has already failed is not named', () => {
    const answer = screenCompany(
      soundCompany({ DebtCurrent: 200, AccountsPayableCurrent: 0, Revenues: null }),
    );
    const ftse = answer.methodologies.find(({ id }) => id === 'ftse');
    assert.equal(ftse?.status, 'fail');
    // AAOIFI is unknown without revenue: with it, two or three fail.
    assert.deepEqual([answer.compliance, codes(answer)], ['not_screenable', ['revenue']]);
  });

  test('no report at all, and one that is too old', () => {
    const none = screenCompany(makeCompany([], []));
    assert.deepEqual(
      [none.compliance, none.anchor, codes(none)],
      ['not_screenable', null, ['no_periodic_report']],
    );
    assert.ok(none.methodologies.every(({ status }) => status === 'unknown'));
    assert.deepEqual([none.score, none.evidence.length], [0, 0]);
    const old = screenCompany(soundCompany(), { asOf: '2026-07-01' });
    assert.deepEqual([old.compliance, codes(old)], ['not_screenable', ['stale_report']]);
  });

  test('nothing, for a prohibited business without a report or with one that is too old', () => {
    const profile = makeProfile({ sic: '2082' });
    const none = screenCompany(makeCompany([], []), { profile });
    const old = screenCompany(soundCompany(), { profile, asOf: '2026-07-01' });
    for (const answer of [none, old]) {
      assert.deepEqual([answer.compliance, codes(answer)], ['non_compliant', []]);
      assert.deepEqual([answer.score, answer.anchor], [0, null]);
      const all = answer.methodologies.map(({ id }) => id);
      assert.deepEqual([answer.possible, answer.decided_methodologies], [['non_compliant'], all]);
      assert.equal(answer.purification.high_pct, null);
    }
    assert.equal(none.market_data.reason?.code, 'no_periodic_report');
    assert.equal(old.market_data.reason?.code, 'stale_report');
    const known = screenCompany(soundCompany(), { profile });
    assert.ok(known.score > 0, 'with figures the score can only be higher');
  });
});

suite('what is known without a verdict', () => {
  test('the verdicts still possible, and the methodologies that are decided', () => {
    const answer = screenCompany(soundCompany(), { quotes: [] });
    assert.deepEqual(answer.possible, ['compliant', 'questionable', 'non_compliant']);
    assert.deepEqual(answer.decided_methodologies, ['ftse', 'msci']);
    const indebted = screenCompany(soundCompany({ DebtCurrent: 200, AccountsPayableCurrent: 0 }), {
      quotes: [],
    });
    assert.deepEqual(indebted.possible, ['questionable', 'non_compliant'], 'FTSE and MSCI fail');
    const review = screenCompany(soundCompany(), { quotes: [], profile: makeProfile({ sic: '2011' }) });
    assert.deepEqual(review.possible, ['questionable', 'non_compliant']);
  });

  test('one verdict, where there is one', () => {
    const answer = screenCompany(soundCompany());
    assert.deepEqual(answer.possible, ['compliant']);
    assert.equal(answer.decided_methodologies.length, answer.methodologies.length);
  });
});

suite('approximations', () => {
  const idsOf = (answer: DecidedScreening) => answer.approximations.map(({ id }) => id);

  test('two apply to every answer, with or without a report', () => {
    const always = ['point_in_time_market_cap', 'interest_income_is_the_proxy'];
    assert.deepEqual(idsOf(screenCompany(soundCompany())), always);
    assert.deepEqual(idsOf(screenCompany(makeCompany([], []))), always);
  });

  test('the assumption about yields is named where it is used', () => {
    const report = makeReport();
    const before = makeReport({
      accession: '0000000001-24-000001',
      periodEnd: '2023-12-31',
      filed: '2024-02-10',
    });
    const now = soundCompany({ InvestmentIncomeInterest: null }).facts;
    const company = makeCompany([before, report], [...balances(before, SOUND_BALANCES), ...now]);
    assert.ok(idsOf(screenCompany(company)).includes('interest_yield'));
    assert.ok(!idsOf(screenCompany(company, { options: { yieldBound: false } })).includes('interest_yield'));
  });

  test('finance leases outside the debt tags, with their amount and evidence', () => {
    const answer = screenCompany(soundCompany({ FinanceLeaseLiability: 70 }));
    const entry = answer.approximations.find(({ id }) => id === 'finance_leases');
    const lease = answer.evidence.find(({ xbrl_tag }) => xbrl_tag === 'us-gaap:FinanceLeaseLiability');
    assert.deepEqual(entry, { id: 'finance_leases', value: 70, currency: 'USD', evidence: [lease?.id] });
    assert.ok(!idsOf(screenCompany(soundCompany({ FinanceLeaseLiability: 0 }))).includes('finance_leases'));
  });

  test('a capitalisation far from close x cover-page shares, with both figures', () => {
    const { facts, reports, ...company } = soundCompany({ Revenues: null });
    const [report = makeReport()] = reports;
    const withCount = (count: number) =>
      screenCompany(
        { ...company, reports, facts: [...facts, coverShares(report, count, '2025-02-10')] },
        {
          quotes: [makeQuote({ close: 10, marketCap: 1_000_000 })],
        },
      );
    const entry = withCount(50_000).approximations.find(
      ({ id }) => id === 'market_cap_differs_from_cover_page_shares',
    );
    const cited = withCount(50_000).evidence.find(({ value }) => value === 50_000);
    assert.deepEqual(entry, {
      id: 'market_cap_differs_from_cover_page_shares',
      given: 1_000_000,
      from_shares: 500_000,
      shares: cited?.id,
    });
    assert.ok(!idsOf(withCount(100_000)).includes('market_cap_differs_from_cover_page_shares'));
  });

  test('a capitalisation from the cover page', () => {
    const { facts, reports, ...company } = soundCompany();
    const [report = makeReport()] = reports;
    const answer = screenCompany(
      { ...company, reports, facts: [...facts, coverShares(report, 1_000_000, '2025-02-10')] },
      { quotes: [makeQuote({ marketCap: null })] },
    );
    assert.ok(idsOf(answer).includes('market_cap_from_cover_page_shares'));
    assert.deepEqual([answer.market_data.figure, answer.market_data.value], ['close', 10]);
    assert.equal(answer.amounts.market_cap?.low, 10_000_000);
  });
});

suite('purification', () => {
  const { facts, reports, ...company } = soundCompany();
  const [report = makeReport()] = reports;
  const withShares = (...extra: typeof facts) =>
    screenCompany({ ...company, reports, facts: [...facts, ...extra] });

  test('interest over revenue in percent, and per share', () => {
    const { purification } = withShares(coverShares(report, 1000, '2025-02-10'));
    assert.deepEqual(
      [purification.pct_of_dividends_and_gains, purification.low_pct, purification.high_pct],
      [0.4, 0.4, 0.4],
    );
    assert.deepEqual(
      [purification.amount_per_share, purification.shares, purification.currency],
      [0.008, 1000, 'USD'],
    );
    assert.equal(purification.basis, 'reported');
  });

  test('the balance sheet’s count is used where the cover page gives none, and is cited', () => {
    const count = {
      ...coverShares(report, 400, report.periodEnd),
      tag: 'us-gaap:CommonStockSharesOutstanding',
    };
    const answer = withShares(count);
    assert.equal(answer.purification.shares, 400);
    const cited = answer.evidence.find(({ id }) => id === answer.purification.shares_evidence);
    assert.equal(cited?.xbrl_tag, 'us-gaap:CommonStockSharesOutstanding');
    assert.equal(withShares(count, coverShares(report, 500, '2025-02-10')).purification.shares, 500);
  });

  test('without shares no amount per share, without revenue no percentage', () => {
    assert.equal(withShares().purification.amount_per_share, null);
    const none = screenCompany(soundCompany({ Revenues: null })).purification;
    assert.deepEqual([none.pct_of_dividends_and_gains, none.high_pct, none.basis], [null, null, 'unknown']);
  });

  test('where interest is only bounded, a person is given the upper end', () => {
    const changes = { InvestmentIncomeInterest: null, InterestIncomeExpenseNet: 3, InterestExpense: 4 };
    const { purification } = screenCompany(soundCompany(changes));
    assert.deepEqual(
      [purification.pct_of_dividends_and_gains, purification.low_pct, purification.high_pct],
      [0.35, 0.15, 0.35],
    );
  });
});

test('a filer of 20-F in US dollars is priced by the source’s capitalisation (Logistic Properties of the Americas)', () => {
  const { facts, profile } =
    snapshotCompanies().find((company) => company.profile.symbol === 'LPA') ?? assert.fail('no LPA');
  // The month-end listing of 2025-03-31: last sale 8.923, capitalisation 282,946,072.
  const quote = { symbol: 'LPA', date: '2025-03-31', close: 8.923, currency: 'USD', source: 'a listing' };
  const answer = (marketCap: number | null) =>
    screenCompany(facts, {
      profile: { ...profile, sic: '6500' },
      quotes: [{ ...quote, marketCap }],
      asOf: '2025-04-02',
    });
  const priced = answer(282_946_072);
  assert.deepEqual([priced.anchor?.form, priced.anchor?.accession], ['20-F', '0001997711-25-000030']);
  // ifrs-full:LongtermBorrowings 265,885,799 over 282,946,072, and over ifrs-full:Assets 607,019,578.
  const low = (methodology: number) => priced.methodologies[methodology]?.checks[0]?.low.toFixed(4);
  assert.deepEqual([low(1), low(2)], ['0.9397', '0.4380']);
  assert.equal(priced.compliance, 'non_compliant');
  const unpriced = answer(null);
  assert.deepEqual([unpriced.compliance, codes(unpriced)], ['not_screenable', ['market_cap']]);
  assert.deepEqual(unpriced.possible, ['questionable', 'non_compliant'], 'FTSE and MSCI fail on assets');
  assert.deepEqual(unpriced.decided_methodologies, ['ftse', 'msci']);
});

test('figures of other filings of the same period are shown where they differ', () => {
  const { facts, reports } = soundCompany();
  const amendment = makeReport({
    accession: '0000000001-25-000002',
    form: '10-K/A',
    filed: '2025-02-20',
    factCount: 3,
  });
  const company = makeCompany(
    [...reports, amendment],
    [...facts, ...balances(amendment, { Assets: 900, Liabilities: 600 })],
  );
  const answer = screenCompany(company);
  const superseded = Object.fromEntries(
    answer.evidence.map(({ xbrl_tag, superseded: others }) => [xbrl_tag, others]),
  );
  assert.deepEqual(superseded['us-gaap:Assets'], [
    { value: 900, form: '10-K/A', accession: amendment.accession },
  ]);
  assert.deepEqual(superseded['us-gaap:Liabilities'], []);
});

test('the classic texts are other rules over the same amounts', () => {
  const current = screenCompany(soundCompany());
  const classic = screenCompany(soundCompany(), { rules: RULE_SETS.classic });
  assert.equal(classic.rules, 'classic');
  assert.deepEqual(classic.amounts, current.amounts);
  assert.equal(classic.methodologies.find(({ id }) => id === 'djim')?.checks.length, 3);
});
