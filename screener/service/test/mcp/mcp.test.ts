import assert from 'node:assert/strict';
import { request as httpRequest } from 'node:http';
import { describe, test } from 'node:test';
import { size } from '@common/kit/testing/size';
import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { openTestAccess } from '../access/access-under-test.ts';
import { useSnapshotStore } from '../snapshot-store.ts';
import {
  failingStore,
  type McpUnderTest,
  modernRequest,
  request,
  startMcp,
  textOf,
  useMcp,
} from './mcp-under-test.ts';

const snapshot = useSnapshotStore(() => Date.parse('2026-11-01'));
const service = useMcp(() => snapshot.shared());

describe('over HTTP', () => {
  const INITIALIZE = request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'tests', version: '1' },
  });

  /** Posts with exactly these headers, which `fetch` would add to. */
  function postBare(
    url: URL,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<[number, string, string]> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
      });
      sent.on('error', reject);
      sent.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () =>
          resolve([response.statusCode ?? 0, response.headers['content-type'] ?? '', text]),
        );
      });
      sent.end(body);
    });
  }

  describe('POST /mcp', () => {
    const accepts: readonly Readonly<Record<string, string>>[] = [
      {},
      { accept: '' },
      { accept: '*/*' },
      { accept: 'application/json' },
      { accept: 'text/event-stream' },
      { accept: 'text/event-stream, application/json' },
      { accept: 'application/json, text/event-stream' },
      { accept: 'application/json;q=0.5, text/*;q=0.1' },
    ];
    test('answers in JSON, whatever Accept says', async () => {
      const { url } = await service();
      const modern = modernRequest('tools/list');
      for (const headers of accepts) {
        const answers = [
          await postBare(url, JSON.stringify(INITIALIZE), headers),
          await postBare(url, JSON.stringify(request('tools/list')), headers),
          await postBare(url, JSON.stringify(modern.body), { ...modern.headers, ...headers }),
        ];
        for (const [status, type, text] of answers) {
          assert.equal(status, 200, `Accept: ${headers.accept ?? '(none)'}: ${text}`);
          assert.equal(type, 'application/json');
          assert.equal(JSON.parse(text).id, 7);
        }
      }
    });

    test('keeps no session: it gives no id, and answers a call without a handshake', async () => {
      const mcp = await service();
      const answer = await mcp.post(INITIALIZE);
      assert.equal(answer.headers.get('mcp-session-id'), null);
      assert.equal((await mcp.call('screen_ticker', { ticker: 'MSFT' })).isError, undefined);
    });

    test('accepts a notification with 202 and an empty body', async () => {
      const mcp = await service();
      const answer = await mcp.post({ jsonrpc: '2.0', method: 'notifications/initialized' });
      assert.deepEqual([answer.status, answer.text], [202, '']);
    });

    test('carries the request id, even in a refusal', async () => {
      const mcp = await service();
      const good = await mcp.post(INITIALIZE);
      assert.match(good.headers.get('x-request-id') ?? '', /^req_[0-9a-f]{24}$/);
      const bad = await mcp.post(INITIALIZE, { 'x-api-key': 'wrong' });
      assert.deepEqual([bad.status, bad.json().id], [401, null]);
      assert.deepEqual(bad.json().error?.data, {
        code: 'invalid_api_key',
        request_id: bad.headers.get('x-request-id'),
      });
    });

    test('refuses anything that is not a message, as a JSON-RPC error', async () => {
      const mcp = await service();
      const cases = [
        ['{', 400, -32_700],
        ['', 400, -32_700],
        ['null', 400, -32_700],
        ['[]', 400, -32_600],
        [JSON.stringify([request('tools/list'), request('tools/list')]), 400, -32_600],
        ['{"jsonrpc":"2.0","id":1}', 400, -32_600],
        [`{"pad":"${'x'.repeat(70_000)}"}`, 413, -32_000],
      ] as const;
      for (const [body, status, code] of cases) {
        const answer = await mcp.post(body);
        assert.equal(answer.status, status, `${body.slice(0, 40)}: ${answer.text}`);
        assert.equal(answer.json().error?.code, code, answer.text);
      }
      const text = await mcp.post('x', { 'content-type': 'text/plain' });
      assert.deepEqual([text.status, text.json().error?.code], [415, -32_000]);
    });

    test('has no other methods: GET and DELETE are 405', async () => {
      const { url } = await service();
      for (const method of ['GET', 'DELETE', 'PUT']) {
        const answer = await fetch(url, { method, headers: { accept: 'text/event-stream' } });
        assert.equal(answer.status, 405);
        assert.match(answer.headers.get('allow') ?? '', /\bPOST\b/);
        await answer.text();
      }
    });

    test('a subscription has nothing to report and ends at once', async () => {
      const mcp = await service();
      const { body, headers } = modernRequest('subscriptions/listen', {
        notifications: { toolsListChanged: true },
      });
      const answer = await mcp.post(body, headers);
      assert.equal(answer.headers.get('content-type'), 'text/event-stream');
      assert.match(answer.text, /notifications\/subscriptions\/acknowledged/);
    });
  });

  describe('the limits of /mcp', () => {
    test('are those of the tier, with the headers and a message for an agent', async (t) => {
      const access = await openTestAccess(t, { demo: 2, free: 30, partner: 300 });
      const mcp = await startMcp(t, snapshot.shared(), access);
      assert.equal((await mcp.post(INITIALIZE)).status, 200);
      assert.equal((await mcp.post(request('tools/list'))).status, 200);
      const refused = await mcp.post(request('tools/list'));
      assert.equal(refused.status, 429);
      assert.match(refused.headers.get('ratelimit-policy') ?? '', /"demo";q=2;w=60/);
      const wait = Number(refused.headers.get('retry-after'));
      const { error } = refused.json();
      assert.match(
        error?.message ?? '',
        /^The demo tier allows 2 requests a minute\. Try again in \d+ s\. A free key/,
      );
      assert.deepEqual(error?.data, {
        code: 'rate_limit_exceeded',
        request_id: refused.headers.get('x-request-id'),
        retry_after_s: wait,
      });
      // One limit for both interfaces.
      assert.equal((await mcp.get('/v1/screen/AAPL')).status, 429);
    });
  });

  describe('who may call /mcp', () => {
    const app = 'https://app.example';
    const origins = (onlyLoopback: boolean) => ({
      ...snapshot.shared(),
      mcpOrigins: { allowed: new Set([app]), onlyLoopback },
    });

    test('pages of the service itself and of allowed origins, and callers that are not pages', async (t) => {
      const mcp = await startMcp(t, origins(false));
      for (const origin of [mcp.url.origin, app]) {
        assert.equal((await mcp.post(INITIALIZE, { origin })).status, 200, origin);
      }
      for (const origin of [
        'https://evil.example',
        'null',
        'http://localhost:1',
        `${mcp.url.origin}.evil.example`,
        `${app}:8443`,
      ]) {
        const answer = await mcp.post(INITIALIZE, { origin });
        assert.equal(answer.status, 403, origin);
        assert.deepEqual(answer.json().error?.data, {
          code: 'origin_not_allowed',
          request_id: answer.headers.get('x-request-id'),
        });
      }
    });

    test('on a loopback address, only by a name of this machine, so that no page can rebind its own name', async (t) => {
      const { url } = await startMcp(t, origins(true));
      const body = JSON.stringify(INITIALIZE);
      for (const host of [
        `localhost:${url.port}`,
        `127.0.0.1:${url.port}`,
        `[::1]:${url.port}`,
        'localhost',
      ]) {
        assert.equal((await postBare(url, body, { host }))[0], 200, host);
      }
      const evil = `evil.example:${url.port}`;
      const [status, , text] = await postBare(url, body, { host: evil, origin: `http://${evil}` });
      assert.equal(status, 403);
      assert.equal(JSON.parse(text).error.data.code, 'host_not_allowed');
    });

    test('a browser learns this beforehand, and lets an allowed page read the answer', async (t) => {
      const mcp = await startMcp(t, origins(false));
      const ask = (origin: string) => fetch(mcp.url, { method: 'OPTIONS', headers: { origin } });
      const yes = await ask(app);
      assert.equal(yes.status, 204);
      assert.equal(yes.headers.get('access-control-allow-origin'), app);
      assert.match(yes.headers.get('access-control-allow-headers') ?? '', /x-api-key/);
      const no = await ask('https://evil.example');
      assert.equal(no.headers.get('access-control-allow-origin'), null);
      const refused = await mcp.post(INITIALIZE, { origin: app, 'x-api-key': 'wrong' });
      assert.deepEqual([refused.status, refused.headers.get('access-control-allow-origin')], [401, app]);
    });
  });
});

function linesOf(result: { readonly content?: unknown }): readonly string[] {
  return textOf(result).split('\n');
}

describe('tools', () => {
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
    test('says what each tool is for and that it is read-only, and gives both schemas', async () => {
      const tools = await listTools(await service());
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

    test('has less than 15 kB', async (t) => {
      const mcp = await service();
      const { text } = await mcp.post(request('tools/list'));
      assert.ok(Buffer.byteLength(text) < 15_000, `${Buffer.byteLength(text)} bytes`);
      t.diagnostic(`${Buffer.byteLength(text)} bytes`);
    });

    test('is the same each time, and may be cached', async () => {
      const mcp = await service();
      const { body, headers } = modernRequest('tools/list');
      const [first, second] = [await mcp.post(body, headers), await mcp.post(body, headers)];
      assert.equal(first.text, second.text);
      const { ttlMs, cacheScope } = first.json().result as unknown as { ttlMs: number; cacheScope: string };
      assert.deepEqual([ttlMs, cacheScope], [3_600_000, 'public']);
    });
  });

  describe('what tools answer', () => {
    const MOST_BYTES = { brief: 6_000, other: 40_000 };

    test('matches their output schemas', async () => {
      const mcp = await service();
      const { key } = mcp;
      const ajv = new Ajv2020({ formats: { date: true } });
      const schemas = new Map(
        (await listTools(mcp)).map(({ name, outputSchema }) => [name, ajv.compile(outputSchema)]),
      );
      const calls = [
        ['screen_ticker', { ticker: 'AAPL' }],
        ['screen_ticker', { ticker: 'AAPL', detail: 'full' }],
        ['screen_ticker', { ticker: 'AAPL', as_of: '2025-06-30', rules: 'classic' }],
        ['screen_ticker', { ticker: 'F' }],
        ['screen_ticker', { ticker: 'SPUS' }],
        ['screen_ticker', { ticker: 'SPUS', detail: 'full' }],
        ['screening_methodology', {}],
        ['screening_history', { ticker: 'MSFT', limit: 5 }],
        ['compare_tickers', { tickers: ['AAPL', 'QQQQZ', 'F'] }],
        ['screen_batch', { tickers: ['AAPL', 'AAPL', 'no ticker', 'NVDA'] }],
        ['screen_portfolio', { text: 'AAPL 40\nJPM $300\ncash 1204.11' }],
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

    test('stay below 6 kB, in full below 40 kB, for the companies and funds of the snapshot', async (t) => {
      const each = size({ quick: 4, full: 1 });
      const deps = snapshot.shared();
      const mcp = await service();
      const { key } = mcp;
      const known = await deps.store.listingsWithFacts(null, 1_000);
      const companies = known.filter((_, index) => index % each === 0);
      // A bank, and a company without a verdict.
      const others = ['AAPL', 'SPUS', 'VOO', 'JPM', 'COST'];
      const tickers = [...new Set([...companies.map(({ symbol }) => symbol), ...others])];
      const calls: [string, object][] = tickers.flatMap((ticker): [string, object][] => [
        ['screen_ticker', { ticker }],
        ['screen_ticker', { ticker, detail: 'full' }],
        ['screening_history', { ticker, limit: 100 }],
      ]);
      calls.push(['screening_methodology', {}], ['screen_batch', { tickers: tickers.slice(0, 25) }]);
      calls.push(['compare_tickers', { tickers: tickers.slice(-5) }]);
      const held = tickers.map((ticker, index) => `${ticker} ${index + 1}`).join('\n');
      calls.push(['screen_portfolio', { text: held }]);
      const largest = { brief: 0, other: 0 };
      for (const [name, given] of calls) {
        const body = request('tools/call', { name, arguments: given });
        const { text } = await mcp.post(body, { 'x-api-key': key });
        const kind = name === 'screen_ticker' && !('detail' in given) ? 'brief' : 'other';
        const bytes = Buffer.byteLength(text);
        assert.ok(bytes < MOST_BYTES[kind], `${name} ${JSON.stringify(given)}: ${bytes} bytes`);
        largest[kind] = Math.max(largest[kind], bytes);
      }
      t.diagnostic(`of ${calls.length} answers the largest have ${JSON.stringify(largest)} bytes`);
    });

    test('screen_ticker: the full text by itself has the verdict, the deciding figures, the filings and the assumptions', async () => {
      const mcp = await service();
      const text = textOf(await mcp.call('screen_ticker', { ticker: 'AAPL', detail: 'full' }));
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

    test('screen_ticker: a brief answer is part of the full one, which is that of /v1/screen', async () => {
      const mcp = await service();
      for (const ticker of ['AAPL', 'SPUS', 'JPM', 'COST']) {
        const brief = await mcp.call('screen_ticker', { ticker });
        const full = await mcp.call('screen_ticker', { ticker, detail: 'full' });
        assert.deepEqual(full.structuredContent, await mcp.screen(ticker));
        assert.partialDeepStrictEqual(full.structuredContent, brief.structuredContent);
        const missing = linesOf(full).filter((line) => !linesOf(brief).includes(line));
        assert.ok(missing.length > 0, ticker);
        // What is said of the verdict and its assumptions is the same.
        const isOfFilings = (line: string) => /^- .*accession /.test(line);
        assert.deepEqual(
          linesOf(brief).filter((line) => !linesOf(full).includes(line) && !isOfFilings(line)),
          [],
        );
      }
    });

    test('screen_portfolio: the shares of POST /v1/portfolio, and what needs a decision', async () => {
      const mcp = await service();
      const text = 'AAPL $600\nJPM $300\nCOST $100\ncash 50\nNo such thing 3';
      const result = await mcp.call('screen_portfolio', { text }, { 'x-api-key': mcp.key });
      const { shares, decisions, compliant, apart } = result.structuredContent as {
        readonly shares: Readonly<Record<string, { readonly pct: number }>>;
        readonly decisions: readonly { readonly symbol: string; readonly compliance_today: string }[];
        readonly compliant: readonly string[];
        readonly apart: readonly { readonly line: number; readonly kind: string }[];
      };
      assert.equal(shares.non_compliant?.pct, 30);
      // AAPL's verdict is of an earlier day here.
      assert.deepEqual(
        [decisions.map(({ symbol, compliance_today: today }) => `${symbol} ${today}`), compliant],
        [['AAPL not_screenable', 'JPM non_compliant', 'COST not_screenable'], []],
      );
      assert.deepEqual(
        apart.map(({ line, kind }) => [line, kind]),
        [
          [4, 'cash'],
          [5, 'unmatched'],
        ],
      );
      assert.match(textOf(result), /\n- JPM \(JPMORGAN CHASE & CO\): NON-COMPLIANT, 30 %; /);
      assert.match(textOf(result), /\n- AAPL \(Apple Inc\.\): NOT SCREENABLE, 60 %; /);
    });

    test('screen_ticker: not screenable is not a pass, and the text says what is missing', async () => {
      const mcp = await service();
      const result = await mcp.call('screen_ticker', { ticker: 'AAPL', as_of: '2008-01-02' });
      assert.equal(result.structuredContent?.compliance, 'not_screenable');
      const text = textOf(result);
      assert.match(text, /NOT SCREENABLE \(no verdict\)/);
      assert.match(text, /This is neither a pass nor a fail/);
      assert.match(text, /\nMissing:\n- \S+: /);
    });

    test('screen_ticker: without a verdict, what is still possible and what it last was', async () => {
      const mcp = await service();
      const text = textOf(await mcp.call('screen_ticker', { ticker: 'COST' }));
      assert.match(text, /\nStill possible: QUESTIONABLE or NON-COMPLIANT\./);
      assert.match(
        text,
        /The last verdict was of 2021-06-03: QUESTIONABLE, score 69 of 100\. It is not today’s\./,
      );
    });

    test('screen_ticker: a prohibited business is a verdict without figures', async () => {
      const mcp = await service();
      const text = textOf(await mcp.call('screen_ticker', { ticker: 'MO', detail: 'full' }));
      assert.match(text, /^ALTRIA GROUP, INC\. \(MO\): WAS NON-COMPLIANT, score 0 of 100, on 2026-08-21\n/);
      assert.match(text, /\n- tobacco: FAILS \(cigarettes; 10-K 0000764180-26-000017\)\n/);
      assert.doesNotMatch(text, /\nMissing:/);
    });

    test('screen_ticker: for a fund, what is covered and what is not', async () => {
      const mcp = await service();
      const text = textOf(await mcp.call('screen_ticker', { ticker: 'SPUS', detail: 'full' }));
      assert.match(text, /\nWhy: A fund, judged by its holdings\. /);
      assert.match(text, /\nHoldings: [\d.]+ % of net assets have a verdict \(coverage\), by NPORT-P/);
      assert.match(text, /\nWeights are of net assets: .* because the fund owes [\d.]+ %\./);
      assert.match(text, /\n- unresolved: [\d.]+ % \(\d+ holdings\)/);
      assert.ok(text.length < 12_000, `${text.length} characters`);
    });

    test('screening_history: which check flipped and the figure that caused it', async () => {
      const mcp = await service();
      const result = await mcp.call('screening_history', { ticker: 'AAPL', limit: 100 });
      const text = textOf(result);
      assert.match(text, /^AAPL, rule set current: \d+ screenings, newest first/);
      assert.match(text, /accession \d{10}-\d{2}-\d{6}/);
      const { snapshots } = result.structuredContent as { snapshots: object[] };
      assert.deepEqual(snapshots, (await mcp.history(`AAPL?limit=${snapshots.length}`)).snapshots);
    });

    test('screening_methodology: the text has every limit of the rule sets', async () => {
      const mcp = await service();
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

    test('several tickers: in request order, errors beside verdicts', async () => {
      const mcp = await service();
      const { key } = mcp;
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
        /^- QQQQZ: no verdict \(ticker_not_found: .*\)\n- AAPL \(Apple Inc\.\): WAS COMPLIANT, score [\d.]+ of 100, on 2026-04-23;/,
      );
    });
  });

  describe('what tools refuse', () => {
    test('faults in the arguments are results that name them', async () => {
      const mcp = await service();
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

    test('several tickers need a key, and the refusal says how to get one', async () => {
      const mcp = await service();
      for (const [name, given] of [
        ['compare_tickers', { tickers: ['AAPL', 'MSFT'] }],
        ['screen_batch', { tickers: ['AAPL', 'MSFT'] }],
        ['screen_portfolio', { text: 'AAPL 3' }],
      ] as const) {
        const result = await mcp.call(name, given);
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

    test('an unknown tool or resource is a protocol error', async () => {
      const mcp = await service();
      for (const [method, params] of [
        ['tools/call', { name: 'delete_everything', arguments: {} }],
        ['resources/read', { uri: 'sanad://nothing' }],
      ] as const) {
        const { error } = (await mcp.post(request(method, params))).json();
        assert.ok(error !== undefined && error.code < 0, method);
      }
    });
  });
});
