import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { spawnService } from '@common/kit/testing/service';
import { assertOfPublishedSchemas } from './support/published-schemas.ts';

const DEMO = fileURLToPath(new URL('../../demo/main.ts', import.meta.url));
const TIMEOUT_MS = 240_000;

test('npm run demo tells its whole story, leaves nothing behind, and all that it made is of the published schemas', () =>
  withTempDir(async (place) => {
    const [folder, kept] = [join(place, 'tmp'), join(place, 'kept')];
    await mkdir(folder);
    await using demo = await spawnService({
      entry: DEMO,
      args: ['--keep', kept],
      env: { TMPDIR: folder, TEMP: folder, TMP: folder },
      ready: /The end/,
      timeoutMs: TIMEOUT_MS,
    });
    const { code } = await demo.exit();
    const output = demo.output();
    assert.equal(code, 0, output);
    assert.match(output, /Everything went as told\./);
    assert.doesNotMatch(output, /DIFFERS/);
    assert.match(output, /A thief with the authority’s key[\s\S]*the thief has moved nothing/);
    assert.deepEqual(await readdir(folder), []);
    await assertOfPublishedSchemas(kept);
  }));
