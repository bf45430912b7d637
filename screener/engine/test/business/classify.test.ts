import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { ACTIVITY_LINES } from '@screener/engine/business/activity-table';
import { classifyBusiness } from '@screener/engine/business/classify';
import { makeProfile } from '../support/make-facts.ts';

function classify(symbol: string, sic: string | null) {
  return classifyBusiness(makeProfile({ symbol, sic, sicSource: sic === null ? null : 'submissions' }));
}

suite('the line of business', () => {
  test('by SIC code', () => {
    const cases: readonly (readonly [string | null, string, string | null])[] = [
      ['3571', 'pass', null],
      ['6022', 'fail', 'conventional_finance'],
      ['6311', 'fail', 'insurance'],
      ['2082', 'fail', 'alcohol'],
      ['2080', 'review', 'alcohol'],
      ['2011', 'review', 'pork_and_meat'],
      ['2015', 'pass', null],
      ['2111', 'fail', 'tobacco'],
      ['7948', 'fail', 'gambling'],
      ['7990', 'review', 'gambling'],
      ['3760', 'review', 'weapons_defense'],
      ['7812', 'review', 'entertainment'],
      ['7011', 'review', 'hotels'],
      [null, 'unknown', null],
    ];
    for (const [sic, status, line] of cases) {
      const found = classify('EXMP', sic);
      assert.deepEqual([found.status, found.findings[0]?.line ?? null], [status, line], `SIC ${sic}`);
    }
  });

  test('by ticker where the code is too coarse or missing', () => {
    assert.equal(classify('LVS', null).status, 'fail');
    assert.equal(classify('V', '7389').status, 'review');
    assert.equal(classify('BF-B', '3571').status, 'fail');
    assert.equal(classify('RICK', '5810').status, 'fail');
  });

  test('a prohibited line outranks one under review, and both are named', () => {
    const found = classify('LMT', '6022');
    assert.equal(found.status, 'fail');
    assert.deepEqual(
      found.findings.map(({ line, status, matched_by, matched }) => [line, status, matched_by, matched]),
      [
        ['conventional_finance', 'fail', 'sic', '6022'],
        ['weapons_defense', 'review', 'ticker', 'LMT'],
      ],
    );
  });

  test('the source and its confidence', () => {
    assert.deepEqual(
      [classify('EXMP', '3571').source, classify('EXMP', '3571').confidence],
      ['SIC code from the SEC (submissions)', 'medium'],
    );
    assert.deepEqual([classify('EXMP', null).source, classify('EXMP', null).confidence], ['none', 'none']);
    assert.deepEqual(
      [classify('V', null).source, classify('V', null).confidence],
      ['curated ticker list', 'low'],
    );
    assert.equal(classify('V', '6199').source, 'SIC code from the SEC (submissions); curated ticker list');
    assert.equal(classify('EXMP', '2080').confidence, 'low');
  });
});

suite('the table', () => {
  test('has four-digit codes and the SEC’s spelling of tickers', () => {
    for (const line of ACTIVITY_LINES) {
      for (const sic of [...line.prohibitedSic, ...line.reviewSic]) assert.match(sic, /^\d{4}$/, line.id);
      for (const ticker of [...line.prohibitedTickers, ...line.reviewTickers]) {
        assert.match(ticker, /^[A-Z]+(-[A-Z])?$/, line.id);
      }
    }
  });

  test('names each code and ticker once', () => {
    const all = ACTIVITY_LINES.flatMap((line) => [
      ...line.prohibitedSic,
      ...line.reviewSic,
      ...line.prohibitedTickers,
      ...line.reviewTickers,
    ]);
    assert.deepEqual(
      all.filter((item, index) => all.indexOf(item) !== index),
      [],
    );
    const ids = ACTIVITY_LINES.map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
  });
});
