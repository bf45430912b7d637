import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { send } from '../client.ts';
import { type Guide, openGuide } from './support/guide.ts';

let guide: Guide;
let said = '';

const inFolder = (name: string) => join(guide.folder, name);

before(async () => {
  guide = await openGuide({
    page: 'connect-a-counterparty.md',
    uses: ['courier', 'plugins', 'platform'],
    port: '9100',
  });
});

after(() => guide.close());

test('the guide’s files and commands lead from nothing to an executed call and its receipt', async () => {
  const commands: string[] = [];
  for (const { file, language, text } of await guide.blocks()) {
    if (file !== null) {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    } else if (language === 'sh') {
      commands.push(text);
      // None of the mock counterparties is needed by this plugin.
      if (text.endsWith('\nnpm start\n'))
        await guide.startPlatform(text, { PLUGINS_DIR: inFolder('plugins') });
      else if (/^node \S+service\.mjs\n$/.test(text))
        await guide.start('courier', inFolder('courier/service.mjs'));
      else said += await guide.run(text);
    }
  }
  assert.equal(commands.length, 6);
  const answer: ToolResult = JSON.parse(await readFile(inFolder('courier/answer.json'), 'utf8'));
  assert.deepEqual(
    [answer.status, Reflect.get(answer.counterparty_ack ?? {}, 'parcel_id')],
    ['executed', 'parcel_1'],
  );
  assert.match(said, /HOLDS AS A SIMULATION: every check holds under keys that you trust/);
  const receipt: Receipt = JSON.parse(await readFile(inFolder('courier/receipt.json'), 'utf8'));
  assert.equal(receipt.bundle.keys.courier?.independent, true);
  assert.equal(receipt.bundle.keys.courier?.enrolment?.signature.kid, 'principal_local');
});

test('the guide’s courier takes no order that the enforcement point did not make, and each one once', async () => {
  const url = `http://127.0.0.1:${guide.port}/parcels`;
  const body = { customer: 'customer_17', idempotency_key: 'idem_parcel_x' };
  assert.equal((await send(url, { body })).status, 401);
  assert.equal(
    (await send(url, { body, headers: { 'x-broker-token': `v1.e30.${'0'.repeat(64)}` } })).status,
    401,
  );
  const before = await readFile(inFolder('courier/parcels.jsonl'), 'utf8');
  // After a restart it knows what it did: the same parcel is a duplicate, another one is the second.
  await guide.stop('courier');
  await guide.start('courier', inFolder('courier/service.mjs'));
  const [booking] = (await guide.blocks()).filter(({ text }) => text.includes('/v1/tools/book_parcel'));
  assert.match(await guide.run(booking?.text ?? ''), /"duplicate_action"/);
  assert.equal(await readFile(inFolder('courier/parcels.jsonl'), 'utf8'), before);
  const next = await guide.run((booking?.text ?? '').replace('Contract 7', 'Contract 8'));
  assert.match(next, /"status":"executed".*"parcel_2"/);
  // What it signed can be checked with what anyone has.
  const { ack, ack_hash } = JSON.parse(before).answer;
  const canonical = JSON.stringify(ack, Object.keys(ack).sort());
  assert.equal(createHash('sha256').update(canonical).digest('hex'), ack_hash);
});
