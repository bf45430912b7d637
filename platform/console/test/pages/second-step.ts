import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openPage } from '@common/web/testing/borrow-page';
import type { Browser, Page } from 'playwright-core';

interface SecondStep {
  readonly url: string;
  readonly path: string;
  readonly fill: (page: Page) => Promise<void>;
  /** What somebody on the way makes of the page that would be signed. */
  readonly change: ((html: string) => string) | null;
}

/** A form’s second step in a browser: the whole text, read back and compared by the page’s script. */
export async function openSecondStep(
  t: TestContext,
  browser: Browser,
  { url, path, fill, change }: SecondStep,
): Promise<Page> {
  const page = await openPage(t, browser, { url: `${url}${path}` });
  await fill(page);
  if (change !== null) {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const before = await response.text();
      const body = change(before);
      assert.notEqual(body, before, 'nothing was changed');
      await route.fulfill({ response, body });
    });
  }
  await page.locator('form.asking button').click();
  await page.locator('#compared').waitFor();
  return page;
}
