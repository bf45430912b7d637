import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { ROOT_FOLDER } from '../source/codebase.ts';
import type { Preparation } from '../testing/preparations.ts';
import { withPreparations } from '../testing/preparations.ts';
import { lines } from './found.ts';

interface Made {
  readonly preparation: Preparation;
  /** Its folder, and whether it was closed; filled as it happens. */
  readonly seen: string[];
}

function preparation(name: string, prepare: Preparation['prepare']): Made {
  const seen: string[] = [];
  return {
    seen,
    preparation: {
      name,
      neededBy: 'common/kit/src/a.ts',
      async prepare(folder) {
        seen.push(folder);
        const { env } = await prepare(folder);
        return { env, close: async () => void seen.push('closed') };
      },
    },
  };
}

describe('preparations', () => {
  test('are made at once, seen by the tests, closed and removed', async (t) => {
    t.after(() => delete process.env.SANAD_TEST_WORD);
    const other = Promise.withResolvers<void>();
    const waits = preparation('waits', async (folder) => {
      await other.promise;
      writeFileSync(join(folder, 'file'), 'made');
      return { env: { SANAD_TEST_WORD: join(folder, 'file') } };
    });
    const ends = preparation('ends', async () => {
      other.resolve();
      return { env: {} };
    });
    const seen = await withPreparations([waits.preparation, ends.preparation], async () =>
      readFileSync(process.env.SANAD_TEST_WORD ?? '', 'utf8'),
    );
    assert.equal(seen, 'made');
    for (const {
      seen: [folder = '', closed],
      preparation: { name },
    } of [waits, ends]) {
      assert.equal(basename(folder), name);
      assert.equal(closed, 'closed');
      assert.ok(!existsSync(folder));
    }
  });

  test('run no test if one fails, and undo the others', async (t) => {
    const { mock } = t.mock.method(console, 'error', () => undefined);
    const made = preparation('made', async () => ({ env: {} }));
    const broken = preparation('broken', async () => {
      throw new Error('no disk');
    });
    const result = await withPreparations([made.preparation, broken.preparation], async () => assert.fail());
    assert.equal(result, null);
    assert.match(
      String(mock.calls[0]?.arguments),
      /no test was run: the preparation "broken" failed:.*no disk/,
    );
    assert.equal(made.seen[1], 'closed');
    assert.ok(!existsSync(made.seen[0] ?? ''));
  });

  test('are undone on Ctrl-C, which then ends the run', (t) => {
    const temporary = mkdtempSync(join(tmpdir(), 'sanad-tests-'));
    t.after(() => rmSync(temporary, { recursive: true }));
    const library = JSON.stringify(pathToFileURL(join(ROOT_FOLDER, 'tools/testing/preparations.ts')).href);
    const script = lines(
      `import { withPreparations } from ${library};`,
      "const close = async () => console.log('closed');",
      'const prepare = async () => ({ env: {}, close });',
      "await withPreparations([{ name: 'a', neededBy: '', prepare }], () => {",
      "  process.kill(process.pid, 'SIGINT');",
      '  return new Promise((resolve) => setTimeout(resolve, 60_000));',
      '});',
    );
    const env = { ...process.env, TMPDIR: temporary };
    const { signal, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
      env,
      encoding: 'utf8',
    });
    assert.equal(signal, 'SIGINT');
    assert.match(stdout, /^closed$/m);
    assert.deepEqual(readdirSync(temporary), []);
  });
});
