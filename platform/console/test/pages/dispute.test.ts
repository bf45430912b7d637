import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkShown } from '@common/web/testing/check-page';
import type { Dispute } from '@platform/core/objects/dispute';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { withhold } from '@platform/core/receipt/view';
import { serveConsole } from './console-app.ts';
import { vector, vectorFile } from './fake-authority.ts';
import { give, textAt } from './open-page.ts';

const browser = useBrowser();

/** A dispute about this receipt or view, as a person chooses its file. */
function disputeFile(receipt: unknown) {
  const dispute: Dispute = {
    type: 'sanad/dispute/1',
    made_at: '2026-06-02T12:00:00.000Z',
    ground: 'amount',
    claim: { by: 'acme', words: 'We were to have 2,500.' },
    answer: null,
    receipt,
    others: [],
    kept: [],
    standing: null,
    movements: [],
  };
  return { name: 'dispute.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(dispute)) };
}

test('/verify judges a dispute file: the answer first, then point by point', async (t) => {
  const receipt = vector('executed');
  const page = await openPage(t, browser(), { url: `${await serveConsole(t)}/verify` });
  await give(page, '#receipt-file', disputeFile(receipt));
  const heard = await textAt(page, '#answer', 'Inside what amal signed: to “pay 250 EUR to acme');
  assert.match(heard, /Only the file vouches for /);
  assert.match(heard, /This is in dispute/);
  assert.match(heard, /The claim of “acme”: “We were to have 2,500\.”/);
  for (const [width, scheme] of [
    [390, 'light'],
    [1_280, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ colorScheme: scheme });
    const devtools = await page.context().newCDPSession(page);
    await checkShown(page, devtools, `a dispute, ${width} ${scheme}`);
    await devtools.detach();
  }
  await give(page, '#keys-file', vectorFile('keys'));
  await textAt(page, '#answer', 'Every key relied on is one that you gave.');
  const { view } = unwrap(withhold(unwrap(openReceipt(nodeCrypto, receipt)), ['amount']));
  await give(page, '#receipt-file', disputeFile(view));
  await textAt(page, '#answer', 'cannot be decided');
  await give(page, '#receipt-file', disputeFile({ ...receipt, receipt_id: `rcpt_${'7'.repeat(24)}` }));
  await textAt(page, '#answer .opening.refused', 'This file decides nothing');
});
