import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '../client.ts';
import { openDeployment } from '../deployment.ts';
import { backUpUnderLoad, restoreElsewhere } from './support/backup-drill.ts';

/** Two deployments' worth of starts, under load. */
const RUN_MS = 300_000;

for (const [from, to] of [
  ['sqlite', 'sqlite'],
  ['sqlite', 'postgres'],
  ['postgres', 'postgres'],
] as const) {
  test(`a backup under load, from ${from} into empty ${to}: every book agrees there, and it goes on`, {
    timeout: RUN_MS,
  }, async () => {
    await using d = await openDeployment({ engine: from });
    const used = { d, client: createClient(d) };
    const { text } = await restoreElsewhere(used, await backUpUnderLoad(used), to);
    assert.match(text, /nothing here knows of more/);
    if (from !== to)
      assert.match(text, /AUTHORITY_DATABASE_URL: put back as it was at \S+, from SQLite into/);
  });
}
