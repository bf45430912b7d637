import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { openPage } from '@common/web/testing/borrow-page';
import type { Browser, Page } from 'playwright-core';
import { sendForm } from './open-page.ts';

interface SecondStep {
  /** Of the form. */
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** A form’s second step in a browser: the whole text, read back and compared by the page’s script. */
export async function openSecondStep(
  t: TestContext,
  browser: Browser,
  { url, fields }: SecondStep,
): Promise<Page> {
  const page = await openPage(t, browser, { url });
  await sendForm(page, fields);
  return page;
}

/**
 * Shows the page as it came, and as somebody on the way may have changed it, to its script: one after the other in one
 * document, which takes a fraction of the time of a page for each.
 */
export async function assertRefused(page: Page, html: string, changes: Changes): Promise<void> {
  // The console’s own pages let nobody write markup into them.
  await page.route('**/an-empty-page', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(new URL('/an-empty-page', page.url()).href);
  const [, script = ''] = /<script defer src="([^"]+)"/.exec(html) ?? [];
  await page.evaluate(
    `fetch(${JSON.stringify(script)}).then(async (answer) => { window.pageScript = await answer.text(); })`,
  );
  const show = (body: string) =>
    page.evaluate<readonly [string, number]>(`(() => {
      document.body.replaceWith(new DOMParser().parseFromString(${JSON.stringify(body)}, 'text/html').body);
      (0, eval)(window.pageScript);
      const ways = document.querySelectorAll('#signing input, #signing button').length;
      return [document.querySelector('h1').innerText, ways];
    })()`);
  const [heading, ways] = await show(html);
  assert.notEqual(heading, 'Do not sign this');
  assert.notEqual(ways, 0);
  for (const [what, change] of Object.entries(changes)) {
    const changed = change(html);
    assert.notEqual(changed, html, `${what}: nothing was changed`);
    assert.deepEqual(await show(changed), ['Do not sign this', 0], what);
  }
}

type Changes = Readonly<Record<string, (html: string) => string>>;
