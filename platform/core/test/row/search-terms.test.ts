import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { REPOSITORY } from '@common/kit/repository';
import type { EntryProofs } from '@platform/core/objects/directory';
import type { Receipt } from '@platform/core/objects/receipt';
import { ReceiptRow } from '@platform/core/objects/receipt-row';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { rowOf } from '@platform/core/row/row-of';
import { searchEntryOf } from '@platform/core/row/search-entry';
import { amountKey, termsOfQuery } from '@platform/core/row/search-terms';
import { Value } from 'typebox/value';

const FOLDER = join(REPOSITORY, 'platform/conformance/vectors/receipts');
const receiptIn = (file: string): Receipt => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
const opened = (receipt: Receipt) => unwrap(openReceipt(nodeCrypto, receipt));
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && name !== 'keys.json');

describe('what a receipt says on one line', () => {
  for (const file of FILES)
    test(`${file}, which was signed long ago, has a line of the documented form and is found`, () => {
      const receipt = receiptIn(file);
      assert.deepEqual([...Value.Errors(ReceiptRow, rowOf(opened(receipt)))], []);
      const { terms, row } = searchEntryOf(opened(receipt));
      assert.equal(row.payee, 'acme');
      const query = {
        payee: 'ACME',
        agent: row.agent,
        person: row.principal,
        text: 'inv-7',
        currency: 'EUR',
      };
      for (const term of termsOfQuery(query)) assert.ok(terms.includes(term), term);
    });
});

test('a payment to another account of one payee names the entry of the directory, where there is one', () => {
  const receipt = opened(receiptIn('executed.json'));
  assert.equal(rowOf(receipt).payee_entry, null);
  const directories = { beneficiaries: { entry: { entry: { name: 'umbrella' } } } } as unknown as EntryProofs;
  const { payee, payee_entry } = rowOf({ ...receipt, why: { ...receipt.why, directories } });
  assert.deepEqual({ payee, payee_entry }, { payee: 'acme', payee_entry: 'umbrella' });
});

test('a text is found by its words, whatever the script of its digits and letters that look the same', () => {
  assert.deepEqual(termsOfQuery({ text: 'INV-٩٠٠' }), termsOfQuery({ text: 'inv 900' }));
  assert.deepEqual(termsOfQuery({ text: 'ІNV-900' }), termsOfQuery({ text: 'inv/900' }));
  assert.deepEqual(termsOfQuery({ text: ' – ' }), []);
  assert.deepEqual(termsOfQuery({ reference: 'INV-9OO' }), ['r:INV-9-OO']);
});

test('amounts sort as numbers do', () => {
  const amounts = ['0.05', '9', '10', '10.5', '40.5', '4200', '999999999999999999.9999'];
  assert.deepEqual(
    amounts.toReversed().sort((a, b) => (amountKey(a) < amountKey(b) ? -1 : 1)),
    amounts,
  );
});
