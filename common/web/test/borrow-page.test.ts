import assert from 'node:assert/strict';
import type { EventEmitter } from 'node:events';
import { type TestContext, test } from 'node:test';
import { makeApp } from '@common/kit/testing/http-app';
import { borrowPage, openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import type { Page } from 'playwright-core';

const browser = useBrowser();

async function serve(t: TestContext): Promise<string> {
  const { app } = await makeApp(t);
  const page = '<!doctype html><title>x</title><p id="said">as sent</p>';
  app.get('/', { schema: { hide: true } }, (_request, reply) => reply.type('text/html').send(page));
  return app.listen({ host: '127.0.0.1', port: 0 });
}

/** All that one test could leave to the next. */
const traceOf = async (page: Page, url: string) => {
  await page.goto(url);
  const [said, width, isDark, kept] = await page.evaluate<readonly unknown[]>(`[
    said.textContent, innerWidth, matchMedia('(prefers-color-scheme: dark)').matches,
    [document.cookie, localStorage.length, sessionStorage.length].join(),
  ]`);
  return { said, width, isDark, kept, listeners: (page as unknown as EventEmitter).listenerCount('console') };
};

test('a returned page is like a new one', async (t) => {
  const url = await serve(t);
  const first = await borrowPage(browser());
  const { page } = first;
  const before = await traceOf(page, url);
  assert.deepEqual(before, { said: 'as sent', width: 1280, isDark: false, kept: ',0,0', listeners: 0 });
  await page.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p id="said">changed' }),
  );
  page.on('console', () => {});
  await page.setViewportSize({ width: 360, height: 900 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(
    'document.cookie = "a=b"; localStorage.setItem("a", "b"); sessionStorage.setItem("a", "b")',
  );
  const used = await traceOf(page, url);
  assert.deepEqual(used, { said: 'changed', width: 360, isDark: true, kept: 'a=b,1,1', listeners: 1 });
  await page.context().newPage();
  await page.context().setOffline(true);
  await first.giveBack();
  const second = await borrowPage(browser());
  t.after(second.giveBack);
  assert.equal(second.page, page, 'it is the same one');
  assert.equal(page.context().pages().length, 1);
  assert.deepEqual(await traceOf(page, url), before);
});

test('a test that needs two pages gets two, each with its own cookies', async (t) => {
  const url = await serve(t);
  const [one, two] = [await openPage(t, browser(), { url }), await openPage(t, browser(), { url })];
  await one.evaluate('document.cookie = "a=b"');
  assert.equal(await two.evaluate('document.cookie'), '');
});

test('a page that broke serves nobody else', async (t) => {
  const url = await serve(t);
  const broken = await borrowPage(browser());
  await broken.page.close();
  await broken.giveBack();
  const page = await openPage(t, browser(), { url });
  assert.notEqual(page, broken.page);
  assert.equal(await page.locator('#said').textContent(), 'as sent');
});

test('without JavaScript, no script of the page runs', async (t) => {
  const page = await openPage(t, browser(), { javaScriptEnabled: false });
  await page.setContent('<p id="said">still</p><script>said.textContent = "run"</script>');
  assert.equal(await page.locator('#said').textContent(), 'still');
});
