import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Value } from 'typebox/value';
import { idempotencyKeyOf, idempotencyMaterial } from '../../src/decide/idempotency.ts';
import { IdempotencyKey } from '../../src/objects/primitives.ts';
import { readPlugin, readPlugins } from './plugin-files.ts';

const { manifest, params: vectors } = readPlugin('treasury');
const PARAMS = vectors.base.expected;
const [balance, , transfer] = manifest.facades;
assert.ok(balance && transfer);

test('the material is a domain, the tenant and the fields that make two payments the same', () => {
  assert.deepEqual(idempotencyMaterial(transfer, 'tn_1', PARAMS, 'gr_1'), [
    'sanad/idempotency/1',
    'idem_pay_',
    'tn_1',
    'bank.executeTransfer',
    ...['beneficiary_id', 'acme', 'to_account', 'acct_acme', 'amount', '250', 'currency', 'USD'],
    ...['reference', 'INV-7'],
  ]);
});

test('the memo’s spelling and the grant do not make another payment; the tenant and each field do', () => {
  const material = (tenant: string, change: Record<string, string>, grant = 'gr_1') =>
    JSON.stringify(idempotencyMaterial(transfer, tenant, { ...PARAMS, ...change }, grant));
  const base = material('tn_1', {});
  assert.equal(material('tn_1', { memo: 'again', reference: 'invoice inv 7' }, 'gr_2'), base);
  assert.notEqual(material('tn_2', {}), base);
  fc.assert(
    fc.property(fc.constantFrom(...transfer.idempotency.params), fc.string(), (name, value) => {
      fc.pre(value !== PARAMS[name]);
      assert.notEqual(material('tn_1', { [name]: value }), base);
    }),
    { numRuns: 100 },
  );
});

test('without fields each grant has its own key', () => {
  const material = (grant: string) => idempotencyMaterial(balance, 'tn_1', { account_id: 'a' }, grant).join();
  assert.notEqual(material('gr_1'), material('gr_2'));
});

test('a missing field is a fault, not an empty one', () => {
  assert.throws(() => idempotencyMaterial(transfer, 'tn_1', { amount: '1' }, 'gr_1'), /beneficiary_id/);
});

test('without a reference each grant has its own key', () => {
  const { reference: _, ...rest } = PARAMS;
  const material = (grant: string) => idempotencyMaterial(transfer, 'tn_1', rest, grant).join();
  assert.notEqual(material('gr_1'), material('gr_2'));
});

test('the key has the facade’s prefix and 128 bits', () => {
  const hash = '0123456789abcdef'.repeat(4);
  assert.equal(idempotencyKeyOf(transfer, hash), 'idem_pay_0123456789abcdef0123456789abcdef');
  for (const [, files] of readPlugins()) {
    for (const facade of files.manifest.facades) {
      assert.ok(Value.Check(IdempotencyKey, idempotencyKeyOf(facade, hash)));
    }
  }
});
