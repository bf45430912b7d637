import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CompanyFacts, Fact } from '@screener/engine/facts';
import { recompute } from '../recompute/recompute.ts';
import { answerTo } from './snapshot-answers.ts';

/** Mistakes that other readers of these filings have reported, planted in a real report. */
describe('a figure that stands twice in one filing', () => {
  const ACCESSION = '0000320193-26-000006';
  const isAssets = ({ tag, accession, end }: Fact) =>
    tag === 'us-gaap:Assets' && accession === ACCESSION && end === '2025-12-27';

  /** Apple with one more figure for total assets, listed before or after the exact one. */
  function withAssets(value: number, place: 'before' | 'after') {
    const factsOf = (company: CompanyFacts): CompanyFacts => ({
      ...company,
      facts: company.facts.flatMap((fact) => {
        if (!isAssets(fact)) return [fact];
        const other = { ...fact, value };
        return place === 'before' ? [other, fact] : [fact, other];
      }),
    });
    return answerTo({ symbol: 'AAPL', asOf: '2026-01-30', factsOf });
  }

  const EXACT = 379_297_000_000;

  test('is the exact one of two, whichever comes first', () => {
    const plain = answerTo({ symbol: 'AAPL', asOf: '2026-01-30' });
    assert.equal(plain.amounts.total_assets?.low, EXACT);
    for (const rounded of [380_000_000_000, 379_300_000_000]) {
      for (const place of ['before', 'after'] as const) assert.deepEqual(withAssets(rounded, place), plain);
    }
  });

  test('is an interval that holds both, with both as evidence, where neither rounds the other', () => {
    for (const place of ['before', 'after'] as const) {
      const answer = withAssets(391_234_000_000, place);
      const { total_assets: assets } = answer.amounts;
      assert.deepEqual([assets?.low, assets?.high, assets?.basis], [EXACT, 391_234_000_000, 'bounded']);
      assert.deepEqual(assets?.rules, ['filed_twice']);
      const isCited = (value: number) =>
        answer.evidence.some((entry) => entry.xbrl_tag === 'us-gaap:Assets' && entry.value === value);
      assert.ok(isCited(EXACT) && isCited(391_234_000_000));
      assert.deepEqual(recompute(answer), []);
    }
  });
});

describe('a report in thousands that is tagged as units', () => {
  const inThousands =
    (accession: string) =>
    (company: CompanyFacts): CompanyFacts => ({
      ...company,
      facts: company.facts.map((fact) =>
        fact.accession === accession && fact.unit === 'USD' ? { ...fact, value: fact.value / 1000 } : fact,
      ),
    });

  test('is not believed, and the answer says so', () => {
    const factsOf = inThousands('0000320193-26-000006');
    const answer = answerTo({ symbol: 'AAPL', asOf: '2026-01-30', factsOf });
    assert.equal(answer.compliance, 'not_screenable');
    assert.deepEqual(
      answer.missing.map(({ code }) => code),
      ['report_scale'],
    );
    assert.ok(
      answer.methodologies.every(
        ({ status, checks }) => status === 'unknown' && checks.every((check) => check.status === 'unknown'),
      ),
    );
    assert.match(answer.missing[0]?.message ?? '', /0000320193-26-000006 .* in thousands/);
    assert.deepEqual(recompute(answer), []);
  });

  test('is not believed as the year behind a later quarter', () => {
    const factsOf = inThousands('0000320193-25-000079');
    const answer = answerTo({ symbol: 'AAPL', asOf: '2026-01-30', factsOf });
    assert.deepEqual(
      answer.missing.map(({ code }) => code),
      ['report_scale'],
    );
  });
});
