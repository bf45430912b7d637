import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ANNUAL, APPLE } from './tamperings.ts';

const MAIN = fileURLToPath(new URL('../recompute/main.ts', import.meta.url));
const CHECKS = APPLE.methodologies.flatMap(({ checks }) => checks).length;
const AGREES = `AAPL: compliant as of 2026-02-25, not stale: verdict agrees by the current rules (${Object.keys(APPLE.amounts).length} amounts, ${CHECKS} checks, `;

async function run(inputs: readonly string[], stdin = '') {
  const child = spawn(process.execPath, [MAIN, ...inputs], { stdio: 'pipe' });
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.stdin.end(stdin);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), closed]);
  return { out, err, code };
}

describe('node screener/conformance/recompute/main.ts', () => {
  const good = JSON.stringify({ success: true, error: null, data: APPLE });
  const bad = JSON.stringify({ ...ANNUAL, compliance: 'non_compliant' });
  const bodies = new Map([
    ['/v1/screen/AAPL', good],
    ['/v1/screen/ABT', bad],
  ]);
  const server = createServer((request, response) => {
    const body = bodies.get(request.url ?? '');
    response.statusCode = body === undefined ? 404 : 200;
    response.end(body ?? '{"success": false}');
  });
  const state = { folder: '', origin: '' };

  before(async () => {
    state.folder = await mkdtemp(join(tmpdir(), 'recompute-'));
    await writeFile(join(state.folder, 'good.json'), good);
    await writeFile(join(state.folder, 'bad.json'), bad);
    await writeFile(join(state.folder, 'broken.json'), good.slice(0, 1000));
    await writeFile(join(state.folder, 'other.json'), '{"success": true, "data": {"status": "ok"}}');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    state.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await rm(state.folder, { recursive: true });
  });

  test('agrees with a saved answer, an address and standard input', async () => {
    const { out, err, code } = await run([join(state.folder, 'good.json'), `${state.origin}/v1/screen/AAPL`]);
    assert.deepEqual([err, code], ['', 0]);
    const lines = out.trim().split('\n');
    assert.equal(lines.length, 2);
    for (const line of lines) assert.ok(line.startsWith(AGREES), line);
    const piped = await run(['-'], JSON.stringify(APPLE));
    assert.ok(piped.out.startsWith(AGREES), piped.out);
    assert.equal(piped.code, 0);
  });

  test('says where an answer disagrees, and exits with 1', async () => {
    const { out, code } = await run([join(state.folder, 'good.json'), join(state.folder, 'bad.json')]);
    assert.equal(code, 1);
    assert.match(out, /compliance\n {4}said: +non_compliant\n {4}recomputed: compliant/);
  });

  test('exits with 2 if an input cannot be used, and goes on with the others', async () => {
    const unusable = ['broken.json', 'other.json', 'absent.json'].map((name) => join(state.folder, name));
    const inputs = [...unusable, `${state.origin}/v1/screen/NONE`, 'http://127.0.0.1:1/'];
    const { out, err, code } = await run([...inputs, join(state.folder, 'good.json')]);
    assert.equal(code, 2);
    const complaints = err.trim().split('\n');
    assert.equal(complaints.length, inputs.length);
    for (const [index, input] of inputs.entries()) {
      assert.ok(complaints[index]?.startsWith(`${input}: cannot be used: `), err);
    }
    assert.match(complaints[2] ?? '', /there is no such file; save one with: curl /);
    assert.ok(out.startsWith(AGREES), out);
    const absent = await run([
      '--receipt',
      join(state.folder, 'absent.json'),
      join(state.folder, 'good.json'),
    ]);
    assert.match(
      absent.err,
      /absent\.json: cannot be used: there is no such file; get it with: npx sanad receipt get/,
    );
    assert.deepEqual([absent.code, absent.out], [2, '']);
    const none = await run([]);
    assert.deepEqual([none.code, none.out.includes('npx sanad recompute')], [2, true]);
  });
});
