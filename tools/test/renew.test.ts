import assert from 'node:assert/strict';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { DATABASES } from '../databases.ts';
import { prepareDeployment } from '../start/deployment.ts';
import { renewDeployment } from '../start/renew.ts';

const NOW = new Date('2026-11-22T21:40:05.123Z');
const ASIDE = 'platform.2026-11-22T21-40-05Z';

/** A deployment in `var/platform`. */
async function makeDeployment(root: string): Promise<void> {
  await mkdir(join(root, 'var/platform'), { recursive: true });
  assert.equal((await prepareDeployment(settingsOf(root))).code, 0);
}

function settingsOf(root: string): Record<string, string> {
  const folder = join(root, 'var/platform');
  return {
    SERVICE_KEYS_DIR: join(folder, 'keys'),
    PROFILES_DIR: join(folder, 'profiles'),
    MANDATES_DIR: join(folder, 'mandates'),
  };
}

describe('npm start -- --renew', () => {
  const options = { env: {}, renew: true, now: NOW };

  test('moves any deployment aside, overwrites none, and is content without one', () =>
    withTempDir(async (root) => {
      assert.deepEqual(await renewDeployment({ ...options, root }), { ok: true, value: [] });
      await makeDeployment(root);
      assert.equal((await renewDeployment({ ...options, root })).ok, true);
      await makeDeployment(root);
      const again = await renewDeployment({ ...options, root });
      assert.match(again.ok ? '' : again.error.message, /exists already/);
      assert.deepEqual((await readdir(join(root, 'var'))).sort(), ['platform', ASIDE]);
    }));

  test('without it, the deployment is left alone', () =>
    withTempDir(async (root) => {
      await makeDeployment(root);
      assert.deepEqual(await renewDeployment({ ...options, root, renew: false }), { ok: true, value: [] });
      assert.deepEqual(await readdir(join(root, 'var')), ['platform']);
    }));

  test('touches nothing if a setting puts a part elsewhere, and names the setting', () =>
    withTempDir(async (root) => {
      await makeDeployment(root);
      const databases = DATABASES.filter(({ url }) => url.startsWith('sqlite:var/platform/'));
      assert.ok(databases.length > 0);
      for (const setting of [...databases.map(({ setting }) => setting), ...Object.keys(settingsOf(root))]) {
        const refused = await renewDeployment({ ...options, root, env: { [setting]: 'elsewhere' } });
        const said = refused.ok ? '' : refused.error.message;
        assert.match(said, new RegExp(`${setting} name other places`), setting);
      }
      assert.deepEqual(await readdir(join(root, 'var')), ['platform']);
    }));
});
