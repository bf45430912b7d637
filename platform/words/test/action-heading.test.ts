import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { REPOSITORY } from '@common/kit/repository';
import { headingPieces, toldParams } from '../src/action-heading.ts';
import { pieceText } from '../src/story.ts';

const SHIPPED = {
  'platform/plugins/treasury': [
    'bank.executeTransfer',
    { amount: '2500', currency: 'USD', beneficiary_id: 'acme', reference: 'INV-8' },
    'pay 2,500.00 USD to acme for INV-8',
  ],
  'platform/plugins/trading': [
    'broker.placeOrder',
    { side: 'buy', symbol: 'MSFT', notional: '400', currency: 'USD', reference: 'rebalance-3' },
    'buy MSFT for 400.00 USD, reference rebalance-3',
  ],
  'platform/plugins/records': [
    'records.release',
    { record_id: 'rec_17', recipient_id: 'dr_lee', sensitivity: 'high', purpose: 'care', reference: 'R-1' },
    'release record rec_17 (high) to dr_lee for care, in answer to R-1',
  ],
  'platform/adapters/bank-plugin': [
    'bankpay.pay',
    { amount: '10', currency: 'EUR', creditor_account: 'acme', reference: 'INV-8' },
    'pay 10.00 EUR to acme for INV-8',
  ],
  'docs/guides/courier/plugins/courier': [
    'courier.bookParcel',
    { recipient_id: 'acme', price: '45', currency: 'USD', reference: 'A-2' },
    'send a parcel to acme for 45.00 USD, order A-2',
  ],
} as const;

for (const [folder, [facade, params, expected]] of Object.entries(SHIPPED))
  test(`a heading of ${facade} ends with the reference in the plugin’s own words, or before it`, () => {
    const manifest = JSON.parse(readFileSync(join(REPOSITORY, folder, 'manifest.json'), 'utf8'));
    const heading = (of: object) =>
      pieceText(headingPieces({ facade, params: { ...params, ...of } }, manifest));
    assert.equal(heading({}), expected);
    assert.doesNotMatch(heading({ reference: 'R'.repeat(25) }), /[[\]{}]|R{25}/);
    assert.ok(!toldParams({ facade }, manifest).includes('reference'));
  });
