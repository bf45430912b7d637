import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { nodeCrypto } from '@platform/proof/node';
import { verify } from '@platform/proof/verify';
import type { KeySet } from '@platform/protocol/key-entry';
import { send, transferInputs } from '../client.ts';
import { until } from '../wait.ts';
import { startConsole } from './support/start-console.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment();
const browser = useBrowser();

describe('a held payment, approved on the console’s page with a key file', () => {
  test('is paid once its agent presents it, and its receipt verifies', async (t) => {
    const { d, client } = used();
    const console = await startConsole(t, d);
    const { body: held } = await client.pay(transferInputs({ amount: '1200.50' }));
    assert.equal(held.status, 'pending');
    const id = String(held.grant_id);
    const context = await browser().newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(`${console}/`);
    await page.locator('.requests a', { hasText: 'pay 1,200.5' }).click();
    assert.ok(page.url().endsWith(`/approvals/${id}`));
    await page.locator('#typed').fill('1,200.50');
    const key = join(d.folders.keys, 'people/approver_cfo.pem');
    await page.locator('#approve-file').setInputFiles(key);
    const sent: string[] = [];
    page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.locator('#approve-sign').click();
    await page.locator('#answered', { hasText: 'Approved by approver_cfo, not executed yet' }).waitFor();
    const [, secret = ''] = readFileSync(key, 'utf8').split('\n');
    assert.ok(sent.length > 0 && sent.every((one) => one.startsWith(console) && !one.includes(secret)));

    assert.equal((await client.grant(id)).status, 'active');
    assert.equal((await client.present(id)).body.status, 'executed');
    const receipt = await until('the receipt', async () => (await client.receipts(id))[0] ?? null);
    const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
    assert.equal(verify(nodeCrypto, receipt, { keys }).verdict, 'verified');
    assert.equal(receipt.who.approver, 'approver_cfo');
    await page.reload();
    await page.locator('#standing', { hasText: 'Approved by approver_cfo, and used' }).waitFor();
    assert.equal(await page.locator('#typed').count(), 0);
  });

  test('a refusal of the authority is told by its name', async (t) => {
    const { d, client } = used();
    const console = await startConsole(t, d);
    const mandate = await client.register();
    const { body: held } = await client.pay(transferInputs({ amount: '1300' }), { mandate });
    const context = await browser().newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await client.pay(transferInputs({ amount: '1400' }), { mandate });
    await page.goto(`${console}/approvals`);
    const waiting = await page.locator('.requests .lead').allInnerTexts();
    assert.deepEqual(
      waiting.map((text) => /1,\d00/.exec(text)?.[0]),
      ['1,300', '1,400'],
      'oldest first',
    );
    await page.goto(`${console}/approvals/${String(held.grant_id)}`);
    await page.locator('#typed').fill('1300');
    await page.locator('#approve-file').setInputFiles(join(d.folders.keys, 'people/approver_cfo.pem'));
    await page.locator('#approve-sign').waitFor();
    // Between the last look and the signature’s arrival.
    await page.route('**/approve', async (route) => {
      await client.revoke(mandate);
      await route.continue();
    });
    await page.locator('#approve-sign').click();
    await page.locator('#approve-problem', { hasText: 'Not approved.' }).waitFor();
    assert.match((await page.locator('#approve-problem').textContent()) ?? '', /contract_revoked/);
  });

  test('or rejected there: the agent is told why, and the receipt verifies', async (t) => {
    const { d, client } = used();
    const console = await startConsole(t, d);
    const context = await browser().newContext();
    t.after(() => context.close());
    const page = await context.newPage();
    await page.goto(`${console}/approvals`);
    const { body: held } = await client.pay(transferInputs({ amount: '1250' }));
    const id = String(held.grant_id);
    // It appears by itself.
    await page.locator('.requests a', { hasText: 'pay 1,250' }).click();
    await page.getByLabel('Wrong amount').check();
    await page.locator('#own-words').fill('we agreed on 1,200');
    await page.locator('#reject-file').setInputFiles(join(d.folders.keys, 'people/approver_cfo.pem'));
    await page.locator('#reject-sign').click();
    await page.locator('#answered', { hasText: 'Rejected by approver_cfo' }).waitFor();
    const { status, reason, detail } = (await client.present(id)).body;
    assert.deepEqual([status, reason], ['denied', 'approver_rejected']);
    assert.match(detail ?? '', /Wrong amount: we agreed on 1,200/);
    const receipt = await until('the receipt', async () => (await client.receipts(id))[0] ?? null);
    const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
    assert.equal(verify(nodeCrypto, receipt, { keys }).verdict, 'verified');
    await page.goto(`${console}/receipts/${receipt.receipt_id}`);
    await page.locator('#content', { hasText: 'approver_cfo rejected it' }).waitFor();
    await page.locator('svg', { hasText: 'rejected' }).first().waitFor();
    assert.doesNotMatch(await page.locator('main').innerText(), /nobody was asked/);
  });
});
