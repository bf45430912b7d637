import assert from 'node:assert/strict';
import { checkOwnKeys } from '@platform/authority/use-cases/own-keys';
import type { KeySet } from '@platform/protocol/key-entry';
import type { Receipt } from '@platform/protocol/receipt';
import { transfer } from './support/actions.ts';
import { deploymentTest } from './support/deployment-test.ts';

deploymentTest(
  'a mark on a service’s key that only a receipt knows is missed, one on another key is not',
  async (d) => {
    const denied = await d.propose(await d.register(), transfer({ amount: '5000.01' }));
    assert.equal(denied.grant.outcome, 'deny');
    const { body } = await d.get<readonly Receipt[]>('/receipts');
    const [receipt] = body;
    assert.ok(receipt);
    const keys = await d.deps.keys();
    const check = async (bundle: KeySet, known: KeySet) => {
      const shown = { ...receipt, bundle: { ...receipt.bundle, keys: bundle } };
      const store = { ...d.deps.store, receipts: async () => [shown] };
      const checked = await checkOwnKeys({ store, keys: async () => known });
      return checked.ok ? '' : checked.error.message;
    };
    const marked = (kid: string): KeySet => {
      const entry = keys[kid];
      assert.ok(entry);
      return { ...keys, [kid]: { ...entry, compromised_at: d.now() } };
    };
    assert.equal(await check(receipt.bundle.keys, keys), '');
    for (const kid of ['authority', 'service_assembly', 'pep']) {
      assert.match(await check(marked(kid), keys), new RegExp(`of ${kid}, stolen at .*keys rotate ${kid}`));
      assert.equal(await check(marked(kid), marked(kid)), '');
      assert.equal(await check(keys, marked(kid)), '');
    }
    // The evidence chain marks it again.
    assert.equal(await check(marked('principal_amina'), keys), '');
  },
);
