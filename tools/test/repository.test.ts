import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { ignoreMatcher, readRepository } from '../source/repository.ts';
import { lines } from './found.ts';

describe('reading a repository', () => {
  test('leaves out what .gitignore names, and reads text alone', (t) => {
    const root = mkdtempSync(join(tmpdir(), 'sanad-repository-'));
    t.after(() => rmSync(root, { recursive: true }));
    for (const folder of ['node_modules/x', '.git', 'var', 'docs/var'])
      mkdirSync(join(root, folder), { recursive: true });
    const files = [
      'node_modules/x/a.md',
      '.git/HEAD',
      'var/b.md',
      'docs/var/c.md',
      'docs/d.log',
      'docs/e.png',
    ];
    for (const file of files) writeFileSync(join(root, file), 'text');
    writeFileSync(join(root, '.gitignore'), lines('# a comment', 'node_modules/', '/var/', '*.log', ''));
    const repository = readRepository(root);
    assert.deepEqual(repository.paths, ['.gitignore', 'docs/e.png', 'docs/var/c.md']);
    assert.equal(repository.text('docs/var/c.md'), 'text');
    assert.equal(repository.text('docs/e.png'), undefined);
    assert.equal(repository.text('var/b.md'), undefined);
  });

  test('refuses a line of .gitignore that it does not understand', () => {
    assert.throws(() => ignoreMatcher('!keep.md'), /not understood/);
    assert.throws(() => ignoreMatcher('docs/*.md'), /not understood/);
  });
});
