import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { nodeCrypto } from '@common/evidence/node';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { MandateRecord } from '@platform/core/objects/mandate';
import { verify } from '@platform/core/verify/verify';
import type { Page } from 'playwright-core';
import { outcome, send, transferInputs } from '../../client.ts';
import { until } from '../../wait.ts';
import { openDevice } from '../support/virtual-device.ts';
import { browser, consoleUrl, used } from './deployment.ts';

const DAY_MS = 86_400_000;

/** Where pictures of the pages go, if anybody wants them: `SCREENSHOTS_DIR=<folder>`. */
const { SCREENSHOTS_DIR } = process.env;

async function picture(page: Page, name: string): Promise<void> {
  if (SCREENSHOTS_DIR === undefined) return;
  mkdirSync(SCREENSHOTS_DIR, { recursive: true });
  await page.screenshot({ path: join(SCREENSHOTS_DIR, `${name}.png`), fullPage: true });
}

/** The story that `npm run demo` tells by commands, by clicking and typing alone, in one browser. */
interface Story {
  readonly page: Page;
  readonly console: string;
  /** The principal’s key file. The approver’s passkey is in the device. */
  readonly principal: string;
}

async function openStory(t: TestContext): Promise<Story> {
  const { d } = used();
  const { page } = await openDevice(t, browser());
  const principal = join(d.folders.keys, 'people/principal_local.pem');
  return { page, console: consoleUrl(), principal };
}

/** By the link of that name, which may have a count, and which every page has; the first page is that of the console's address. */
async function open({ page, console }: Story, link: string): Promise<void> {
  if (!page.url().startsWith(console)) await page.goto(`${console}/`);
  const name = new RegExp(`^${link}(?: \\d+)?$`);
  await page.getByRole('navigation').first().getByRole('link', { name }).click();
}

async function enrolPasskey(story: Story): Promise<void> {
  const { page, principal } = story;
  await open(story, 'Keys');
  await page.getByRole('link', { name: 'Make a passkey' }).click();
  await page.getByLabel('Whose device it is').fill('cfo');
  await page.getByLabel('The device, in a word').fill('laptop');
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  const link = page.getByRole('link', { name: /Where a principal signs/ });
  await link.waitFor();
  const [, spoken = ''] =
    /not in writing:\s+((?:\w{4} ){3}\w{4})/.exec(await page.locator('main').innerText()) ?? [];
  await picture(page, '1-passkey-made');
  await link.click();
  await page.locator('#seen').check();
  await page.locator('#heard').fill(spoken);
  await page.locator('#enrol-file').setInputFiles(principal);
  await page.locator('#enrol-sign').click();
  await page.locator('#enrolled', { hasText: 'In hardware, seen: 4 of 4' }).waitFor();
  await picture(page, '2-passkey-enrolled');
}

/** The new mandate’s id. Above 1,000 it asks the CFO, for a key in hardware. */
async function signMandate(story: Story): Promise<string> {
  const { page, principal } = story;
  await open(story, 'Mandates');
  await page.getByRole('link', { name: 'Let an agent act' }).click();
  await page.getByRole('link', { name: 'treasury.v1' }).click();
  await page.getByLabel('Who signs').selectOption('local');
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
  await page.getByLabel('cfo', { exact: true }).check();
  await page.getByLabel('only a key that is kept in hardware').check();
  await page.getByRole('button', { name: 'Read what would be signed' }).click();
  await page.locator('#typed').fill('9000');
  await picture(page, '3-mandate-to-sign');
  await page.locator('#mandate-file').setInputFiles(principal);
  await page.locator('#mandate-sign').click();
  const signed = page.locator('#done + p a');
  await signed.waitFor();
  const [, id = ''] = /\/(ic_\w+)$/.exec((await signed.getAttribute('href')) ?? '') ?? [];
  return id;
}

/** A token of the mandate’s agent, as its page shows it once. */
async function makeToken(story: Story, mandate: string): Promise<string> {
  const { page, principal } = story;
  await open(story, 'Mandates');
  await page.getByRole('link', { name: mandate }).click();
  await page.getByText('Make a token').click();
  await page.getByLabel('What will you call it?').fill('Clerk');
  await page.getByLabel('7 days').check();
  await page.locator('#token-file').setInputFiles(principal);
  await page.locator('#token-sign').click();
  await page.locator('#token-done', { hasText: 'The token “Clerk” is made' }).waitFor();
  await picture(page, '3a-token');
  return page.locator('.made pre').first().innerText();
}

/** The first of the list, by a key file. */
async function endToken({ page, principal }: Story): Promise<void> {
  await page.reload();
  await page.getByText('End this token').click();
  await page.locator('#end-token-file').setInputFiles(principal);
  await page.locator('#end-token-sign').click();
  await page.locator('#token-list', { hasText: 'from now on, no gateway accepts it' }).waitFor();
  assert.doesNotMatch(await page.content(), /eyJ/, 'the token is shown once');
}

/** What the page shows of the call. */
async function say(story: Story, mandate: string, words: string): Promise<string> {
  const { page } = story;
  await open(story, 'Chat');
  await page.locator('#mandate-choice').selectOption(mandate);
  await page.getByRole('button', { name: 'Choose' }).click();
  await page.getByLabel(/^To /).fill(words);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('#last .says').waitFor();
  assert.doesNotMatch(page.url(), /eyJ|words/, 'neither a token nor what was said stands in an address');
  assert.doesNotMatch(await page.content(), /eyJ/);
  return page.locator('#last .call').innerText();
}

/** Opens the request by its link in the list; its id. */
async function openRequest(story: Story, words: string): Promise<string> {
  await open(story, 'Approvals');
  await story.page.locator('.requests a', { hasText: words }).click();
  await story.page.locator('#typed').waitFor();
  return story.page.url().split('/').at(-1) ?? '';
}

async function approve(story: Story): Promise<string> {
  const { page } = story;
  const id = await openRequest(story, 'Pay 2,500.00 USD');
  await page.locator('#typed').fill('2,500.00');
  await picture(page, '5-approval');
  await page.getByRole('button', { name: 'Approve 2,500 USD with the passkey approver_cfo.laptop' }).click();
  await page.locator('#answered', { hasText: 'Approved by approver_cfo.laptop, not paid yet' }).waitFor();
  return id;
}

async function reject(story: Story): Promise<string> {
  const { page } = story;
  const id = await openRequest(story, 'Pay 2,600.00 USD');
  await page.getByRole('button', { name: 'Reject…' }).click();
  await page.getByLabel('Wrong amount').check();
  await page.getByRole('button', { name: 'Reject with the passkey approver_cfo.laptop' }).click();
  await page.locator('#answered', { hasText: 'Rejected by approver_cfo.laptop' }).waitFor();
  return id;
}

/** Downloads the newest executed receipt and the key file, and gives both to `/verify`. */
async function verifyReceipt(story: Story): Promise<void> {
  const { page } = story;
  const download = async (name: RegExp) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name }).click(),
    ]);
    return file.path();
  };
  await open(story, 'Receipts');
  await page.getByRole('link', { name: /^Paid 2,500 USD to globex for INV-4/ }).click();
  // The seventh, the chain, needs the receipt before it.
  await page.getByText('Eight hold, one n/a').waitFor();
  await picture(page, '7-receipt');
  const receipt = await download(/Download the receipt/);
  await open(story, 'Keys');
  const keys = await download(/Download the key file/);
  await open(story, 'Verify');
  await page.locator('#files').waitFor();
  await page.locator('#keys-file').setInputFiles(keys);
  await page.locator('#receipt-file').setInputFiles(receipt);
  const answer = page.locator('#answer');
  await answer.getByText('4 of 4, independent hardware key').first().waitFor();
  assert.match(await answer.innerText(), /Eight hold, one n\/a/);
  assert.match(await answer.innerText(), /Paid 2,500 USD to globex for INV-4/);
  await picture(page, '8-verify');
}

async function publish(story: Story): Promise<void> {
  const { page, principal } = story;
  await open(story, 'Policy');
  await page.locator('a[href="/policy/treasury.v1"]').click();
  await page.getByRole('link', { name: 'Write a new version' }).click();
  await page.locator('[name=rule_daily_max]').fill('40000');
  await page.locator('[name=reason]').fill('Less in a day');
  await page.locator('form.asking button').click();
  await picture(page, '9-policy-to-sign');
  const { body: mandates } = await send<MandateRecord[]>(`${used().d.urls.authority}/contracts`);
  const ending = mandates.filter(
    ({ status, contract }) => status === 'active' && contract.profile === 'treasury.v1',
  );
  // How many mandates end by it, which the page tells.
  await page.locator('#typed').fill(String(ending.length));
  await page.locator('#publish-file').setInputFiles(principal);
  await page.locator('#publish-sign').click();
  await page.locator('#done').waitFor();
}

/** A mandate that the last publication did not end, by a key file, in two clicks. */
async function revoke(story: Story, mandate: string): Promise<void> {
  const { page, principal } = story;
  await open(story, 'Mandates');
  await page.getByRole('link', { name: mandate }).click();
  await page.locator('#revoke > summary').click();
  await page.locator('#revoke-file').setInputFiles(principal);
  await page.locator('#revoke-sign').click();
  await page.locator('#done', { hasText: 'Revoked' }).waitFor();
  await picture(page, '10-revoked');
}

test('the story of the demo, by clicking alone', async (t) => {
  const story = await openStory(t);
  const { client } = used();
  await enrolPasskey(story);
  const mandate = await signMandate(story);
  const made = await makeToken(story, mandate);
  const asked = () =>
    send(`${used().d.urls.gateway}/v1/tools`, { bearer: made, headers: { 'x-service-contract': mandate } });
  assert.equal((await asked()).status, 200);
  await endToken(story);
  assert.deepEqual(outcome(await asked()), [401, 'unauthorized']);
  assert.match(await say(story, mandate, 'pay 40 USD to globex for INV-1'), /\bpaid\b/);
  assert.match(await say(story, mandate, 'pay 6000 USD to globex for INV-2'), /denied/);
  assert.match(await say(story, mandate, 'pay 2600 USD to globex for INV-3'), /waiting/);
  assert.match(await say(story, mandate, 'pay 2500 USD to globex for INV-4'), /waiting/);
  await picture(story.page, '4-chat');
  const rejected = await reject(story);
  const id = await approve(story);
  assert.match(await say(story, mandate, `present ${id}`), /\bpaid\b/);
  await picture(story.page, '6-chat-done');
  await verifyReceipt(story);
  assert.equal((await client.grant(id)).status, 'redeemed');
  await revoke(story, used().d.mandates.records);
  await publish(story);
  await open(story, 'Home');
  await picture(story.page, '11-home');
  const token = client.agentToken();
  const { body: told } = await client.present(rejected, { mandate, token });
  assert.deepEqual([told.status, told.reason], ['denied', 'approver_rejected']);
  assert.match(told.detail ?? '', /Wrong amount/);
  const { body: after } = await client.pay(transferInputs({ amount: '50' }), { mandate, token });
  assert.equal(after.reason, 'contract_expired');
  await assertInForce('1.0.1', token);
});

/** A mandate under that version is registered, and the version judges its payments, at authority and venue. */
async function assertInForce(version: string, token: string): Promise<void> {
  const { d, client } = used();
  const rules = { amount_max: '5000', daily_max: '40000', threshold: '1000' };
  const mandate = await client.register({ policy_version: `treasury.v1@${version}`, rules });
  const { body: paid } = await client.pay(transferInputs({ amount: '400' }), { mandate, token });
  assert.equal(paid.status, 'executed', JSON.stringify(paid));
  const receipt = await until(
    'the receipt',
    async () => (await client.receipts(String(paid.grant_id)))[0] ?? null,
  );
  assert.equal(receipt.why.profile.version, version);
  const { body: keys } = await send<KeySet>(`${d.urls.authority}/.well-known/keys.json`);
  assert.equal(verify(nodeCrypto, receipt, { keys }).verdict, 'verified');
  await assert.rejects(
    client.register({ policy_version: `treasury.v1@${version}`, rules: { ...rules, daily_max: '40000.01' } }),
    /daily_max_over_profile/,
  );
}
