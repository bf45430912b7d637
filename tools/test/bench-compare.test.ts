import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { openCheckout } from '../../bench/compare/checkout.ts';
import { ratioRows } from '../../bench/compare/ratios.ts';

describe('a comparison of two commits', () => {
  test('a checkout has the sources of its commit, the present benches, and the packages without what is linked', () =>
    withTempDir(async (folder) => {
      const root = join(folder, 'root');
      const write = async (path: string, text: string) => {
        await mkdir(join(root, dirname(path)), { recursive: true });
        await writeFile(join(root, path), text);
      };
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], { cwd: root });
      await write('package-lock.json', '{}');
      await write('common/kit/a.ts', 'old');
      await write('bench/b.ts', 'old');
      git('init', '-q');
      git('add', '.');
      git('commit', '-qm', 'old');
      await write('common/kit/a.ts', 'new');
      await write('bench/b.ts', 'new');
      await write('node_modules/pg/index.js', 'pg');
      await write('node_modules/@scope/one/index.js', 'one');
      await mkdir(join(root, 'node_modules/@common'));
      await symlink('../../common/kit', join(root, 'node_modules/@common/kit'));

      const checkout = await openCheckout(root, 'HEAD');
      const within = (path: string) => realpathSync(join(checkout.root, path));
      const text = (path: string) => readFileSync(within(path), 'utf8');
      assert.equal(text('common/kit/a.ts'), 'old');
      assert.equal(text('bench/b.ts'), 'new');
      // A workspace is the checkout's own; a package is that of the present tree.
      assert.equal(within('node_modules/@common/kit'), within('common/kit'));
      for (const path of ['node_modules/pg', 'node_modules/@scope/one'])
        assert.equal(within(path), realpathSync(join(root, path)));
      await checkout[Symbol.asyncDispose]();
      assert.equal(existsSync(checkout.root), false);
      assert.ok(existsSync(join(root, 'node_modules/pg/index.js')));
    }));

  test('ratios are those of the same round, and a figure without a counterpart has none', () => {
    const before = new Map([
      ['CPU', { unit: 'ms', values: [10, 20, 10] }],
      ['none', { unit: '', values: [0, 0] }],
    ]);
    const now = new Map([
      ['CPU', { unit: 'ms', values: [5, 20, 20] }],
      ['none', { unit: '', values: [0, 0] }],
      ['new', { unit: '', values: [1] }],
    ]);
    assert.deepEqual(ratioRows(before, now), [['CPU', '10.0 ms', '20.0 ms', '1.00', '0.500 to 2.00']]);
  });
});
