import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backUpUnderLoad, restoreElsewhere } from './support/backup-drill.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment();

/** Two deployments' worth of starts, under load. */
const RUN_MS = 300_000;

test('a deployment moves from SQLite to PostgreSQL by a backup: every book agrees there, and it goes on', {
  timeout: RUN_MS,
}, async () => {
  const made = await backUpUnderLoad(used());
  const { text } = await restoreElsewhere(used(), made, 'postgres');
  assert.match(text, /AUTHORITY_DATABASE_URL: put back as it was at \S+, from SQLite into PostgreSQL\./);
  assert.match(text, /nothing here knows of more/);
});
