import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { prepareDeployment } from '../start/deployment.ts';
import { renewDeployment } from '../start/renew.ts';

const NOW = new Date('2026-11-22T21:40:05.123Z');
const ASIDE = 'platform.2026-11-22T21-40-05Z';

/** A deployment in `var/platform`, made by today's program; `old`: its id and its entries' are gone. */
async function makeDeployment(root: string, { old }: { readonly old: boolean }): Promise<void> {
  const folder = join(root, 'var/platform');
  const keys = join(folder, 'keys');
  await mkdir(folder, { recursive: true });
  assert.equal((await prepareDeployment(settingsOf(root))).code, 0);
  if (!old) return;
  await rm(join(keys, 'deployment.id'));
  for (const name of await readdir(join(keys, 'public'))) {
    const file = join(keys, 'public', name);
    const { deployment: _, ...entry } = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify(entry));
  }
}

function settingsOf(root: string): Record<string, string> {
  const folder = join(root, 'var/platform');
  return {
    SERVICE_KEYS_DIR: join(folder, 'keys'),
    PROFILES_DIR: join(folder, 'profiles'),
    MANDATES_DIR: join(folder, 'mandates'),
  };
}

describe('npm start on a deployment of the older format', () => {
  const options = { env: {}, renew: false, ask: null, now: NOW };

  test('without a terminal, it is refused in one sentence that says what to do', () =>
    withTempDir(async (root) => {
      await makeDeployment(root, { old: true });
      assert.deepEqual(await renewDeployment({ ...options, root }), { ok: true, value: [] });
      const { code, lines } = await prepareDeployment(settingsOf(root));
      assert.equal(code, 2);
      assert.equal(lines.length, 1);
      assert.match(
        lines[0] ?? '',
        /has keys but no deployment id .* npm start -- --renew, which moves the old one/,
      );
    }));

  test('at a terminal, it asks, and moves the old one aside only after a yes', () =>
    withTempDir(async (root) => {
      await makeDeployment(root, { old: true });
      const asked: string[] = [];
      const answering = (answer: string) => async (question: string) => {
        asked.push(question);
        return answer;
      };
      const no = await renewDeployment({ ...options, root, ask: answering('') });
      assert.match(no.ok ? '' : no.error.message, /^Nothing was changed/);
      assert.deepEqual(await readdir(join(root, 'var')), ['platform']);
      const yes = await renewDeployment({ ...options, root, ask: answering('y') });
      assert.match((yes.ok && yes.value[0]) || '', /aside, to var\/platform\.2026-11-22T21-40-05Z/);
      assert.match(
        asked[1] ?? '',
        /older format, which this version cannot use.\nMove it aside .*, deleting nothing/,
      );
      assert.deepEqual(await readdir(join(root, 'var')), [ASIDE]);
      assert.ok((await readdir(join(root, 'var', ASIDE, 'keys'))).includes('authority.pem'));
      assert.equal((await prepareDeployment(settingsOf(root))).code, 0);
    }));

  test('a deployment of today’s format is left alone, and nobody is asked', () =>
    withTempDir(async (root) => {
      await makeDeployment(root, { old: false });
      const ask = async (): Promise<string> => assert.fail('asked');
      assert.deepEqual(await renewDeployment({ ...options, root, ask }), { ok: true, value: [] });
    }));
});

describe('npm start -- --renew', () => {
  const options = { env: {}, renew: true, ask: null, now: NOW };

  test('moves any deployment aside, overwrites none, and is content without one', () =>
    withTempDir(async (root) => {
      assert.deepEqual(await renewDeployment({ ...options, root }), { ok: true, value: [] });
      await makeDeployment(root, { old: false });
      assert.equal((await renewDeployment({ ...options, root })).ok, true);
      await makeDeployment(root, { old: false });
      const again = await renewDeployment({ ...options, root });
      assert.match(again.ok ? '' : again.error.message, /exists already/);
      assert.deepEqual((await readdir(join(root, 'var'))).sort(), ['platform', ASIDE]);
    }));

  test('touches nothing if a setting puts a part elsewhere, and names the setting', () =>
    withTempDir(async (root) => {
      await makeDeployment(root, { old: true });
      const env = { PEP_DATABASE_URL: 'postgres://db/pep' };
      const refused = await renewDeployment({ ...options, root, env });
      assert.match(refused.ok ? '' : refused.error.message, /PEP_DATABASE_URL name other places/);
      assert.deepEqual(await readdir(join(root, 'var')), ['platform']);
    }));
});
