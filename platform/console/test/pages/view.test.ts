import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage, checkShown } from '@common/web/testing/check-page';
import { readReceipt } from '@platform/core/verify/checks/schema';
import { verifyReading } from '@platform/core/verify/verify';
import { makeConsole, serveConsole } from './console-app.ts';
import { fakeAuthority, vector, vectorFile, vectorText } from './fake-authority.ts';
import { ed, holder, keys } from './held-grant.ts';
import { give, textAt } from './open-page.ts';
import { SECRET, signIn } from './signed-in.ts';

const browser = useBrowser();
const executed = vector('executed');
const place = `/receipts/${executed.receipt_id}/view`;
const HTML = { accept: 'text/html' };
const TRUSTED = JSON.parse(vectorText('keys'));

describe('a view of a receipt', () => {
  test('its file hides what was chosen and what would reveal it, and holds in part', async (t) => {
    const app = await makeConsole(t, { authority: fakeAuthority([executed]) });
    const { statusCode, headers, body } = await app.inject(
      `${place}.json?withhold=amount&withhold=reference`,
    );
    assert.equal(statusCode, 200, body);
    assert.equal(headers['content-disposition'], `attachment; filename="${executed.receipt_id}-view.json"`);
    const reading = readReceipt(nodeCrypto, body);
    const { verdict, checks, withheld } = verifyReading(nodeCrypto, reading, { keys: TRUSTED });
    assert.equal(verdict, 'partial', JSON.stringify(checks));
    assert.ok(['amount', 'reference', 'how.counterparty_ack'].every((name) => withheld.includes(name)));
    const { body: whole } = await app.inject(`/receipts/${executed.receipt_id}/receipt.json`);
    const values = (executed.signatures.service?.disclosures ?? []).flatMap(([, name, value]) =>
      ['amount', 'reference', 'memo', 'idempotency_key'].includes(name) ? [JSON.stringify(value)] : [],
    );
    assert.equal(values.length, 4);
    for (const value of values) {
      assert.ok(whole.includes(value), value);
      assert.ok(!body.includes(value), value);
    }
  });

  test('nothing chosen and an unknown name make no file, and say what to do', async (t) => {
    const app = await makeConsole(t, { authority: fakeAuthority([executed]) });
    for (const [query, said] of [
      ['', /Nothing is chosen, so the file would be the whole receipt/],
      ['?withhold=salary', /The receipt shows no salary.*Choose below instead/s],
    ] as const) {
      const { statusCode, headers, body } = await app.inject({ url: `${place}.json${query}`, headers: HTML });
      assert.equal(statusCode, 422);
      assert.equal(headers['content-disposition'], undefined);
      assert.match(body, said);
      assert.match(body, new RegExp(`href="/receipts/${executed.receipt_id}/receipt.json"`));
    }
    assert.doesNotMatch((await app.inject({ url: place, headers: HTML })).body, / checked/);
  });

  test('is for whom the receipt is for: neither a clerk nor the reader of another company', async (t) => {
    for (const [role, tenant, status] of [
      ['auditor', executed.who.tenant, 200],
      ['clerk', executed.who.tenant, 403],
      ['auditor', 'tn_other', 404],
    ] as const) {
      const made = holder(`${role}_sam`, role, 'sam', ed());
      const entry = { ...made.entry, tenants: [tenant] };
      const authority = fakeAuthority([executed], {
        keys: async () => ({ ok: true, value: { ...keys, [entry.kid]: entry } }),
      });
      const app = await makeConsole(t, { authority, sessionSecret: SECRET });
      const { cookie } = await signIn(app, made.signer);
      for (const url of [place, `${place}.json?withhold=amount`]) {
        const answer = await app.inject({ url, headers: { ...HTML, cookie } });
        assert.equal(answer.statusCode, status, `${role} of ${tenant}: ${url}`);
      }
    }
  });

  test('is chosen, taken and verified in a browser, at both widths, light and dark', async (t) => {
    const url = await serveConsole(t, { authority: fakeAuthority([executed]) });
    await checkPage(browser(), { name: 'view-choose', url: `${url}${place}` });
    await checkPage(browser(), {
      name: 'view-chosen',
      url: `${url}${place}?withhold=amount&withhold=beneficiary_id`,
    });
    const page = await openPage(t, browser(), { url: `${url}${place}` });
    await page.getByRole('checkbox', { name: /^Amount / }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'See what the reader sees' }).press('Enter');
    await textAt(page, '#preview', 'What the reader sees');
    const loaded = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download this view' }).press('Enter');
    const bytes = await (await loaded).createReadStream().then((stream) => stream.toArray());
    await page.goto(`${url}/verify`);
    await give(page, '#receipt-file', { name: 'view.json', buffer: Buffer.concat(bytes) });
    await give(page, '#keys-file', vectorFile('keys'));
    await textAt(page, '#answer', 'Holds in part');
    for (const [width, scheme] of [
      [390, 'light'],
      [1_280, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme: scheme });
      const devtools = await page.context().newCDPSession(page);
      await checkShown(page, devtools, `a view, ${width} ${scheme}`);
      await devtools.detach();
    }
  });
});
