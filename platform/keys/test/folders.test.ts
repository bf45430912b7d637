import assert from 'node:assert/strict';
import { cp, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { baseAddresses } from '../src/base-addresses.ts';
import {
  pluginFolders,
  pluginOfProfile,
  readPlugins,
  watchOwnPlugins,
  watchPlugins,
} from '../src/plugin-folders.ts';
import { pluginPlaces } from '../src/plugin-settings.ts';
import { profileFiles } from '../src/profile-files.ts';

test('a profile is read again as soon as another file is there, of the same size and time too', () =>
  withTempDir(async (folder) => {
    const file = join(folder, 'treasury.json');
    const read = profileFiles(folder);
    assert.equal(await read('treasury'), null);
    await writeFile(file, 'first');
    assert.equal(await read('treasury'), 'first');
    assert.equal(await read('treasury'), 'first');
    const { atime, mtime } = await stat(file);
    const draft = join(folder, 'draft');
    await writeFile(draft, 'other');
    await utimes(draft, atime, mtime);
    await rename(draft, file);
    assert.equal(await read('treasury'), 'other');
    await rm(file);
    assert.equal(await read('treasury'), null);
  }));

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

const SHIPPED = join(REPOSITORY, 'platform/plugins');

test('the repository’s plugins are read, in the order of their folders', async () => {
  const names = [...unwrap(readPlugins(SHIPPED, nodeCrypto)).keys()];
  assert.deepEqual(names, [...(await readdir(SHIPPED))].sort());
});

test('a folder adds to the plugins that come with the platform, and PLUGINS chooses', () =>
  withTempDir(async (folder) => {
    const shipped = [...unwrap(readPlugins(SHIPPED, nodeCrypto)).keys()];
    await mkdir(join(folder, 'courier'));
    for (const file of ['manifest.json', 'connector.json']) {
      const text = await readFile(join(SHIPPED, 'records', file), 'utf8');
      await writeFile(join(folder, 'courier', file), text.replaceAll(/"(x_)?records/g, '"$1courier'));
    }
    const names = (only?: string) => {
      const read = readPlugins(pluginPlaces({ PLUGINS_DIR: folder, PLUGINS: only }), nodeCrypto);
      return read.ok ? [...read.value.keys()] : read.error.message;
    };
    assert.deepEqual(names(), [...shipped, 'courier']);
    assert.deepEqual(names('courier,records'), ['records', 'courier']);
    assert.match(String(names('treasure')), /^PLUGINS names treasure, .* there is .*treasury/);
    // The signed profile decides whether a folder that takes the place of another counts.
    await cp(join(SHIPPED, 'treasury'), join(folder, 'treasury'), { recursive: true });
    assert.deepEqual(names(), [...shipped, 'courier']);
    const places = pluginPlaces({ PLUGINS_DIR: folder });
    assert.equal(unwrap(pluginFolders(places)).get('treasury'), join(folder, 'treasury'));
  }));

test('what Kubernetes mounts: links to folders are plugins, and the hidden folders behind them are not', () =>
  withTempDir(async (folder) => {
    for (const name of ['.git', '..2026_11_27', 'lost+found']) await mkdir(join(folder, name));
    await cp(join(SHIPPED, 'records'), join(folder, '..2026_11_27/records'), { recursive: true });
    await symlink('..2026_11_27', join(folder, '..data'));
    await symlink('..data/records', join(folder, 'records'));
    await symlink('nowhere', join(folder, 'dangling'));
    await writeFile(join(folder, '..2026_11_27/README'), '');
    await symlink('..data/README', join(folder, 'README'));
    const lines: unknown[] = [];
    const places = { folders: [folder], only: null };
    const watch = watchOwnPlugins(places, nodeCrypto, (fields) => lines.push(fields));
    const { plugins, fault } = watch();
    assert.deepEqual([fault, [...plugins.keys()]], [null, ['records']]);
    watch();
    assert.deepEqual(lines, [{ folders: [join(folder, 'dangling'), join(folder, 'lost+found')] }]);
    await rm(join(folder, 'records'));
    assert.match(
      readPlugins(folder, nodeCrypto).ok ? '' : 'refused',
      /refused/,
      'a folder without any plugin',
    );
  }));

test('a file that cannot be used is named, with the place inside it', () =>
  withTempDir(async (folder) => {
    const place = join(folder, 'plugins');
    await cp(SHIPPED, place, { recursive: true });
    await writeFile(join(place, 'README'), 'a file is not a plugin');
    assert.equal(readPlugins(place, nodeCrypto).ok, true);
    const refused = async (file: string, text: string | null, why: RegExp) => {
      const path = join(place, 'treasury', file);
      const whole = await readFile(path, 'utf8');
      if (text === null) await rm(path);
      else await writeFile(path, text);
      const read = readPlugins(place, nodeCrypto);
      await writeFile(path, whole);
      assert.match(read.ok ? '' : read.error.message, why);
    };
    const manifest = JSON.parse(await readFile(join(place, 'treasury/manifest.json'), 'utf8'));
    await refused('manifest.json', null, /treasury.manifest\.json cannot be read/);
    await refused('manifest.json', '{', /treasury.manifest\.json is not valid JSON/);
    await refused('manifest.json', '{"name":"a","name":"b"}', /treasury.manifest\.json is not valid JSON/);
    await refused('manifest.json', '{}', /treasury.manifest\.json: \/name is missing/);
    await refused(
      'manifest.json',
      JSON.stringify({ ...manifest, surplus: 1 }),
      /json: \/surplus does not belong/,
    );
    await refused('connector.json', null, /treasury.connector\.json cannot be read/);
    await refused('connector.json', '{}', /treasury.connector\.json: \/plugin is missing/);
    const records = await readFile(join(place, 'records/manifest.json'), 'utf8');
    await refused('manifest.json', records, /treasury belongs to plugin records/);
    const absent = readPlugins(join(folder, 'absent'), nodeCrypto);
    assert.match(absent.ok ? '' : absent.error.message, /^PLUGINS_DIR: .*absent is not a readable folder/);
  }));

test('a counterparty is where the environment says, or else where its connector does', async () => {
  const connectors = [...unwrap(readPlugins(SHIPPED, nodeCrypto)).values()].map(({ connector }) => connector);
  const addresses = baseAddresses(connectors, { BANK_URL: 'https://bank.example', PATH: '/bin' });
  assert.equal(addresses.BANK_URL, 'https://bank.example');
  assert.equal(addresses.RECIPIENT_URL, 'http://127.0.0.1:8004');
  assert.equal(addresses.PATH, undefined);
});
