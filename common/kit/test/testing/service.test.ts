import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { env } from 'node:process';
import { test } from 'node:test';
import { freePort, withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { eventually, isAlive, program } from './programs.ts';

const server = program('server');

test('a service is ready when its output matches; it answers, and stops on SIGTERM', async (t) => {
  env.NOT_PASSED_ON = 'yes';
  t.after(() => {
    delete env.NOT_PASSED_ON;
  });
  const service = await spawnService({ entry: server, ready: /listening on (\d+)/ });
  const response = await fetch(`http://127.0.0.1:${service.readyMatch?.[1]}/`);
  assert.equal(await response.text(), 'hello');
  assert.match(service.output(), /secret inherited: no/, 'the environment of the test is not passed on');
  assert.deepEqual(await service.stop(), { code: 5, signal: null });
  assert.ok(!isAlive(service.pid));
});

test('a service is ready when a URL answers, and is killed at the end of the block that declares it', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  let pid = 0;
  {
    await using service = await spawnService({ entry: server, env: { PORT: String(port) }, ready: { url } });
    assert.equal(service.readyMatch, null);
    pid = service.pid;
    assert.ok(isAlive(pid));
  }
  assert.ok(!isAlive(pid));
  await assert.rejects(fetch(url));
});

test('a service that ends or remains silent causes an error with its output, and leaves no process', async () => {
  await withTempDir(async (directory) => {
    const ends = join(directory, 'ends.mjs');
    await writeFile(ends, 'throw new Error("bad setting")');
    await assert.rejects(
      spawnService({ entry: ends, ready: /ready/ }),
      /ended before it was ready.*bad setting/s,
    );
  });
  let told = '';
  // Until the machine was quick enough for it to print what it does.
  for (let timeoutMs = 1_000; !told.includes('listening on'); timeoutMs *= 2) {
    const silent = spawnService({ entry: server, ready: /never printed/, timeoutMs });
    told = await silent.then(() => 'ready', String);
    assert.match(told, /is not ready/);
  }
});

for (const ending of ['forget', 'hang']) {
  test(`a service does not outlive a test process that ${ending === 'hang' ? 'is killed' : 'forgets it'}`, async () => {
    const owner = await spawnService({ entry: program('forgets-service'), args: [ending], ready: /^\d+$/m });
    const pid = Number(owner.readyMatch?.[0]);
    if (ending === 'hang') assert.deepEqual(await owner.kill(), { code: null, signal: 'SIGKILL' });
    else assert.deepEqual(await owner.exit(), { code: 0, signal: null });
    await eventually(() => !isAlive(pid), 'the service is gone');
  });
}
