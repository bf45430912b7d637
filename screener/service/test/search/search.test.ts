import assert from 'node:assert/strict';
import { describe, suite, test } from 'node:test';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { editDistance } from '../../src/search/edit-distance.ts';
import { knownNames } from '../../src/search/known-names.ts';
import { createSearch, SearchAnswer } from '../../src/search/search.ts';
import { indexTickers } from '../../src/search/search-index.ts';
import type { RankedTicker } from '../../src/store/search.store.ts';
import { clockAt, MINUTE } from '../app-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';

describe('the index', () => {
  function ticker(symbol: string, name: string | null, differs: Partial<RankedTicker> = {}): RankedTicker {
    const company = {
      exchange: 'Nasdaq',
      type: 'company',
      cik: '0000000001',
      facts_at_hand: false,
      marketCap: null,
    } as const;
    return { symbol, name, ...company, ...differs };
  }

  const TICKERS = [
    ticker('APLE', 'Apple Hospitality REIT, Inc.'),
    ticker('AAPL', 'Apple Inc.', { facts_at_hand: true }),
    ticker('PAPL', 'Pineapple Financial Inc.'),
    ticker('SNAP', 'The Snapple Apple Company'),
    ticker('BRK-B', 'BERKSHIRE HATHAWAY INC'),
    ticker('BRK-A', 'BERKSHIRE HATHAWAY INC'),
    ticker('A', 'AGILENT TECHNOLOGIES, INC.'),
    ticker('MSFT', 'MICROSOFT CORP'),
    ticker('SPUS', 'SP Funds S&P 500 Sharia ETF', { type: 'fund', exchange: null }),
    ticker('VFIAX', null, { type: 'fund', exchange: null }),
    ticker('LRLCY', 'L’Oréal Co'),
  ];

  suite('search', () => {
    const found = async (text: string, limit = 10) =>
      (await indexTickers(TICKERS)).find(text, limit).hits.map(({ symbol, match }) => `${symbol} ${match}`);

    test('the ticker itself, then its beginnings, then names', async () => {
      assert.deepEqual(await found('a'), [
        'A ticker',
        'AAPL ticker_prefix',
        'APLE ticker_prefix',
        'SNAP name_words',
        // S&P is "s and p".
        'SPUS name_words',
      ]);
      assert.deepEqual(await found('apple'), [
        'AAPL name_start',
        'APLE name_start',
        'SNAP name_words',
        'PAPL name_part',
      ]);
    });

    test('among equal matches the larger company, by its plainest ticker', async () => {
      const tickers = [
        ticker('BGRY', 'Berkshire Grey, Inc.', { cik: '1', marketCap: 300e6 }),
        ticker('BGRYW', 'Berkshire Grey, Inc.', { cik: '1', marketCap: 2e12 }),
        ticker('BHLB', 'Berkshire Hills Bancorp Inc', { cik: '2' }),
        ticker('BRK-A', 'BERKSHIRE HATHAWAY INC', { cik: '3', marketCap: 1e12 }),
        ticker('BRK-B', 'BERKSHIRE HATHAWAY INC', { cik: '3', marketCap: 1e12 }),
        ticker('BRK-PA', 'BERKSHIRE HATHAWAY INC', { cik: '3', marketCap: 1e12 }),
      ];
      const { hits } = (await indexTickers(tickers)).find('berkshire', 10);
      assert.deepEqual(
        hits.map(({ symbol }) => symbol),
        ['BRK-A', 'BRK-B', 'BGRY', 'BGRYW', 'BHLB', 'BRK-PA'],
      );
      assert.ok(hits.every((hit) => !('marketCap' in hit)));
    });

    test('words in any order, legal forms and accents as the names rule has them', async () => {
      assert.deepEqual(await found('hathaway berk'), ['BRK-A name_words', 'BRK-B name_words']);
      assert.deepEqual(await found('Microsoft Corporation'), ['MSFT name_start']);
      assert.deepEqual(await found('oreal'), ['LRLCY name_part']);
    });

    test('tickers in any spelling, funds with and without a name', async () => {
      assert.deepEqual(await found('brk.b'), ['BRK-B ticker']);
      assert.deepEqual(await found('sharia'), ['SPUS name_words']);
      assert.deepEqual(await found('vfia'), ['VFIAX ticker_prefix']);
    });

    test('the limit keeps the best', async () => {
      assert.deepEqual(await found('apple', 1), ['AAPL name_start']);
      assert.deepEqual(await found('---'), []);
    });

    test('of two equally near names the larger company; a ticker that exists elsewhere is no typo', async () => {
      const names = knownNames({
        everyday: [{ name: 'wahed', symbols: ['HLAL'] }],
        told: [],
        symbols: { former: [], names: [], numbers: [] },
      });
      const tickers = [
        ticker('NAVB', 'NAVIDEA BIOPHARMACEUTICALS, INC.', { cik: '1', marketCap: 1e7 }),
        ticker('NVDA', 'NVIDIA CORP', { cik: '2', marketCap: 4e12 }),
        ticker('HAL', 'HALLIBURTON CO', { cik: '3', marketCap: 3e10 }),
      ];
      const index = await indexTickers(tickers, names);
      assert.equal(index.find('nvidea', 5).hits[0]?.symbol, 'NVDA');
      for (const typed of ['HLAL', 'hlal', 'wahed']) {
        assert.deepEqual(index.find(typed, 5).hits, [], typed);
        assert.deepEqual(index.near(typed, 5), [], typed);
      }
    });

    test('near: a letter too many, too few, another one, two swapped; a mistyped name; a name for a ticker', async () => {
      const index = await indexTickers(TICKERS);
      const near = (text: string) => index.near(text, 5).map(({ symbol }) => symbol);
      for (const typed of ['AAPLE', 'APL', 'AAPK', 'AAPL', 'APAL'])
        assert.ok(near(typed).includes('AAPL'), typed);
      assert.deepEqual(near('MSTF'), ['MSFT']);
      assert.deepEqual(near('microsfot'), ['MSFT']);
      assert.deepEqual(near('berkshire hathway'), ['BRK-A', 'BRK-B']);
      assert.deepEqual(near('MICROSOFT'), ['MSFT']);
      assert.deepEqual(near('ZZZZZZZZ'), []);
      assert.ok(index.near('a', 2).length <= 2);
    });
  });

  suite('edit distance', () => {
    test('single edits and swaps', () => {
      for (const [a, b, edits] of [
        ['', '', 0],
        ['apple', 'aple', 1],
        ['apple', 'appple', 1],
        ['apple', 'apqle', 1],
        ['apple', 'paple', 1],
        ['kitten', 'sitting', 3],
        ['abc', '', 3],
      ] as const) {
        assert.equal(editDistance(a, b, 5), edits, `${a} ${b}`);
      }
    });

    test('is symmetric, zero only for equals, and never more than one above the limit', () => {
      const word = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') });
      fc.assert(
        fc.property(word, word, fc.integer({ min: 0, max: 8 }), (a, b, most) => {
          const edits = editDistance(a, b, most);
          assert.equal(edits, editDistance(b, a, most));
          assert.equal(edits === 0, a === b);
          assert.ok(edits <= most + 1);
          assert.equal(edits, Math.min(most + 1, editDistance(a, b, 20)));
        }),
      );
    });
  });
});

describe('the route', () => {
  const clock = clockAt('2026-11-20T00:00:00Z');
  const snapshot = useSnapshotStore(clock);

  test('search finds companies and funds by name, by the schema', async () => {
    const { get } = await snapshot.app();
    const search = async (query: string) => {
      const { status, body } = await get(`/v1/search?${query}`);
      assert.equal(status, 200, body);
      const { data } = JSON.parse(body);
      assert.ok(Value.Check(SearchAnswer, data), body);
      return data;
    };
    const apple = await search('q=%20apple%20&limit=2');
    assert.equal(apple.query, 'apple');
    assert.equal(apple.results.length, 2);
    assert.deepEqual(apple.results[0], {
      symbol: 'AAPL',
      name: 'Apple Inc.',
      exchange: 'Nasdaq',
      type: 'company',
      cik: '0000320193',
      facts_at_hand: true,
      match: 'brand',
    });
    const [fund] = (await search('q=sharia')).results;
    assert.deepEqual([fund?.symbol, fund?.type, fund?.facts_at_hand], ['SPUS', 'fund', true]);
    const typo = await search('q=aplpe');
    assert.deepEqual([typo.results[0]?.symbol, typo.results[0]?.match], ['AAPL', 'spelling']);
    const several = await search('q=AAPL,%20microsoft');
    assert.equal(several.several, true);
    assert.deepEqual(
      several.results.map(({ symbol }: { symbol: string }) => symbol),
      ['AAPL', 'MSFT'],
    );
    const ended = await search('q=twitter');
    assert.deepEqual(ended.results, []);
    assert.deepEqual([ended.former[0]?.symbol, ended.former[0]?.fate], ['TWTR', 'taken_private']);
  });

  test('the larger of two companies comes first', async () => {
    const { get } = await snapshot.app();
    const { results } = JSON.parse((await get('/v1/search?q=berkshire')).body).data;
    assert.deepEqual(
      results.slice(0, 2).map(({ symbol }: { symbol: string }) => symbol),
      ['BRK-B', 'BRK-A'],
    );
  });

  test('what cannot be searched for is refused', async () => {
    const { get } = await snapshot.app();
    for (const query of ['', 'q=', 'q=%20%20', `q=${'x'.repeat(81)}`, 'q=a&limit=0', 'q=a&limit=51']) {
      const { status, body } = await get(`/v1/search?${query}`);
      assert.equal(status, 422, `${query}: ${body}`);
      assert.ok(['q', 'limit'].includes(JSON.parse(body).detail[0].loc[1]), body);
    }
  });

  test('an unknown ticker comes with suggestions', async () => {
    const { get } = await snapshot.app();
    const { status, body } = await get('/v1/screen/AAPLE');
    assert.equal(status, 404);
    const { error } = JSON.parse(body);
    assert.equal(error.code, 'ticker_not_found');
    assert.match(error.message, /Did you mean AAPL \(Apple Inc\.\)/);
    assert.equal(error.detail.suggestions[0].symbol, 'AAPL');
    const unlike = JSON.parse((await get('/v1/screen/QQQQQ')).body);
    // The SEC is named for what its list has, and not for a typing error.
    assert.deepEqual([error.detail.next_step, unlike.error.detail], [undefined, undefined]);
    assert.equal(JSON.parse((await get('/v1/screen/KO')).body).data.next_step.code, 'connect_to_sec');
  });

  test('a former ticker is refused with what became of it, one that is still listed answered with it', async () => {
    const { get, screen } = await snapshot.app();
    const { status, body } = await get('/v1/screen/FB');
    assert.equal(status, 404);
    const { message, detail } = JSON.parse(body).error;
    assert.equal(message, 'FB is now META (Meta Platforms), since June 2022. Ask for META.');
    assert.equal(detail.former.renamed_to, 'META');
    assert.deepEqual([detail.next_step.code, detail.next_step.symbol], ['use_current_ticker', 'META']);
    assert.deepEqual(
      detail.suggestions.map(({ symbol }: { symbol: string }) => symbol),
      ['META'],
    );
    const ended = await screen('ATVI');
    assert.deepEqual(
      ended.missing.map(({ code }) => code),
      ['no_longer_listed'],
    );
    assert.match(ended.summary, /no longer listed: Microsoft \(MSFT\) bought it in October 2023/);
    assert.deepEqual([ended.next_step?.code, ended.next_step?.symbol], ['no_longer_listed', 'MSFT']);
    // Halliburton is not what anybody means by HLAL.
    const fund = JSON.parse((await get('/v1/screen/HLAL')).body);
    assert.equal(fund.error?.detail.suggestions, undefined);
  });

  test('a name where a ticker belongs comes with suggestions too', async () => {
    const { get } = await snapshot.app();
    const { status, body } = await get('/v1/screen/microsoft');
    assert.equal(status, 400);
    const { error } = JSON.parse(body);
    assert.equal(error.code, 'malformed_ticker');
    assert.match(error.message, /^A ticker is 1 to 6 letters .* Did you mean MSFT \(MICROSOFT CORP\)/);
    assert.equal(error.detail.suggestions[0].symbol, 'MSFT');
    const unlike = JSON.parse((await get(`/v1/screen/${'q'.repeat(81)}`)).body);
    assert.deepEqual([unlike.error.code, unlike.error.detail], ['malformed_ticker', undefined]);
  });

  test('a changed store is read again, at most once a minute', async () => {
    const { store } = snapshot.shared();
    let [generation, reads] = [1, 0];
    const search = createSearch(
      {
        generation: async () => generation,
        findableTickers: () => {
          reads += 1;
          return store.findableTickers();
        },
      },
      clock,
    );
    const ask = () => search.find('apple', 1);
    await Promise.all([ask(), ask()]);
    generation = 2;
    await ask();
    assert.equal(reads, 1);
    clock.advance(MINUTE);
    await ask();
    await ask();
    assert.equal(reads, 2);
  });

  test('searches for nothing read a changing store again every five seconds at most', async () => {
    let [generation, reads] = [1, 0];
    const store = {
      generation: async () => {
        generation += 1;
        return generation;
      },
      findableTickers: async () => {
        reads += 1;
        return [];
      },
    };
    const search = createSearch(store, clock);
    for (let asked = 0; asked < 10; asked += 1) {
      await search.find('nothing', 1);
      clock.advance(1_000);
    }
    assert.equal(reads, 2);
  });

  test('a failed read is tried again', async () => {
    const tickers = await snapshot.shared().store.findableTickers();
    let isDown = true;
    const search = createSearch(
      {
        generation: async () => 1,
        findableTickers: async () => {
          if (isDown) throw new Error('down');
          return tickers;
        },
      },
      clock,
    );
    await assert.rejects(search.find('apple', 1), /down/);
    isDown = false;
    const found = await search.find('apple', 1);
    assert.ok(found.ok && found.value.results[0]?.symbol === 'AAPL');
  });
});
