import type { TestContext } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';

interface PageOptions {
  readonly javaScriptEnabled?: boolean;
}

interface BorrowedPage {
  readonly page: Page;
  /** Returns the page to the state of a new one. */
  readonly giveBack: () => Promise<void>;
}

/**
 * A new page needs its own process, which costs several times what most tests do with it. So one page serves
 * them in turn.
 */
const idle = new WeakMap<Browser, Map<boolean, Page>>();

/** A page that nobody else uses: the browser's idle one, else a new one. */
export async function borrowPage(
  browser: Browser,
  { javaScriptEnabled = true }: PageOptions = {},
): Promise<BorrowedPage> {
  const pages = idle.get(browser) ?? new Map<boolean, Page>();
  idle.set(browser, pages);
  const kept = pages.get(javaScriptEnabled);
  pages.delete(javaScriptEnabled);
  const page = kept ?? (await (await browser.newContext({ javaScriptEnabled })).newPage());
  const giveBack = async () => {
    const isUsable = !pages.has(javaScriptEnabled) && (await empty(page));
    if (isUsable) pages.set(javaScriptEnabled, page);
    else await page.context().close();
  };
  return { page, giveBack };
}

/** Such a page for a test, at this address. */
export async function openPage(
  t: TestContext,
  browser: Browser,
  { url, ...wanted }: PageOptions & { readonly url?: string } = {},
): Promise<Page> {
  const { page, giveBack } = await borrowPage(browser, wanted);
  t.after(giveBack);
  if (url !== undefined) await page.goto(url);
  return page;
}

const LISTENED = [
  'console',
  'dialog',
  'download',
  'filechooser',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

/** Whether the page is like a new one. A test removes the scripts that it added for all documents. */
async function empty(page: Page): Promise<boolean> {
  const context = page.context();
  try {
    for (const event of LISTENED) page.removeAllListeners(event);
    await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll()]);
    await forget(page);
    await page.goto('about:blank');
    await Promise.all(context.pages().map((other) => (other === page ? undefined : other.close())));
    await restore(context);
    await page.emulateMedia({ media: null, colorScheme: null });
    await page.setViewportSize({ width: 1280, height: 720 });
    return true;
  } catch {
    return false;
  }
}

/** The stored data of the page's origin. An error page stores nothing and refuses the question. */
async function forget(page: Page): Promise<void> {
  await page.evaluate('localStorage.clear(); sessionStorage.clear()').catch(() => undefined);
}

async function restore(context: BrowserContext): Promise<void> {
  await context.clearCookies();
  await context.clearPermissions();
  await context.setOffline(false);
}
