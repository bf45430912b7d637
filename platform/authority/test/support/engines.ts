import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { openDatabase } from '@common/kit/sql/database';
import { migrate } from '@common/kit/sql/migrate';
import { removeDirectory } from '@common/kit/testing';
import { sharedPostgres } from '@common/kit/testing/shared-postgres';
import { size } from '@common/kit/testing/size';
import { MIGRATIONS } from '@platform/authority/store/migrations';
import { openDeployment } from './deployment.ts';
import type { Deployment } from './types.ts';

type Work = (d: Deployment, t: TestContext, databaseUrl: string) => Promise<void>;

const ENGINES = {
  SQLite: async (t: TestContext) => {
    const folder = await mkdtemp(join(tmpdir(), 'sanad-authority-'));
    t.after(() => removeDirectory(folder));
    return `sqlite:${join(folder, 'store.sqlite')}`;
  },
  PostgreSQL: sharedPostgres(async (url) => {
    const database = await openDatabase({ url });
    await migrate(database, MIGRATIONS);
    await database.close();
  }),
} satisfies Readonly<Record<string, (t: TestContext) => Promise<string>>>;

const IS_FULL = size({ quick: 0, full: 1 }) === 1;
const isOnSqlite = new WeakSet<Work>();

/** Marks a test whose statements are all among those that others also run on PostgreSQL; it runs there at full size. */
export function onSqlite(work: Work): Work {
  isOnSqlite.add(work);
  return work;
}

/** Runs the same tests on both engines, each with a deployment and a database of its own, or one that is as new. */
export function onBothEngines(name: string, tests: Readonly<Record<string, Work>>): void {
  for (const [engine, openUrl] of Object.entries(ENGINES)) {
    describe(`${name}, on ${engine}`, () => {
      for (const [title, work] of Object.entries(tests)) {
        if (engine === 'PostgreSQL' && isOnSqlite.has(work) && !IS_FULL) continue;
        test(title, async (t) => {
          const url = await openUrl(t);
          const deployment = await openDeployment(url);
          try {
            await work(deployment, t, url);
          } finally {
            await deployment.close();
          }
        });
      }
    });
  }
}
