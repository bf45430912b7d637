import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { checkCommitTitles, titleFaults } from '../check/commit-titles.ts';
import { ROOT_FOLDER } from '../source/codebase.ts';

const FIRST = 'tools: begin the title of a commit with its part';

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
  test('names its part, and what is different, in one short line', () => {
    for (const good of [
      'edgar: refuse a zip that is cut short',
      'demo, races: tolerate slow machines',
      'common/kit: build serialisers on first use',
      `a: ${'b'.repeat(69)}`,
      'engine: move x\n\nBecause y.',
    ])
      assert.deepEqual(titleFaults(good), [], good);
    for (const bad of [
      `a: ${'b'.repeat(70)}`,
      'refuse a zip',
      'Refuse a zip',
      'edgar: refuse a zip.',
      'Edgar: refuse a zip',
      'edgar:refuse a zip',
      '[kit] refuse a zip',
      'WIP refuse a zip',
      'edgar: refuse a zip\nthat is cut short',
      '',
    ])
      assert.notDeepEqual(titleFaults(bad), [], bad);
  });

  test('is checked from the first commit that the rule applies to', (t) => {
    const root = folder(t);
    commit(root, 'an old title.', FIRST, 'kit: good', 'bad one');
    const { complaints, note } = checkCommitTitles(root);
    assert.equal(note, null);
    assert.equal(complaints.length, 1);
    assert.match(complaints[0] ?? '', /"bad one": the title must name the part first/);
  });

  test('is checked in a shallow clone; without history there is a note', (t) => {
    const root = folder(t);
    commit(root, 'an old title.', FIRST, 'kit: good', 'Bad');
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
    assert.equal(run('edgar: refuse a zip\n\n# Please enter\n').status, 0);
    const refused = run('Refuse a zip.\n# Please enter\n');
    assert.equal(refused.status, 1);
    assert.match(refused.stderr, /name the part first.*\n- must not end in punctuation/);
  });
});
