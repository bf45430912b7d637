import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import { useBrowser } from '@common/web/testing/browser';
import { runtimes } from './support/runtimes.ts';

const VECTORS = join(REPOSITORY, 'platform/conformance/vectors/receipts');
const README = readFileSync(join(REPOSITORY, 'platform/verify/README.md'), 'utf8');
const [, EXAMPLE = ''] = /```js\n([\s\S]*?)```/.exec(README) ?? [];

/** Everything that must not be taken for verified, or must not throw. */
const PROGRAM = `
import { readFileSync } from 'node:fs';
import { verifyReceipt } from '@sanad/verify';
const [text, keys] = ['receipt.json', 'keys.json'].map((name) => readFileSync(name, 'utf8'));
const altered = text.replace('"outcome":"executed"', '"outcome":"denied"').replace('"outcome": "executed"', '"outcome": "denied"');
const circle = {}; circle.self = circle;
const trap = new Proxy({}, { get() { throw new Error(); }, ownKeys() { throw new Error(); } });
const without = JSON.parse(keys); delete without.pep;
const all = [
  [text, { keys }], [Buffer.from(text), { keys: JSON.parse(keys) }], [JSON.parse(text), { keys }],
  [text, { keys: null }], [text, { keys: {} }], [text, { keys: without }],
  [altered, { keys }], ['', { keys }], ['{}', { keys }], ['['.repeat(1e5), { keys }],
  [undefined, { keys }], [5, { keys }], [circle, { keys }], [trap, { keys }], [Buffer.from([255]), { keys }], ['a'.repeat(2e6), { keys }],
  [text], [text, {}], [text, { keys: 'no' }], [text, { keys: trap }], [text, { keys, asOf: 'yesterday' }], [text, { keys, previous: '{}' }],
].map(([input, options]) => verifyReceipt(input, options));
for (const { verdict, ...rest } of all)
  if (('receipt' in rest) !== (verdict === 'verified')) throw new Error(verdict);
console.log(JSON.stringify(all.map(({ verdict, code, checks }) => [verdict, code, checks.length].filter((part) => part !== undefined).join(' '))));
`;
const EXPECTED = [
  ...Array(3).fill('verified 9'),
  ...Array(3).fill('self-consistent 9'),
  ...Array(4).fill('failed 9'),
  ...Array(5).fill('unusable unreadable 0'),
  'unusable too_large 0',
  ...Array(2).fill('unusable keys_missing 0'),
  'unusable keys_invalid 0',
  'unusable unreadable 0',
  'unusable instant_invalid 0',
  'unusable schema_invalid 0',
];
const TYPED = `
import { verifyReceipt, type ReceiptAnswer } from '@sanad/verify';
const answer: ReceiptAnswer = verifyReceipt('{}', { keys: null });
if (answer.verdict === 'verified') console.log(answer.receipt.params.amount, answer.receipt.when.executed_at);
else if (answer.verdict === 'partial') console.log(answer.view.outcome, answer.withheld.length, answer.later.at(-1)?.state);
else {
  // @ts-expect-error: nothing to act on
  console.log(answer.receipt);
}
// @ts-expect-error: not before the verdict was looked at
console.log(answer.receipt);
// @ts-expect-error: keys must be given
verifyReceipt('{}', {});
// @ts-expect-error: no such verdict
console.log(answer.verdict === 'ok');
`;

/** A stranger's project: the tarball installed outside the repository. */
describe('the packed @sanad/verify', () => {
  const browser = useBrowser();
  let project = '';
  let tarball = '';
  const installed = (name: string) => join(project, 'node_modules/@sanad/verify', name);
  before(async () => {
    project = await mkdtemp(join(tmpdir(), 'sanad-packed-verify-'));
    tarball = pack(join(project, 'packed'));
    writeFileSync(join(project, 'package.json'), '{"name": "stranger", "private": true, "type": "module"}');
    execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project });
    copyFileSync(join(VECTORS, 'executed.json'), join(project, 'receipt.json'));
    copyFileSync(join(VECTORS, 'keys.json'), join(project, 'keys.json'));
    writeFileSync(join(project, 'example.js'), EXAMPLE);
    writeFileSync(join(project, 'program.js'), PROGRAM);
    writeFileSync(join(project, 'program.ts'), TYPED);
  });
  after(() => removeDirectory(project));

  test('judges as it says on every Node of this machine from 20.12 on, on Bun and on Deno, and never throws', () => {
    for (const [version, [program, ...args]] of runtimes([20, 12])) {
      const run = (file: string) => spawnSync(program, [...args, file], { cwd: project, encoding: 'utf8' });
      assert.match(run('example.js').stdout, /^executed \{/, version);
      const { stdout, stderr } = run('program.js');
      assert.equal(stderr, '', version);
      assert.deepEqual(JSON.parse(stdout), EXPECTED, version);
    }
  });

  test('compiles under strict settings, its own declarations checked too', () => {
    const compiler = join(REPOSITORY, 'node_modules/typescript/bin/tsc');
    const settings = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2022', '--types', ''];
    const args = [compiler, 'program.ts', '--lib', 'es2022,dom', ...settings];
    const compiled = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
    assert.equal(compiled.stdout, '');
    assert.equal(compiled.status, 0);
  });

  test('runs in a browser, on a page that allows no eval', async () => {
    await using site = await siteOf((name) =>
      readFileSync(name === 'web.js' || name === 'shared.js' ? installed(name) : join(project, name)),
    );
    const page = await browser().newPage();
    await page.goto(site.url);
    const verdicts = await page.evaluate(async () => {
      const { verifyReceipt } = await import('/web.js' as string);
      const [text, keys] = await Promise.all(
        ['/receipt.json', '/keys.json'].map(async (path) => (await fetch(path)).text()),
      );
      // More often than the library checks without compiling.
      const often = Array.from({ length: 12 }, () => verifyReceipt(text, { keys }).verdict);
      return [...new Set(often), verifyReceipt(text, { keys: null }).verdict];
    });
    assert.deepEqual(verdicts, ['verified', 'self-consistent']);
    await page.close();
  });
});

function pack(out: string): string {
  const args = [join(REPOSITORY, 'tools/pack-verify.ts'), out];
  return execFileSync(process.execPath, args, { cwd: REPOSITORY, encoding: 'utf8' }).trim();
}

async function siteOf(
  read: (name: string) => Uint8Array,
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    const name = request.url?.slice(1) ?? '';
    response.setHeader('content-security-policy', "default-src 'self'");
    response.setHeader('content-type', name.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8');
    response.end(name.includes('.js') ? read(name) : '<!doctype html><title>A page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
