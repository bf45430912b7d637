import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { withTempDir } from '@common/kit/testing';
import { clockAt, makeApp } from './app-under-test.ts';
import { openInProcess, tinyPlace } from './service-in-process.ts';
import { useSnapshotStore } from './snapshot-store.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const URL = '/v1/screen/AAPL';

describe('conditional requests', () => {
  test('a screening has a strong tag; a client that sends it gets 304 without a body', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
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

  test('another answer has another tag', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    const urls = [URL, `${URL}?rules=classic`, `${URL}?as_of=2021-05-01`, '/v1/screen/MSFT'];
    const tags = await Promise.all(urls.map(async (url) => (await app.inject(url)).headers.etag));
    assert.equal(new Set(tags).size, urls.length);
  });
});

describe('compression', () => {
  test('follows Accept-Encoding, has its own tag, and gives the same bytes', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
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

  test('a compressed request is not decompressed', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
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
  test('are sent to clients that ask for them', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
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

  test('are sent to nobody else', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
    for (const accept of ['*/*', 'application/*', 'application/json', 'application/problem+json;q=0']) {
      const answer = await app.inject({ url: '/v1/screen/ZZZZZ', headers: { accept } });
      assert.match(String(answer.headers['content-type']), /^application\/json/, accept);
      assert.equal(answer.json().error.code, 'ticker_not_found');
    }
  });
});

describe('for programs and operators', () => {
  test('/llms.txt describes the service, and its links work', async (t) => {
    const { app } = await makeApp(t, snapshot.shared());
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
    assert.match(body, /duration_seconds_count\{route="\/v1\/screen\/:ticker",method="GET",status="200"\} 1/);
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
