import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { stalePages, writePages } from '../docs/reference.ts';
import { readRepository } from '../source/codebase.ts';
import { repositoryOf } from './found.ts';

const GENERATORS = [
  { path: 'docs/reference/a.md', text: () => 'a' },
  { path: 'docs/reference/deep/b.md', text: async () => 'b' },
];

describe('generated pages', () => {
  test('outdated, missing and ownerless pages are found', async () => {
    const repository = repositoryOf({
      'docs/reference/a.md': 'old',
      'docs/reference/c.md': 'c',
      'docs/guides/d.md': 'd',
    });
    const findings = await stalePages(repository, GENERATORS);
    assert.deepEqual(
      findings.map((finding) => finding.split(':')[0]),
      ['docs/reference/a.md', 'docs/reference/deep/b.md', 'docs/reference/c.md'],
    );
  });

  test('pages just written are up to date', async (t) => {
    const root = mkdtempSync(join(tmpdir(), 'sanad-docs-'));
    t.after(() => rmSync(root, { recursive: true }));
    const written = await writePages(root, GENERATORS);
    assert.deepEqual(written, ['docs/reference/a.md', 'docs/reference/deep/b.md']);
    assert.equal(readFileSync(join(root, 'docs/reference/deep/b.md'), 'utf8'), 'b');
    assert.deepEqual(await stalePages(readRepository(root), GENERATORS), []);
  });
});
