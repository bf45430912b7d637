import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { amountPerShareInWords, mostPerShareInWords } from '@screener/words/shares';
import { recompute } from '../recompute/recompute.ts';
import { answerTo } from './snapshot-answers.ts';

/** The answer at a date of a public report, with what its amount per share rests on. */
function perShareOf(symbol: string, asOf: string) {
  const answer = answerTo({ symbol, asOf });
  const { amount_per_share: amount, share_basis: basis } = answer.purification;
  const ids = answer.approximations.map(({ id }) => id);
  return { answer, amount, basis, ids };
}

describe('amounts per share', () => {
  test('are for the shares of the close where the count is of before a split', () => {
    const cases = [
      ['AMZN', '2022-06-30', 0.0454073, 20],
      ['NVDA', '2024-06-28', 0.0436992, 10],
      ['TSLA', '2022-08-31', 0.028403, 3],
      ['BKTI', '2023-05-05', 0.331118, 0.2],
    ] as const;
    for (const [symbol, asOf, expected, factor] of cases) {
      const { answer, amount, basis, ids } = perShareOf(symbol, asOf);
      assert.deepEqual(
        [symbol, basis?.status, basis?.factor_low, amount],
        [symbol, 'split', factor, expected],
      );
      // The two figures agree once the split is counted, and the answer says which split it was.
      assert.ok(
        ids.includes('share_count_before_split') &&
          !ids.includes('market_cap_differs_from_cover_page_shares'),
      );
      assert.deepEqual(recompute(answer), []);
    }
  });

  test('are an interval where the listing has another number of shares that no split explains', () => {
    // Agnico Eagle issued shares for Kirkland Lake after the count of its annual report.
    const { answer, amount, basis, ids } = perShareOf('AEM', '2022-03-31');
    const { amount_per_share_low: low, amount_per_share_high: high, income, shares } = answer.purification;
    assert.deepEqual([amount, basis?.why], [null, 'counts_differ']);
    assert.ok(low !== null && high !== null && shares !== null && income !== null);
    assert.ok(low < income / shares / 1.8 && high >= (income / shares) * 0.99999);
    assert.ok(ids.includes('market_cap_differs_from_cover_page_shares'));
    assert.deepEqual(recompute(answer), []);
  });

  test('are for a depositary share where the listing shows its ratio, and the two figures do not disagree', () => {
    const { answer, amount, basis, ids } = perShareOf('TSM', '2025-04-17');
    assert.deepEqual([basis?.status, basis?.factor_low, amount], ['depositary', 0.2, 16.8153]);
    assert.ok(ids.includes('depositary_ratio') && !ids.includes('market_cap_differs_from_cover_page_shares'));
    assert.deepEqual(recompute(answer), []);
    const { purification } = answer;
    assert.ok(basis !== null);
    for (const factor of [0.25, 1]) {
      const other = { ...basis, factor_low: factor, factor_high: factor };
      const found = recompute({ ...answer, purification: { ...purification, share_basis: other } });
      assert.ok(found.some(({ path }) => path === 'purification.share_basis'));
    }
  });

  test('the largest amount is worded alike wherever it is shown', () => {
    const { purification } = answerTo({ symbol: 'MSFT', asOf: '2026-04-23' });
    assert.equal(mostPerShareInWords(purification), 'up to $0.5608 a share');
    assert.match(amountPerShareInWords(purification) ?? '', /\$0\.5608 a share$/);
  });

  test('the auditor finds a factor, a day or an amount that its closes do not show', () => {
    const { answer } = perShareOf('AMZN', '2022-06-30');
    const { purification } = answer;
    const { share_basis: basis } = purification;
    assert.ok(basis !== null);
    const pathsOf = (differs: Partial<typeof purification>) =>
      recompute({ ...answer, purification: { ...purification, ...differs } }).map(({ path }) => path);
    const one = { ...basis, factor_low: 1, factor_high: 1 };
    assert.ok(pathsOf({ share_basis: one }).includes('purification.share_basis'));
    assert.ok(pathsOf({ share_basis: { ...one, status: 'listed' } }).includes('purification.share_basis'));
    assert.ok(
      pathsOf({ share_basis: { ...basis, date: '2022-05-31' } }).includes('purification.share_basis.date'),
    );
    assert.ok(pathsOf({ share_basis: null }).includes('purification.share_basis'));
    const before = 0.908147;
    assert.deepEqual(pathsOf({ amount_per_share: before }), ['purification.amount_per_share']);
    assert.deepEqual(pathsOf({ amount_per_share_low: before }), ['purification.amount_per_share_low']);
    assert.deepEqual(pathsOf({ amount_per_share_high: before }), ['purification.amount_per_share_high']);
    const [old, ...rest] = basis.quotes;
    assert.ok(old !== undefined);
    const same = { ...basis, quotes: [{ ...old, close: 120 }, ...rest] };
    assert.ok(pathsOf({ share_basis: same }).includes('purification.share_basis'));
  });
});
