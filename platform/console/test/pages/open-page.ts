import type { Page } from 'playwright-core';

/** What stands there, its spaces as a reader sees them. */
export async function textAt(page: Page, place: string): Promise<string> {
  return (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ');
}

/** A key file as a person chooses it. */
export const keyFile = (pem: string, name = 'key.pem') => ({
  name,
  mimeType: 'application/x-pem-file',
  buffer: Buffer.from(pem),
});
