import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { nodeCrypto } from '@platform/proof/node';
import { verifySigned } from '@platform/proof/signed';
import type { KeyEntry } from '@platform/protocol/key-entry';
import type { SignedRevocation } from '@platform/protocol/mandate';
import type { Page } from 'playwright-core';
import type { Authority } from '../../src/use-cases/authority.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { greens } from './greens.ts';
import { heldGrant, holders, keys } from './held-grant.ts';
import { mandateOf, signedBooks } from './signed-books.ts';
import { pageWithAuthenticator, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();
const record = mandateOf();
const held = heldGrant();
const under = { ...held, grant: { ...held.grant, contract_id: 'ic_first' } };
const done = { ...under, status: 'redeemed' as const };
const other = mandateOf({ contract_id: 'ic_second' });
const PATH = '/mandates/ic_first';
const KID = 'principal_local.phone';

const books = (given: Partial<Authority> = {}) =>
  signedBooks({
    grantsOf: async () => ok([under, done]),
    mandates: async () => ok([record, other]),
    ...given,
  });

function revoking(sent: SignedRevocation[]): Partial<Authority> {
  return {
    revoke: async (_, signed) => {
      sent.push(signed);
      return ok({ ...record, status: 'revoked', revocation: signed });
    },
  };
}

async function open(t: TestContext, given: Partial<Authority> = {}): Promise<Page> {
  const enrolled: Record<string, KeyEntry> = { ...keys };
  const authority = books({ keys: async () => ok(enrolled), ...given });
  const url = await serveConsole(t, { authority });
  const passkey = virtualPasskey({ kid: KID, person: 'local', origin: url, role: 'principal' });
  enrolled[KID] = { ...passkey.entry, tenants: ['*'] };
  const { page, authenticator } = await pageWithAuthenticator(t, browser());
  await authenticator.hold(passkey);
  await page.goto(`${url}${PATH}`);
  return page;
}

const text = async (page: Page, place: string) =>
  (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ').trim();

describe('/mandates/{contract_id}: ending it', () => {
  test('at both widths, light and dark', async (t) => {
    const url = await serveConsole(t, { authority: books() });
    await checkPage(browser(), { name: 'mandate-page', url: `${url}${PATH}` });
    // Led to what is within it, a browser opens it.
    await checkPage(browser(), { name: 'mandate-revoke', url: `${url}${PATH}#signing` });
  });

  test('tells what ends before anything is signed, without a script, too', async (t) => {
    const app = await makeConsole(t, { authority: books() });
    const { body } = await app.inject({ url: PATH, headers: { accept: 'text/html' } });
    const words = body.replaceAll(/<[^>]*>/g, '').replaceAll(/\s+/g, ' ');
    assert.match(words, /One open request ends, and agent_local can do nothing more under it/);
    assert.match(words, /Waiting: pay 2,500 \w+ to/);
    assert.match(words, /What is done stays done: one action/);
    assert.match(words, /other mandates: ic_second/);
    assert.match(words, /npx sanad mandate revoke ic_first/);
    assert.match(words, /2,500 USD in all so far/);
  });

  test('in two clicks with a passkey; the reason may stay empty', async (t) => {
    const sent: SignedRevocation[] = [];
    const page = await open(t, revoking(sent));
    await page.locator('#signature', { hasText: 'local signed exactly this' }).waitFor();
    await page.locator('summary.button').click();
    await page.locator('#revoke-passkey-1').click();
    await page.locator('#done', { hasText: `Revoked by ${KID}.` }).waitFor();
    assert.equal(await text(page, 'h1'), 'A revoked mandate');
    assert.doesNotMatch(await text(page, 'main'), /in force|left today|npx sanad|What this ends/);
    const [{ revocation: object, revocation_hash: hash, signature }] = sent as [SignedRevocation];
    assert.deepEqual([object.contract_hash, object.reason], [record.contract_hash, '']);
    assert.equal(signature.kid, KID);
    assert.equal(hash.length, 64);
    assert.deepEqual(await greens(page), []);
  });

  test('with a key file, by keyboard, for a reason that is signed as it is shown', async (t) => {
    const sent: SignedRevocation[] = [];
    const page = await open(t, revoking(sent));
    await page.locator('summary.button').focus();
    await page.keyboard.press('Enter');
    await page.locator('#reason').focus();
    await page.keyboard.type('The agent is retired');
    await page.locator('#revoke-file').setInputFiles({
      ...{ name: 'key.pem', mimeType: 'application/x-pem-file' },
      buffer: Buffer.from(holders.principal.pem),
    });
    await page.locator('#revoke-sign').waitFor();
    await page.locator('#revoke-sign').focus();
    const shown = await page.locator('#revocation').textContent();
    await page.keyboard.press('Enter');
    await page.locator('#done').waitFor();
    const [{ revocation: object, revocation_hash: hash, signature }] = sent as [SignedRevocation];
    assert.deepEqual(object, JSON.parse(shown ?? ''));
    assert.equal(object.reason, 'The agent is retired');
    assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys, at: NOW }).ok);
  });

  test('a reason with a character unseen is refused beside it; another’s key, too', async (t) => {
    const sent: SignedRevocation[] = [];
    const page = await open(t, revoking(sent));
    await page.locator('summary.button').click();
    await page.locator('#reason').fill('retired\u202e');
    assert.match(await text(page, '#reason-problem'), /retired\\u\{202e\}/);
    await page.locator('#revoke-passkey-1').press('Enter');
    await page.locator('#reason').fill('retired');
    await page.locator('#revoke-file').setInputFiles({
      ...{ name: 'key.pem', mimeType: 'application/x-pem-file' },
      buffer: Buffer.from(holders.cfo.pem),
    });
    await page.locator('#revoke-problem', { hasText: 'Only local can end it' }).waitFor();
    assert.equal(sent.length, 0);
  });

  test('a refusal is told by its name, and a mandate that hashes to something else is not named', async (t) => {
    const detail = { status: 403, error: 'key_expired' };
    const page = await open(t, {
      revoke: async () => fail('authority_refused', 'It (key_expired) ended.', detail),
    });
    await page.locator('summary.button').click();
    await page.locator('#revoke-passkey-1').click();
    await page.locator('#revoke-problem', { hasText: 'Not revoked. It (key_expired) ended.' }).waitFor();
    const changed = { ...record, contract: { ...record.contract, agent: 'agent_other' } };
    const second = await open(t, { mandate: async () => ok(changed) });
    await second.locator('#signature.fails').waitFor();
    await second.locator('summary.button').click();
    await second.locator('#revoke-passkey-1').click();
    await second
      .locator('#revoke-problem', { hasText: 'Nothing was signed. The mandate hashes to' })
      .waitFor();
  });

  test('one that is over already cannot be ended', async (t) => {
    const over = async () => ok({ ...record, status: 'expired' as const });
    const app = await makeConsole(t, { authority: books({ mandate: over }) });
    const { body } = await app.inject({ url: PATH, headers: { accept: 'text/html' } });
    assert.doesNotMatch(body, /Revoke this mandate/);
    assert.match(body, /<strong>Nothing\.<\/strong> Its rules, \S+, are no longer in force\./);
    assert.doesNotMatch(body, /left today/);
    const page = await open(t, { mandate: over });
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.reload();
    await page.locator('#signature', { hasText: 'signed exactly this' }).waitFor();
    assert.deepEqual(errors, []);
  });
});
