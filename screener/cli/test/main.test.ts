import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { withTempDir } from '@common/kit/testing';
import { programArgs } from '@common/kit/testing/programs';
import { copySeeded } from '@screener/service/testing/open-seeded';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const run = promisify(execFile);
const { PATH, NODE_COMPILE_CACHE } = process.env;
const BASE = { PATH, NODE_COMPILE_CACHE };

test('on a pipe the program answers without colours and prints nothing to stderr', () =>
  withTempDir(async (folder) => {
    const file = join(folder, 'a.sqlite');
    await copySeeded(file);
    const env = { ...BASE, DATABASE_URL: `sqlite:${file}` };
    const { stdout, stderr } = await run(process.execPath, [...programArgs(MAIN), 'screen', 'MSFT'], { env });
    assert.match(stdout, /^MICROSOFT CORP/i);
    assert.ok(!stdout.includes('\u001b'));
    assert.equal(stderr, '');
  }));

test('FORCE_COLOR turns colours on, as everywhere in Node', async () => {
  const env = { ...BASE, FORCE_COLOR: '1' };
  const { stdout } = await run(process.execPath, [...programArgs(MAIN), 'snapshot', 'show'], { env });
  assert.ok(stdout.includes('\u001b[1m'));
});

test('an import reads on further threads of this program', () =>
  withTempDir(async (folder) => {
    const archive = join(folder, 'companyfacts');
    await mkdir(archive);
    for (let cik = 1; cik <= 250; cik += 1) {
      const name = `CIK${String(cik).padStart(10, '0')}.json`;
      await writeFile(join(archive, name), JSON.stringify({ cik, entityName: `Company ${cik}`, facts: {} }));
    }
    const file = join(folder, 'a.sqlite');
    await copySeeded(file);
    const env = { ...BASE, DATABASE_URL: `sqlite:${file}`, SCREENER_THREADS: '2' };
    const { stdout } = await run(process.execPath, [...programArgs(MAIN), 'ingest', archive], { env });
    assert.match(stdout, /250/);
  }));

test('the exit code is that of the command', async () => {
  const error = await run(process.execPath, [...programArgs(MAIN), 'screen'], { env: BASE }).then(
    () => null,
    (reason: { code: number; stderr: string }) => reason,
  );
  assert.equal(error?.code, 2);
  assert.match(error?.stderr ?? '', /missing required argument/);
});

test('a reader that closes the pipe early is not a failure', async () => {
  const child = spawn(process.execPath, [...programArgs(MAIN), '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: BASE,
  });
  child.stdout.destroy();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  assert.deepEqual([code, errors], [0, '']);
});
