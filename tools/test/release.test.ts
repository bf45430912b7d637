import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { withTempDir } from '@common/kit/testing';
import { tarGz } from '../release/tar.ts';
import { committedFiles, containerTree } from '../release/tree.ts';

test('an archive has its entries in order, whatever the order in which they came', () =>
  withTempDir(async (folder) => {
    const long = `${'folder/'.repeat(20)}${'n'.repeat(90)}`;
    const file = (path: string, text: string, isProgram = false) => ({
      path,
      bytes: Buffer.from(text),
      isProgram,
    });
    const entries = [
      file('b.txt', 'b'.repeat(513)),
      file('a/run', '#!/bin/sh', true),
      file(long, 'ü'),
      file('empty', ''),
      { path: 'link', link: 'a/run' },
      file('x'.repeat(101), 'long'),
      file('snow ☃/index.html', 'white'),
    ];
    const archive = tarGz(entries);
    assert.deepEqual(tarGz(entries.toReversed()), archive);
    writeFileSync(join(folder, 'it.tar.gz'), archive);
    execFileSync('tar', ['-xzf', 'it.tar.gz'], { cwd: folder });
    assert.equal(readFileSync(join(folder, 'b.txt'), 'utf8'), 'b'.repeat(513));
    assert.equal(readFileSync(join(folder, long), 'utf8'), 'ü');
    assert.equal(readFileSync(join(folder, 'empty'), 'utf8'), '');
    assert.equal(readFileSync(join(folder, 'link'), 'utf8'), '#!/bin/sh');
    const listed = execFileSync('tar', ['-tvzf', 'it.tar.gz'], { cwd: folder, encoding: 'utf8' });
    assert.match(listed, /^-rwxr-xr-x 0\/0 .* a\/run$/m);
    assert.match(listed, /^-rw-r--r-- 0\/0 .* b\.txt$/m);
    assert.equal(readFileSync(join(folder, 'x'.repeat(101)), 'utf8'), 'long');
    assert.equal(readFileSync(join(folder, 'snow ☃/index.html'), 'utf8'), 'white');
  }));

/** A small repository, with packages that its lock file names and one that it does not. */
function repositoryIn(root: string): void {
  const files: Readonly<Record<string, string>> = {
    'package.json': '{}',
    '.env.example': '',
    '.gitignore': 'node_modules',
    'tools/start.ts': '',
    'tools/test/start.test.ts': '',
    'bench/run.ts': '',
    'biome.json': '{}',
    'bin/sanad.cjs': '',
    'node_modules/runs/main.js': '',
    'node_modules/runs/node_modules/inner/main.js': '',
    'node_modules/tests/main.js': '',
    'node_modules/unknown/main.js': '',
    'package-lock.json': JSON.stringify({
      packages: {
        '': {},
        bin: { bin: { sanad: 'sanad.cjs' } },
        'node_modules/@x/bin': { link: true, resolved: 'bin' },
        'node_modules/other-system': {},
        'node_modules/runs': { bin: { run: 'main.js' } },
        'node_modules/runs/node_modules/inner': {},
        'node_modules/tests': { dev: true },
      },
    }),
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  mkdirSync(join(root, 'node_modules/@x/bin'), { recursive: true });
  const git = (...words: readonly string[]) => execFileSync('git', words, { cwd: root, stdio: 'ignore' });
  git('init');
  git('add', '.');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.org', 'commit', '--message', 'all');
}

test('a release has the committed files that run, with the packages of the lock and their commands', () =>
  withTempDir((root) => {
    repositoryIn(root);
    const tree = containerTree(root, committedFiles(root, { isTrial: false }));
    assert.deepEqual(
      tree.map((entry) => ('link' in entry ? `${entry.path} -> ${entry.link}` : entry.path)).sort(),
      [
        '.env.example',
        'bin/sanad.cjs',
        'node_modules/.bin/run -> ../runs/main.js',
        'node_modules/.bin/sanad -> ../@x/bin/sanad.cjs',
        'node_modules/@x/bin -> ../../bin',
        'node_modules/runs/main.js',
        'node_modules/runs/node_modules/inner/main.js',
        'package-lock.json',
        'package.json',
        'tools/start.ts',
      ],
    );
    writeFileSync(join(root, 'new.ts'), '');
    assert.throws(
      () => committedFiles(root, { isTrial: false }),
      /a release is made of what is committed; .*new\.ts/s,
    );
    assert.ok(committedFiles(root, { isTrial: true }).includes('new.ts'));
  }));
