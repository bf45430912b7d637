import assert from 'node:assert/strict';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { withTempDir } from '@common/kit/testing';
import { nodeCrypto } from '@platform/proof/node';
import { baseAddresses } from '@platform/trust/base-addresses';
import { readPlugins } from '@platform/trust/plugin-folders';

const PLUGINS = join(REPOSITORY, 'platform/plugins');

test('the repository’s plugins are read, in the order of their folders', async () => {
  const names = [...unwrap(readPlugins(PLUGINS, nodeCrypto)).keys()];
  assert.deepEqual(names, [...(await readdir(PLUGINS))].sort());
});

test('a file that cannot be used is named, with the place inside it', () =>
  withTempDir(async (folder) => {
    const place = join(folder, 'plugins');
    await cp(PLUGINS, place, { recursive: true });
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
  const connectors = [...unwrap(readPlugins(PLUGINS, nodeCrypto)).values()].map(({ connector }) => connector);
  const addresses = baseAddresses(connectors, { BANK_URL: 'https://bank.example', PATH: '/bin' });
  assert.equal(addresses.BANK_URL, 'https://bank.example');
  assert.equal(addresses.RECIPIENT_URL, 'http://127.0.0.1:8004');
  assert.equal(addresses.PATH, undefined);
});
