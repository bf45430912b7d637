import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { checkCommitTitles, titleFaults } from '../check/commit-titles.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';

const FIRST = 'Move both products to paths of their own: common, screener, platform';

function folder(t: TestContext): string {
  const root = mkdtempSync(join(tmpdir(), 'sanad-commits-'));
  t.after(() => rmSync(root, { recursive: true }));
  return root;
}

function commit(root: string, ...titles: readonly string[]): void {
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root });
  git('init', '--quiet');
  git('config', 'user.name', 'A person');
  git('config', 'user.email', 'person@example.org');
  git('config', 'commit.gpgsign', 'false');
  for (const title of titles) git('commit', '--quiet', '--allow-empty', '--message', title);
}

describe('the title of a commit', () => {
  test('is one short sentence without a prefix', () => {
    for (const good of [
      'Refuse a zip that is cut short, with its offset',
      `A${'b'.repeat(71)}`,
      'Move x\n\nBecause y.',
    ])
      assert.deepEqual(titleFaults(good), [], good);
    for (const bad of [
      `A${'b'.repeat(72)}`,
      'refuse a zip',
      'Refuse a zip.',
      'feat: refuse a zip',
      'Fix(kit): Refuse a zip',
      '[kit] Refuse a zip',
      'WIP Refuse a zip',
      'Refuse a zip\nthat is cut short',
      '',
    ])
      assert.notDeepEqual(titleFaults(bad), [], bad);
  });

  test('is checked from the first commit that the rule applies to', (t) => {
    const root = folder(t);
    commit(root, 'an old title.', FIRST, 'Good', 'bad one');
    const { complaints, note } = checkCommitTitles(root);
    assert.equal(note, null);
    assert.equal(complaints.length, 1);
    assert.match(complaints[0] ?? '', /"bad one": the title must begin with a capital letter/);
  });

  test('is checked in a shallow clone; without history there is a note', (t) => {
    const root = folder(t);
    commit(root, 'an old title.', FIRST, 'Good', 'Bad.');
    const shallow = join(folder(t), 'clone');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, shallow]);
    assert.equal(checkCommitTitles(shallow).complaints.length, 1);
    assert.match(checkCommitTitles(folder(t)).note ?? '', /no Git history/);
  });

  test('is refused by the hook', (t) => {
    const file = join(folder(t), 'message');
    const run = (message: string) => {
      writeFileSync(file, message);
      return spawnSync(process.execPath, ['tools/commit-title.ts', file], {
        cwd: ROOT_FOLDER,
        encoding: 'utf8',
      });
    };
    assert.equal(run('Refuse a zip\n\n# Please enter\n').status, 0);
    const refused = run('refuse a zip.\n# Please enter\n');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /capital letter\n- must not end in punctuation/);
  });
});
