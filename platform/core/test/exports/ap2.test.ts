import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { canonicalText } from '@common/evidence/canonical';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto as crypto } from '@common/evidence/node';
import { exportAp2 } from '@platform/core/exports/ap2';
import { minorUnits } from '@platform/core/objects/minor-units';
import type { PluginManifest } from '@platform/core/objects/plugin';
import type { OpenReceipt, Receipt } from '@platform/core/objects/receipt';
import { withoutPlace } from '@platform/core/receipt/assemble';
import { withhold } from '@platform/core/receipt/view';
import { ownVectors, pluginPath, readJson } from '../verify/shared-vectors.ts';
import { opened } from '../verify/story.ts';
import { openAp2Schemas } from './ap2-schemas.ts';

/** A receipt of the vectors, whose tenant has an account in the plugin's connector. */
function receiptOf(name: string, change: (receipt: OpenReceipt) => void = () => {}): OpenReceipt {
  const document = ownVectors<Receipt>(`receipts/${name}.json`);
  const receipt = { ...structuredClone(opened(document)), document };
  Object.assign(receipt.what.action, { tenant: 'tn_local' });
  change(receipt);
  return receipt;
}

const words = (reason: string): string => `in words: ${reason}`;
const exported = (receipt: OpenReceipt) => exportAp2(crypto, receipt, words);

const base64url = (hash: string): string => Buffer.from(hash, 'hex').toString('base64url');

describe('a payment as AP2 has it', () => {
  test('every member is one of the receipt’s own', () => {
    const receipt = receiptOf('executed');
    const { paymentMandate, paymentReceipt } = unwrap(exported(receipt));
    const sanad = {
      receipt_id: receipt.receipt_id,
      receipt_sha256: hashOf(crypto, withoutPlace(receipt.document)),
      mandate_sha256: receipt.who.contract_hash,
      action_sha256: receipt.what.action_hash,
    };
    assert.deepEqual(paymentMandate, {
      vct: 'mandate.payment.1',
      transaction_id: base64url(receipt.what.action_hash),
      payee: { id: 'acme', name: 'acme' },
      payment_amount: { amount: 25_000, currency: 'EUR' },
      payment_instrument: { id: 'acct_operating_eur', type: 'bank_account' },
      iat: Date.parse('2026-06-01T09:00:00Z') / 1_000,
      exp: Date.parse('2026-06-01T09:10:00Z') / 1_000,
      sanad,
    });
    assert.deepEqual(paymentReceipt, {
      status: 'Success',
      iss: receipt.deployment,
      iat: Date.parse('2026-06-01T09:00:08Z') / 1_000,
      reference: base64url(crypto.sha256(canonicalText(paymentMandate))),
      payment_id: receipt.what.action.grant_id,
      psp_confirmation_id: receipt.how.decision_hash,
      network_confirmation_id: receipt.how.counterparty_ack_hash,
      sanad,
    });
  });

  test('the payee has the name of the directory’s entry', () => {
    const entry = { name: 'acme', label: 'ACME GmbH', values: { beneficiary_id: 'acme' } };
    const receipt = receiptOf('executed', ({ why }) => {
      Object.assign(why, { directories: { beneficiaries: { entry: { entry } } } });
    });
    assert.deepEqual(unwrap(exported(receipt)).paymentMandate.payee, { id: 'acme', name: 'ACME GmbH' });
  });

  const failed = receiptOf('executed', ({ what }) => {
    Object.assign(what, { outcome: 'refused', reason: 'contract_revoked' });
  });

  test('what was authorised and then refused is an error with its reason', () => {
    const { status, ...rest } = unwrap(exported(failed)).paymentReceipt;
    assert.deepEqual(
      [status, 'error' in rest ? [rest.error, rest.error_description] : null],
      ['Error', ['contract_revoked', 'in words: contract_revoked']],
    );
  });

  test('their schemas accept mandate and receipt, and would refuse less', (t) => {
    const faults = openAp2Schemas();
    if (faults === null) return t.skip('../shared/vectors/evidence/ap2 absent');
    for (const receipt of [receiptOf('executed'), receiptOf('second'), failed]) {
      const { paymentMandate, paymentReceipt } = unwrap(exported(receipt));
      assert.deepEqual(faults('payment_mandate', paymentMandate), []);
      assert.deepEqual(faults('payment_receipt', paymentReceipt), []);
      for (const name of Object.keys(paymentMandate)) {
        const isOptional = ['iat', 'exp', 'sanad'].includes(name);
        const less = { ...paymentMandate, [name]: undefined };
        assert.equal(
          faults('payment_mandate', JSON.parse(JSON.stringify(less))).length === 0,
          isOptional,
          name,
        );
      }
      const { status: _, ...less } = paymentReceipt;
      assert.notDeepEqual(faults('payment_receipt', less), []);
    }
  });
});

describe('what is no payment of AP2', () => {
  const trading = readJson<PluginManifest>(pluginPath('trading/manifest.json'));
  const refusals: readonly (readonly [string, string, OpenReceipt])[] = [
    ['what was denied', 'not_authorised', receiptOf('denied')],
    [
      'an order, which pays nobody’s account',
      'not_a_payment',
      receiptOf('executed', ({ what, why }) => {
        Object.assign(why.plugin, { manifest: trading });
        const params = { symbol: 'AAPL', side: 'buy', notional: '250', currency: 'USD' };
        Object.assign(what.action, { facade: 'broker.placeOrder', params });
      }),
    ],
    [
      'a payment that nobody acknowledged',
      'not_confirmed',
      receiptOf('executed', ({ how }) => {
        Object.assign(how, { counterparty_ack_hash: null });
      }),
    ],
    [
      'a doubt that was counted as not paid',
      'not_confirmed',
      receiptOf('executed', ({ what }) => {
        Object.assign(what, { outcome: 'refused', reason: 'settled_by_principal' });
      }),
    ],
    [
      'a payment from an account that is not told',
      'account_unknown',
      receiptOf('executed', ({ what }) => {
        Object.assign(what.action, { tenant: 'tn_demo' });
      }),
    ],
    [
      'half a cent',
      'not_in_minor_units',
      receiptOf('executed', ({ what }) => {
        Object.assign(what.action.params, { amount: '0.005' });
      }),
    ],
  ];
  for (const [name, code, receipt] of refusals) {
    test(`${name}: ${code}`, () => {
      const refused = exported(receipt);
      assert.equal(refused.ok ? null : refused.error.code, code);
    });
  }

  test('a view names the member that it hides', () => {
    const { view } = unwrap(withhold(receiptOf('executed'), ['amount']));
    const refused = exported(opened(view));
    assert.ok(!refused.ok && refused.error.code === 'member_hidden');
    assert.match(refused.error.message, /amount is withheld/);
  });
});

test('minor units of currencies with none, two, three and four decimals', () => {
  const cases = [
    ['250', 'USD', 25_000],
    ['0.01', 'SAR', 1],
    ['250', 'JPY', 250],
    ['250.5', 'JPY', null],
    ['1.234', 'KWD', 1_234],
    ['1.2345', 'KWD', null],
    ['1.2345', 'CLF', 12_345],
    ['90071992547409.92', 'USD', null],
    ['1', 'XAU', null],
    ['1', 'usd', null],
    ['1', 'X X', null],
  ] as const;
  for (const [amount, currency, units] of cases) {
    assert.equal(minorUnits(amount, currency), units, `${amount} ${currency}`);
  }
});
