import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ok } from '@common/base/result';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import type { Addendum } from '@platform/core/objects/log';
import type { Receipt } from '@platform/core/objects/receipt';
import { addendumTo, SETTLEMENT, accepted as told } from '../../../core/test/verify/settled-story.ts';
import { makeConsole, serveConsole } from './console-app.ts';
import { fakeAuthority, vector } from './fake-authority.ts';
import { textAt } from './open-page.ts';

const browser = useBrowser();

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
    [
      [addendum],
      /returned: accepted on 2026-06-01, returned on 2026-06-09, as bank says/,
      /Accepted, but later returned: [\s\S]*paid, returned/,
    ],
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

test('the browser judges what became of it with the receipt', async (t) => {
  const receipt = told({ settlement: SETTLEMENT });
  const returned = addendumTo(receipt, { settled: { state: 'returned' } });
  const url = await serveConsole(t, {
    authority: fakeAuthority([receipt], { addenda: async () => ok([returned]) }),
  });
  const page = await openPage(t, browser(), { url: `${url}/receipts/${receipt.receipt_id}` });
  await textAt(page, '#verdict', /returned on 2026-06-02, as bank, an adapter of bank\.example, says/);
  assert.match(await textAt(page, 'h1'), /^Accepted, but later returned/);
  assert.doesNotMatch(await textAt(page, 'main'), /an addendum says it/);
});
