import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { size } from '@common/kit/testing/size';
import { auditSources } from '../recompute/audit-sources.ts';
import { recompute } from '../recompute/recompute.ts';
import { openSources } from '../recompute/sources.ts';
import { answerTo, datesOf, type Request, tickers } from './snapshot-answers.ts';

const sources = openSources(join(REPOSITORY, '../shared/data'));
const skip = sources === null ? '../shared/data absent' : false;
const pathsOf = (request: Request) => {
  const answer = answerTo(request);
  assert.deepEqual(recompute(answer), [], 'the answer is consistent in itself');
  return sources === null ? [] : auditSources(answer, sources).map(({ path }) => path);
};
const TSM: Request = { symbol: 'TSM', asOf: '2025-04-17' };
const AMZN: Request = { symbol: 'AMZN', asOf: '2022-06-30' };

describe('what an answer took from its sources', { skip }, () => {
  test('is what the publishers gave: figures, the newest report, rates, closes', () => {
    // The first two are of another currency, and of a split.
    const first = tickers.filter(({ symbol }) => symbol === 'TSM' || symbol === 'AMZN');
    const some = [...first, ...tickers].slice(0, size({ quick: 2, full: 1_000 }));
    const differing = some.flatMap(({ symbol, cik }) =>
      datesOf(cik, size({ quick: 4, full: 12 })).flatMap((asOf) => {
        const paths = pathsOf({ symbol, asOf });
        return paths.length === 0 ? [] : [`${symbol} ${asOf}: ${paths.join()}`];
      }),
    );
    assert.deepEqual(differing, []);
  });

  test('another rate is noticed, though everything follows from it', () => {
    assert.deepEqual(pathsOf(TSM), []);
    const paths = pathsOf({
      ...TSM,
      ratesOf: (known) =>
        known.map(({ rates, ...series }) => ({
          ...series,
          rates: rates.map(([day, value]) => [day, value * 1.1] as const),
        })),
    });
    assert.deepEqual(paths, ['translation.rates[0].value']);
  });

  test('a close on another basis is noticed, though everything follows from it', () => {
    assert.deepEqual(pathsOf(AMZN), []);
    const paths = pathsOf({
      ...AMZN,
      quotesOf: (quotes) =>
        quotes.map((quote) => ({
          ...quote,
          close: quote.date < '2022-06-01' ? quote.close / 20 : quote.close,
          marketCap: quote.marketCap === null ? null : quote.marketCap / 20,
        })),
    });
    assert.ok(paths.includes('market_data.market_cap'), paths.join());
  });

  test('a figure that was not filed is noticed, though everything follows from it', () => {
    const paths = pathsOf({
      ...AMZN,
      factsOf: (facts) => ({
        ...facts,
        facts: facts.facts.map((fact) =>
          fact.tag.endsWith('EntityCommonStockSharesOutstanding') ? { ...fact, value: fact.value * 2 } : fact,
        ),
      }),
    });
    assert.match(paths.join(), /evidence\[\d+\]/);
  });

  test('a newer report that is left out is noticed', () => {
    const paths = pathsOf({
      symbol: 'AAPL',
      asOf: '2024-06-28',
      factsOf: (facts) => {
        const reports = facts.reports.filter(({ filed }) => filed < '2024-04-01');
        const known = new Set(reports.map(({ accession }) => accession));
        return { ...facts, reports, facts: facts.facts.filter(({ accession }) => known.has(accession)) };
      },
    });
    assert.ok(paths.includes('anchor.period_end'), paths.join());
  });
});
