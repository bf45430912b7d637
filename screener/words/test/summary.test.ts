import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FUND_RULES } from '@screener/engine/funds/fund-rules';
import { type CheckResult, type CheckStatus, combine } from '@screener/engine/methodologies/check';
import type { RatioCheck } from '@screener/engine/methodologies/methodology';
import { RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import type { MethodologySummary, WeighedFund } from '@screener/engine/screened';
import { worded } from '@screener/words/answer';
import { PAGE, TEXT } from '@screener/words/face';
import { weightsOverWhole } from '@screener/words/fund-summary';
import { methodologyInWords, summaryInWords, whyInWords } from '@screener/words/summary';
import { makeCompany, screenCompany, soundCompany } from '../../engine/test/support/make-facts.ts';

type Differs = NonNullable<Parameters<typeof screenCompany>[1]>;

const BREWER = { sic: '2082', sicDescription: 'Malt Beverages' };
const MEAT = { sic: '2011', sicDescription: 'Meat Packing Plants' };

function sentences(changes: Readonly<Record<string, number | null>>, differs: Differs = {}): string[] {
  const answer = worded(screenCompany(soundCompany(changes), differs));
  return [answer.summary, ...answer.methodologies.map(({ summary }) => summary)];
}

function profile(differs: object): Differs {
  const base = {
    cik: '0000000001',
    symbol: 'EXMP',
    name: 'EXAMPLE CO',
    sic: '3571',
    sicDescription: 'Electronic Computers',
    sicSource: 'submissions',
    exchange: 'Nasdaq',
  };
  return { profile: { ...base, ...differs } };
}

suite('a screening in words', () => {
  test('compliant: the closest call, once for all and once for each methodology', () => {
    assert.deepEqual(sentences({}), [
      'Compliant: the business passes, and so do all 5 methodologies; the closest call is debt at 20.0 % of total assets against a limit of 33.33 % (MSCI).',
      'AAOIFI: passes; the closest call is interest income at 0.4 % of revenue against a limit of 5 %.',
      'DJIM: passes; debt at 2.0 % of market capitalisation against a limit of 33 %.',
      'FTSE: passes; the closest call is debt at 20.0 % of total assets against a limit of 33.333 %.',
      'MSCI: passes; the closest call is debt at 20.0 % of total assets against a limit of 33.33 %.',
      'S&P: passes; debt at 2.0 % of market capitalisation against a limit of 33 %.',
    ]);
  });

  test('questionable: which methodologies fail, on what, and what would be enough', () => {
    const [whole, , , ftse, msci] = sentences({
      LongTermDebtNoncurrent: 300,
      OtherLiabilitiesNoncurrent: 0,
    });
    assert.equal(
      whole,
      'Questionable: 2 of 5 methodologies fail (FTSE and MSCI, with debt at 34.0 % of total assets, over the limit of 33.333 %); 3 would make it non-compliant.',
    );
    assert.equal(ftse, 'FTSE: fails, with debt at 34.0 % of total assets, over the limit of 33.333 %.');
    assert.equal(msci, 'MSCI: fails, with debt at 34.0 % of total assets, over the limit of 33.33 %.');
  });

  test('questionable by its business alone', () => {
    const [whole, aaoifi] = sentences({}, profile(MEAT));
    assert.match(
      whole ?? '',
      /^Questionable: the business needs a person’s review \(.*pork.*\); no methodology fails on its ratios\.$/,
    );
    assert.equal(
      aaoifi,
      'AAOIFI: the ratios pass, but the business needs a person’s review; the closest call is interest income at 0.4 % of revenue against a limit of 5 %.',
    );
  });

  test('non-compliant by its business, or by three methodologies', () => {
    const [brewer, aaoifi] = sentences({}, profile(BREWER));
    assert.match(
      brewer ?? '',
      /^Non-compliant: the core business is prohibited whatever the ratios \(.*alcohol.*\)\.$/i,
    );
    assert.equal(aaoifi, 'AAOIFI: fails, because it excludes alcohol.');
    const quote = { symbol: 'EXMP', date: '2025-02-28', close: 1, currency: 'USD', source: 'a price file' };
    const [indebted] = sentences({}, { quotes: [{ ...quote, marketCap: 500 }] });
    assert.equal(
      indebted,
      'Non-compliant: 3 of 5 methodologies fail (AAOIFI, DJIM and S&P, with debt at 40.0 % of market capitalisation, over the limit of 30 %); 3 are enough.',
    );
  });

  test('not screenable: what is missing, and no more than is known', () => {
    const [whole, aaoifi, djim, ftse] = sentences({}, { quotes: [] });
    assert.match(whole ?? '', /^Not screenable: no price .+\.$/);
    assert.equal(
      aaoifi,
      'AAOIFI: cannot be decided; debt over market capitalisation and cash and all interest-bearing securities over market capitalisation are not known.',
    );
    assert.equal(djim, 'DJIM: cannot be decided; debt over market capitalisation is not known.');
    assert.match(ftse ?? '', /^FTSE: passes; /);
    const none = worded(screenCompany(makeCompany([], [])));
    assert.equal(
      none.summary,
      'Not screenable: no periodic report with financial facts was filed on or before 2025-03-01.',
    );
    assert.equal(none.methodologies[0]?.summary, 'AAOIFI: cannot be decided; none of its 3 ratios is known.');
  });

  test('a bound is said to be one, and on which side of a limit it may lie', () => {
    const aaoifi = RULE_SETS.current.methodologies[0] ?? assert.fail('no methodology');
    const [debt, deposits] = aaoifi.checks;
    assert.ok(debt !== undefined && deposits !== undefined);
    const words = (...checks: readonly CheckResult[]) => {
      const status = combine(checks.map((check) => check.status));
      const result = { methodology: aaoifi, status, ratios: status, excludes: [], checks };
      return methodologyInWords({ about: 'company', result, business: 'pass' }, TEXT);
    };
    const result = (
      check: RatioCheck,
      status: CheckStatus,
      low: number,
      high: number | null,
    ): CheckResult => ({
      check,
      status,
      low,
      high,
      basis: 'bounded',
    });
    assert.equal(
      words(result(debt, 'pass', 0, 0.1204)),
      'AAOIFI: passes; debt of at most 12.0 % of market capitalisation (a bound: no exact figure is filed) against a limit of 30 %.',
    );
    assert.equal(
      words(result(debt, 'pass', 0.1, 0.1204)),
      'AAOIFI: passes; debt of 10.0 to 12.0 % of market capitalisation (a bound: no exact figure is filed) against a limit of 30 %.',
    );
    assert.equal(
      words(result(debt, 'fail', 0.30000004, 0.5), result(deposits, 'unknown', 0, null)),
      'AAOIFI: fails, with debt of at least 30.000004 % of market capitalisation, over the limit of 30 %.',
    );
    assert.equal(
      words(result(debt, 'unknown', 0, 0.382), result(deposits, 'unknown', 0.1, null)),
      'AAOIFI: cannot be decided; debt of at most 38.2 % of market capitalisation, which may lie on either side of the limit of 30 %; cash and all interest-bearing securities of at least 10.0 % of market capitalisation, which may lie on either side of the limit of 30 %.',
    );
  });
});

suite('a fund in words', () => {
  const fundSummary = (fund: WeighedFund) => summaryInWords({ about: 'fund', ...fund }, TEXT);
  const fundMethodologySummary = (name: string, status: CheckStatus, low: number, high: number | null) =>
    methodologyInWords({ about: 'fund', name, status, low, high } satisfies MethodologySummary, TEXT);

  test('says why the weights of all assets come to more than 100 %', () => {
    assert.equal(
      weightsOverWhole(1000, 6.4),
      'Weights are of net assets: those of all assets come to 100.64 %, because the fund owes 0.64 %.',
    );
    for (const nothing of [
      weightsOverWhole(1000, 0),
      weightsOverWhole(1000, null),
      weightsOverWhole(null, 1),
    ])
      assert.equal(nothing, null);
  });

  const sums = { questionable: 0.0027, nonCompliant: 0.004, open: 0.001 };
  for (const [compliance, words] of [
    [
      'compliant',
      'Compliant: of net assets, 0.40 % is in non-compliant holdings (limit 1 %) and 0.67 % in these and questionable ones (limit 10 %), and what has no verdict could not change that.',
    ],
    [
      'not_screenable',
      'Not screenable: 0.10 % of net assets has no verdict, which could still change the answer.',
    ],
  ] as const) {
    test(compliance, () => assert.equal(fundSummary({ compliance, ...sums }), words));
  }

  test('questionable and non-compliant', () => {
    assert.equal(
      fundSummary({ compliance: 'questionable', questionable: 0.2, nonCompliant: 0.02, open: 0 }),
      'Questionable: of net assets, 2.00 % is in non-compliant holdings and 20.00 % in questionable ones; up to 1 % and together 10 % would be compliant, above 5 % in non-compliant ones non-compliant.',
    );
    assert.equal(
      fundSummary({ compliance: 'non_compliant', questionable: 0, nonCompliant: 0.0500001, open: 0 }),
      'Non-compliant: of net assets, 5.00001 % is in non-compliant holdings, over the limit of 5 %.',
    );
  });

  test('each methodology', () => {
    const most = FUND_RULES.methodologyFails;
    assert.equal(most, 0.05);
    assert.equal(
      fundMethodologySummary('FTSE', 'pass', 0.01, 0.02),
      'FTSE: passes; at most 2.00 % of net assets is in holdings that fail it, against a limit of 5 %.',
    );
    assert.equal(
      fundMethodologySummary('FTSE', 'fail', 0.06, 0.2),
      'FTSE: fails; at least 6.00 % of net assets is in holdings that fail it, over the limit of 5 %.',
    );
    assert.equal(
      fundMethodologySummary('FTSE', 'unknown', 0.01, 1.01),
      'FTSE: cannot be decided; between 1.00 % and 100.00 % of net assets is in holdings that fail it, on either side of the limit of 5 %.',
    );
    assert.equal(
      fundMethodologySummary('FTSE', 'unknown', 0, null),
      'FTSE: cannot be decided; the weight of the holdings that fail it is not known.',
    );
  });
});

test('a page says the same with its own signs, without the verdict and without commands', () => {
  const gap = { code: 'facts_not_at_hand', live: false } as const;
  const missing = [{ code: gap.code, gap }];
  const summary = { about: 'nothing_decided', missing } as const;
  assert.equal(whyInWords(summary, PAGE), 'this company’s facts are not in the offline snapshot.');
  assert.match(
    summaryInWords(summary, TEXT),
    /^Not screenable: this company’s facts are not in the offline snapshot\.$/,
  );
  const none = screenCompany(makeCompany([], []));
  assert.match(whyInWords(none.summary, PAGE), /was filed on or before 1 March 2025\.$/);
  const sound = screenCompany(soundCompany());
  assert.match(
    whyInWords(sound.summary, PAGE),
    /^the business passes.* against a limit of 33\.33% \(MSCI\)\.$/,
  );
});
