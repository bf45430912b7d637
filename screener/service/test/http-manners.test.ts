import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { fail, ok } from '@common/base/result';
import type { Origins } from '@common/kit/http/cors';
import { withTempDir } from '@common/kit/testing';
import { VERSION } from '@common/kit/version';
import { openTestAccess } from './access/access-under-test.ts';
import { clockAt, makeApp } from './app-under-test.ts';
import { openInProcess, tinyPlace } from './service-in-process.ts';
import { snapshotDate, useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

describe('manners', () => {
  const URL = '/v1/screen/AAPL';

  describe('conditional requests', () => {
    test('a screening has a strong tag; a client that sends it gets 304 without a body', async () => {
      const { app } = await snapshot.app();
      for (const url of [URL, '/v1/history/AAPL']) {
        const first = await app.inject(url);
        const tag = String(first.headers.etag);
        assert.match(tag, /^"[\w-]{27}"$/);
        assert.equal((await app.inject(url)).headers.etag, tag);
        for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*', `${tag.slice(0, -1)}-gzip"`]) {
          const again = await app.inject({ url, headers: { 'if-none-match': known } });
          assert.equal(again.statusCode, 304, known);
          assert.equal(again.body, '');
          assert.equal(again.headers.etag, known.endsWith('-gzip"') ? known : tag);
        }
        for (const other of [
          '"other"',
          tag.slice(1, -1),
          `${tag.slice(0, -1)}x"`,
          `${tag.slice(0, -1)}-x"`,
          '',
        ]) {
          const again = await app.inject({ url, headers: { 'if-none-match': other } });
          assert.equal(again.statusCode, 200, other);
        }
      }
    });

    test('another answer has another tag', async () => {
      const { app } = await snapshot.app();
      const urls = [URL, `${URL}?rules=classic`, `${URL}?as_of=2021-05-01`, '/v1/screen/MSFT'];
      const tags = await Promise.all(urls.map(async (url) => (await app.inject(url)).headers.etag));
      assert.equal(new Set(tags).size, urls.length);
    });
  });

  describe('compression', () => {
    test('follows Accept-Encoding, has its own tag, and gives the same bytes', async () => {
      const { app } = await snapshot.app();
      const plain = await app.inject(URL);
      assert.equal(plain.headers['content-encoding'], undefined);
      assert.match(String(plain.headers.vary), /accept-encoding/);
      const unpack = { gzip: gunzipSync, br: brotliDecompressSync };
      for (const [encoding, read] of Object.entries(unpack)) {
        const packed = await app.inject({ url: URL, headers: { 'accept-encoding': encoding } });
        assert.equal(packed.headers['content-encoding'], encoding);
        assert.equal(read(packed.rawPayload).toString('utf8'), plain.body);
        assert.equal(packed.headers.etag, `${String(plain.headers.etag).slice(0, -1)}-${encoding}"`);
        assert.ok(packed.rawPayload.length * 3 < plain.rawPayload.length);
      }
      const refused = await app.inject({ url: URL, headers: { 'accept-encoding': 'identity' } });
      assert.equal(refused.body, plain.body);
    });

    test('a compressed request is not decompressed', async () => {
      const { app } = await snapshot.app();
      const answer = await app.inject({
        method: 'POST',
        url: '/api/keys',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
        payload: Buffer.from([31, 139, 8, 0]),
      });
      assert.equal(answer.statusCode, 422);
    });
  });

  describe('problem details', () => {
    test('are sent to clients that ask for them', async () => {
      const { app } = await snapshot.app();
      const accept = 'application/problem+json, application/json;q=0.5';
      const cases: readonly (readonly [string, number, string])[] = [
        ['/v1/screen/A!B', 400, 'malformed_ticker'],
        ['/v1/screen/ZZZZZ', 404, 'ticker_not_found'],
        ['/nowhere', 404, 'not_found'],
        ['/v1/screen/AAPL?x=1', 422, 'invalid_request'],
      ];
      for (const [url, status, code] of cases) {
        const answer = await app.inject({ url, headers: { accept } });
        assert.equal(answer.statusCode, status);
        assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
        const problem = answer.json();
        assert.equal(problem.status, status);
        assert.equal(problem.code, code);
        assert.equal(problem.request_id, answer.headers['x-request-id']);
        assert.ok(problem.detail.length > 10 && problem.title.length > 2 && problem.type === 'about:blank');
      }
    });

    test('are sent to nobody else', async () => {
      const { app } = await snapshot.app();
      for (const accept of ['*/*', 'application/*', 'application/json', 'application/problem+json;q=0']) {
        const answer = await app.inject({ url: '/v1/screen/ZZZZZ', headers: { accept } });
        assert.match(String(answer.headers['content-type']), /^application\/json/, accept);
        assert.equal(answer.json().error.code, 'ticker_not_found');
      }
    });
  });

  describe('for programs and operators', () => {
    test('/llms.txt describes the service, and its links work', async () => {
      const { app } = await snapshot.app();
      const { body, headers } = await app.inject('/llms.txt');
      assert.match(String(headers['content-type']), /^text\/markdown/);
      assert.match(body, /^# Sanad/);
      for (const [, link = ''] of body.matchAll(/\]\((\/[^)]*)\)/g)) {
        assert.ok((await app.inject(link)).statusCode < 400, link);
      }
    });

    test('/metrics counts by route, never by caller input', async (t) => {
      const { app } = await makeApp(t, snapshot.shared());
      for (const url of [URL, '/v1/screen/secretpath', '/secretpath']) await app.inject(url);
      const { body, headers } = await app.inject('/metrics');
      assert.match(String(headers['content-type']), /^text\/plain/);
      assert.match(
        body,
        /duration_seconds_count\{route="\/v1\/screen\/:ticker",method="GET",status="200"\} 1/,
      );
      assert.doesNotMatch(body, /secretpath/);
    });

    test('no key, valid or not, and no address reaches the log or the metrics', (t) =>
      withTempDir(async (folder) => {
        let lines = '';
        const keep = (line: string) => {
          lines += line;
        };
        const screener = await openInProcess(t, await tinyPlace(folder), { onLine: keep });
        const signedUp = await screener.post('/api/keys', '{"email":"somebody@example.org"}');
        const key: string = JSON.parse(signedUp.body).data.api_key;
        const bad = 'snd_live_nokeyatall00000000000000000000000';
        for (const header of [key, `${key}x`, bad]) {
          await screener.get(`/v1/screen/SWIQ?as_of=${header}`, { 'x-api-key': header });
        }
        const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
        for (const [sent, body, status] of [
          [key, list, 200],
          [key, '{', 400],
          [key, '[]', 400],
          [bad, list, 401],
        ] as const) {
          const answer = await screener.post('/mcp', body, { 'x-api-key': sent });
          assert.equal(answer.status, status, answer.body);
          assert.ok(!answer.body.includes(sent));
        }
        const metrics = await screener.get('/metrics');
        await screener.stop();
        for (const text of [lines, metrics.body]) {
          assert.doesNotMatch(text, new RegExp(`${key.slice(9)}|${bad.slice(9)}|somebody`));
        }
        assert.match(lines, /"path":"\/api\/keys","status":200/);
        assert.match(lines, /"path":"\/mcp","status":401/);
      }));
  });
});

describe('cross-origin requests', () => {
  const ORIGIN = 'https://app.example';
  const READABLE =
    'x-request-id, etag, ratelimit, ratelimit-policy, retry-after, www-authenticate, sanad-key-notice';

  async function open(t: TestContext, origins: Origins = 'any') {
    const access = await openTestAccess(t, { demo: 1, free: 0, partner: 0 });
    const { app } = await makeApp(t, { ...snapshot.shared(), origins }, undefined, access);
    const ask = (method: 'GET' | 'POST' | 'OPTIONS', url: string, headers: Record<string, string> = {}) =>
      app.inject({ method, url, headers: { origin: ORIGIN, ...headers } });
    const preflight = (url: string, method: string) =>
      ask('OPTIONS', url, {
        'access-control-request-method': method,
        'access-control-request-headers': 'x-api-key',
      });
    return { ask, preflight };
  }

  describe('pages of other origins', () => {
    test('may ask before calling any operation of the API', async (t) => {
      const { preflight } = await open(t);
      for (const [url, method] of [
        ['/v1/screen/AAPL', 'GET'],
        ['/v1/history/AAPL', 'GET'],
        ['/v1/batch', 'POST'],
        ['/v1/bulk', 'POST'],
        ['/v1/bulk/blk_1', 'GET'],
        ['/api/keys', 'POST'],
        ['/api/keys/keep', 'POST'],
      ] as const) {
        const { statusCode, headers } = await preflight(url, method);
        assert.equal(statusCode, 204, url);
        assert.equal(headers['access-control-allow-origin'], '*', url);
        assert.equal(headers['access-control-allow-methods'], method, url);
        assert.match(String(headers['access-control-allow-headers']), /\bx-api-key\b/);
        assert.equal(headers['access-control-allow-credentials'], undefined);
      }
    });

    test('may read answers and refusals, with the headers of limits, tags and keys', async (t) => {
      const { ask } = await open(t);
      for (const [headers, status] of [
        [{}, 200],
        [{}, 429],
        [{ 'x-api-key': 'wrong' }, 401],
      ] as const) {
        const answer = await ask('GET', '/v1/screen/AAPL', headers);
        assert.equal(answer.statusCode, status);
        assert.equal(answer.headers['access-control-allow-origin'], '*');
        assert.equal(answer.headers['access-control-expose-headers'], READABLE);
      }
    });

    test('may not read the operator’s paths, or those for people', async (t) => {
      const { ask, preflight } = await open(t);
      for (const url of ['/', '/metrics', '/health', '/tasks/rebuild-leaderboard', '/api/waitlist']) {
        const method = url.startsWith('/tasks') || url.startsWith('/api') ? 'POST' : 'GET';
        assert.equal((await ask(method, url)).headers['access-control-allow-origin'], undefined, url);
        assert.equal((await preflight(url, method)).headers['access-control-allow-origin'], undefined, url);
      }
    });

    test('are only the listed ones, where some are listed', async (t) => {
      const { ask, preflight } = await open(t, new Set([ORIGIN]));
      const listed = await ask('GET', '/v1/screen/AAPL');
      assert.equal(listed.headers['access-control-allow-origin'], ORIGIN);
      assert.match(String(listed.headers.vary), /\borigin\b.*\bx-api-key\b/);
      const other = await ask('GET', '/v1/screen/AAPL', { origin: 'https://other.example' });
      assert.equal(other.headers['access-control-allow-origin'], undefined);
      assert.equal((await preflight('/v1/batch', 'POST')).headers['access-control-allow-origin'], ORIGIN);
      const none = await open(t, new Set());
      assert.equal(
        (await none.preflight('/v1/batch', 'POST')).headers['access-control-allow-origin'],
        undefined,
      );
    });

    test('a path keeps its own list of methods, and an unknown one stays unknown', async (t) => {
      const { ask } = await open(t);
      assert.equal((await ask('GET', '/v1/batch')).statusCode, 405);
      assert.equal((await ask('GET', '/v1/nothing')).statusCode, 404);
    });
  });
});

describe('GET /health', () => {
  test('health says what the store holds', async (t) => {
    const deps = snapshot.shared();
    const app = await makeApp(t, deps);
    const answer = await app.get('/health');
    assert.equal(answer.status, 200);
    const { listings, companies } = await deps.store.countListings();
    assert.ok(listings > 10_000 && companies > 30, `${listings} tickers, ${companies} companies`);
    assert.deepEqual(JSON.parse(answer.body), {
      status: 'ok',
      version: VERSION,
      engine_version: (await app.screen('AAPL')).engine_version,
      data_source: 'snapshot',
      snapshot_as_of: await snapshotDate(),
      live_mode: false,
      tickers: listings,
      current: null,
      companies_with_facts: companies,
    });
  });

  test('health names the source of an import', async (t) => {
    const deps = await (await snapshot.copy(t)).open();
    const app = await makeApp(t, deps);
    await deps.store.saveSetting('data_source', 'sec_bulk');
    assert.equal(JSON.parse((await app.get('/health')).body).data_source, 'sec_bulk');
  });

  test('a store that does not answer is not healthy', async (t) => {
    const deps = snapshot.shared();
    const countListings = () => Promise.reject(new Error('away'));
    const app = await makeApp(t, { ...deps, store: { ...deps.store, countListings } });
    assert.equal((await app.get('/health')).status, 500);
  });

  test('a store that takes no writes is not healthy', async (t) => {
    let full = true;
    const writable = async () => (full ? fail('database_not_writable', 'The disk is full.') : ok(undefined));
    const app = await makeApp(t, { ...snapshot.shared(), writable });
    const { status, body } = await app.get('/health');
    assert.deepEqual([status, JSON.parse(body).error.code], [503, 'database_not_writable']);
    full = false;
    assert.equal((await app.get('/health')).status, 200);
  });
});

describe('what is refused', () => {
  const MALFORMED = [
    ...[
      'A!B',
      'TOOLONGTICKER',
      'AAPL;',
      '%3Cscript%3E',
      "AAPL'",
      'A..B',
      'BRK--B',
      'BRK-',
      '-B',
      '%20',
      'ÄPFEL',
    ],
    ...['AA%0APL', 'CIK320193', 'A'.repeat(64), 'A'.repeat(900), '%F0%9F%8D%8E', 'AAPL,MSFT'],
  ];

  describe('refusals', () => {
    for (const route of ['screen', 'history']) {
      test(`${route}: a malformed ticker gets 400`, async () => {
        const app = await snapshot.app();
        for (const ticker of MALFORMED) {
          const answer = await app.get(`/v1/${route}/${ticker}`);
          assert.equal(answer.status, 400, ticker);
          isFailure(answer, 'malformed_ticker');
        }
      });

      test(`${route}: an unlisted ticker gets 404`, async () => {
        const app = await snapshot.app();
        for (const ticker of ['ZZZZZ', 'CIK0009999999', 'AAPL-X']) {
          const answer = await app.get(`/v1/${route}/${ticker}`);
          assert.equal(answer.status, 404, ticker);
          isFailure(answer, 'ticker_not_found');
        }
      });

      test(`${route}: unknown rules get 422 with the available ones`, async () => {
        const app = await snapshot.app();
        for (const rules of ['modern', '', 'CURRENT', '__proto__', 'toString', 'current,classic']) {
          const answer = await app.get(`/v1/${route}/AAPL?rules=${rules}`);
          assert.equal(answer.status, 422, rules);
          const [issue] = isInvalid(answer.body);
          assert.deepEqual(issue?.loc, ['query', 'rules']);
          assert.equal(issue?.type, 'literal_error');
          assert.match(issue?.msg ?? '', /"current" or "classic"/);
        }
      });

      test(`${route}: an unknown parameter gets 422 and is named`, async () => {
        const app = await snapshot.app();
        for (const query of ['foo=1', 'asof=2021-05-01', 'as_of=2021-05-01&x=', 'Rules=classic']) {
          if (route === 'history' && query.startsWith('as_of')) continue;
          const answer = await app.get(`/v1/${route}/AAPL?${query}`);
          assert.equal(answer.status, 422, query);
          const [issue, ...rest] = isInvalid(answer.body);
          assert.deepEqual(rest, []);
          assert.equal(issue?.type, 'extra_forbidden');
          assert.equal(issue?.loc[0], 'query');
        }
      });
    }

    test('an invalid or future date gets 422', async () => {
      const app = await snapshot.app();
      const wrong = ['2021-02-30', '2021-13-01', '20210501', 'yesterday', '', '2030-06-16', '9999-12-31'];
      for (const date of [...wrong, '2021-05-01T00:00:00Z', '-2021-05-01', '2021-5-1', '%002021-05-01']) {
        const answer = await app.get(`/v1/screen/AAPL?as_of=${date}`);
        assert.equal(answer.status, 422, date);
        const [issue] = isInvalid(answer.body);
        assert.equal(issue?.loc[0], 'query');
        if (!date.includes('%00')) {
          assert.deepEqual(issue?.loc, ['query', 'as_of']);
          assert.equal(issue?.type, 'invalid_as_of');
          assert.match(issue?.msg ?? '', /2030-06-15/);
        }
      }
    });

    test('a parameter given twice gets 422', async () => {
      const app = await snapshot.app();
      const answer = await app.get('/v1/screen/AAPL?as_of=2021-05-01&as_of=2022-05-01');
      assert.equal(answer.status, 422);
      assert.deepEqual(isInvalid(answer.body)[0]?.loc, ['query', 'as_of']);
    });

    test('a history request may ask for 1 to 500 entries', async () => {
      const app = await snapshot.app();
      for (const limit of ['0', '-1', '501', '1.5', 'x', '', '1e2', '%2B5', '99999999999999999999']) {
        const answer = await app.get(`/v1/history/AAPL?limit=${limit}`);
        assert.equal(answer.status, 422, limit);
        assert.deepEqual(isInvalid(answer.body)[0]?.loc, ['query', 'limit']);
      }
      for (const limit of ['1', '500']) {
        assert.equal((await app.get(`/v1/history/AAPL?limit=${limit}`)).status, 200, limit);
      }
    });

    test('a history takes no date parameter', async () => {
      const app = await snapshot.app();
      const answer = await app.get('/v1/history/AAPL?as_of=2021-05-01');
      assert.equal(answer.status, 422);
      assert.deepEqual(isInvalid(answer.body)[0]?.loc, ['query', 'as_of']);
    });

    test('another method gets 405 with the available ones', async () => {
      const { app } = await snapshot.app();
      for (const url of ['/v1/screen/AAPL', '/v1/history/AAPL', '/health', '/openapi.json']) {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const) {
          const answer = await app.inject({
            method,
            url,
            payload: '{',
            headers: { 'content-type': 'text/x' },
          });
          assert.equal(answer.statusCode, 405, `${method} ${url}`);
          assert.match(String(answer.headers.allow), /\bGET\b/);
          isFailure({ headers: answer.headers, body: answer.body }, 'method_not_allowed');
        }
      }
    });

    test('an unknown path gets 404 in the same shape', async () => {
      const app = await snapshot.app();
      for (const path of ['/v1', '/v1/screen', '/v1/screen/AAPL/x', '/V1/screen/AAPL', '/v2/screen/AAPL']) {
        const answer = await app.get(path);
        assert.equal(answer.status, 404, path);
        isFailure(answer, 'not_found');
      }
    });

    test('an invalid URL gets 400', async () => {
      const app = await snapshot.app();
      for (const ticker of ['%E0%A4%A', '%', '%zz']) {
        const answer = await app.get(`/v1/screen/${ticker}`);
        assert.equal(answer.status, 400, ticker);
        isFailure(answer, 'bad_request');
      }
    });

    test('a broken store gets 500 without a word about what broke', async (t) => {
      const deps = snapshot.shared();
      const findListing = () => Promise.reject(new Error('connection to postgres://user:secret@host failed'));
      const app = await makeApp(t, { ...deps, store: { ...deps.store, findListing } });
      const answer = await app.get('/v1/screen/AAPL');
      assert.equal(answer.status, 500);
      isFailure(answer, 'internal_error');
      assert.doesNotMatch(answer.body, /secret|postgres/);
    });
  });

  interface Issue {
    readonly loc: readonly (string | number)[];
    readonly msg: string;
    readonly type: string;
  }

  /** The failure envelope, with exactly these members. */
  function isFailure(
    { headers, body }: { readonly headers: Readonly<Record<string, unknown>>; readonly body: string },
    code: string,
  ): void {
    const parsed = JSON.parse(body);
    assert.deepEqual(Object.keys(parsed), ['success', 'error', 'data']);
    assert.equal(parsed.success, false);
    assert.equal(parsed.data, null);
    // Where the text is near a ticker or a name, the refusal proposes some.
    const { detail, ...always } = parsed.error;
    assert.deepEqual(Object.keys(always), ['code', 'message', 'request_id']);
    if (detail !== undefined) {
      assert.ok(['malformed_ticker', 'ticker_not_found'].includes(code));
      assert.ok(Object.keys(detail).length > 0);
    }
    assert.equal(parsed.error.code, code);
    assert.equal(parsed.error.request_id, headers['x-request-id']);
    assert.ok(parsed.error.message.length > 10);
    assert.match(String(headers['content-type']), /^application\/json/);
  }

  /** The validation error of the interface document, 2.6. */
  function isInvalid(body: string): readonly Issue[] {
    const parsed = JSON.parse(body);
    assert.deepEqual(Object.keys(parsed), ['detail']);
    assert.ok(Array.isArray(parsed.detail) && parsed.detail.length > 0);
    for (const issue of parsed.detail) {
      const { loc, msg, type, ...optional } = issue;
      assert.ok(loc.every((step: unknown) => typeof step === 'string' || Number.isInteger(step)));
      assert.equal(typeof msg, 'string');
      assert.equal(typeof type, 'string');
      assert.ok(Object.keys(optional).every((name) => name === 'input' || name === 'ctx'));
    }
    return parsed.detail;
  }
});
