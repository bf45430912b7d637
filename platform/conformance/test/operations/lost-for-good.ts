import assert from 'node:assert/strict';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Witnessed } from '@platform/core/objects/log';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { verifyFolder } from '@platform/verifier/cli/folder';
import { outcome, type Reply, send, transferInputs } from '../../client.ts';
import { until } from '../../wait.ts';
import { authorityCommand } from '../support/commands.ts';
import { allWritten, head, loseDatabase, restore, restored } from '../support/lost-database.ts';
import { used } from './deployment.ts';

test('what was found nowhere is said, by the command and in a signed event, and the log adds up without it', async () => {
  const { d, client } = used();
  const mandate = await client.register();
  const answers: Reply<ToolResult>[] = [];
  while (answers.length < 3) answers.push(await client.pay(transferInputs(), { mandate }));
  const lost = answers[1]?.body.receipt_id ?? '';
  await allWritten(d, answers);
  await loseDatabase(d);
  await rm(join(d.folder, 'out', `${lost}.json`));
  assert.match(await restore(d), new RegExp(`neither body nor grant: ${lost}\\.`));
  await d.restart('authority');
  assert.deepEqual(
    (await restored(d)).receipts_lost.map(({ tenant, receipt_id }) => [tenant, receipt_id]),
    [['tn_local', lost]],
  );
  assert.match((await authorityCommand(d, 'fsck')).text, /intact/);
  assert.deepEqual(outcome(await send(`${d.urls.authority}/receipts/${lost}`)), [410, 'receipt_pruned']);
  assert.equal((await client.pay(transferInputs(), { mandate })).body.status, 'executed');
  const folder = join(d.folder, 'export-with-a-gap');
  await d.sanad('receipt', 'export', folder, '--tenant', 'tn_local');
  const keys = JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8'));
  const found = await verifyFolder(folder, { keys, nowMs: Date.now() }, { given: {}, now: Date.now() });
  assert.deepEqual(found.ok ? found.value.problems : found.error, []);
  assert.match(
    found.ok ? found.value.chains.join() : '',
    /receipts lost with a database, as the authority signed: 1\)/,
  );
});

test('without kept/, what others have seen says how much there was: the files bring it back, or the gap is named', async () => {
  const { d, client } = used();
  const paid = await client.pay();
  const last = paid.body.receipt_id ?? '';
  await allWritten(d, [paid]);
  const { tree_size: size } = (await head(d)).tree_head;
  await until('it is seen', async () => {
    const { body } = await send<Witnessed>(`${d.urls.pep}/log/witnessed`);
    return body.head?.tree_head.tree_size === size ? true : null;
  });
  await loseDatabase(d);
  await rename(join(d.folders.keys, 'kept'), join(d.folder, 'kept'));
  const file = join(d.folder, 'out', `${last}.json`);
  await rename(file, `${file}.aside`);
  const refused = await restore(d);
  assert.match(
    refused,
    new RegExp(`entries_missing: The log had ${size} entries .*anything left of .*${size - 1}`),
  );
  await rename(`${file}.aside`, file);
  // The body of the test before is still nowhere: kept/ had its place, and has to come back for it.
  assert.match(await restore(d), /entries_missing/);
  await mkdir(join(d.folders.keys, 'kept'), { recursive: true });
  await copyFile(join(d.folder, 'kept', 'receipts.jsonl'), join(d.folders.keys, 'kept', 'receipts.jsonl'));
  assert.match(await restore(d), new RegExp(`has all ${size} entries again`));
  await d.restart('authority');
  assert.equal((await client.pay()).body.status, 'executed');
});
