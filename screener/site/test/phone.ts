import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';

const PHONE = { width: 390, height: 844 };
const MOST_HEADER = 64;

/** A page, and what must stand on the first screen of a phone. */
export type OnPhone = readonly [address: string, parts: readonly string[]];

/**
 * Checks that each page, on a phone, has a header of one row and its parts on the first screen. Returns the greatest
 * measures, for a reader of the test.
 */
export async function checkOnPhone(page: Page, pages: readonly OnPhone[]): Promise<string> {
  await page.setViewportSize(PHONE);
  let [header, end, last] = [0, 0, ''];
  for (const [address, parts] of pages) {
    await page.goto(address);
    const endOf = async (part: string): Promise<number> => {
      const { y = Number.NaN, height = Number.NaN } = (await page.locator(part).first().boundingBox()) ?? {};
      return y + height;
    };
    const height = await endOf('.site-header');
    assert.ok(height < MOST_HEADER, `${address}: the header has ${height} px`);
    header = Math.max(header, height);
    for (const part of parts) {
      const at = await endOf(part);
      assert.ok(at < PHONE.height, `${address}: ${part} ends at ${at} px`);
      if (at > end) [end, last] = [at, `${part} of ${new URL(address).pathname}`];
    }
  }
  return `${pages.length} pages: header at most ${Math.round(header)} px; the lowest part, ${last}, ends at ${Math.round(end)} px`;
}
