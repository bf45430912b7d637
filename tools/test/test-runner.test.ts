import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT_FOLDER } from '../source/codebase.ts';
import { expectedMs } from '../testing/durations.ts';
import { findTestFiles } from '../testing/test-files.ts';
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

async function node(root: string, ...args: readonly string[]): Promise<Run> {
  // node:test refuses to run inside a test file, which it knows by this variable.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const [status] = await once(child, 'close');
  return { status, output };
}

/** `npm test` in another checkout. */
function npmTest(root: string, ...args: readonly string[]): Promise<Run> {
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

// Together, since one waits for seconds.
describe('npm test', { concurrency: 2 }, () => {
  test('stops and names a test, and a file, that do not end', async (t) => {
    const library = JSON.stringify(pathToFileURL(join(ROOT_FOLDER, 'tools/testing/run-tests.ts')).href);
    const root = checkout(t, {
      'tools/test/left.test.ts': lines(HEAD, "test('ends', () => { setInterval(() => undefined, 1000); });"),
      'tools/test/waits.test.ts': lines(HEAD, "test('waits', () => new Promise((r) => setTimeout(r, 1e6)));"),
      'impatient.mjs': lines(
        `import { runTests } from ${library};`,
        "const files = ['tools/test/left.test.ts', 'tools/test/waits.test.ts'];",
        'const limits = { testMs: 500, idleMs: 6000 };',
        'const passed = await runTests(process.cwd(), files, { namePattern: null, limits, folder: null });',
        'process.exitCode = passed ? 0 : 1;',
      ),
    });
    const { status, output } = await node(root, 'impatient.mjs');
    assert.equal(status, 1, output);
    assert.match(output, /waits.*\n.*timed out after 500ms/);
    assert.match(output, /stopped: tools.test.left\.test\.ts did not end/);
  });

  test('passes with counts, and lists at the end what was skipped and why', async (t) => {
    const { status, output } = await npmTest(checkout(t, FILES), 'common');
    assert.equal(status, 0, output);
    assert.match(output, /ℹ pass 1\n/);
    assert.match(output, /ℹ skipped 2\n/);
    assert.match(
      output,
      /\nslowest of 2 files:\n( {2}\d+\.\d s {2}common\/a\/test\/\w+\.test\.ts\n){2}by package/,
    );
    const end = [
      'by package:',
      '  common/a 1 passed, 2 skipped, 1 todo',
      '2 skipped:',
      '  common/a/test/skips.test.ts: waits: no data here',
      '  common/a/test/skips.test.ts: waits too: no reason given',
      '1 marked as todo:',
      '  common/a/test/skips.test.ts: later: not yet',
      '4 tests: 1 passed, 0 failed, 2 skipped, 1 todo',
    ];
    assert.ok(output.endsWith(lines(...end, '')), output);
  });

  test('fails when a test fails, when a file crashes, and when nothing matches', async (t) => {
    const root = checkout(t, FILES);
    const bad = await npmTest(root, 'bad');
    assert.equal(bad.status, 1);
    assert.doesNotMatch(bad.output, /once more/);
    assert.ok(bad.output.endsWith('\n2 tests: 1 passed, 1 failed, 0 skipped\n'), bad.output);
    assert.equal((await npmTest(root, 'crash')).status, 1);
    const nothing = await npmTest(root, 'no-such-file');
    assert.equal(nothing.status, 1);
    assert.match(nothing.output, /no test file matches no-such-file/);
  });

  test('counts a suite that fails outside its tests', async (t) => {
    const body = "describe('suite', () => { throw new Error('its tests are never defined'); });";
    const root = checkout(t, {
      'tools/test/suite.test.ts': lines("import { describe, test } from 'node:test';", body),
    });
    const { status, output } = await npmTest(root);
    assert.equal(status, 1);
    assert.ok(output.endsWith('\n1 tests: 0 passed, 1 failed, 0 skipped\n'), output);
  });

  test('repeats alone a file that failed beside others, and names it if it then passes', async (t) => {
    const root = checkout(t, {
      'common/a/test/good.test.ts': FILES['common/a/test/good.test.ts'],
      'common/a/test/flaky.test.ts': lines(
        HEAD,
        "import { mkdirSync } from 'node:fs';",
        "test('depends on luck', () => {",
        "  if (mkdirSync('seen', { recursive: true }) !== undefined) throw new Error('no luck');",
        '});',
      ),
      'tools/test/bad.test.ts': FILES['tools/test/bad.test.ts'],
    });
    const once = await npmTest(root, 'common');
    assert.equal(once.status, 0, once.output);
    const end = [
      'failed, then passed without a change: common/a/test/flaky.test.ts: depends on luck',
      '    no luck',
      '2 tests: 2 passed, 0 failed, 0 skipped',
    ];
    assert.ok(once.output.endsWith(lines('', ...end, '')), once.output);

    rmSync(join(root, 'seen'), { recursive: true });
    const both = await npmTest(root);
    assert.equal(both.status, 1, both.output);
    assert.match(both.output, /once more, alone: tools\/test\/bad\.test\.ts\n/);
    assert.match(both.output, /failed, then passed without a change: common/);
    assert.ok(both.output.endsWith('\n4 tests: 3 passed, 1 failed, 0 skipped\n'), both.output);
  });

  test('runs files together that leave the process unchanged, and still says which of them failed', async (t) => {
    const root = checkout(t, {
      'common/base/test/one.test.ts': lines(HEAD, "test('pid', () => console.log('pid', process.pid));"),
      'common/base/test/two.test.ts': lines(
        HEAD,
        "import { twice } from './twice.ts';",
        "test('pid', () => console.log('pid', process.pid));",
        'twice();',
      ),
      'common/base/test/twice.ts': lines(
        HEAD,
        "export const twice = () => test('bad', () => assert.fail());",
      ),
      'common/base/test/crash.test.ts': 'throw new Error("crashed");',
      // Both await one module, and the second would be evaluated in the suite of the first.
      'common/base/test/ready.ts': 'export const ready = await Promise.resolve(true);',
      'common/base/test/before.test.ts': lines(HEAD, "import './ready.ts';", "test('fine', () => {});"),
      'common/base/test/late.test.ts': lines(
        HEAD,
        "import './ready.ts';",
        "test('late', () => assert.fail());",
      ),
      'common/base/test/alone.test.ts': lines(
        HEAD,
        "process.on('warning', () => {});",
        "test('pid', () => console.log('pid', process.pid));",
      ),
    });
    const { status, output } = await npmTest(root);
    assert.equal(status, 1, output);
    const [, before = ''] = /([\s\S]*?)once more/.exec(output) ?? [];
    const pids = [...before.matchAll(/pid (\d+)/g)].map(([, pid]) => pid);
    assert.deepEqual([pids.length, new Set(pids).size], [3, 2]);
    assert.deepEqual(
      [...output.matchAll(/once more, alone: (\S+)/g)].map(([, file]) => file),
      ['common/base/test/crash.test.ts', 'common/base/test/late.test.ts', 'common/base/test/two.test.ts'],
    );
    assert.ok(output.endsWith('\n7 tests: 4 passed, 3 failed, 0 skipped\n'), output);
  });

  test('in its long form runs long files and those with sizes, at full size; else no long file', async (t) => {
    const isFull = "test('size', () => assert.equal(process.env.SANAD_TEST_SIZE, 'full'));";
    const root = checkout(t, {
      'common/kit/package.json': '{"name": "@common/kit"}',
      'common/kit/src/testing/size.ts': '',
      'common/kit/test/support.ts': "import '@common/kit/testing/size';",
      'common/kit/test/sized.test.ts': lines(HEAD, "import '../src/testing/size.ts';", isFull),
      'common/kit/test/drill.long.test.ts': lines(HEAD, isFull),
      'common/kit/test/other.test.ts': lines(HEAD, "test('other', () => {});"),
    });
    const { status, output } = await npmTest(root, '--long');
    assert.equal(status, 0, output);
    assert.match(output, /slowest of 2 files/);
    const drill = await npmTest(root, 'drill');
    assert.equal(drill.status, 1);
    assert.match(drill.output, /npm run test:long runs common\/kit\/test\/drill\.long\.test\.ts\n/);
  });

  test('runs only tests with a matching name when asked to', async (t) => {
    const { status, output } = await npmTest(checkout(t, FILES), '--name', 'fine', 'tools');
    assert.equal(status, 0, output);
    assert.match(output, /ℹ pass 1\n/);
    const none = await npmTest(checkout(t, FILES), '--name', 'no such name', 'common');
    assert.equal(none.status, 1);
    assert.match(none.output, /no test has such a name/);
  });

  test('refuses an option that it does not know', async (t) => {
    assert.notEqual((await npmTest(checkout(t, FILES), '--wach')).status, 0);
  });

  test('a new file is expected to take as long as its neighbours, or as its browser', (t) => {
    const known = { 'a/short.test.ts': 1_000, 'a/long.test.ts': 9_000 };
    const root = checkout(t, { 'b/new.test.ts': HEAD, 'c/page.test.ts': 'const browser = useBrowser();' });
    const files = ['a/short.test.ts', 'a/new.test.ts', 'b/new.test.ts', 'c/page.test.ts'];
    const expected = expectedMs(root, files, known);
    assert.deepEqual(
      [...expected],
      [
        ['a/short.test.ts', 1_000],
        ['a/new.test.ts', 5_000],
        ['b/new.test.ts', 3_000],
        ['c/page.test.ts', 20_000],
      ],
    );
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
