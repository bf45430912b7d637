import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import type { Action } from '@platform/core/objects/grant';
import type { Connector } from '@platform/core/objects/plugin';
import { readConnector, readManifest } from '@platform/core/objects/read-plugin';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ToolResult } from '@platform/core/objects/tool-call';
import { buildInquiry, buildRequest } from '@platform/core/request/build-request';
import { send } from '../client.ts';
import { type Guide, openGuide } from './support/guide.ts';

let guide: Guide;
let said = '';

const PLUGIN = join(REPOSITORY, 'docs/guides/courier/plugins/courier');

const inFolder = (name: string) => join(guide.folder, name);

before(async () => {
  guide = await openGuide({
    page: 'connect-a-counterparty.md',
    uses: ['courier', 'platform'],
    port: '9100',
  });
});

after(() => guide.close());

/** The courier’s file names one port; tests take a free one. */
async function listenAt(port: number): Promise<void> {
  const file = inFolder('courier/service.mjs');
  await writeFile(file, (await readFile(file, 'utf8')).replaceAll('9100', String(port)));
}

test('the guide’s commands lead from nothing to an executed call and its receipt', async () => {
  const commands: string[] = [];
  for (const { language, text } of await guide.blocks()) {
    if (language !== 'sh') continue;
    commands.push(text);
    // None of the mock counterparties is needed by this plugin.
    if (text.endsWith('\nnpm start\n'))
      await guide.startPlatform(text, { PLUGINS_DIR: inFolder('courier/plugins') });
    else if (/^node \S+service\.mjs\n$/.test(text)) {
      await listenAt(guide.port);
      await guide.start('courier', inFolder('courier/service.mjs'));
    } else said += await guide.run(text);
  }
  assert.equal(commands.length, 7);
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

test('the guide’s operations send the requests that stand below them', async () => {
  const blocks = await guide.blocks();
  const fileOf = async (name: string) => JSON.parse(await readFile(join(PLUGIN, name), 'utf8'));
  const manifest = await fileOf('manifest.json');
  const connector = await fileOf('connector.json');
  const [hash = ''] = /(?<=x-action-hash: )\w+/.exec(blocks.map(({ text }) => text).join()) ?? [];
  const action = {
    grant_id: 'gr_7',
    idempotency_key: 'idem_parcel_7',
    params: {
      recipient_id: 'acme',
      price: '12.5',
      currency: 'USD',
      reference: 'Contract 7',
      grant_id: 'gr_7',
    },
  } as unknown as Action;
  const grant = { action_hash: hash, issued_at: '2026-03-02T10:00:00.000Z' };
  const facts = { params: action.params, of: { action, grant, account: 'customer_17' } };
  let compared = 0;
  for (const [index, { language, text }] of blocks.entries()) {
    if (language === 'json' && text.includes('"kind": "read"')) manifest.facades.push(JSON.parse(text));
    if (language !== 'http') continue;
    const shown = JSON.parse(blocks[index - 1]?.text ?? '');
    const [booking] = connector.operations;
    const operations = shown.facade === undefined ? [{ ...booking, ...shown }] : [booking, shown];
    const known = readManifest({ ...manifest, facades: manifest.facades.slice(0, operations.length) });
    assert.ok(known.ok, JSON.stringify(known));
    const read = readConnector(known.value, { ...connector, operations });
    assert.ok(read.ok, JSON.stringify(read));
    const operation = read.value.operations.at(-1) as Connector['operations'][number];
    const { inquiry } = operation;
    const built =
      inquiry === undefined
        ? buildRequest(nodeCrypto, '', operation, facts)
        : buildInquiry('', { ...operation, inquiry }, facts);
    assert.ok(built.ok, JSON.stringify(built));
    const { method, path, headers, body } = built.value;
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    const sent = [`${method} ${path}`, ...lines, ...(body === null ? [] : ['', body])];
    assert.equal(text, `${sent.join('\n')}\n`);
    compared += 1;
  }
  assert.equal(compared, 4);
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
