import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Description } from '@common/kit/testing/described';
import { testOf } from '../rows/rows.ts';
import type { Answer } from './service.ts';
import { describedOnce, service } from './shared.ts';

const STATUS = '/v1/bulk/{job_id}';

describe(testOf('POST /v1/bulk', 'GET /v1/bulk/{job_id}'), () => {
  let description: Description;
  let headers: Record<string, string> = {};
  before(async () => {
    description = await describedOnce();
    headers = { 'x-api-key': await service.signUp() };
  });
  const submit = (symbols: unknown, more: Record<string, string> = {}) =>
    service.post('/v1/bulk', { symbols }, { ...headers, ...more });

  test(`${testOf('4.1 rule 7')}: a job is accepted at once, \`done\` never falls, and its results are compact`, async () => {
    const symbols = ['AAPL', 'ZZZZZ', 'MSFT', 'A!B', 'KO', 'AAPL'];
    const submitted = await submit(symbols);
    assert.equal(submitted.status, 200);
    description.holds('/v1/bulk', 200, submitted.json(), 'bulk', 'post');
    const job = dataOf(submitted);
    assert.match(job.job_id, /^blk_/);
    assert.equal(job.status, 'pending');
    assert.equal(job.total, 6);
    assert.equal(job.poll, `/v1/bulk/${job.job_id}`);
    let done = 0;
    let polled = await service.get(job.poll, headers);
    for (let data = dataOf(polled); data.status === 'pending'; data = dataOf(polled)) {
      assert.ok(data.done >= done && data.results === undefined);
      done = data.done;
      description.holds(STATUS, 200, polled.json(), 'pending');
      await new Promise((resolve) => setTimeout(resolve, 50));
      polled = await service.get(job.poll, headers);
    }
    description.holds(STATUS, 200, polled.json(), 'complete');
    const data = dataOf(polled);
    assert.deepEqual([data.status, data.done, data.total], ['complete', 6, 6]);
    assert.deepEqual(
      data.results.map((one: { symbol: string; error?: { code: string } }) => [one.symbol, one.error?.code]),
      [
        ['AAPL', undefined],
        ['ZZZZZ', 'ticker_not_found'],
        ['MSFT', undefined],
        ['A!B', 'malformed_ticker'],
        ['KO', undefined],
        ['AAPL', undefined],
      ],
    );
    const single = dataOf(await service.get('/v1/screen/AAPL'));
    assert.deepEqual(data.results[0], {
      symbol: 'AAPL',
      as_of: single.as_of,
      stale: single.stale,
      compliance: single.compliance,
      reason: 'all_pass',
      methodologies: Object.fromEntries(
        single.methodologies.map(({ id, status }: { id: string; status: string }) => [id, status]),
      ),
      score: single.score,
      purification_pct: single.purification.pct_of_dividends_and_gains,
      purification_covered_rate_pct: null,
      purification_coverage_pct: null,
      purification_low_pct: single.purification.low_pct,
      purification_basis: single.purification.basis,
    });
  });

  test('takes 1 to 500 symbols', async () => {
    for (const symbols of [[], Array(501).fill('AAPL'), 'AAPL', [1], undefined]) {
      const answer = await submit(symbols);
      assert.equal(answer.status, 422);
      description.holds('/v1/bulk', 422, answer.json(), 'bulk', 'post');
    }
    assert.equal(dataOf(await submit(Array(500).fill('KO'))).total, 500);
  });

  test(`${testOf('4.1 rule 4')}: is closed to the demo tier`, async () => {
    assert.equal((await service.post('/v1/bulk', { symbols: ['AAPL'] })).status, 403);
    assert.equal((await service.get('/v1/bulk/blk_000000000000000000000000')).status, 403);
  });

  test('a job is visible only to its own key', async () => {
    const job = dataOf(await submit(['AAPL']));
    const other = { 'x-api-key': await service.signUp('other@example.org') };
    const refused = await service.get(job.poll, other);
    assert.equal(refused.status, 404);
    description.holds(STATUS, 404, refused.json(), 'another key’s job');
    for (const id of ['blk_ffffffffffffffffffffffff', 'blk_', 'x']) {
      assert.equal((await service.get(`/v1/bulk/${id}`, headers)).status, 404, id);
    }
  });

  test('Idempotency-Key: the same request gives the same job, another is refused', async () => {
    const key = { 'idempotency-key': 'order 7' };
    const first = dataOf(await submit(['AAPL', 'KO'], key));
    const again = await submit(['AAPL', 'KO'], key);
    assert.equal(dataOf(again).job_id, first.job_id);
    assert.equal((await submit(['AAPL'], key)).status, 409);
    assert.notEqual(dataOf(await submit(['AAPL', 'KO'])).job_id, first.job_id);
  });
});

function dataOf(answer: Answer) {
  return JSON.parse(answer.text).data;
}
