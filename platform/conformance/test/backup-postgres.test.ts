import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backUpUnderLoad, restoreElsewhere, run } from './support/backup-drill.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment({ engine: 'postgres' });

/** Two deployments' worth of starts, under load. */
const RUN_MS = 300_000;

test('PostgreSQL: a backup under load, restored into empty databases: every book agrees there', {
  timeout: RUN_MS,
}, async () => {
  const made = await backUpUnderLoad(used());
  const again = await run(used().d, 'restore', made.backup);
  assert.match(again.text, /place_taken: .*this database has tables already/);
  await restoreElsewhere(used(), made);
});
