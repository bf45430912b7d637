import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '@common/base/result';
import type { Addendum } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import { makeConsole } from './console-app.ts';
import { fakeAuthority, vector } from './fake-authority.ts';

/** A receipt whose connector says that accepting is not all. */
function accepted(): Receipt {
  const receipt = vector('executed');
  const { connector, ...plugin } = receipt.why.plugin;
  const settlement = {
    path: '/settled/{deployment}/{idempotency_key}',
    settled: '/settled',
    settled_hash: '/settled_hash',
    signature: '/signature',
    within_days: 30,
  };
  const operations = connector.operations.map((operation) => ({ ...operation, settlement }));
  return {
    ...receipt,
    why: { ...receipt.why, plugin: { ...plugin, connector: { ...connector, operations } } },
  };
}

test('the page of a receipt, and the list, say what has become of it since it was accepted', async (t) => {
  const receipt = accepted();
  const settled = { state: 'returned', at: '2026-06-09T10:00:00.000Z' };
  const addendum = { settled } as unknown as Addendum;
  for (const [addenda, said, inList] of [
    [[], /submitted: it was accepted, and nothing has been said of it since/, /paid, not settled yet/],
    [[addendum], /returned: accepted on 2026-06-01, returned on 2026-06-09, as bank says/, /paid, returned/],
  ] as const) {
    const authority = fakeAuthority([receipt], { addenda: async () => ok([...addenda]) });
    const app = await makeConsole(t, { authority });
    const headers = { accept: 'text/html' };
    const { body } = await app.inject({ url: `/receipts/${receipt.receipt_id}`, headers });
    assert.match(body, said);
    const list = await app.inject({ url: '/receipts', headers });
    assert.match(list.body.replaceAll(/<[^>]*>/g, ''), inList);
  }
});
