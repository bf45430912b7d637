import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { readCodebase } from '../source/codebase.ts';
import { chooseTests } from '../testing/choose-tests.ts';
import { importersOf, openReach } from '../testing/reach.ts';
import { readReferences } from '../testing/references.ts';
import { lines } from './found.ts';

const FILES = {
  'package.json': '{}',
  'common/kit/package.json': '{"name": "@common/kit"}',
  'common/kit/src/a.ts': "import './b.ts';",
  'common/kit/src/b.ts': "import type { C } from './c.ts';",
  'common/kit/src/c.ts': 'export type C = string;',
  'common/kit/test/a.test.ts': "import '@common/kit/a';",
  'platform/pep/src/main.ts': `new URL('./site.css', import.meta.url); readFile(\`./words/\${language}\`);`,
  'platform/pep/src/site.css': '',
  'platform/pep/src/words/en.txt': '',
  'platform/gateway/src/main.ts': '',
  'platform/pep/test/starts.test.ts':
    "spawn(process.execPath, [join(REPOSITORY, 'platform/pep/src/main.ts')]);",
  'platform/pep/test/each.test.ts': "import './support.ts';",
  'platform/pep/test/support.ts': `start(\`platform/\${name}/src/main.ts\`);`,
  'platform/pep/test/reads.test.ts': lines(
    "const VECTORS = join(import.meta.dirname, '../../conformance/vectors');",
    "const GUIDES = join(REPOSITORY, 'docs', page);",
  ),
  'platform/conformance/vectors/deep/one.json': '{}',
  'docs/guide.md': '',
  'README.md': '',
  'tools/test/rules.test.ts': 'rule(thisCodebase());',
};
const TESTS = Object.keys(FILES).filter((path) => path.endsWith('.test.ts'));
const ALWAYS = 'tools/test/rules.test.ts';

function codebaseOf(files: Readonly<Record<string, string>>) {
  return readCodebase({ paths: Object.keys(files).sort(), text: (path) => files[path] ?? '' });
}

describe('the tests that can see a change', () => {
  const codebase = codebaseOf(FILES);
  const chosen = (...changed: readonly string[]): string[] =>
    [...openReach(codebase, readReferences(codebase, changed), TESTS)(changed).keys()]
      .filter((test) => test !== ALWAYS)
      .map((test) => test.replace(/^.*\/(.*)\.test\.ts$/, '$1'));

  test('import it, but not for its types alone', () => {
    assert.deepEqual(chosen('common/kit/src/b.ts'), ['a']);
    assert.deepEqual(chosen('common/kit/src/c.ts'), []);
    assert.deepEqual(chosen('common/kit/package.json'), ['a']);
    assert.deepEqual(chosen('common/kit/test/a.test.ts'), ['a']);
  });

  test('start it, by name or by a computed name', () => {
    assert.deepEqual(chosen('platform/pep/src/main.ts'), ['starts', 'each']);
    assert.deepEqual(chosen('platform/gateway/src/main.ts'), ['each']);
  });

  test('read it, or the folder that it is or was in', () => {
    assert.deepEqual(chosen('platform/pep/src/site.css'), ['starts', 'each']);
    assert.deepEqual(chosen('platform/pep/src/words/en.txt'), ['starts', 'each']);
    assert.deepEqual(chosen('platform/conformance/vectors/deep/one.json'), ['reads']);
    assert.deepEqual(chosen('platform/conformance/vectors/deleted.json'), ['reads']);
    assert.deepEqual(chosen('docs/guide.md'), ['reads']);
    assert.deepEqual(chosen('README.md'), []);
  });

  test('are all of them for what all depend on, and always those that read the checkout', () => {
    for (const path of ['package.json', 'package-lock.json', 'tsconfig.pure.json', 'tools/testing/new.ts']) {
      assert.equal(chosen(path).length, TESTS.length - 1, path);
    }
    const reach = openReach(codebase, readReferences(codebase), TESTS);
    assert.deepEqual([...reach(['README.md'])], [[ALWAYS, [ALWAYS, 'README.md']]]);
    assert.deepEqual(reach(['common/kit/src/b.ts']).get('common/kit/test/a.test.ts'), [
      'common/kit/test/a.test.ts',
      'common/kit/src/a.ts',
      'common/kit/src/b.ts',
    ]);
  });

  test('importers are those that import, not those that start', () => {
    const references = readReferences(codebase);
    assert.deepEqual(importersOf(references, 'common/kit/src/b.ts', TESTS), ['common/kit/test/a.test.ts']);
    assert.deepEqual(importersOf(references, 'platform/pep/src/main.ts', TESTS), []);
  });
});

test('a change is what is not committed, else the last commit, or all since a commit; preparations follow it', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'sanad-tests-'));
  t.after(() => rmSync(root, { recursive: true }));
  const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: root });
  const commit = (files: Readonly<Record<string, string>>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    git('add', '.');
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message', 'a');
  };
  const prepare = async () => ({ env: {} });
  const preparations = [{ name: 'a', neededBy: 'common/kit/src/a.ts', prepare }];
  const choose = (...positionals: readonly string[]) => {
    const wanted = { long: false, changed: true, why: null, positionals };
    const choice = chooseTests(root, preparations, wanted);
    const [first = ''] = choice.lines;
    return [first.replace(/.*since (.*?),.*/, '$1'), choice.files, choice.preparations.length];
  };
  git('init', '--quiet');
  commit(FILES);
  commit({ 'common/kit/src/b.ts': '// changed' });
  commit({ 'docs/guide.md': 'changed' });
  const a = 'common/kit/test/a.test.ts';
  const reads = 'platform/pep/test/reads.test.ts';
  assert.deepEqual(choose(), ['HEAD~1', [reads, ALWAYS], 0]);
  assert.deepEqual(choose('HEAD~2'), ['HEAD~2', [a, reads, ALWAYS], 1]);
  writeFileSync(join(root, 'common/kit/test/new.test.ts'), "import '../src/a.ts';");
  assert.deepEqual(choose(), ['HEAD', ['common/kit/test/new.test.ts', ALWAYS], 1]);
  assert.throws(() => choose('no-such-commit'), /no-such-commit/);
  const why = { long: false, changed: true, why: 'reads', positionals: ['HEAD~1'] };
  assert.match(chooseTests(root, [], why).lines.join('\n'), /\n.*reads\.test\.ts\n {2}-> docs\/guide\.md$/);
});
