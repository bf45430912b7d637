import assert from 'node:assert/strict';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { readPluginManifests } from '@platform/trust/plugin-manifests';

const PLUGINS = join(REPOSITORY, 'platform/plugins');

test('the repository’s plugins are read, in the order of their folders', async () => {
  const names = unwrap(await readPluginManifests(PLUGINS)).map(({ name }) => name);
  assert.deepEqual(names, ['records', 'treasury']);
});

test('a folder or a manifest that cannot be used is named', () =>
  withTempDir(async (folder) => {
    const place = join(folder, 'plugins');
    await cp(PLUGINS, place, { recursive: true });
    await writeFile(join(place, 'README'), 'a file is not a plugin');
    assert.equal((await readPluginManifests(place)).ok, true);
    const manifest = JSON.parse(await readFile(join(place, 'treasury/manifest.json'), 'utf8'));
    const broken = join(place, 'broken');
    await mkdir(broken);
    const refused = async () => {
      const read = await readPluginManifests(place);
      assert.match(read.ok ? '' : read.error.message, /broken.manifest\.json/);
    };
    await refused();
    for (const text of ['{', '{}', JSON.stringify({ ...manifest, surplus: 1 })]) {
      await writeFile(join(broken, 'manifest.json'), text);
      await refused();
    }
    const absent = await readPluginManifests(join(folder, 'absent'));
    assert.match(absent.ok ? '' : absent.error.message, /^PLUGINS_DIR: .*absent is not a readable folder/);
  }));
