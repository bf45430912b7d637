import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Approximation, Gap } from '@screener/engine/screened';
import { approximationInWords } from '@screener/words/approximations';
import { PAGE, TEXT } from '@screener/words/face';
import { gapInWords } from '@screener/words/gaps';
import { refusalOnPage } from '@screener/words/refusals';

describe('what is missing, in the words of an answer and of a page', () => {
  const cases: readonly (readonly [Gap, text: string, page?: string])[] = [
    [{ code: 'facts_not_at_hand', live: false }, 'this company’s facts are not in the offline snapshot'],
    [
      { code: 'holdings_not_at_hand', as_of: '2026-02-25', live: true },
      'no report of this fund’s holdings (Form N-PORT) of 2026-02-25 or earlier is stored here',
      'no report of this fund’s holdings (Form N-PORT) of 25 February 2026 or earlier is stored here',
    ],
    [
      { code: 'no_price', days: 45, as_of: '2025-03-01' },
      'no price within 45 days before 2025-03-01',
      'no price within 45 days before 1 March 2025',
    ],
    [
      { code: 'no_exchange_rate', price: 'USD', report: 'VND', date: '2024-12-31' },
      'the price is in USD and the report in VND, and no official rate between them is at hand for 2024-12-31',
      'the price is in USD and the report in VND, and no official rate between them is at hand for 31 December 2024',
    ],
    [
      {
        code: 'share_count_refused',
        shares: 50_000,
        doubt: 'other_scale',
        other: 9,
        other_end: '2024-12-31',
      },
      'the cover page’s count of 50000 shares is far from the 9 of 2024-12-31: a typo, or a split',
      'the cover page’s count of 50000 shares is far from the 9 of 31 December 2024: a typo, or a split',
    ],
    [
      { code: 'nothing_to_divide_by', amount: 'revenue', form: '10-K', accession: '0000000001-25-000001' },
      '10-K 0000000001-25-000001 gives no positive revenue under a known tag',
    ],
    [
      { code: 'open_weight', part: 'unresolved_holdings', pct: 1.234, holdings: 3 },
      '1.23 % of net assets in equities that could not be matched to a company (holdings: 3)',
      '1.23% of net assets in equities that could not be matched to a company (holdings: 3)',
    ],
    [{ code: 'price_not_reached', why: 'It failed' }, 'No current price was reached: It failed.'],
  ];
  for (const [gap, text, page = text] of cases) {
    test(gap.code, () => {
      assert.equal(gapInWords(gap, TEXT), text);
      assert.equal(gapInWords(gap, PAGE), page);
    });
  }
});

describe('what an answer rests on', () => {
  const cases: readonly (readonly [Approximation, RegExp])[] = [
    [
      {
        id: 'point_in_time_market_cap',
        averages: [
          { name: 'DJIM', months: 24 },
          { name: 'S&P', months: 36 },
        ],
      },
      /^DJIM specifies a 24-month and S&P a 36-month trailing average market capitalisation\. The ratios/,
    ],
    [
      { id: 'finance_leases', value: 70, currency: 'USD', evidence: ['e1'] },
      /^Finance lease liabilities of 70 USD are filed \(e1\)\. /,
    ],
    [
      {
        id: 'market_cap_differs_from_cover_page_shares',
        given: 1_000_000,
        from_shares: 500_000,
        shares: 'e2',
      },
      /of 1000000 is used\..*\(e2\) is 500000, 50 % apart/,
    ],
    [
      { id: 'sec_not_reached', why: 'The SEC answered 503.', filed_through: '2026-01-30' },
      /^The SEC was not reached: The SEC answered 503\. This answer uses the stored facts, filed up to 2026-01-30, and/,
    ],
    [
      { id: 'price_not_reached', why: 'It failed.', close_of: null },
      /^No current price was reached: It failed\. The answer does not depend on it\.$/,
    ],
  ];
  for (const [approximation, words] of cases) {
    test(approximation.id, () => assert.match(approximationInWords(approximation, TEXT), words));
  }
});

test('a refusal on a page speaks of no parameter and names no command', () => {
  const refused = (code: string) => refusalOnPage({ code, message: 'as_of must be, run "npm"' }, 'ZZZZ');
  assert.equal(refused('ticker_not_found'), 'ZZZZ is not among the tickers known here.');
  assert.match(refused('invalid_as_of'), /^The date must be an existing date/);
  assert.equal(refused('unknown_rules'), 'as_of must be, run "npm"');
});
