import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import { classifyBusiness } from '@screener/engine/business/classify';
import { INDUSTRIES } from '@screener/engine/business/industries';
import { BOUND_RULES } from '@screener/engine/concepts/bound-rules';
import { BUCKETS } from '@screener/engine/funds/asset-buckets';
import { FUND_SCORE_COMPONENTS } from '@screener/engine/funds/fund-score';
import { METHODOLOGIES, RULE_SETS } from '@screener/engine/methodologies/rule-sets';
import { FATES, type FormerListing } from '@screener/engine/names/former-listing';
import { NEXT_STEPS } from '@screener/engine/next-step';
import { OVERLAY_NAMES } from '@screener/engine/overlays/overlay-names';
import type { Approximation, Gap, OpenWeight, Summary, WeighedFund } from '@screener/engine/screened';
import { SCORE_COMPONENTS } from '@screener/engine/verdict/score';
import { worded } from '@screener/words/answer';
import { approximationInWords, boundRuleInWords } from '@screener/words/approximations';
import { dateOn, days, longDate, monthInWords, shortDate } from '@screener/words/dates';
import {
  editionInWords,
  industryName,
  lineName,
  noteInWords,
  overlayName,
  ruleSetInWords,
  sectorName,
  sourceInWords,
} from '@screener/words/engine-words';
import { type Face, PAGE, PAGES } from '@screener/words/face';
import { findingInWords } from '@screener/words/finding-words';
import { formerSentence } from '@screener/words/former';
import { bucketInWords, weightsOverWhole } from '@screener/words/fund-summary';
import { gapInWords, missingSentence } from '@screener/words/gaps';
import {
  amountName,
  componentWords,
  listedNames,
  methodologyName,
  ratioName,
  shortNameInSentence,
  shortStatusWords,
  statusWords,
  verdictWords,
} from '@screener/words/names';
import { nextStepInWords } from '@screener/words/next-step';
import {
  exactly,
  limitInWords,
  millions,
  money,
  moneyRange,
  percent,
  percentRange,
  perShare,
  perShareRange,
  price,
} from '@screener/words/numbers';
import { coveredRateInWords, methodsInWords } from '@screener/words/purification';
import { refusalOnPage } from '@screener/words/refusals';
import { mostPerShareInWords, shareBasisInWords } from '@screener/words/shares';
import { methodologyInWords, summaryInWords, whySentence } from '@screener/words/summary';
import { ageInWords, basisInWords, staleInWords, verdictInTime } from '@screener/words/time';
import { pricedInWords, translationInWords } from '@screener/words/translation-words';
import { WORDS } from '@screener/words/words';
import { zakatInWords } from '@screener/words/zakat';
import {
  makeCompany,
  makeProfile,
  screenCompany,
  soundCompany,
} from '../../engine/test/support/make-facts.ts';

const AR = PAGES.ar;
const OPEN_WEIGHTS: readonly OpenWeight[] = [
  ...(['not_screenable_holdings', 'unresolved_holdings', 'other_holdings', 'unlisted_assets'] as const),
  ...(['cash', 'debt', 'derivatives'] as const),
];
const ISOLATED = /\u2066[^\u2066\u2069]*\u2069/g;

/** Shows what is isolated, which no editor shows. */
const shown = (text: string) => text.replaceAll('\u2066', '<').replaceAll('\u2069', '>');

function assertArabic(text: string, english: string): void {
  assert.notEqual(text, english);
  assert.match(text, /\p{Script=Arabic}/u, english);
  assert.doesNotMatch(text.replace(ISOLATED, ''), /[A-Za-z\u2066\u2069]|[%$]/, shown(text));
  assert.doesNotMatch(text, /undefined|null|\[object/, shown(text));
}

/** Says the same in both languages. */
function assertBoth(say: (face: Face) => string): void {
  assertArabic(say(AR), say(PAGE));
}

function leaves(words: unknown, path: string): readonly (readonly [path: string, text: string])[] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words !== 'object' || words === null) return [];
  return Object.entries(words).flatMap(([name, entry]) => leaves(entry, `${path}.${name}`));
}

test('every text that stands in the file of words is Arabic there', () => {
  const english = new Map(leaves(WORDS.en, ''));
  const arabic = leaves(WORDS.ar, '');
  assert.ok(arabic.length > 60);
  for (const [path, text] of arabic) {
    const said = english.get(path) ?? path;
    // A sign between clauses has no letters, and an example is what may be typed, in any language.
    const isName = text.replace(ISOLATED, '') === '';
    if (/\p{L}/u.test(said) && !isName && !path.endsWith('.example')) assertArabic(text, said);
  }
});

test('every code of the engine has its Arabic name', () => {
  const checks = METHODOLOGIES.flatMap(({ classic }) => classic.checks);
  const amounts = Object.keys(screenCompany(soundCompany({})).amounts);
  for (const { label } of ACTIVITY_LINES) assertBoth((face) => lineName(label, face));
  for (const industry of INDUSTRIES) {
    assertBoth((face) => industryName(industry, face));
    assertBoth((face) => sectorName(industry.sector, face));
  }
  for (const overlay of OVERLAY_NAMES) assertBoth((face) => overlayName(overlay, face));
  for (const bucket of BUCKETS) assertBoth((face) => bucketInWords(bucket, face));
  for (const check of checks) assertBoth((face) => ratioName(check, face));
  for (const name of amounts) assertBoth((face) => amountName(name, face));
  for (const name of [...SCORE_COMPONENTS, ...FUND_SCORE_COMPONENTS].map((each) => each.name)) {
    assertBoth((face) => componentWords(name, face));
  }
  for (const name of ['pass', 'fail', 'unknown'] as const) assertBoth((face) => shortStatusWords(name, face));
});

test('methodologies are explained in Arabic', () => {
  for (const ruleSet of Object.values(RULE_SETS)) {
    assertBoth((face) => ruleSetInWords(ruleSet, face));
    for (const methodology of ruleSet.methodologies) {
      assertBoth((face) => editionInWords(methodology, face));
      assertBoth((face) => noteInWords(methodology, face));
      for (const check of methodology.checks) assertBoth((face) => sourceInWords(methodology, check, face));
    }
  }
});

describe('sentences in both languages', () => {
  const compliant = screenCompany(soundCompany({}));
  const indebted = screenCompany(
    soundCompany({ LongTermDebtNoncurrent: 300, OtherLiabilitiesNoncurrent: 0 }),
  );
  const time = { as_of: '2026-04-23', today: '2026-06-22', facts_through: '2026-04-23', stale: null };
  const cases: readonly (readonly [(face: Face) => string, english: string, arabic: string])[] = [
    [
      (face) => summaryInWords(compliant.summary, face),
      'Compliant: the business passes, and so do all 5 methodologies; the closest call is debt at 20.0% of total assets against a limit of 33.33% (MSCI).',
      'متوافق: نشاط الشركة مقبول، ويجتاز السهم المنهجيات الخمس كلها؛ وأقرب نسبة إلى حدّها: الدين <20.0%> من إجمالي الأصول، والحد <33.33%> (<MSCI>).',
    ],
    [
      (face) => whySentence(indebted.summary, face, 'was'),
      '2 of 5 methodologies failed (FTSE and MSCI, with debt at 34.0% of total assets, over the limit of 33.333%); 3 would have made it non-compliant.',
      'خالف السهم منهجيتين من أصل 5 (<FTSE> و<MSCI>: الدين <34.0%> من إجمالي الأصول، فوق الحد البالغ <33.333%>)؛ ولو خالف 3 منهجيات لكان غير متوافق.',
    ],
    [
      (face) => verdictInTime({ ...time, compliance: 'compliant' }, face),
      'was compliant on 23 April 2026',
      'كان متوافقًا في 23 أبريل 2026',
    ],
    [
      (face) => basisInWords(time, face),
      'Based on data up to 23 April 2026 (60 days old); we have nothing newer.',
      'استنادًا إلى بيانات حتى 23 أبريل 2026 (منذ 60 يومًا)، ولا يتوفر لدينا أحدث منها.',
    ],
    [
      (face) =>
        listedNames(
          ['AAOIFI', 'DJIM', 'S&P'].map((name) => shortNameInSentence(name, face)),
          face,
        ),
      'AAOIFI, DJIM and S&P',
      'أيوفي و<DJIM> و<S&P>',
    ],
    [(face) => percentRange(0, 0.0266, face), '0–2.66%', '<0–2.66%>'],
    [(face) => limitInWords({ threshold: 0.3, comparison: '<=' }, face), '≤ 30%', '<≤ 30%>'],
    [(face) => money(3_813_817_838_480, 'USD', face), '$3.81 tn', '<$3.81> تريليون'],
    [(face) => money(9_413, null, face), '9,413', '9,413'],
    [(face) => moneyRange(2.3e9, 2.4e9, 'EUR', face), 'EUR 2.3–2.4 bn', '<EUR 2.3–2.4> مليار'],
    [(face) => moneyRange(950.4e6, 1.2e9, 'USD', face), '$950.4 m – 1.2 bn', '<$950.4> مليون – <$1.2> مليار'],
    [(face) => perShareRange(0, 0.79, 'USD', face), '0–$0.79 a share', '<0–$0.79> للسهم'],
    [
      (face) => ratioName({ numerator: 'debt', denominator: 'market_cap' }, face),
      'Debt ÷ market cap',
      'الدين إلى القيمة السوقية',
    ],
  ];
  for (const [say, english, arabic] of cases) {
    test(english, () => {
      assert.equal(say(PAGE), english);
      assert.equal(shown(say(AR)), arabic);
    });
  }
});

test('a count takes one of the six Arabic forms', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 11, 100].map((count) => days(count, AR)),
    ['0 يوم', 'يوم واحد', 'يومان', '3 أيام', '11 يومًا', '100 يوم'],
  );
  assert.deepEqual(
    [0, 1, 2, 3, 11, 90, 218, 366, 800, 1519, 4400].map((age) => ageInWords(age, AR)),
    [
      ...['اليوم', 'منذ يوم واحد', 'منذ يومين', 'منذ 3 أيام', 'منذ 11 يومًا', 'منذ 90 يومًا'],
      ...['منذ 7 أشهر', 'منذ 12 شهرًا', 'منذ سنتين', 'منذ 4 سنوات', 'منذ 12 سنة'],
    ],
  );
});

test('dates are Gregorian, in Arabic words and Western digits', () => {
  assert.equal(longDate('2026-02-25', AR), '25 فبراير 2026');
  assert.equal(shortDate('2026-02-25', AR), '25 فبراير 2026');
  assert.equal(monthInWords('2023-10', AR), 'أكتوبر 2023');
  assert.equal(shown(dateOn('2026-02-25', { ...AR, dates: 'ISO' })), '<2026-02-25>');
});

test('amounts, names and signs keep their direction', () => {
  assert.deepEqual(
    [
      ...[percent(0.263, AR), exactly(-3.5, AR), exactly(14_681, AR), millions(-3_557_100_000, AR)],
      ...[price(253.79, 'USD', AR), perShare(0.00004, 'USD', AR), moneyRange(-2e9, 3e9, 'USD', AR)],
      ...METHODOLOGIES.map(({ current }) => methodologyName(current, AR)),
      ...[methodologyName({ id: 'sixth', name: 'Sixth' }, AR), sectorName('Miscellaneous', AR)],
    ].map(shown),
    [
      ...['<26.30%>', '<−3.5>', '14,681', '<−3,557.1>'],
      ...['<$253.79>', 'أقل من <$0.0001> للسهم', '<−$2.0> مليار–<$3.0> مليار'],
      ...['أيوفي، المعيار 21', '<DJIM>', '<FTSE Yasaar>', '<MSCI Islamic>', '<S&P Shariah>'],
      ...['<Sixth>', '<Miscellaneous>'],
    ],
  );
});

describe('what is not known, and what an answer rests on', () => {
  const former: FormerListing = {
    symbol: 'ATVI',
    name: 'Activision Blizzard, Inc.',
    fate: 'acquired',
    by: 'Microsoft',
    renamed_to: null,
    successor: 'MSFT',
    month: '2023-10',
    last_listed: '2023-09-29',
    source: null,
  };
  const report = { form: '10-K', accession: '0000000001-25-000001' };
  const [day, end] = ['2026-02-25', '2025-12-27'];
  const gaps: readonly Gap[] = [
    { code: 'no_periodic_report', as_of: day },
    { code: 'stale_report', as_of: day, form: '10-K', period_end: end, months: 18 },
    { code: 'report_scale', ...report, beside: report },
    { code: 'reports_not_here', as_of: day, form: '10-K', period_end: end, due: day, filed_through: day },
    { code: 'facts_not_at_hand', live: true },
    { code: 'facts_not_at_hand', live: false },
    { code: 'business_activity' },
    { code: 'nothing_to_divide_by', amount: 'revenue', ...report },
    { code: 'debt_untagged' },
    { code: 'debt_may_overlap', least: '70', most: 90 },
    { code: 'no_debt_tagged' },
    { code: 'debt_partly_tagged', least: '70' },
    { code: 'price_not_reached', why: 'It failed.' },
    { code: 'rates_not_reached', why: 'It failed' },
    { code: 'no_longer_listed', former },
    { code: 'no_price_of_its_own' },
    { code: 'no_net_assets' },
    ...OPEN_WEIGHTS.map((part) => ({ code: 'open_weight' as const, part, pct: 1.2, holdings: 3 })),
    { code: 'holds_no_securities', metal: 'gold' },
    { code: 'holdings_not_at_hand', as_of: day, live: true },
    { code: 'holdings_too_old', as_of: day, period_end: end, months: 8 },
    { code: 'not_common_stock', symbol: 'AAA-W' },
    { code: 'no_price', days: 45, as_of: day },
    { code: 'no_exchange_rate', price: 'USD', report: null, date: day },
    { code: 'no_exchange_rate', price: 'USD', report: 'VND', date: day },
    { code: 'depositary_ratio_unknown' },
    { code: 'share_count_refused', shares: 9, doubt: 'placeholder' },
    { code: 'share_count_refused', shares: 9, doubt: 'nothing_to_compare', form: '10-K', period_end: end },
    { code: 'share_count_refused', shares: 50_000, doubt: 'other_scale', other: 9, other_end: end },
  ];
  const rate = {
    ...{ base: 'EUR', quote: 'USD', value: 1.04, unit: 'USD per EUR', kind: 'daily' },
    ...{ period_end: '2025-12-26', source: 'ECB', source_url: 'https://example.org' },
  };
  const translation = {
    ...{ from: 'EUR', to: 'USD', date: end, rule: null, rates: [rate] },
    ...{ low: { value: 1.04, expression: '' }, high: { value: 1.04, expression: '' } },
    amounts: { debt: { low: 38.5e9, high: 38.5e9 } },
  } as unknown as Extract<Approximation, { id: 'translated_at_reference_rate' }>['translation'];
  const approximations: readonly Approximation[] = [
    {
      id: 'point_in_time_market_cap',
      averages: [
        { name: 'DJIM', months: 24 },
        { name: 'S&P', months: 36 },
      ],
    },
    { id: 'interest_income_is_the_proxy' },
    { id: 'interest_line_renamed' },
    { id: 'interest_net_of_investment_expense' },
    { id: 'interest_yield', limit_pct: 8 },
    { id: 'finance_leases', value: 70, currency: 'USD', evidence: ['e1', 'e2'] },
    { id: 'market_cap_differs_from_cover_page_shares', given: 100, from_shares: 50, shares: 'e2' },
    { id: 'depositary_ratio', shares: 'e2', factor: 0.2 },
    { id: 'share_count_before_split', shares: 'e2', counted: end, date: day, factor: 20 },
    { id: 'market_cap_from_cover_page_shares', symbol: 'AAPL' },
    { id: 'translated_at_reference_rate', translation },
    { id: 'sec_not_reached', why: 'The SEC answered 503.', filed_through: day },
    { id: 'sec_not_reached', why: 'The SEC answered 503.', filed_through: null },
    { id: 'price_not_reached', why: 'It failed.', close_of: day },
    { id: 'price_not_reached', why: 'It failed.', close_of: null },
    { id: 'price_provisional', close_of: day },
    { id: 'snapshot_date', as_of: day, live: true },
    { id: 'snapshot_date', as_of: day, live: false },
    { id: 'facts_end_early', filed_through: end, as_of: day },
    { id: 'holdings_from_facts_at_hand' },
    { id: 'holdings_of_a_date', period_end: end, as_of: day },
    { id: 'derivatives_by_exposure' },
    { id: 'holdings_end_early', period_end: end, as_of: day },
    { id: 'filing_date_unknown' },
  ];

  test('gaps', () => {
    for (const gap of gaps) {
      assertBoth((face) => gapInWords(gap, face));
      assertBoth((face) => missingSentence(gap, face));
    }
  });

  test('approximations and the rules that bound an amount', () => {
    for (const each of approximations) assertBoth((face) => approximationInWords(each, face));
    for (const id of Object.keys(BOUND_RULES) as (keyof typeof BOUND_RULES)[]) {
      assertBoth((face) => boundRuleInWords(id, face).formula);
      assertBoth((face) => boundRuleInWords(id, face).reason);
    }
    assertBoth((face) => pricedInWords('debt', translation, face) ?? '');
    const monthly = { ...translation, rule: 'monthly_average' } as unknown as typeof translation;
    assertBoth((face) => translationInWords(monthly, face));
  });

  test('what became of a listing, and what can be done', () => {
    for (const fate of FATES) {
      assertBoth((face) => formerSentence({ ...former, fate, renamed_to: null }, face));
      assertBoth((face) => formerSentence({ ...former, fate, by: null, month: null, successor: null }, face));
    }
    assertBoth((face) => formerSentence({ ...former, fate: 'renamed', renamed_to: 'META' }, face));
    for (const code of NEXT_STEPS) {
      for (const [symbol, date] of [
        ['META', day],
        [null, null],
      ] as const) {
        assertBoth((face) => nextStepInWords({ code, who: 'reader', symbol, date }, face));
      }
    }
  });

  test('refusals, also without words of their own', () => {
    for (const code of ['ticker_not_found', 'invalid_as_of', 'unknown_rules', 'anything_else']) {
      assertBoth((face) => refusalOnPage({ code, message: 'as_of must be, run "npm"' }, 'ZZZZ', face));
    }
  });
});

describe('verdicts and their reasons', () => {
  const profile = (sic: string | null) => ({ profile: makeProfile({ sic }) });
  const screenings = [
    screenCompany(soundCompany({})),
    screenCompany(soundCompany({ LongTermDebtNoncurrent: 300, OtherLiabilitiesNoncurrent: 0 })),
    screenCompany(soundCompany({}), profile('2011')),
    screenCompany(soundCompany({}), profile('2082')),
    screenCompany(soundCompany({}), profile(null)),
    screenCompany(soundCompany({}), { quotes: [] }),
    screenCompany(makeCompany([], [])),
  ];

  test('of companies, by all methodologies and by each', () => {
    assert.deepEqual(new Set(screenings.map(({ compliance }) => compliance)).size, 4);
    for (const screening of screenings) {
      const [english, arabic] = [worded(screening), worded(screening, AR)];
      assertArabic(arabic.summary, english.summary);
      for (const [at, { summary }] of arabic.methodologies.entries()) {
        assertArabic(summary, english.methodologies[at]?.summary ?? '');
      }
      for (const verb of ['is', 'was'] as const) {
        assertBoth((face) => whySentence(screening.summary, face, verb));
      }
    }
  });

  test('of funds', () => {
    const sums = { questionable: 0.0027, nonCompliant: 0.004, open: 0.001 };
    for (const compliance of ['compliant', 'questionable', 'non_compliant', 'not_screenable'] as const) {
      const summary: Summary = { about: 'fund', ...({ compliance, ...sums } satisfies WeighedFund) };
      assertBoth((face) => summaryInWords(summary, face));
      assertBoth((face) => verdictWords(compliance, face));
    }
    for (const status of ['pass', 'fail', 'unknown'] as const) {
      for (const high of [0.02, null]) {
        const summary = { about: 'fund', name: 'FTSE', status, low: 0.01, high } as const;
        assertBoth((face) => methodologyInWords(summary, face));
      }
      assertBoth((face) => statusWords(status, face));
    }
    assertBoth((face) => weightsOverWhole(1000, 6.4, face) ?? '');
  });

  test('one methodology that fails is not said to be none that passes', () => {
    const [, indebted] = screenings;
    assert.ok(indebted?.summary.about === 'company');
    const [failing] = indebted.summary.methodologies.filter(({ ratios }) => ratios === 'fail');
    const others = indebted.summary.methodologies.filter(({ ratios }) => ratios === 'pass');
    assert.ok(failing !== undefined);
    const summary: Summary = { ...indebted.summary, methodologies: [failing, ...others.slice(0, 2)] };
    assert.match(whySentence(summary, AR), /^يخالف السهم منهجية واحدة من أصل 3 /);
  });

  test('of a business, as a finding', () => {
    for (const cik of ['0000021344', '0000000001']) {
      const [finding] = classifyBusiness(
        makeProfile({ cik, sic: '2080', sicSource: 'submissions' }),
      ).findings;
      assert.ok(finding !== undefined);
      assertBoth((face) => findingInWords(finding, statusWords(finding.status, face), face));
    }
  });
});

test('amounts a share, purification, zakat, age', () => {
  const basis = {
    ...{ date: '2026-03-31', counted: '2026-01-16', factor_low: 0.2, factor_high: 1.86, splits: [] },
    quotes: [],
  };
  const amounts = {
    ...{ amount_per_share: 0.4, amount_per_share_low: 0, amount_per_share_high: 0.56, currency: 'USD' },
  };
  for (const status of ['listed', 'split', 'depositary', 'counted', 'unclear'] as const) {
    const share_basis = { ...basis, status, why: status === 'unclear' ? ('counts_differ' as const) : null };
    assertBoth((face) => shareBasisInWords(share_basis, face));
    assertBoth((face) => mostPerShareInWords({ ...amounts, share_basis }, face) ?? '');
  }
  assertBoth((face) => coveredRateInWords({ covered_rate_pct: 1, coverage_pct: 38 }, face)?.coverage ?? '');
  assertBoth(methodsInWords);
  assertBoth(zakatInWords);
  for (const why of ['report_late', 'report_not_here'] as const) {
    assertBoth((face) => staleInWords({ since: '2026-03-31', why }, face));
  }
});
