import assert from 'node:assert/strict';
import { cp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { nodeCrypto } from '@platform/proof/node';
import { pluginOfProfile, watchPlugins } from '@platform/trust/plugin-folders';

const PLUGINS = join(REPOSITORY, 'platform/plugins');

test('plugins are read again only after a change, even one of the same size and time', () =>
  withTempDir(async (folder) => {
    await cp(PLUGINS, folder, { recursive: true });
    const watch = watchPlugins(folder, nodeCrypto, 0);
    const treasury = () => pluginOfProfile(watch(), 'treasury.v1');
    const first = treasury();
    assert.ok(first.ok);
    assert.equal(watch(), watch());
    const file = join(folder, 'treasury/connector.json');
    const text = await readFile(file, 'utf8');
    const then = new Date(2020, 1, 1);
    await utimes(file, then, then);
    const same = treasury();
    assert.ok(same.ok);
    assert.equal(same.value.hash, first.value.hash);
    await writeFile(file, text.replace('"timeout_ms": 5000', '"timeout_ms": 4000'));
    await utimes(file, then, then);
    const changed = treasury();
    assert.ok(changed.ok);
    assert.notEqual(changed.value.hash, first.value.hash);
    await rm(file);
    const gone = treasury();
    assert.equal(gone.ok ? 'ok' : gone.error.code, 'plugin_hash_mismatch');
    assert.equal(watch().plugins.size >= 2, true, 'what it held before');
    await writeFile(file, text);
    const restored = treasury();
    assert.ok(restored.ok);
    assert.equal(restored.value.hash, first.value.hash);
    const unknown = pluginOfProfile(watch(), 'nothing.v1');
    assert.equal(unknown.ok ? 'ok' : unknown.error.code, 'plugin_missing');
  }));
