import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { findTestFiles } from '../testing/run-tests.ts';
import { lines } from './found.ts';

function checkout(t: TestContext, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'sanad-tests-'));
  t.after(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

interface Run {
  readonly status: number | null;
  readonly output: string;
}

function node(root: string, ...args: readonly string[]): Run {
  // node:test refuses to run inside a test file, which it knows by this variable.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const result = spawnSync(process.execPath, args, { cwd: root, env, encoding: 'utf8' });
  return { status: result.status, output: result.stdout + result.stderr };
}

/** `npm test` in another checkout. */
function npmTest(root: string, ...args: readonly string[]): Run {
  return node(root, join(ROOT_FOLDER, 'tools/test.ts'), ...args);
}

const HEAD = "import { test } from 'node:test'; import assert from 'node:assert';";
const FILES = {
  'common/a/test/good.test.ts': lines(HEAD, "test('good', () => {});"),
  'common/a/test/skips.test.ts': lines(
    HEAD,
    "test('waits', { skip: 'no data here' }, () => {});",
    "test('waits too', (t) => t.skip());",
    "test('later', { todo: 'not yet' }, () => assert.fail());",
  ),
  'tools/test/bad.test.ts': lines(
    HEAD,
    "test('bad', () => assert.fail('broken'));",
    "test('fine', () => {});",
  ),
  'screener/conformance/test/crash.test.ts': 'throw new Error("crashed");',
  'elsewhere/never.test.ts': 'throw new Error("was run");',
};

describe('npm test', () => {
  test('passes with counts, and lists at the end what was skipped and why', (t) => {
    const { status, output } = npmTest(checkout(t, FILES), 'common');
    assert.equal(status, 0, output);
    assert.match(output, /ℹ pass 1\n/);
    assert.match(output, /ℹ skipped 2\n/);
    assert.match(
      output,
      /\nslowest of 2 files:\n( {2}\d+\.\d s {2}common\/a\/test\/\w+\.test\.ts\n){2}2 skipped/,
    );
    const end = [
      '2 skipped:',
      '  common/a/test/skips.test.ts: waits: no data here',
      '  common/a/test/skips.test.ts: waits too: no reason given',
      '1 marked as todo:',
      '  common/a/test/skips.test.ts: later: not yet',
      '4 tests: 1 passed, 0 failed, 2 skipped, 1 todo',
    ];
    assert.ok(output.endsWith(lines(...end, '')), output);
  });

  test('fails when a test fails, when a file crashes, and when nothing matches', (t) => {
    const root = checkout(t, FILES);
    const bad = npmTest(root, 'bad');
    assert.equal(bad.status, 1);
    assert.ok(bad.output.endsWith('\n2 tests: 1 passed, 1 failed, 0 skipped\n'), bad.output);
    assert.equal(npmTest(root, 'crash').status, 1);
    const nothing = npmTest(root, 'no-such-file');
    assert.equal(nothing.status, 1);
    assert.match(nothing.output, /no test file matches no-such-file/);
  });

  test('runs only tests with a matching name when asked to', (t) => {
    const { status, output } = npmTest(checkout(t, FILES), '--name', 'fine', 'tools');
    assert.equal(status, 0, output);
    assert.match(output, /ℹ pass 1\n/);
    assert.equal(npmTest(checkout(t, FILES), '--name', 'no such name').status, 1);
  });

  test('stops and names a test, and a file, that do not end', (t) => {
    const library = JSON.stringify(pathToFileURL(join(ROOT_FOLDER, 'tools/testing/run-tests.ts')).href);
    const root = checkout(t, {
      'tools/test/left.test.ts': lines(HEAD, "test('ends', () => { setInterval(() => undefined, 1000); });"),
      'tools/test/waits.test.ts': lines(HEAD, "test('waits', () => new Promise((r) => setTimeout(r, 1e6)));"),
      'impatient.mjs': lines(
        `import { findTestFiles, runTests } from ${library};`,
        "const files = findTestFiles('.', ['tools/test/*.test.ts'], []);",
        'const passed = await runTests(process.cwd(), files, null, { testMs: 500, idleMs: 6000 });',
        'process.exitCode = passed ? 0 : 1;',
      ),
    });
    const { status, output } = node(root, 'impatient.mjs');
    assert.equal(status, 1, output);
    assert.match(output, /waits.*\n.*timed out after 500ms/);
    assert.match(output, /stopped: tools.test.left\.test\.ts did not end/);
  });

  test('refuses an option that it does not know', (t) => {
    assert.notEqual(npmTest(checkout(t, FILES), '--wach').status, 0);
  });

  test('selects files by parts of paths, globs and full paths', (t) => {
    const root = checkout(t, FILES);
    const globs = ['common/*/test/**/*.test.ts', 'tools/test/**/*.test.ts'];
    const chosen = (...filters: string[]) => findTestFiles(root, globs, filters);
    const [good, skips, bad] = [
      'common/a/test/good.test.ts',
      'common/a/test/skips.test.ts',
      'tools/test/bad.test.ts',
    ];
    assert.deepEqual(chosen(), [good, skips, bad]);
    assert.deepEqual(chosen('good', 'tools/'), [good, bad]);
    assert.deepEqual(chosen('**/s*.test.ts'), [skips]);
    assert.deepEqual(chosen('./tools/test', join(root, good)), [good, bad]);
  });
});
