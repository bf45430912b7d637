import type { TestContext } from 'node:test';
import type { Browser, Page } from 'playwright-core';

interface Opened {
  readonly url: string;
  readonly javaScriptEnabled?: boolean;
}

/** A page of a context of its own, closed at the end of the test. */
export async function openPage(
  t: TestContext,
  browser: Browser,
  { url, javaScriptEnabled = true }: Opened,
): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled });
  t.after(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  await page.goto(url);
  return page;
}

/** What stands there, its spaces as a reader sees them. */
export async function textAt(page: Page, place: string): Promise<string> {
  return (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ');
}

/** A key file as a person chooses it. */
export const keyFile = (pem: string, name = 'key.pem') => ({
  ...{ name, mimeType: 'application/x-pem-file' },
  buffer: Buffer.from(pem),
});
