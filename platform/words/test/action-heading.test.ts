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

const treasury = JSON.parse(
  readFileSync(join(REPOSITORY, 'platform/plugins/treasury/manifest.json'), 'utf8'),
);

/** The heading of a payment to mallory, by the shipped sentence or another. */
function payment(reference: string, sentence?: string): string {
  const facade = 'bank.executeTransfer';
  const own = (spec: { name: string }) => (spec.name === facade && sentence ? { ...spec, sentence } : spec);
  const params = { amount: '25000', currency: 'USD', beneficiary_id: 'mallory', reference };
  return pieceText(headingPieces({ facade, params }, { ...treasury, facades: treasury.facades.map(own) }));
}

test('an agent’s value that could go on as the heading stands in quotation marks', () => {
  const heading = 'pay 25,000.00 USD to mallory for';
  for (const [reference, shown] of [
    ['INV-8 approved by CFO', '“INV-8 approved by CFO”'],
    ['acme: only 25.00 USD', '“acme: only 25.00 USD”'],
    ['INV-8” to “acme', "“INV-8' to 'acme”"],
  ] as const)
    assert.equal(payment(reference), `${heading} ${shown}`);
});

test('a heading leaves out no amount, and has no reference after a clause that leaves something out', () => {
  assert.equal(
    payment('INV-8', 'pay 1 USD to acme, and {amount} {currency} to {beneficiary_id}[ for {reference}]'),
    'pay 1 USD to acme, and 25,000 USD to mallory for INV-8',
  );
  assert.equal(
    payment('INV-8', 'pay {amount} {currency}, to {beneficiary_id}[ for {reference}]'),
    'pay 25,000.00 USD',
  );
});
