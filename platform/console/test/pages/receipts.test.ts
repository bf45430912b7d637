import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fail } from '@common/base/result';
import { withTempDir } from '@common/kit/testing';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { Receipt } from '@platform/protocol/receipt';
import type { Page } from 'playwright-core';
import { serveConsole } from './console-app.ts';
import { fakeAuthority, vector, vectorPath } from './fake-authority.ts';
import { greens } from './greens.ts';

const browser = useBrowser();
const ALL = ['executed', 'second', 'denied', 'revoked-before'].map(vector);
const [executed] = ALL as [Receipt];

async function open(t: TestContext, path: string, receipts = ALL): Promise<Page> {
  const url = await serveConsole(t, { authority: fakeAuthority(receipts) });
  const page = await openPage(t, browser());
  await page.goto(`${url}${path}`);
  return page;
}

const outcomes = (page: Page) => page.locator('.check .outcome').allTextContents();

describe('the pages of receipts', () => {
  test('list: at both widths, light and dark', async (t) => {
    const url = await serveConsole(t, { authority: fakeAuthority(ALL) });
    await checkPage(browser(), { name: 'receipts', url: `${url}/receipts` });
  });

  test('none yet', async (t) => {
    const url = await serveConsole(t, { authority: fakeAuthority([]) });
    await checkPage(browser(), { name: 'receipts-none', url: `${url}/receipts` });
  });

  for (const [index, name] of ['executed', 'second', 'denied', 'revoked-before'].entries()) {
    test(`${name}: at both widths, light and dark`, async (t) => {
      const url = await serveConsole(t, { authority: fakeAuthority(ALL) });
      await checkPage(browser(), {
        name: `receipt-${name}`,
        url: `${url}/receipts/${ALL[index]?.receipt_id}`,
      });
    });
  }

  test('without keys of the reader’s, it agrees with itself and no more', async (t) => {
    const page = await open(t, `/receipts/${executed.receipt_id}`);
    assert.equal(await page.locator('h1').textContent(), 'It agrees with itself');
    assert.deepEqual(
      (await outcomes(page)).map((text) => text.trim()),
      Array(9).fill('pass'),
    );
    assert.deepEqual(await greens(page), []);
  });

  test('under keys that the reader chose, and that stay in the browser, it holds as a simulation, never in green', async (t) => {
    const page = await open(t, `/receipts/${executed.receipt_id}`);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.locator('#keys-file').setInputFiles(vectorPath('keys'));
    await page.getByRole('heading', { name: 'Every check holds, in a simulation' }).waitFor();
    const drawn = (await page.locator('.chain.wide text').allTextContents()).join('\n');
    assert.match(drawn, /decided 09:00:00\.000\ngranted 09:00:00\.500\n/);
    assert.match(drawn, /approved 09:00:03\.000\n/);
    assert.match(
      (await page.locator('#verdict').textContent()) ?? '',
      /Holds as a simulation: every check holds under keys that you trust/,
    );
    assert.deepEqual(await greens(page), []);
    assert.deepEqual(asked, []);
    await page.reload();
    assert.equal(await page.locator('h1').textContent(), 'Every check holds, in a simulation');
    await page.emulateMedia({ colorScheme: 'dark' });
    assert.deepEqual(await greens(page), []);
    await page.getByRole('button', { name: 'Stop trusting these keys' }).click();
    assert.equal(await page.locator('h1').textContent(), 'It agrees with itself');
  });

  test('a level that the cloud declares is not green either', async (t) => {
    const declared = structuredClone(executed) as { what: { level_achieved: string } };
    declared.what.level_achieved = 'L1-declared';
    const page = await open(t, `/receipts/${executed.receipt_id}`, [declared as Receipt]);
    await page.locator('#keys-file').setInputFiles(vectorPath('keys'));
    await page.locator('#keys-state', { hasText: /^(?!None).* kept/ }).waitFor();
    assert.deepEqual(await greens(page), []);
  });

  test('a changed receipt is refused in red, and says which checks fail', async (t) => {
    const changed = structuredClone(executed) as unknown as {
      what: { action: { params: Record<string, string> } };
    };
    changed.what.action.params.amount = '9500';
    const url = await serveConsole(t, { authority: fakeAuthority([changed as unknown as Receipt]) });
    await checkPage(browser(), { name: 'receipt-changed', url: `${url}/receipts/${executed.receipt_id}` });
    const page = await open(t, `/receipts/${executed.receipt_id}`, [changed as unknown as Receipt]);
    assert.equal(await page.locator('h1').textContent(), 'Do not rely on this receipt');
    assert.ok((await outcomes(page)).some((text) => text.includes('fails')));
  });

  test('what a hostile authority writes is shown, not run, and hidden characters are written out', async (t) => {
    const hostile = structuredClone(executed) as unknown as {
      who: Record<string, string>;
      what: { action: { params: Record<string, string> } };
    };
    hostile.what.action.params.memo =
      '</div><script>document.title="run"</script><img src=x onerror=alert(1)>\u202eabc';
    hostile.what.action.params.beneficiary_id = '"><script>document.title="run"</script>';
    const page = await open(t, `/receipts/${executed.receipt_id}`, [hostile as unknown as Receipt]);
    assert.doesNotMatch(await page.title(), /run/);
    assert.equal(await page.locator('img').count(), 0);
    assert.match((await page.locator('main').textContent()) ?? '', /\\u\{202e\}abc/);
  });

  test('without a script, it tells the receipt and claims nothing', async (t) => {
    const url = await serveConsole(t, { authority: fakeAuthority(ALL) });
    const page = await openPage(t, browser(), { javaScriptEnabled: false });
    await page.goto(`${url}/receipts/${executed.receipt_id}`);
    assert.equal(await page.locator('h1').textContent(), 'A receipt that is not checked yet');
    assert.match((await page.locator('main').textContent()) ?? '', /sanad-verify/);
  });

  test('all of a list are checked when asked for', async (t) => {
    const page = await open(t, '/receipts');
    await page.getByRole('button', { name: 'Check all 4' }).click();
    await page.locator('#check-state', { hasText: 'Every check that applies holds, in all 4' }).waitFor();
    const told = await page.locator('[data-receipt]').allTextContents();
    assert.equal(told.length, 4);
    assert.ok(
      told.every((text) => /hold/.test(text)),
      told.join(),
    );
    assert.deepEqual(await greens(page), []);
  });

  test('a key file that is none is refused beside its field, and changes nothing', async (t) => {
    const page = await open(t, `/receipts/${executed.receipt_id}`);
    await withTempDir(async (folder) => {
      const file = join(folder, 'no-keys.json');
      await writeFile(file, '[]');
      await page.locator('#keys-file').setInputFiles(file);
      await page.locator('#keys-problem', { hasText: 'Nothing was changed' }).waitFor();
    });
    assert.equal(await page.locator('h1').textContent(), 'It agrees with itself');
  });

  for (const [name, status, error] of [
    ['silent', 504, fail('authority_silent', 'The authority at http://127.0.0.1:8001 does not answer.')],
    ['garbled', 502, fail('authority_garbled', 'The authority’s answer is not of the documented form.')],
    ['gone', 410, fail('authority_refused', 'Receipt rcpt_x was deleted.', { status: 410 })],
  ] as const) {
    test(`an authority that is ${name} gets a page that says so`, async (t) => {
      const authority = fakeAuthority([], { receipt: async () => error });
      const url = await serveConsole(t, { authority });
      await checkPage(browser(), { name: `receipt-${name}`, url: `${url}/receipts/rcpt_1`, status });
    });
  }
});
