import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { removeDirectory } from '@common/kit/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';

const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));
const run = promisify(execFile);

const FORM = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

/** The service without and with a port, and a way to send the form. */
async function serve(t: TestContext) {
  const access = await openTestAccess(t, { demo: 10, free: 30, partner: 300 });
  const { app } = await makeApp(t, snapshot.shared(), undefined, access);
  const post = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url: '/developers',
      headers: { ...FORM, ...headers },
      payload: new URLSearchParams(fields).toString(),
    });
  return { app, access, post, listen: () => app.listen({ host: '127.0.0.1', port: 0 }) };
}

function keyIn(page: string): string {
  const [, key = ''] = /id="api-key" type="text" value="(snd_live_[^"]+)" readonly/.exec(page) ?? [];
  assert.notEqual(key, '', page);
  return key;
}

describe('GET /developers', () => {
  test('has the limits of the tables that the service goes by, and links that work', async (t) => {
    const { app } = await serve(t);
    const { body } = await app.inject('/developers');
    const [, table = ''] = /<table class="tiers">(.*?)<\/table>/s.exec(body) ?? [];
    assert.match(table, /Requests a minute<\/th><td>10, by address<\/td><td>30<\/td><td>300<\/td>/);
    assert.match(
      table,
      /Tickers at once<\/th><td>1<\/td><td>batch of 25, bulk of 500<\/td><td>batch of 25, bulk of 500</,
    );
    for (const path of ['/docs', '/openapi.json', '/llms.txt', '/health', '/privacy']) {
      assert.ok(body.includes(`href="${path}"`), path);
      assert.ok((await app.inject(path)).statusCode < 400, path);
    }
    const { data } = (await app.inject('/v1/screen/AAPL')).json();
    assert.ok(body.includes(`&quot;score&quot;: ${data.score}`));
  });

  test('keeps what a link says of itself, and nothing odd', async (t) => {
    const { app } = await serve(t);
    const { body } = await app.inject(
      `/developers?utm_source=letter&utm_medium=${'x'.repeat(101)}&utm_content=a&utm_content=b&other=1`,
    );
    assert.deepEqual(body.match(/<input type="hidden"[^>]*>/g), [
      '<input type="hidden" name="utm_source" value="letter">',
    ]);
  });
});

describe('POST /developers', () => {
  test('shows a key once, which works, and keeps what led here', async (t) => {
    const { app, post } = await serve(t);
    const issued = await post({ email: 'samir@example.org', use_case: 'app', utm_source: 'letter' });
    assert.equal(issued.statusCode, 200, issued.body);
    assert.equal(issued.headers['cache-control'], 'no-store');
    const key = keyIn(issued.body);
    assert.ok(issued.body.includes(`export SANAD_KEY='${key}'`));
    const called = await app.inject({ url: '/v1/screen/AAPL', headers: { 'x-api-key': key } });
    assert.equal(called.statusCode, 200);
    assert.match(String(called.headers['ratelimit-policy']), /30/);
    const again = await post({ email: 'samir@example.org' });
    assert.notEqual(keyIn(again.body), key);
  });

  test('tells a mistake beside its field and keeps what was typed', async (t) => {
    const { post } = await serve(t);
    for (const [fields, field] of [
      [{ email: 'samir', use_case: 'app' }, 'email'],
      [{ email: '', use_case: 'app' }, 'email'],
      [{ email: `${'x'.repeat(260)}@example.org`, use_case: 'app' }, 'email'],
      [{ email: 'samir@example.org', use_case: 'far more than twenty characters' }, 'use_case'],
    ] as const) {
      const { statusCode, body } = await post(fields);
      assert.equal(statusCode, 422);
      assert.match(
        body,
        new RegExp(`id="${field}"[^>]* aria-invalid="true" aria-describedby="${field}-error"`),
      );
      assert.match(body, new RegExp(`id="${field}-error"`));
      for (const value of Object.values(fields)) assert.ok(body.includes(`value="${value}"`), value);
    }
  });

  test('is refused from another site, and above the limit of sign-ups', async (t) => {
    const { post } = await serve(t);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'sec-fetch-site': 'same-site' }]) {
      assert.equal((await post({ email: 'samir@example.org' }, headers)).statusCode, 403);
    }
    // A mistake does not count; five sign-ups an hour do.
    for (let count = 0; count < 10; count += 1) assert.equal((await post({ email: 'x' })).statusCode, 422);
    for (let count = 0; count < 5; count += 1) {
      assert.equal((await post({ email: `samir${count}@example.org` })).statusCode, 200);
    }
    const refused = await post({ email: 'samir@example.org' });
    assert.equal(refused.statusCode, 429);
    assert.match(refused.body, /5 keys an hour may be asked for from one network\. Try again in \d+ min/);
    assert.ok(Number(refused.headers['retry-after']) > 0);
    assert.match(refused.body, /value="samir@example\.org"/);
  });
});

describe('the samples of /developers', () => {
  /** What is printed, addressed to the service under test. */
  async function samples(t: TestContext) {
    const { post, listen, app } = await serve(t);
    const key = keyIn((await post({ email: 'samir@example.org' })).body);
    const { body } = await app.inject('/developers');
    const url = await listen();
    const printed = [...body.matchAll(/<summary>(.*?)<\/summary>\s*<pre><code>(.*?)<\/code><\/pre>/gs)];
    const codes = printed.map(([, language = '', code = '']) => [
      language,
      unescaped(code).replaceAll('http://localhost', url),
    ]);
    return { key, url, codes: new Map(codes as [string, string][]) };
  }

  /** Runs a program, or skips the test where the machine lacks it. */
  async function output(t: TestContext, program: string, args: readonly string[], key: string) {
    try {
      const { stdout } = await run(program, [...args], { env: { ...process.env, SANAD_KEY: key } });
      return stdout;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
        t.skip(`${program} is not installed here`);
        return null;
      }
      throw error;
    }
  }

  test('curl', async (t) => {
    const { key, codes } = await samples(t);
    if ((await output(t, 'curl', ['--version'], key)) === null) return;
    const answer = await output(t, 'sh', ['-c', `${codes.get('curl')} --silent`], key);
    assert.equal(JSON.parse(answer ?? '').data.compliance, 'compliant');
  });

  test('TypeScript', async (t) => {
    const { key, codes } = await samples(t);
    const directory = await mkdtemp(join(tmpdir(), 'sanad-sample-'));
    t.after(() => removeDirectory(directory));
    await writeFile(join(directory, 'call.mts'), codes.get('TypeScript') ?? '');
    assert.match(
      (await output(t, process.execPath, [join(directory, 'call.mts')], key)) ?? '',
      /^compliant Compliant: /,
    );
  });

  test('Python', async (t) => {
    const { key, codes } = await samples(t);
    const answer = await output(t, 'python3', ['-c', codes.get('Python') ?? ''], key);
    if (answer !== null) assert.match(answer, /^compliant Compliant: /);
  });

  test('the configuration of an MCP client', async (t) => {
    const { key, codes } = await samples(t);
    const { sanad } = JSON.parse(codes.get('An agent, over MCP') ?? '').mcpServers;
    assert.deepEqual(Object.keys(sanad.headers), ['x-api-key']);
    const client = new Client({ name: 'sanad-tests', version: '1' });
    t.after(() => client.close());
    const requestInit = { headers: { 'x-api-key': key } };
    await client.connect(new StreamableHTTPClientTransport(new URL(sanad.url), { requestInit }));
    const { structuredContent } = await client.callTool({
      name: 'screen_ticker',
      arguments: { ticker: 'AAPL' },
    });
    assert.match(JSON.stringify(structuredContent), /"compliance":"compliant"/);
  });
});

function unescaped(markup: string): string {
  return markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
