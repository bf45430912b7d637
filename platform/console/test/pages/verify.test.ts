import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { withTempDir } from '@common/kit/testing';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { Page } from 'playwright-core';
import { makeConsole, serveConsole } from './console-app.ts';
import { vectorPath, vectorText } from './fake-authority.ts';
import { greens } from './greens.ts';

const browser = useBrowser();

async function open(t: TestContext, url?: string): Promise<Page> {
  const page = await openPage(t, browser());
  await page.goto(url ?? `${await serveConsole(t)}/verify`);
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();

describe('/verify', () => {
  test('at both widths, light and dark', async (t) => {
    await checkPage(browser(), { name: 'verify', url: `${await serveConsole(t)}/verify` });
  });

  test('sends nothing: with the network cut, it answers as before', async (t) => {
    const page = await open(t);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.context().setOffline(true);
    await page.locator('#receipt-file').setInputFiles(vectorPath('executed'));
    await heading(page, 'It agrees with itself');
    await page.locator('#keys-file').setInputFiles(vectorPath('keys'));
    await heading(page, 'Every check holds, in a simulation');
    assert.deepEqual(await greens(page), []);
    assert.deepEqual(asked, []);
    assert.match(
      (await page.locator('main').textContent()) ?? '',
      /Requests since this page was loaded: 0\./,
    );
  });

  test('its policy forbids every connection', async (t) => {
    const app = await makeConsole(t);
    const policy = (await app.inject('/verify')).headers['content-security-policy'] as string;
    assert.match(policy, /connect-src 'none'/);
    assert.match(policy, /form-action 'none'/);
  });

  test('checks the chain with the receipt before, and the status as of an instant', async (t) => {
    const page = await open(t);
    await page.locator('#receipt-file').setInputFiles(vectorPath('second'));
    await heading(page, 'It agrees with itself');
    assert.match((await page.locator('.check').nth(6).textContent()) ?? '', /n\/a/);
    await page.locator('#previous-file').setInputFiles(vectorPath('executed'));
    await page.locator('.check:nth-child(7)', { hasText: 'pass' }).waitFor();
    await page.locator('#as-of').fill('yesterday');
    await page.locator('#as-of').blur();
    await heading(page, 'Nothing was checked');
    await page.locator('#as-of').fill('2026-06-01T09:00:00Z');
    await page.locator('#as-of').blur();
    await heading(page, 'It agrees with itself');
    await page.locator('#as').fill('an auditor');
    await page.locator('#as').blur();
    await page.locator('#labels').waitFor();
    await page.getByText('an auditor').waitFor();
  });

  test('a dropped file counts, and a large one is answered at once, without being read', async (t) => {
    const page = await open(t);
    await withTempDir(async (folder) => {
      const file = join(folder, 'large.json');
      await writeFile(file, Buffer.alloc(50 * 1_048_576, '['));
      await page.locator('#receipt-file').setInputFiles(file);
      await heading(page, 'Nothing was checked');
      assert.match(
        (await page.locator('#answer').textContent()) ?? '',
        /large\.json has more than 1048576 bytes/,
      );
    });
    await page.evaluate(
      `((text) => {
        const given = new DataTransfer();
        given.items.add(new File([text], 'dropped.json'));
        document.querySelector('#drop').dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true }));
      })(${JSON.stringify(vectorText('denied'))})`,
    );
    await heading(page, 'It agrees with itself');
    assert.match((await page.locator('.crumb').textContent()) ?? '', /dropped\.json/);
  });

  test('its report can be kept, as a page and as JSON', async (t) => {
    const page = await open(t);
    await page.locator('#receipt-file').setInputFiles(vectorPath('executed'));
    for (const [button, pattern] of [
      ['Save as a page', /^<!doctype html>/],
      ['Save as JSON', /^\{\s+"type": "sanad\/visibility-proof\/1"/],
    ] as const) {
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: button }).click();
      assert.match(await readFile(await (await saved).path(), 'utf8'), pattern);
    }
  });

  test('a copy on a disk does the same without a console, and sends nothing', async (t) => {
    const app = await makeConsole(t);
    const copy = await app.inject('/verify/sanad-verify.html');
    assert.match(copy.headers['content-disposition'] as string, /^attachment/);
    await withTempDir(async (folder) => {
      const file = join(folder, 'sanad-verify.html');
      await writeFile(file, copy.body);
      const page = await open(t, pathToFileURL(file).href);
      const heard: string[] = [];
      page.on('console', (line) => heard.push(line.text()));
      page.on('request', (request) => heard.push(request.url()));
      await page.context().setOffline(true);
      await page.locator('#keys-file').setInputFiles(vectorPath('keys'));
      await page.locator('#receipt-file').setInputFiles(vectorPath('executed'));
      await heading(page, 'Every check holds, in a simulation');
      assert.deepEqual(await greens(page), []);
      assert.deepEqual(heard, []);
    });
  });
});
