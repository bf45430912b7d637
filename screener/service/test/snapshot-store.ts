import assert from 'node:assert/strict';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext } from 'node:test';
import { unwrap } from '@common/base/result';
import { REPOSITORY } from '@common/kit/repository';
import { removeDirectory } from '@common/kit/testing';
import type { Screener } from '../src/open-screener.ts';
import { copySeeded, openStoreAt } from '../src/testing/open-seeded.ts';
import { readSnapshot } from '../src/use-cases/read-snapshot.ts';
import type { ScreenDeps } from '../src/use-cases/screen-ticker.ts';
import { type AppUnderTest, type MakeApp, makeApp } from './app-under-test.ts';

/** The embedded snapshot in its own store, in a file of each test file's own. */
interface SnapshotStore {
  /** The application's parts on the file that all tests share: for tests that write nothing. */
  shared(): ScreenDeps;
  /** The application on that file, without limits: one for all tests, which change nothing in it. */
  app(): Promise<AppUnderTest>;
  /** A copy of the file for one test, and a function that opens it: each call acts as one more process. */
  copy(t: TestContext): Promise<{ readonly url: string; readonly open: () => Promise<ScreenDeps> }>;
}

/**
 * Call this at the top of a test file. `now` is a clock well after the snapshot's date unless a test needs another;
 * `make` makes `app()`.
 */
export function useSnapshotStore(now: () => number, make: MakeApp = makeApp): SnapshotStore {
  let directory = '';
  let shared: Screener | undefined;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'sanad-app-'));
    const file = join(directory, 'shared.sqlite');
    await copySeeded(file);
    shared = await openStoreAt(file, now);
  });
  const endings: (() => Promise<void>)[] = [];
  after(async () => {
    for (const end of endings) await end();
    await shared?.close();
    await removeDirectory(directory);
  });
  const sharedDeps = () => {
    assert.ok(shared !== undefined, 'only inside a test');
    return shared.deps;
  };
  let app: Promise<AppUnderTest> | undefined;
  let copies = 0;
  return {
    shared: sharedDeps,
    app() {
      app ??= make({ after: (end) => void endings.push(end) }, sharedDeps());
      return app;
    },
    async copy(t) {
      copies += 1;
      const file = join(directory, `copy-${copies}.sqlite`);
      await copySeeded(file);
      return {
        url: `sqlite:${file}`,
        open: async () => {
          const screener = await openStoreAt(file, now);
          t.after(() => screener.close());
          return screener.deps;
        },
      };
    },
  };
}

let embedded: ReturnType<typeof readSnapshot> | undefined;

/** The embedded snapshot, read once for all tests of a process, which change nothing in it. */
export async function embeddedSnapshot() {
  embedded ??= readSnapshot(join(REPOSITORY, 'screener/data/snapshot'));
  return unwrap(await embedded);
}

/** The date of the embedded snapshot, from its own manifest. */
export async function snapshotDate(): Promise<string> {
  const manifest = JSON.parse(
    await readFile(join(REPOSITORY, 'screener/data/snapshot/manifest.json'), 'utf8'),
  );
  assert.equal(typeof manifest.as_of, 'string');
  return manifest.as_of;
}
