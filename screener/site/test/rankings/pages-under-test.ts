import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { ADMIN_TOKEN, openTestTasks } from '../../../service/test/rankings/tasks-under-test.ts';
import type { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { makeApp } from '../app-under-test.ts';

/** The application with both rankings of the snapshot, unless `isBuilt` is false. */
export async function openRankingPages(
  t: TestContext,
  snapshot: ReturnType<typeof useSnapshotStore>,
  isBuilt = true,
) {
  const tasks = await openTestTasks(t);
  const access = await openTestAccess(t);
  const { app } = await makeApp(t, { ...snapshot.shared(), tasks }, undefined, access);
  const builds = ['leaderboard', 'value-screen', 'funds'].map((kind) => `/tasks/rebuild-${kind}`);
  for (const url of isBuilt ? builds : []) {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    assert.equal((await app.inject({ method: 'POST', url, headers })).statusCode, 200);
  }
  return { app, rankings: tasks.rankings };
}
