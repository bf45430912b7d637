import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { freePort, withTempDir } from '@common/kit/testing';

test('a temporary folder starts empty and is gone afterwards, even after a failure', async () => {
  let seen = '';
  const value = await withTempDir(async (directory) => {
    seen = directory;
    await writeFile(join(directory, 'a'), 'x');
    return 7;
  });
  assert.deepEqual([value, existsSync(seen)], [7, false]);
  const failed = withTempDir((directory) => {
    seen = directory;
    throw new Error('no');
  });
  await assert.rejects(failed, /no/);
  assert.ok(seen !== '' && !existsSync(seen));
});

test('a free port can be listened on', async () => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, '127.0.0.1', resolve);
  });
  await new Promise((resolve) => server.close(resolve));
});
