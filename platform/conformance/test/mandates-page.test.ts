import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { useBrowser } from '@common/web/testing/browser';
import { nodeCrypto } from '@platform/proof/node';
import { verify } from '@platform/proof/verify';
import type { KeySet } from '@platform/protocol/key-entry';
import type { MandateRecord } from '@platform/protocol/mandate';
import type { SignedProfile } from '@platform/protocol/profile';
import type { Page } from 'playwright-core';
import { send, transferInputs } from '../client.ts';
import { until } from '../wait.ts';
import { startConsole } from './support/start-console.ts';
import { useDeployment } from './support/use-deployment.ts';

const used = useDeployment();
const browser = useBrowser();
const DAY_MS = 86_400_000;

/** Types what the panel asks for, gives the principal’s key file, and signs. */
async function sign(page: Page, id: string, typed: string, key: string): Promise<void> {
  await page.locator('#typed').fill(typed);
  await page.locator(`#${id}-file`).setInputFiles(key);
  await page.locator(`#${id}-sign`).click();
  await page.locator('#done').waitFor();
}

/** A mandate, signed on the page; its id. */
async function newMandate(page: Page, console: string, key: string, most: string): Promise<string> {
  await page.goto(`${console}/mandates/new?profile=treasury.v1`);
  await page.locator('[name=agent]').fill('agent_local');
  await page.locator('[name=principal]').selectOption('local');
  await page.locator('[name=tenant]').fill('tn_local');
  await page.getByLabel('bank.executeTransfer').check();
  for (const [name, value] of [
    ['rule_amount_max', most],
    ['rule_daily_max', '5,000'],
    ['rule_threshold', '1000'],
    ['use_count_max', '10'],
    ['valid_to', new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)],
  ] as const) {
    await page.locator(`[name=${name}]`).fill(value);
  }
  await page.getByLabel('cfo', { exact: true }).check();
  await page.locator('form.asking button').click();
  await sign(page, 'mandate', '5000', key);
  const [, id = ''] =
    /\/(ic_\w+)$/.exec((await page.locator('#done + p a').getAttribute('href')) ?? '') ?? [];
  return id;
}

test('a mandate, new rules and an end, each signed on a page, decide the next payment', async (t) => {
  const { d, client } = used();
  const console = await startConsole(t, d);
  const context = await browser().newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  const key = join(d.folders.keys, 'people/principal_local.pem');
  const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
  const token = client.agentToken();

  await t.test('signed and registered, an agent pays under it', async () => {
    const mandate = await newMandate(page, console, key, '2000');
    const { body } = await client.pay(transferInputs({ amount: '500' }), { mandate, token });
    assert.equal(body.status, 'executed', JSON.stringify(body));
    await page.locator('#done + p a').click();
    assert.match(await page.locator('main').innerText(), /500 USD in all so far/);
    await page.locator('#signature', { hasText: 'local signed exactly this' }).waitFor();
  });

  await t.test(
    'a version published on the page judges the next payment, at authority and venue',
    async () => {
      await page.goto(`${console}/policy/treasury.v1/draft`);
      await page.locator('[name=rule_amount_max]').fill('400');
      await page.locator('[name=reason]').fill('Smaller payments');
      await page.locator('form.asking button').click();
      const { body: mandates } = await send<MandateRecord[]>(`${d.urls.authority}/contracts`);
      const active = mandates.filter(
        ({ status, contract }) => status === 'active' && contract.profile === 'treasury.v1',
      );
      await sign(page, 'publish', String(active.length), key);
      const { body: old } = await client.pay(transferInputs({ amount: '300' }), { token });
      assert.equal(old.reason, 'contract_expired');

      const mandate = await newMandate(page, console, key, '400');
      const { body: over } = await client.pay(transferInputs({ amount: '400.01' }), { mandate, token });
      assert.deepEqual([over.status, over.reason], ['denied', 'amount_over_limit']);
      const { body: paid } = await client.pay(transferInputs({ amount: '400' }), { mandate, token });
      assert.equal(paid.status, 'executed', JSON.stringify(paid));
      const receipt = await until(
        'the receipt',
        async () => (await client.receipts(String(paid.grant_id)))[0] ?? null,
      );
      assert.equal(receipt.why.profile.version, '1.0.1');
      assert.equal(verify(nodeCrypto, receipt, { keys }).verdict, 'verified');

      const { body: versions } = await send<SignedProfile[]>(
        `${d.urls.authority}/profiles/treasury.v1/versions`,
      );
      const [now, before] = versions.map(({ profile }) => profile);
      assert.deepEqual([now?.version, now?.reason, before?.version], ['1.0.1', 'Smaller payments', '1.0.0']);
      await page.goto(`${console}/policy/treasury.v1`);
      await page.locator('.changes tbody tr', { hasText: 'at most 400 USD each' }).waitFor();

      await page.goto(`${console}/mandates/${mandate}`);
      await page.locator('summary.button').click();
      await page.locator('#revoke-file').setInputFiles(key);
      await page.locator('#revoke-sign').click();
      await page.locator('#done', { hasText: 'Revoked' }).waitFor();
      const { body: ended } = await client.pay(transferInputs({ amount: '300' }), { mandate, token });
      assert.equal(ended.reason, 'contract_revoked');
    },
  );
});
