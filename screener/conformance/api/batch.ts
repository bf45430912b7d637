import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Description } from '@common/kit/testing/described';
import { testOf } from '../rows/rows.ts';
import { describedOnce, service } from './shared.ts';

describe(testOf('POST /v1/batch'), () => {
  let description: Description;
  let headers: Record<string, string> = {};
  before(async () => {
    description = await describedOnce();
    headers = { 'x-api-key': await service.signUp() };
  });
  const batch = (symbols: unknown) => service.post('/v1/batch', { symbols }, headers);

  test('returns a result or an error per symbol, in the order requested', async () => {
    const symbols = ['KO', 'AAPL', 'A!B', 'ZZZZZ', 'aapl', 'SPUS'];
    const answer = await batch(symbols);
    assert.equal(answer.status, 200);
    description.holds('/v1/batch', 200, answer.json(), 'batch', 'post');
    const { success, error, data } = JSON.parse(answer.text);
    assert.deepEqual([success, error], [true, null]);
    assert.deepEqual(
      data.results.map(
        (one: { error?: { code: string }; compliance?: string }) => one.error?.code ?? one.compliance,
      ),
      [
        'not_screenable',
        'compliant',
        'malformed_ticker',
        'ticker_not_found',
        'compliant',
        data.results[5].compliance,
      ],
    );
    const single = JSON.parse((await service.get('/v1/screen/AAPL')).text).data;
    assert.deepEqual(data.results[1], single);
    assert.deepEqual(data.results[4], single);
  });

  test('takes 1 to 25 symbols', async () => {
    assert.equal(JSON.parse((await batch(Array(25).fill('AAPL'))).text).data.results.length, 25);
    for (const symbols of [[], Array(26).fill('AAPL'), 'AAPL', [1], null, undefined]) {
      const answer = await batch(symbols);
      assert.equal(answer.status, 422);
      description.holds('/v1/batch', 422, answer.json(), 'batch', 'post');
    }
  });

  test(`${testOf('4.1 rule 3')}: is closed to the demo tier`, async () => {
    const answer = await service.post('/v1/batch', { symbols: ['AAPL'] });
    assert.equal(answer.status, 403);
    description.holds('/v1/batch', 403, answer.json(), 'batch', 'post');
  });
});
