import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort, withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { eventually, isAlive, program } from './programs.ts';

const server = program('server');

test('a service is ready when its output matches; it answers, and stops on SIGTERM', async () => {
  process.env.NOT_PASSED_ON = 'yes';
  const service = await spawnService({ entry: server, ready: /listening on (\d+)/ });
  const response = await fetch(`http://127.0.0.1:${service.readyMatch?.[1]}/`);
  assert.equal(await response.text(), 'hello');
  assert.match(service.output(), /secret inherited: no/, 'the environment of the test is not passed on');
  assert.deepEqual(await service.stop(), { code: 5, signal: null });
  assert.ok(!isAlive(service.pid));
});

test('a service is ready when a URL answers, and can be killed outright', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const service = await spawnService({ entry: server, env: { PORT: String(port) }, ready: { url } });
  assert.equal(service.readyMatch, null);
  assert.deepEqual(await service.kill(), { code: null, signal: 'SIGKILL' });
  await assert.rejects(fetch(url));
});

test('a service that ends or remains silent causes an error with its output, and leaves no process', async () => {
  await withTempDir(async (directory) => {
    const ends = join(directory, 'ends.mjs');
    await writeFile(ends, 'console.log("bad setting"); process.exit(1)');
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

test('a service declared in a block is killed at the end of the block', async () => {
  let pid = 0;
  {
    await using service = await spawnService({ entry: server, ready: /listening/ });
    pid = service.pid;
    assert.ok(isAlive(pid));
  }
  assert.ok(!isAlive(pid));
});

for (const ending of ['forget', 'hang']) {
  test(`a service does not outlive a test process that ${ending === 'hang' ? 'is killed' : 'forgets it'}`, async () => {
    const owner = await spawnService({ entry: program('forgets-service'), args: [ending], ready: /^\d+$/m });
    const pid = Number(owner.readyMatch?.[0]);
    if (ending === 'hang') await owner.kill();
    else assert.deepEqual(await owner.exit(), { code: 0, signal: null });
    await eventually(() => !isAlive(pid), 'the service is gone');
  });
}
