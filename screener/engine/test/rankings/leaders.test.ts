import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Leader, leaderOf, rankLeaders } from '@screener/engine/rankings/leaders';
import { countReasons } from '@screener/engine/rankings/ranking-line';
import { nearestByChoice, usedOf } from '@screener/engine/rankings/standings';
import type { DecidedScreening } from '@screener/engine/screened';
import fc from 'fast-check';
import { makeProfile, screenCompany, soundCompany } from '../support/make-facts.ts';
import { seededRandom, shuffled } from '../support/random.ts';
import { lineOf, makeLeader, reasonOf } from './make-candidates.ts';

describe('the leaderboard', () => {
  test('a line shows what makes up the score, and the filings behind it', () => {
    const screening = screenCompany(soundCompany());
    const line = lineOf(leaderOf(screening, soundCompany().reports));
    const { symbol, score, components, purification, market_data: market } = line;
    assert.deepEqual([symbol, score, components], ['EXMP', screening.score, screening.components]);
    assert.equal(purification.pct_of_dividends_and_gains, 0.4);
    assert.deepEqual(
      line.filings.map(({ accession }) => accession),
      ['0000000001-25-000001'],
    );
    const [filing] = line.filings;
    assert.ok(filing?.tags.includes('us-gaap:DebtCurrent') && filing.tags.includes('us-gaap:Revenues'));
    assert.equal(filing?.source_url, screening.anchor?.source_url);
    assert.deepEqual([market.id, market.value], ['m1', 10_000]);
  });

  test('only compliant companies have a line; the others are left out with their verdict as the reason', () => {
    const prohibited = screenCompany(soundCompany(), { profile: makeProfile({ sic: '2082' }) });
    const indebted = screenCompany(soundCompany({ InvestmentIncomeInterest: 110 }));
    const unfiled = screenCompany(soundCompany({ Assets: null }));
    assert.equal(reasonOf(leaderOf(prohibited, [])), 'non_compliant');
    const some = [indebted, unfiled].map((screening) => makeLeader(lineOf(leaderOf(screening, []))));
    const ranked = rankLeaders([
      makeLeader({ symbol: 'A' }),
      ...some.map((line, at) => ({ ...line, cik: `${at}` })),
    ]);
    assert.deepEqual(
      ranked.lines.map(({ symbol }) => symbol),
      ['A'],
    );
    assert.deepEqual(ranked.leftOut.map(({ reason }) => reason).sort(), ['not_screenable', 'questionable']);
    assert.deepEqual(
      ranked.behind.map(({ rank }) => rank),
      [2, 3],
    );
    assert.deepEqual(countReasons(['questionable', 'not_screenable', 'questionable'] as const), {
      not_screenable: 1,
      questionable: 2,
    });
  });

  test('a company is near a limit of those methodologies that are chosen, and in no list if one of them fails', () => {
    const { standings } = lineOf(
      leaderOf(screenCompany(soundCompany({ InvestmentIncomeInterest: 110 })), []),
    );
    const failing = standings.filter(({ status }) => status === 'fail').map(({ id }) => id);
    const passing = standings.filter(({ status }) => status === 'pass').map(({ id }) => id);
    assert.ok(failing.length > 0 && passing.length > 0);
    assert.equal(nearestByChoice(standings, null), null);
    assert.equal(nearestByChoice(standings, [...passing, failing[0] ?? '']), null);
    const nearest = nearestByChoice(standings, passing) ?? assert.fail();
    for (const { nearest: other } of standings) assert.ok(other === null || usedOf(other) <= usedOf(nearest));
    assert.ok(usedOf(nearest) > 0 && usedOf(nearest) <= 1);
  });

  test('ties are broken by data quality, then by purification, then by symbol', () => {
    const line = (symbol: string, score: number, quality: number, pct: number | null) =>
      makeLeader({
        symbol,
        score,
        components: { data_quality: { score: quality, max: 10 } },
        purification: { ...makeLeader().purification, high_pct: pct },
      });
    const expected = [
      line('Z', 90, 1, null),
      line('Y', 80, 9, 3),
      line('X', 80, 8, 0),
      line('V', 80, 8, 1),
      line('W', 80, 8, 1),
      line('T', 80, 8, null),
      line('U', 80, 8, null),
      line('A', 70, 10, 0),
    ];
    const { lines } = rankLeaders(expected.toReversed());
    assert.deepEqual(
      lines.map(({ symbol, rank }) => `${rank} ${symbol}`),
      expected.map(({ symbol }, index) => `${index + 1} ${symbol}`),
    );
  });

  test('a filer with several tickers has one line, under the ticker that ranks first', () => {
    const goog = { cik: '0001652044', score: 85 };
    const { lines, leftOut } = rankLeaders([
      makeLeader({ ...goog, symbol: 'GOOGL' }),
      makeLeader({ symbol: 'MSFT', score: 86 }),
      makeLeader({ ...goog, symbol: 'GOOG' }),
      makeLeader({ ...goog, symbol: 'GOOGX', score: 87 }),
    ]);
    assert.deepEqual(
      lines.map(({ rank, symbol, other_symbols }) => [rank, symbol, other_symbols]),
      [
        [1, 'GOOGX', ['GOOG', 'GOOGL']],
        [2, 'MSFT', []],
      ],
    );
    assert.deepEqual(
      leftOut.map(({ symbol, reason }) => [symbol, reason]),
      [
        ['GOOG', 'another_ticker'],
        ['GOOGL', 'another_ticker'],
      ],
    );
  });
});

/** Few distinct values, so that there are ties at every key. */
const leaders = fc
  .array(
    fc.record({
      cik: fc.integer({ min: 1, max: 12 }),
      score: fc.integer({ min: 60, max: 64 }),
      quality: fc.integer({ min: 1, max: 3 }),
      pct: fc.option(fc.integer({ min: 0, max: 2 })),
    }),
    { maxLength: 16 },
  )
  .map((rows) => rows.map((row, index) => leaderWith({ ...row, symbol: `S${index}` })));

describe('properties of the leaderboard', () => {
  test('the order is total: the ranking is the same in whatever order the candidates come', () => {
    fc.assert(
      fc.property(leaders, fc.integer(), (candidates, seed) => {
        const ranked = rankLeaders(candidates);
        const again = rankLeaders(shuffled(candidates, seededRandom(seed)));
        assert.deepEqual(again.lines, ranked.lines);
        assert.deepEqual(
          ranked.lines.map(({ rank }) => rank),
          ranked.lines.map((_, index) => index + 1),
        );
        assert.equal(new Set(ranked.lines.map(({ cik }) => cik)).size, ranked.lines.length);
        assert.equal(ranked.lines.length + ranked.leftOut.length, candidates.length);
      }),
    );
  });

  test('a lower score, weaker data or more to give away never improves a rank among the rest', () => {
    fc.assert(
      fc.property(
        leaders.filter(({ length }) => length > 0),
        fc.nat(),
        fc.record({ score: fc.nat(2), quality: fc.nat(2), pct: fc.nat(2) }),
        (candidates, place, less) => {
          const chosen = candidates[place % candidates.length];
          assert.ok(chosen !== undefined);
          const weaker = candidates.map((line) => (line === chosen ? weakened(line, less) : line));
          const [before, after] = [candidates, weaker].map((all) =>
            aheadOf(rankLeaders(all).lines, chosen.cik),
          );
          for (const cik of before ?? []) assert.ok(after?.has(cik), `${chosen.cik} overtook ${cik}`);
        },
      ),
    );
  });
});

function leaderWith(row: {
  readonly cik: number;
  readonly symbol: string;
  readonly score: number;
  readonly quality: number;
  readonly pct: number | null;
}): Leader {
  return makeLeader({
    symbol: row.symbol,
    cik: String(row.cik),
    score: row.score,
    components: qualityOf(row.quality),
    purification: { ...makeLeader().purification, pct_of_dividends_and_gains: row.pct },
  });
}

function weakened(
  line: Leader,
  less: { readonly score: number; readonly quality: number; readonly pct: number },
): Leader {
  const { pct_of_dividends_and_gains: pct } = line.purification;
  return {
    ...line,
    score: line.score - less.score,
    components: qualityOf((line.components.data_quality?.score ?? 0) - less.quality),
    purification: { ...line.purification, pct_of_dividends_and_gains: pct === null ? null : pct + less.pct },
  };
}

function qualityOf(score: number): DecidedScreening['components'] {
  return { data_quality: { score, max: 10 } };
}

function aheadOf(lines: readonly { readonly cik: string }[], cik: string): ReadonlySet<string> {
  return new Set(
    lines
      .slice(
        0,
        lines.findIndex((line) => line.cik === cik),
      )
      .map((line) => line.cik),
  );
}
