import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { type Service, spawnService } from '@common/kit/testing/service';
import { type MemoryLog, memoryLog } from '@platform/core/testing/memory-log';
import { runLogCommand } from '../../src/cli/program.ts';
import type { CliProcess } from '../../src/follow/monitor.cli.ts';
import { type Files, filesOf } from './served.ts';

const ENTRY = join(REPOSITORY, 'platform/witness/src/cli/main.ts');

interface Served {
  readonly url: string;
  /** What is served from now on; null for answers 500. */
  show(files: Files | null): void;
}

async function serve(t: TestContext): Promise<Served> {
  let shown: Files | null = null;
  const server = createServer((request, response) => {
    const bytes = shown?.((request.url ?? '').slice('/1/'.length)) ?? null;
    response.writeHead(shown === null ? 500 : bytes === null ? 404 : 200).end(bytes ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  return {
    url: `http://127.0.0.1:${address.port}/1/`,
    show(files) {
      shown = files;
    },
  };
}

function logOf(size: number, change: Readonly<Record<number, string>> = {}): MemoryLog {
  const log = memoryLog(nodeCrypto);
  for (let index = 0; index < size; index += 1) log.append(change[index] ?? `entry ${index}`);
  return log;
}

/** One command line in this process, and its exit code. */
async function run(cwd: string, ...args: readonly string[]): Promise<readonly [number, string]> {
  let text = '';
  const output = { write: (more: string) => (text += more) };
  const cli: CliProcess = { stdout: output, stderr: output, cwd: () => cwd, once: () => {} };
  await runLogCommand(cli, args);
  return [Number(cli.exitCode ?? 0), text];
}

async function said(service: Service, text: string): Promise<void> {
  while (!service.output().includes(text)) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('follows until it is told to end, over what passes, and ends by itself with an alarm', async (t) => {
  const served = await serve(t);
  await withTempDir(async (folder) => {
    const log = logOf(300);
    const args = ['monitor', served.url, '--vkey', log.vkey, '--every', '1'];
    served.show(filesOf(log));
    await using first = await spawnService({ entry: ENTRY, args, cwd: folder, ready: /./ });
    await said(first, '300 entries: the first look, all of them read, and as signed\n');
    served.show(null);
    await said(first, 'log monitor: log_unreachable');
    for (let index = 300; index < 520; index += 1) log.append(`entry ${index}`);
    served.show(filesOf(log));
    await said(first, '520 entries: grown by 220, consistent\n');
    assert.deepEqual(await first.stop(), { code: 0, signal: null });

    assert.deepEqual(await run(folder, ...args, '--once'), [0, '520 entries: unchanged\n']);
    served.show(filesOf(logOf(530, { 7: 'another' })));
    const [code, alarm] = await run(folder, ...args);
    assert.equal(code, 1);
    assert.match(alarm, /ALARM fork: The log has signed two histories/);
    const state = join(folder, `monitor-${nodeCrypto.sha256('log.example/receipts')}`);
    assert.equal(await readFile(join(state, 'fork-known-520.note'), 'utf8'), log.checkpoint());
  });
});

test('says why it cannot look, with exit code 2', async (t) => {
  const served = await serve(t);
  await withTempDir(async (folder) => {
    const log = logOf(3);
    const once = (...more: readonly string[]) => run(folder, 'monitor', served.url, '--once', ...more);
    const [down, why] = await once('--vkey', log.vkey);
    assert.equal(down, 2);
    assert.match(why, /^log monitor: log_unreachable: http:\S+\/1\/checkpoint: the answer is 500\.\n$/);
    served.show(filesOf(log));
    const thief = memoryLog(nodeCrypto, 'log.example/receipts', 'a thief');
    assert.match(
      (await once('--vkey', thief.vkey)).join(),
      /^2,.*checkpoint_unusable: The checkpoint is not signed by a key that is known/,
    );
    const other = memoryLog(nodeCrypto, 'other.example');
    assert.match((await once('--vkey', log.vkey, other.vkey)).join(), /^2,.*Give --vkey for one log/);
    assert.match((await once()).join(), /^2,error: required option '--vkey/);
    assert.match((await once('--vkey', log.vkey, '--state', '/dev/null/x')).join(), /^2,sanad log: ENOTDIR/);
    assert.match((await once('--vkey', log.vkey, '--every', '0')).join(), /^2,.*--every is a number/);
    assert.match((await once('--vkey', log.vkey, '--state', 'kept')).join(), /^0,3 entries: the first look/);
    const state = join(folder, 'kept/last.json');
    const kept = await readFile(state, 'utf8');
    await writeFile(state, kept.replace('\\n3\\n', '\\n2\\n'));
    assert.match((await once('--vkey', log.vkey, '--state', 'kept')).join(), /^2,.*is not of this log/);
    await writeFile(state, '{');
    assert.match((await once('--vkey', log.vkey, '--state', 'kept')).join(), /^2,.*last\.json is damaged/);
    assert.equal(await readFile(state, 'utf8'), '{');
  });
});

test('fsck says what a log lacks, and what a witness has seen', async (t) => {
  const [served, witness] = [await serve(t), await serve(t)];
  await withTempDir(async (folder) => {
    const log = logOf(300);
    served.show(filesOf(log));
    const path = `${nodeCrypto.sha256('log.example/receipts')}/checkpoint`;
    const seen =
      (note: string): Files =>
      (asked) =>
        asked === path ? Buffer.from(note) : null;
    const fsck = () => run(folder, 'fsck', served.url, '--vkey', log.vkey, '--witness', witness.url);
    witness.show(seen(log.checkpoint(257)));
    assert.deepEqual(await fsck(), [
      0,
      `${witness.url} has seen 257 entries\nlog of 300 entries, root ${log.rootAt(300)}: entries, tiles and checkpoint agree\n`,
    ]);
    witness.show(seen(logOf(257, { 1: 'another' }).checkpoint()));
    const [code, text] = await fsck();
    assert.equal(code, 1);
    assert.match(text, /has seen another root of 257 entries: the log has forked/);
    witness.show(null);
    assert.match((await fsck()).join(), /^2,log fsck: .*the answer is 500/);
    witness.show(() => null);
    assert.match((await fsck()).join(), /^2,log fsck: \S+ has seen nothing of this log/);
  });
});
