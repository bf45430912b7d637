import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { checkReaders } from '../doctor/folders.ts';
import { closeFolders } from '../start/readers.ts';

test(
  'a start closes the folders that an earlier version left open, and the doctor names the others',
  {
    skip: process.platform === 'win32',
  },
  () =>
    withTempDir(async (root) => {
      const [out, elsewhere] = [join(root, 'here/out'), join(root, 'elsewhere')];
      for (const folder of [out, elsewhere]) {
        mkdirSync(folder, { recursive: true });
        chmodSync(folder, 0o755);
        writeFileSync(join(folder, 'a.json'), '{}');
        chmodSync(join(folder, 'a.json'), 0o644);
      }
      const all = [out, elsewhere, join(root, 'none'), root];
      const warned = async (env = {}) => (await checkReaders(all, env)).map(({ about }) => about);
      assert.deepEqual(await warned(), [out, elsewhere]);
      assert.deepEqual(await warned({ FILES_READABLE_BY: 'everyone' }), []);
      const close = (env = {}) =>
        closeFolders(all, { root: join(root, 'here'), env, uid: process.getuid?.() });
      assert.deepEqual(await close({ FILES_READABLE_BY: 'everyone' }), []);
      assert.match((await close()).join(), /^closed out /);
      assert.deepEqual(await close(), []);
      assert.equal(statSync(out).mode & 0o777, 0o700);
      assert.deepEqual(await warned(), [elsewhere]);
      const [finding] = await checkReaders([elsewhere], {});
      assert.match(finding?.text ?? '', /others can read a file in it; run: chmod -R go= '/);
    }),
);
