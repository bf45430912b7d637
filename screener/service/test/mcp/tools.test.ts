import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { useSnapshotStore } from '../snapshot-store.ts';
import {
  accessWithKey,
  failingStore,
  type McpUnderTest,
  modernRequest,
  request,
  startMcp,
  textOf,
} from './mcp-under-test.ts';

const snapshot = useSnapshotStore(() => Date.parse('2026-11-01'));

interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly outputSchema: Readonly<Record<string, unknown>>;
  readonly annotations: Readonly<Record<string, unknown>>;
}

async function listTools(mcp: McpUnderTest): Promise<readonly ListedTool[]> {
  const answer = await mcp.post(request('tools/list'));
  return (answer.json().result as unknown as { readonly tools: readonly ListedTool[] }).tools;
}

describe('the list of tools', () => {
  test('says what each tool is for and that it is read-only, and gives both schemas', async (t) => {
    const tools = await listTools(await startMcp(t, snapshot.shared()));
    for (const tool of tools) {
      assert.match(tool.title, /\S/);
      assert.ok(tool.description.length > 80, tool.name);
      assert.equal(tool.inputSchema.type, 'object');
      assert.equal(tool.outputSchema.type, 'object');
      assert.equal(tool.annotations.readOnlyHint, true);
      assert.equal(tool.annotations.idempotentHint, true);
    }
    assert.match(tools[0]?.description ?? '', /not_screenable is an honest answer and never a pass/);
  });

  test('is the same each time, and may be cached', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const { body, headers } = modernRequest('tools/list');
    const [first, second] = [await mcp.post(body, headers), await mcp.post(body, headers)];
    assert.equal(first.text, second.text);
    const { ttlMs, cacheScope } = first.json().result as unknown as { ttlMs: number; cacheScope: string };
    assert.deepEqual([ttlMs, cacheScope], [3_600_000, 'public']);
  });
});

describe('what tools answer', () => {
  test('matches their output schemas', async (t) => {
    const { access, key } = await accessWithKey(t);
    const mcp = await startMcp(t, snapshot.shared(), access);
    const ajv = new Ajv2020({ formats: { date: true } });
    const schemas = new Map(
      (await listTools(mcp)).map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]),
    );
    const calls = [
      ['screen_ticker', { ticker: 'AAPL' }],
      ['screen_ticker', { ticker: 'AAPL', as_of: '2025-06-30', rules: 'classic' }],
      ['screen_ticker', { ticker: 'F' }],
      ['screen_ticker', { ticker: 'SPUS' }],
      ['screening_methodology', {}],
      ['screening_history', { ticker: 'MSFT', limit: 5 }],
      ['compare_tickers', { tickers: ['AAPL', 'QQQQZ', 'F'] }],
      ['screen_batch', { tickers: ['AAPL', 'AAPL', 'no ticker', 'NVDA'] }],
      ['find_ticker', { query: 'apple' }],
      ['find_ticker', { query: 'aplpe', limit: 3 }],
    ] as const;
    for (const [name, given] of calls) {
      const result = await mcp.call(name, given, { 'x-api-key': key });
      assert.equal(result.isError, undefined, textOf(result));
      const check = schemas.get(name);
      assert.ok(check?.(result.structuredContent), `${name}: ${JSON.stringify(check?.errors)}`);
    }
  });

  test('stay below 40 kB, for every company and fund of the snapshot', async (t) => {
    const { access, key } = await accessWithKey(t);
    const deps = snapshot.shared();
    const mcp = await startMcp(t, deps, access);
    const companies = await deps.store.listingsWithFacts(null, 1_000);
    const tickers = [...companies.map(({ symbol }) => symbol), 'SPUS', 'VOO'];
    const calls: [string, object][] = tickers.flatMap((ticker): [string, object][] => [
      ['screen_ticker', { ticker }],
      ['screening_history', { ticker, limit: 100 }],
    ]);
    calls.push(['screening_methodology', {}], ['screen_batch', { tickers: tickers.slice(0, 25) }]);
    calls.push(['compare_tickers', { tickers: tickers.slice(-5) }]);
    let largest = 0;
    for (const [name, given] of calls) {
      const body = request('tools/call', { name, arguments: given });
      const { text } = await mcp.post(body, { 'x-api-key': key });
      assert.ok(
        Buffer.byteLength(text) < 40_000,
        `${name} ${JSON.stringify(given)}: ${text.length} characters`,
      );
      largest = Math.max(largest, Buffer.byteLength(text));
    }
    t.diagnostic(`the largest of ${calls.length} answers has ${largest} bytes`);
  });

  test('screen_ticker: the text by itself has the verdict, the deciding figures, the filings and the assumptions', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const text = textOf(await mcp.call('screen_ticker', { ticker: 'AAPL' }));
    const answer = await mcp.screen('AAPL');
    for (const { name, checks } of answer.methodologies) {
      assert.ok(text.includes(`- ${name}: passes`), name);
      for (const { ratio } of checks) assert.ok(text.includes(ratio.replaceAll('_', ' ')), ratio);
    }
    assert.ok(text.includes(`accession ${answer.anchor?.accession}: ${answer.anchor?.source_url}`));
    assert.ok(text.includes('us-gaap:LongTermDebtNoncurrent 76,685,000,000 at 2025-12-27 [1]'));
    for (const { message } of answer.approximations) assert.ok(text.includes(message));
    assert.ok(!text.includes('{'), 'no JSON');
    assert.ok(text.length < 12_000, `${text.length} characters`);
  });

  test('screen_ticker: not screenable is not a pass, and the text says what is missing', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const result = await mcp.call('screen_ticker', { ticker: 'AAPL', as_of: '2008-01-02' });
    assert.equal(result.structuredContent?.compliance, 'not_screenable');
    const text = textOf(result);
    assert.match(text, /NOT SCREENABLE \(no verdict\)/);
    assert.match(text, /This is neither a pass nor a fail/);
    assert.match(text, /\nMissing:\n- \S+: /);
  });

  test('screen_ticker: without a verdict, what is still possible and what it last was', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const text = textOf(await mcp.call('screen_ticker', { ticker: 'COST' }));
    assert.match(text, /\nStill possible: QUESTIONABLE or NON-COMPLIANT\./);
    assert.match(
      text,
      /The last verdict was of 2021-06-03: QUESTIONABLE, score 69 of 100\. It is not today’s\./,
    );
  });

  test('screen_ticker: a prohibited business is a verdict without figures', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const text = textOf(await mcp.call('screen_ticker', { ticker: 'MO' }));
    assert.match(text, /^ALTRIA GROUP, INC\. \(MO\): NON-COMPLIANT, score 0 of 100\n/);
    assert.match(text, /\n- tobacco: FAILS \(cigarettes; 10-K 0000764180-26-000017\)\n/);
    assert.doesNotMatch(text, /\nMissing:/);
  });

  test('screen_ticker: for a fund, what is covered and what is not', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const text = textOf(await mcp.call('screen_ticker', { ticker: 'SPUS' }));
    assert.match(text, /\nWhy: A fund, judged by its holdings\. /);
    assert.match(text, /\nHoldings: [\d.]+ % of net assets have a verdict \(coverage\), by NPORT-P/);
    assert.match(text, /\nWeights are of net assets: .* because the fund owes [\d.]+ %\./);
    assert.match(text, /\n- unresolved: [\d.]+ % \(\d+ holdings\)/);
    assert.ok(text.length < 12_000, `${text.length} characters`);
  });

  test('screening_history: which check flipped and the figure that caused it', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const result = await mcp.call('screening_history', { ticker: 'AAPL', limit: 100 });
    const text = textOf(result);
    assert.match(text, /^AAPL, rule set current: \d+ screenings, newest first/);
    assert.match(text, /accession \d{10}-\d{2}-\d{6}/);
    const { snapshots } = result.structuredContent as { snapshots: object[] };
    assert.deepEqual(snapshots, (await mcp.history(`AAPL?limit=${snapshots.length}`)).snapshots);
  });

  test('screening_methodology: the text has every limit of the rule sets', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const text = textOf(await mcp.call('screening_methodology', {}));
    for (const limit of [
      'debt / market cap <= 30 %',
      'receivables and cash / total assets < 50 %',
      `at least 3 of ${METHODOLOGIES.length}`,
    ]) {
      assert.ok(text.includes(limit), limit);
    }
    assert.match(text, /Missing is not zero/);
    assert.match(text, /sanad:\/\/methodology/);
  });

  test('several tickers: in request order, errors beside verdicts', async (t) => {
    const { access, key } = await accessWithKey(t);
    const mcp = await startMcp(t, snapshot.shared(), access);
    const result = await mcp.call('screen_batch', { tickers: ['QQQQZ', 'AAPL'] }, { 'x-api-key': key });
    const [missing, apple] = (result.structuredContent?.results ?? []) as readonly {
      readonly symbol: string;
      readonly compliance?: string;
      readonly error?: { readonly code: string };
    }[];
    assert.deepEqual([missing?.symbol, missing?.error?.code], ['QQQQZ', 'ticker_not_found']);
    assert.deepEqual([apple?.symbol, apple?.compliance], ['AAPL', 'compliant']);
    assert.match(
      textOf(result),
      /^- QQQQZ: no verdict \(ticker_not_found: .*\)\n- AAPL \(Apple Inc\.\): COMPLIANT/,
    );
  });
});

describe('what tools refuse', () => {
  test('faults in the arguments are results that name them', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    const cases = [
      ['screen_ticker', {}, /ticker is required/],
      ['screen_ticker', { ticker: 7 }, /ticker must be a string/],
      ['screen_ticker', { ticker: 'AAPL', date: '2025-01-01' }, /date is not recognised/],
      ['screen_ticker', { ticker: 'NASDAQ:AAPL' }, /^malformed_ticker: .*no exchange prefix/],
      ['screen_ticker', { ticker: 'AAPL', as_of: '2999-01-01' }, /^invalid_as_of: .*Leave as_of out/],
      ['screen_ticker', { ticker: 'AAPL', rules: 'own' }, /rules must be "current" or "classic"/],
      ['screening_history', { ticker: 'AAPL', limit: 0 }, /limit must be at least 1/],
      ['compare_tickers', { tickers: ['AAPL'] }, /tickers must have at least 2 items/],
      [
        'screen_batch',
        { tickers: Array.from({ length: 26 }, () => 'AAPL') },
        /tickers must have at most 25 items/,
      ],
    ] as const;
    for (const [name, given, message] of cases) {
      const result = await mcp.call(name, given);
      assert.equal(result.isError, true);
      assert.match(textOf(result), message);
    }
  });

  test('several tickers need a key, and the refusal says how to get one', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    for (const name of ['compare_tickers', 'screen_batch']) {
      const result = await mcp.call(name, { tickers: ['AAPL', 'MSFT'] });
      assert.equal(result.isError, true);
      assert.match(textOf(result), /^key_required: .*POST \/api\/keys.*x-api-key/);
    }
  });

  test('a failure on our side reveals only the request id', async (t) => {
    const mcp = await startMcp(t, failingStore(snapshot.shared(), 'password of the database'));
    const answer = await mcp.post(
      request('tools/call', { name: 'screen_ticker', arguments: { ticker: 'AAPL' } }),
    );
    const result = answer.json().result;
    assert.equal(result?.isError, true);
    const text = textOf(result ?? {});
    assert.ok(text.includes(`report the request id ${answer.headers.get('x-request-id')}`));
    assert.ok(!text.includes('password'));
  });

  test('an unknown tool or resource is a protocol error', async (t) => {
    const mcp = await startMcp(t, snapshot.shared());
    for (const [method, params] of [
      ['tools/call', { name: 'delete_everything', arguments: {} }],
      ['resources/read', { uri: 'sanad://nothing' }],
    ] as const) {
      const { error } = (await mcp.post(request(method, params))).json();
      assert.ok(error !== undefined && error.code < 0, method);
    }
  });
});
