import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { ROOT_FOLDER } from '../source/codebase.ts';

test('a service has kept its compiled code before it is ready, and need not do so when it ends', async () => {
  await withTempDir(async (folder) => {
    const cache = join(folder, 'compiled');
    const kept = () =>
      readdirSync(cache, { recursive: true })
        .map((name) => statSync(join(cache, String(name))))
        .reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0);
    const service = await spawnService({
      entry: join(ROOT_FOLDER, 'platform/console/src/main.ts'),
      cwd: folder,
      env: { NODE_COMPILE_CACHE: cache, CONSOLE_PORT: '0', SERVICE_KEYS_DIR: join(folder, 'keys') },
      ready: /^console ready at /m,
      // All is compiled anew.
      timeoutMs: 90_000,
    });
    const atReady = kept();
    const { code } = await service.stop();
    assert.equal(code, 0);
    // What only a closing loads may still be added.
    assert.ok(atReady > 0.9 * kept(), `${atReady} bytes, ${kept()} at the end`);
  });
});
