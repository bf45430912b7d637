import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createScreenerClient, type ScreenerClient } from '@sanad/client/screener-client';
import { service } from './shared.ts';

/** A developer's first hour with the generated client: what compiles here is what the service says. */
describe('the typed client', () => {
  const clientOf = (apiKey?: string): ScreenerClient =>
    createScreenerClient({ baseUrl: service.url(), ...(apiKey === undefined ? {} : { apiKey }) });

  test('from no key to a finished bulk job', async () => {
    const demo = clientOf();
    const ticker = { params: { path: { ticker: 'AAPL' } } };
    const first = await demo.GET('/v1/screen/{ticker}', ticker);
    assert.equal(first.data?.data.compliance, 'compliant');
    assert.match(first.data?.data.evidence[0]?.source_url ?? '', /^https:\/\/www\.sec\.gov\//);

    const misspelt = { path: ticker.params.path, query: { rules: 'newest' } } as const;
    // @ts-expect-error: not a rule set
    const unknown = await demo.GET('/v1/screen/{ticker}', { params: misspelt });
    assert.ok(unknown.status === 422);
    assert.equal(unknown.error.detail[0]?.type, 'literal_error');
    // @ts-expect-error: no such path
    const nowhere = await demo.GET('/v1/screening');
    assert.equal(nowhere.response.status, 404);

    const refused = await demo.POST('/v1/batch', { body: { symbols: ['AAPL'] } });
    assert.ok(refused.status === 403);
    assert.match(refused.error.error.message, /POST \/api\/keys/);

    const issued = await demo.POST('/api/keys', { body: { email: 'dev@example.org', use_case: 'app' } });
    const client = clientOf(issued.data?.data.api_key);
    const batch = await client.POST('/v1/batch', { body: { symbols: ['KO', 'AAPL', 'NOSUCH'] } });
    const results = batch.data?.data.results ?? [];
    assert.deepEqual(
      results.map((result) => [result.symbol, 'error' in result ? result.error.code : result.compliance]),
      [
        ['KO', 'not_screenable'],
        ['AAPL', 'compliant'],
        ['NOSUCH', 'ticker_not_found'],
      ],
    );

    const held = await client.POST('/v1/portfolio', { body: { text: 'AAPL $600\nJPM $400' } });
    assert.ok(held.status === 200);
    assert.equal(held.data.data.total_value, 1_000);

    const symbols = ['AAPL', 'MSFT', 'SPUS', 'NOSUCH'];
    const submitted = await client.POST('/v1/bulk', { body: { symbols } });
    const jobId = submitted.data?.data.job_id ?? '';
    const finished = await finish(client, jobId);
    assert.deepEqual(
      finished.results.map((result) => ('error' in result ? result.error.code : result.symbol)),
      ['AAPL', 'MSFT', 'SPUS', 'ticker_not_found'],
    );
    const [apple] = finished.results;
    assert.ok(apple !== undefined && 'compliance' in apple);
    assert.equal(apple.compliance, 'compliant');
    assert.equal(apple.score, first.data?.data.score);
    assert.equal(apple.purification_pct, first.data?.data.purification.pct_of_dividends_and_gains);
  });

  test('overlays and history, with the headers of a limit', async () => {
    const client = clientOf(await service.signUp('overlays@example.org'));
    const screened = await client.GET('/v1/screen/{ticker}', {
      params: { path: { ticker: 'BABA' }, query: { overlays: 'dod_1260h' } },
    });
    const { overlays } = screened.data?.data ?? {};
    assert.ok(overlays !== undefined && 'values_summary' in overlays);
    assert.equal(overlays.dod_1260h?.flagged, true);
    const history = await client.GET('/v1/history/{ticker}', {
      params: { path: { ticker: 'GOOGL' }, query: { limit: 2 } },
    });
    assert.equal(history.data?.data.snapshots.length, 2);
    const again = await client.GET('/v1/history/{ticker}', {
      params: { path: { ticker: 'GOOGL' }, query: { limit: 2 } },
      headers: { 'if-none-match': history.response.headers.get('etag') ?? '' },
    });
    assert.equal(again.response.status, 304);
  });
});

async function finish(client: ScreenerClient, jobId: string) {
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline) {
    const { data } = await client.GET('/v1/bulk/{job_id}', { params: { path: { job_id: jobId } } });
    if (data?.data.status === 'complete') return data.data;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${jobId} did not finish`);
}
