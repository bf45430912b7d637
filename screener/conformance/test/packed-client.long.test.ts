import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { useBrowser } from '@common/web/testing/browser';
import { useService } from '../api/service.ts';

const OLDEST_NODE = 20;
const PROGRAM = `
import { createScreenerClient } from '@sanad/client';
const client = createScreenerClient({ baseUrl: process.argv[2] });
const known = await client.GET('/v1/screen/{ticker}', { params: { path: { ticker: 'AAPL' } } });
const unknown = await client.GET('/v1/screen/{ticker}', { params: { path: { ticker: 'NOSUCH' } } });
console.log(JSON.stringify([known.data.data.symbol, known.data.data.compliance, unknown.response.status]));
`;
const TYPED_PROGRAM = `
import { createScreenerClient, type ScreenerClient } from '@sanad/client';
const client: ScreenerClient = createScreenerClient({ baseUrl: 'http://localhost:8090' });
const { data } = await client.GET('/v1/screen/{ticker}', { params: { path: { ticker: 'AAPL' } } });
const verdict: 'compliant' | 'questionable' | 'non_compliant' | 'not_screenable' | undefined = data?.data.compliance;
const refused = await client.POST('/v1/portfolio', { body: { text: 'AAPL 40' } });
if (refused.status === 200) console.log(refused.data.data.shares.compliant.pct);
else if (refused.status === 422) console.log(refused.error.detail.map(({ msg }) => msg));
else console.log(refused.error.error.code, refused.error.error.message);
const job = await client.GET('/v1/bulk/{job_id}', { params: { path: { job_id: 'blk_' } } });
if (job.status === 200) {
  // @ts-expect-error: a pending job has no results
  console.log(job.data.data.results);
  if (job.data.data.status === 'complete') console.log(job.data.data.results.length);
}
// @ts-expect-error: a body is required
await client.POST('/v1/portfolio', {});
// @ts-expect-error: no such path
await client.GET('/v1/screening/{ticker}', { params: { path: { ticker: 'AAPL' } } });
console.log(verdict);
`;

/** A stranger's project: the tarball installed outside the repository. */
describe('the packed client', () => {
  const service = useService({ RATE_LIMIT_DEMO: '1000' });
  const browser = useBrowser();
  let project = '';
  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'sanad-packed-client-'));
    const tarball = packed(join(project, 'packed'));
    writeFileSync(join(project, 'package.json'), '{"name": "stranger", "private": true, "type": "module"}');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
    writeFileSync(join(project, 'program.js'), PROGRAM);
    writeFileSync(join(project, 'program.ts'), TYPED_PROGRAM);
  });
  after(() => removeDirectory(project));

  test('runs on every Node of this machine from 20 on', (t) => {
    const programs = nodes();
    assert.ok(programs.size > 0);
    for (const [version, node] of programs) {
      const { stdout, stderr } = spawnSync(node, ['program.js', service.url()], {
        cwd: project,
        encoding: 'utf8',
      });
      assert.deepEqual(stdout.trim(), '["AAPL","compliant",404]', `${version}: ${stderr}`);
      t.diagnostic(`ran on ${version}`);
    }
  });

  test('compiles under strict settings, its own declarations checked too', () => {
    const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
    const settings = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2024', '--types', ''];
    const options = { cwd: project, encoding: 'utf8' } as const;
    const compiled = spawnSync(
      process.execPath,
      [compiler, 'program.ts', '--lib', 'es2024,dom', ...settings],
      options,
    );
    assert.equal(compiled.stdout, '');
    assert.equal(compiled.status, 0);
  });

  test('runs in a browser, from a page of another origin', async () => {
    const code = readFileSync(join(project, 'node_modules/@sanad/client/screener-client.js'));
    await using site = await siteWith(code);
    const page = await browser().newPage();
    await page.goto(site.url);
    const answer = await page.evaluate(async (baseUrl) => {
      const { createScreenerClient } = await import('/client.js' as string);
      const { data, response } = await createScreenerClient({ baseUrl }).GET('/v1/screen/{ticker}', {
        params: { path: { ticker: 'AAPL' } },
      });
      return [data.data.compliance, response.headers.get('ratelimit-policy') !== null];
    }, service.url());
    assert.deepEqual(answer, ['compliant', true]);
    await page.close();
  });
});

function packed(folder: string): string {
  const options = { cwd: REPOSITORY, encoding: 'utf8' } as const;
  const output = execFileSync(
    process.execPath,
    [join(REPOSITORY, 'tools/pack.ts'), 'client', folder],
    options,
  );
  return output.trim();
}

/** The programs called `node` in the path, by version, from the oldest on which the client runs. */
function nodes(): ReadonlyMap<string, string> {
  const found = new Map([[process.version, process.execPath]]);
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const { stdout } = spawnSync(join(folder, 'node'), ['--version'], { encoding: 'utf8' });
    const version = stdout?.trim() ?? '';
    if (Number(/^v(\d+)\./.exec(version)?.[1]) >= OLDEST_NODE) found.set(version, join(folder, 'node'));
  }
  return found;
}

/** A page of another origin than the service's, and the client as its script. */
async function siteWith(code: Uint8Array): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const isCode = request.url === '/client.js';
    response.setHeader('content-type', isCode ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(isCode ? code : '<!doctype html><title>A page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
