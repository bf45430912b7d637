import type { KeySet } from '@platform/core/objects/key-entry';
import type { Page } from 'playwright-core';

/** Keeps these keys in the browser, as a reader does who trusts them, for the console whose page this is. */
export async function trust(page: Page, keys: KeySet): Promise<void> {
  const text = JSON.stringify(JSON.stringify(keys));
  await page.evaluate(`localStorage.setItem('sanad.trusted-keys', ${text})`);
}
