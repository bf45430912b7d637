import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { verify } from '@platform/core/verify/verify';
import { makePlace } from './place.ts';

const FOLDER = join(REPOSITORY, 'platform/conformance/vectors/receipts');
const RECEIPT = join(FOLDER, 'executed.json');

test('a view withholds what was named and what would reveal it, and verifies in part', async (t) => {
  const { sanad, folder, authority } = await makePlace(t);
  const receipt = JSON.parse(await readFile(RECEIPT, 'utf8'));
  authority.answers.set(`GET /receipts/${receipt.receipt_id}`, { status: 200, body: receipt });
  const listed = await sanad(['receipt', 'redact', receipt.receipt_id, '--list']);
  assert.match(listed.out, /^amount +and with it .*how\.counterparty_ack/m);
  const file = join(folder, 'view.json');
  const { code, out, err } = await sanad([
    ...['receipt', 'redact', RECEIPT, '--withhold', 'amount, beneficiary_id', '--out', file],
  ]);
  assert.deepEqual([code, out], [0, '']);
  assert.match(err, /^Withheld: amount, beneficiary_id\nand what would reveal it.*idempotency_key/);
  assert.match(err, /beneficiary_id: the value is mentioned in why\.profile/);
  const text = await readFile(file, 'utf8');
  const read = readReceipt(nodeCrypto, text);
  assert.ok(read.ok);
  // The account goes with its payee: one list joins them. Many payees share a currency.
  const shown = Object.keys(read.value.what.action.params).sort();
  assert.deepEqual(shown, ['currency', 'memo', 'reference']);
  const keys = JSON.parse(await readFile(join(FOLDER, 'keys.json'), 'utf8'));
  assert.equal(verify(nodeCrypto, text, { keys }).verdict, 'partial');
});

test('a name that the receipt does not have is refused, and so is what is no receipt', async (t) => {
  const { sanad } = await makePlace(t, { empty: true });
  const unknown = await sanad(['receipt', 'redact', RECEIPT, '--withhold', 'sum']);
  assert.equal(unknown.code, 2);
  assert.match(unknown.err, /shows no sum. It shows: .*amount/);
  assert.equal((await sanad(['receipt', 'redact', join(FOLDER, 'keys.json'), '--list'])).code, 2);
});
