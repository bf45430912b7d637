import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import type { Page } from 'playwright-core';
import { serveConsole } from './console-app.ts';
import { fakeAuthority, vector, vectorPath } from './fake-authority.ts';

const browser = useBrowser();
const receipt = vector('executed');

/** A sheet of A4, 96 dots to the inch. */
async function onPaper(t: TestContext, path: string): Promise<Page> {
  const url = await serveConsole(t, { authority: fakeAuthority([receipt]) });
  const page = await openPage(t, browser());
  await page.setViewportSize({ width: 794, height: 1_123 });
  await page.emulateMedia({ media: 'print' });
  await page.goto(`${url}${path}`);
  return page;
}

async function assertPrinted(page: Page, hidden: readonly string[]): Promise<void> {
  await page.locator('.chain.wide').waitFor();
  for (const place of [...hidden, '.chain.tall', '.site-header nav']) {
    assert.equal(await page.locator(place).first().isVisible(), false, place);
  }
  const cell = 'getComputedStyle(document.querySelector("table.ledger td")).display';
  assert.equal(await page.evaluate(cell), 'table-cell', 'signatures are a table');
  const wide = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
  assert.equal(await page.evaluate(wide), 0);
}

test('a printed receipt has all that was found, and nothing to press', async (t) => {
  const page = await onPaper(t, `/receipts/${receipt.receipt_id}`);
  await assertPrinted(page, ['[aria-labelledby="trust"]', '[aria-labelledby="keep"]']);
});

test('a printed report of /verify has no fields', async (t) => {
  const page = await onPaper(t, '/verify');
  assert.equal(await page.locator('#receipt-file').isVisible(), false);
  await page.locator('#receipt-file').setInputFiles(vectorPath('executed'));
  await page.getByRole('heading', { name: 'It agrees with itself' }).waitFor();
  await assertPrinted(page, ['#files', '[aria-labelledby="report"]', '[aria-labelledby="this-page"]']);
});
