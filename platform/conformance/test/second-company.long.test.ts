import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { unwrap } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { removeDirectory } from '@common/kit/testing';
import { useBrowser } from '@common/web/testing/browser';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import { openReceipt } from '@platform/core/receipt/open-receipt';
import { verify } from '@platform/core/verify/verify';
import { createReadTokens } from '@platform/keys/read-token';
import type { Page } from 'playwright-core';
import { PLUGINS } from '../counterparties.ts';
import { until } from '../wait.ts';
import { useDeployment } from './support/use-deployment.ts';
import { openDevice } from './support/virtual-device.ts';

/**
 * A company from nothing to its first payment, on pages alone, twice in one deployment: people sign in, and the authority's
 * reads are closed, so that each also proves what the other cannot see.
 */

const DAY_MS = 86_400_000;
const { SCREENSHOTS_DIR } = process.env;

/** The repository's plugins, with the treasury's accounts and payees in directories. */
async function pluginsWithDirectories(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'sanad-plugins-'));
  await cp(PLUGINS, folder, { recursive: true });
  const change = async (name: string, make: (value: Record<string, unknown>) => unknown) => {
    const file = join(folder, 'treasury', name);
    await writeFile(file, JSON.stringify(make(JSON.parse(await readFile(file, 'utf8')))));
  };
  await change('connector.json', ({ tenant_accounts: _, ...rest }) => ({
    ...rest,
    accounts_directory: 'accounts',
  }));
  await change('profile.json', ({ rules, ...rest }) => {
    const { accounts: _, beneficiaries: __, ...own } = rules as Record<string, unknown>;
    return { ...rest, rules: own, directories: { accounts: { needed: 1 }, beneficiaries: { needed: 1 } } };
  });
  return folder;
}

const browser = useBrowser();
const used = useDeployment(async (t) => {
  const plugins = await pluginsWithDirectories();
  t.after(() => removeDirectory(plugins));
  const env = { authority: { AUTHORITY_READS: 'tenants' }, console: { CONSOLE_OPEN: 'off' } };
  return { console: true, alone: [], plugins, env };
});

/** As people open the console, and passkeys know it. */
const address = (path: string) => used().d.urls.console.replace('127.0.0.1', 'localhost') + path;

async function picture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS_DIR === undefined) return;
  mkdirSync(SCREENSHOTS_DIR, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS_DIR, `${name}.png`), fullPage: true });
}

async function openAs(
  t: TestContext,
  size: { readonly width: number; readonly height: number },
): Promise<Page> {
  const { page } = await openDevice(t, browser());
  await page.setViewportSize(size);
  page.setDefaultTimeout(12_000);
  return page;
}

/** The principal of the deployment, who has a key file. */
async function signInWithFile(page: Page): Promise<void> {
  await page.goto(address('/companies'));
  await page
    .locator('#sign-in-file')
    .setInputFiles(join(used().d.folders.keys, 'people/principal_local.pem'));
  await page.getByText('A key file').click();
  await page.locator('#sign-in-sign').click();
  await page.waitForURL('**/companies');
}

interface Making {
  readonly root: Page;
  readonly own: Page;
  readonly tenant: string;
  readonly person: string;
}

/** The person makes a passkey on a device of their own, without being signed in; the principal vouches for it. */
async function enrolPrincipal({ root, own, tenant, person }: Making): Promise<void> {
  await root.getByLabel('Its id').fill(tenant);
  await root.getByRole('button', { name: 'See what it needs' }).click();
  await root.getByText('The person who will sign for').waitFor();
  await picture(root, `${tenant}-1-begins`);
  await own.goto(address(`/keys/enrol?role=principal&tenant=${tenant}`));
  await own.getByLabel('Whose device it is').fill(person);
  await own.getByRole('button', { name: 'Make a passkey' }).click();
  await own.getByText('Say these sixteen characters').waitFor();
  const spoken = await own.locator('#spoken').innerText();
  await picture(own, `${tenant}-2-passkey`);
  await root.reload();
  await root.getByRole('link', { name: /^Vouch for/ }).click();
  await root.locator('#seen').check();
  await root.locator('#heard').fill(spoken);
  await root.locator('#enrol-file').setInputFiles(join(used().d.folders.keys, 'people/principal_local.pem'));
  await root.locator('#enrol-sign').click();
  await root.locator('#to-company').click();
  // The authority looks at its keys folder again within a second.
  await until('the principal on the company’s page', async () => {
    if ((await root.getByText('signs for it').count()) > 0) return true;
    await root.reload();
    return null;
  });
  await picture(root, `${tenant}-3-principal`);
}

async function signInWithPasskey(page: Page, tenant: string, person: string): Promise<void> {
  await page.goto(address(`/companies/${tenant}`));
  await page.getByText('A security key, or a passkey that is not offered').click();
  await page.getByLabel('Your name').fill(person);
  await page.getByRole('button', { name: 'Sign in with this person’s key' }).click();
  await page.waitForURL(`**/companies/${tenant}`);
}

async function addEntry(page: Page, tenant: string, link: string, values: Readonly<Record<string, string>>) {
  await page.goto(address(`/companies/${tenant}`));
  await picture(page, `${tenant}-before-${link.replaceAll(' ', '-')}`);
  await page.getByRole('link', { name: link }).first().click();
  for (const [name, value] of Object.entries(values)) await page.locator(`#f-${name}`).fill(value);
  await page.locator('select[name=currency]').selectOption('USD');
  await page.locator('#f-label').fill('As in the letter');
  await page.locator('#f-source').fill('Letter of 2 May');
  await page.locator('#typed').fill(String(values.account ?? values.to_account).slice(-4));
  await picture(page, `${tenant}-filled-${link.replaceAll(' ', '-')}`);
  await page.getByRole('button', { name: /passkey/ }).click();
  await page.locator('#done').waitFor();
}

async function signMandate(page: Page, tenant: string): Promise<void> {
  await page.goto(address(`/companies/${tenant}`));
  await page.locator(`a[href^="/mandates/new?profile=treasury.v1"]`).click();
  await page.locator('[name=agent]').fill(`agent_${tenant}`);
  await page.getByLabel('bank.executeTransfer').check();
  for (const [name, value] of [
    ['rule_amount_max', '5,000'],
    ['rule_daily_max', '9,000'],
    ['rule_threshold', '1,000'],
    ['use_count_max', '10'],
    ['valid_to', new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10)],
  ] as const) {
    await page.locator(`[name=${name}]`).fill(value);
  }
  await page.getByRole('button', { name: 'Read what would be signed' }).click();
  await page.locator('#typed').fill('9000');
  await page.getByRole('button', { name: /passkey/ }).click();
  await page.locator('#done').waitFor();
}

async function pay(page: Page, tenant: string): Promise<void> {
  await page.goto(address(`/companies/${tenant}`));
  await picture(page, `${tenant}-7-before-payment`);
  await page.locator('a[href^="/chat?mandate="]').first().click();
  await page.getByLabel(/^To /).fill('pay 40 USD to acme account acct_acme for INV-1');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#last .says').waitFor();
  assert.match(await page.locator('#last .call').innerText(), /\bpaid\b/);
}

for (const [tenant, person, width, height] of [
  ['tn_north', 'nora', 390, 844],
  ['tn_south', 'sami', 1_280, 800],
] as const) {
  test(`${tenant} begins and pays, on pages alone, at ${width} px`, async (t) => {
    const root = await openAs(t, { width, height });
    const own = await openAs(t, { width, height });
    await signInWithFile(root);
    await enrolPrincipal({ root, own, tenant, person });
    await signInWithPasskey(own, tenant, person);
    await addEntry(own, tenant, 'Add the account', { account: 'acct_second' });
    await addEntry(own, tenant, 'Add a payee', { beneficiary_id: 'acme', to_account: 'acct_acme' });
    await signMandate(own, tenant);
    await pay(own, tenant);
    await own.goto(address(`/companies/${tenant}`));
    await own.getByRole('heading', { name: `${tenant} is ready to pay` }).waitFor();
    await picture(own, `${tenant}-8-ready`);
    await ownAlone(own, tenant);
  });
}

/** Its receipt is the first of its own chain and verifies; its people see nothing of the others. */
async function ownAlone(page: Page, tenant: string): Promise<void> {
  const { authority } = used().d.urls;
  const token = createReadTokens(used().d.secrets.gateway, Date.now)();
  const authorization = { headers: { authorization: `Bearer ${token}` } };
  const answer = await fetch(`${authority}/receipts?tenant=${tenant}`, authorization);
  const [receipt, ...others] = (await answer.json()) as Receipt[];
  assert.ok(receipt !== undefined && others.length === 0);
  assert.equal(receipt.bundle.sequence, 0);
  assert.equal(receipt.bundle.previous_receipt_hash, null);
  assert.equal(
    unwrap(openReceipt(nodeCrypto, receipt)).why.directories?.accounts?.entry.entry.tenant,
    tenant,
  );
  const keys = (await (await fetch(`${authority}/.well-known/keys.json`)).json()) as KeySet;
  assert.equal(verify(nodeCrypto, receipt, { keys }).verdict, 'verified');
  assert.equal((await fetch(`${authority}/receipts`)).status, 401);
  for (const path of ['/receipts', '/mandates', '/companies', '/statements', '/']) {
    await page.goto(address(path));
    assert.doesNotMatch(
      await page.locator('main').innerText(),
      tenant === 'tn_north' ? /tn_local/ : /tn_local|tn_north/,
    );
  }
}
