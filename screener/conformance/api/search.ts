import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Description } from '@common/kit/testing/described';
import { describedOnce, service } from './shared.ts';

const PATH = '/v1/search';

interface SearchAnswer {
  readonly query: string;
  readonly results: readonly { readonly symbol: string; readonly match: string }[];
  readonly did_you_mean: readonly { readonly symbol: string }[];
}

describe('GET /v1/search', () => {
  let description: Description;
  before(async () => {
    description = await describedOnce();
  });
  const search = async (query: Readonly<Record<string, string>>): Promise<SearchAnswer> => {
    const answer = await service.get(`${PATH}?${new URLSearchParams(query)}`);
    assert.equal(answer.status, 200, answer.text);
    description.holds(PATH, 200, answer.json(), JSON.stringify(query));
    return JSON.parse(answer.text).data;
  };

  test('finds a company by its name and by its ticker, the ticker itself first', async () => {
    const byName = await search({ q: 'Apple' });
    assert.ok(byName.results.some(({ symbol }) => symbol === 'AAPL'));
    assert.deepEqual(byName.did_you_mean, []);
    for (const q of ['aapl', ' AAPL ']) {
      const [first] = (await search({ q })).results;
      assert.equal(first?.symbol, 'AAPL', q);
    }
  });

  test('proposes what may be meant by a typo, and as many results as asked for', async () => {
    const typo = await search({ q: 'AAPLL' });
    assert.deepEqual([typo.results[0]?.symbol, typo.results[0]?.match], ['AAPL', 'spelling']);
    assert.equal((await search({ q: 'in', limit: '50' })).results.length, 50);
    assert.equal((await search({ q: 'in', limit: '1' })).results.length, 1);
  });

  test('an answer that the caller has is not sent again', async () => {
    const first = await service.get(`${PATH}?q=apple`);
    const again = await service.get(`${PATH}?q=apple`, { 'if-none-match': first.headers.get('etag') ?? '' });
    assert.deepEqual([again.status, again.text], [304, '']);
  });

  test('refusals are as described', async () => {
    const long = 'x'.repeat(81);
    const refusals: readonly (readonly [query: string, status: number, where: string])[] = [
      ['', 422, 'q'],
      ['?q=', 422, 'q'],
      ['?q=%20', 422, 'q'],
      [`?q=${long}`, 422, 'q'],
      ['?q=apple&limit=0', 422, 'limit'],
      ['?q=apple&limit=51', 422, 'limit'],
      ['?q=apple&page=2', 422, 'page'],
    ];
    for (const [query, status, where] of refusals) {
      const answer = await service.get(`${PATH}${query}`);
      assert.equal(answer.status, status, query);
      description.holds(PATH, status, answer.json(), query);
      assert.deepEqual(JSON.parse(answer.text).detail[0].loc, ['query', where], query);
    }
    for (const [path, headers, status] of [
      [`${PATH}%?q=apple`, {}, 400],
      [`${PATH}?q=apple`, { 'x-api-key': 'snd_live_invalid' }, 401],
    ] as const) {
      const answer = await service.get(path, headers);
      assert.equal(answer.status, status, path);
      description.holds(PATH, status, answer.json(), path);
    }
  });
});
