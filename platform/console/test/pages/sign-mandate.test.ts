import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { nodeCrypto } from '@platform/proof/node';
import { verifySigned } from '@platform/proof/signed';
import type { KeyEntry } from '@platform/protocol/key-entry';
import type { SignedMandate } from '@platform/protocol/mandate';
import type { SignedProfile } from '@platform/protocol/profile';
import type { Page } from 'playwright-core';
import type { Authority } from '../../src/use-cases/authority.ts';
import { NOW, serveConsole } from './console-app.ts';
import { fieldsOf } from './forms.ts';
import { greens } from './greens.ts';
import { holders, keys } from './held-grant.ts';
import { mandateOf, registered, signedBooks } from './signed-books.ts';
import { pageWithAuthenticator, type VirtualPasskey, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();
const KID = 'principal_local.phone';
const ASKED: Readonly<Record<string, string>> = {
  ...{ agent: 'agent_local', tenant: 'tn_local', 'scope.2': 'on', 'approvers.0': 'on' },
  ...{ rule_amount_max: '8000', rule_daily_max: '20000', rule_threshold: '500', use_count_max: '200' },
  valid_to: '2027-03-31',
};

interface Scene {
  readonly page: Page;
  readonly url: string;
  readonly passkey: VirtualPasskey;
}

/** A console whose principal also has a passkey, which lies in the authenticator of this page. */
async function scene(t: TestContext, given: Partial<Authority> = {}): Promise<Scene> {
  const enrolled: Record<string, KeyEntry> = { ...keys };
  const authority = signedBooks({ keys: async () => ok(enrolled), ...given });
  const url = await serveConsole(t, { authority });
  const passkey = virtualPasskey({ kid: KID, person: 'local', origin: url, role: 'principal' });
  enrolled[KID] = { ...passkey.entry, tenants: ['*'] };
  const { page, authenticator } = await pageWithAuthenticator(t, browser());
  await authenticator.hold(passkey);
  return { page, url, passkey };
}

/** Fills in the form that the page has, and goes on to the text. */
async function ask(page: Page, url: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await page.goto(url);
  const offered = fieldsOf(await page.content());
  for (const [name, value] of Object.entries(fields)) {
    const field = page.locator(`form.asking [name="${name}"]`);
    if (value === 'on' && !(name in offered)) await field.check();
    else if (value !== 'on') await field.fill(value);
  }
  await page.locator('form.asking button').click();
  await page.locator('#typed').waitFor();
}

const keyFile = (pem: string) => ({
  ...{ name: 'key.pem', mimeType: 'application/x-pem-file', buffer: Buffer.from(pem) },
});

const text = async (page: Page, place: string) =>
  (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ').trim();

describe('a mandate, signed in the page', () => {
  const registering = (sent: SignedMandate[]): Partial<Authority> => ({
    register: async (signed) => {
      sent.push(signed);
      return ok(registered(signed.contract, signed.signature));
    },
  });

  test('with a passkey, by keyboard alone: registered, and told', async (t) => {
    const sent: SignedMandate[] = [];
    const { page, url, passkey } = await scene(t, registering(sent));
    await ask(page, `${url}/mandates/new`, ASKED);
    await page.locator('#typed').focus();
    await page.keyboard.type('20,000.00');
    await page.keyboard.press('Enter');
    assert.equal(sent.length, 0);
    await page.keyboard.press('Tab');
    assert.match(
      await text(page, ':focus'),
      /up to 20,000 USD a day with the passkey principal_local\.phone/,
    );
    await page.keyboard.press('Enter');
    await page.locator('#done').waitFor();
    assert.match(await text(page, '#done'), /In force: signed by principal_local\.phone, registered/);
    assert.equal(await page.evaluate('document.activeElement.id'), 'done');
    assert.equal(await text(page, 'h1'), 'agent_local may act');
    assert.doesNotMatch(await text(page, 'main'), /not signed yet|At worst|npx sanad|Change it/);
    const [signed] = sent as [SignedMandate];
    const { contract: object, contract_hash: hash, signature } = signed;
    const known = { ...keys, [KID]: { ...passkey.entry, tenants: ['*'] } };
    assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys: known, at: NOW }).ok);
    assert.deepEqual(await greens(page), []);
  });

  test('with a key file: only the signed mandate leaves the page', async (t) => {
    const sent: SignedMandate[] = [];
    const { page, url } = await scene(t, registering(sent));
    await ask(page, `${url}/mandates/new`, ASKED);
    const shown = await page.locator('#exact').textContent();
    const bodies: (string | null)[] = [];
    page.on('request', (request) => bodies.push(request.postData()));
    await page.locator('#typed').fill('20000');
    await page.locator('#mandate-file').setInputFiles(keyFile(holders.principal.pem));
    await page.locator('#mandate-sign').click();
    await page.locator('#done').waitFor();
    const posted = bodies.filter((body) => body !== null).map((body) => JSON.parse(body));
    assert.deepEqual(posted, sent);
    assert.deepEqual(sent[0]?.contract, JSON.parse(shown ?? ''));
  });

  test('another sum is refused beside its field, and another’s key beside the button', async (t) => {
    const sent: SignedMandate[] = [];
    const { page, url } = await scene(t, registering(sent));
    await ask(page, `${url}/mandates/new`, ASKED);
    await page.locator('#typed').fill('50000');
    await page.locator('#mandate-passkey-1').press('Enter');
    assert.match(
      await text(page, '#typed-problem'),
      /^You typed 50,000\. Its first digit differs\. Which is right, what you know or the text\?$/,
    );
    await page.locator('#typed').fill('20000');
    await page.locator('#mandate-file').setInputFiles(keyFile(holders.cfo.pem));
    const problem = page.locator('#mandate-problem', { hasText: 'Nothing was signed' });
    await problem.waitFor();
    assert.match(await problem.innerText(), /approver_cfo is no principal’s key/);
    assert.equal(sent.length, 0);
  });

  test('an id that is taken, and any other refusal of the authority, is told by its name', async (t) => {
    const message = 'The authority refused (contract_exists): ic_1 is already another mandate’s id';
    const detail = { status: 409, error: 'contract_exists' };
    const { page, url } = await scene(t, {
      register: async () => fail('authority_refused', message, detail),
    });
    await ask(page, `${url}/mandates/new`, ASKED);
    await page.locator('#typed').fill('20000');
    await page.locator('#mandate-passkey-1').click();
    await page.locator('#mandate-problem', { hasText: 'Not registered.' }).waitFor();
    assert.match(await text(page, '#mandate-problem'), /contract_exists.*already another mandate’s id/);
  });

  test('“in force” is said only of this text: another answer is told as not shown', async (t) => {
    const { page, url } = await scene(t, { register: async () => ok(mandateOf()) });
    await ask(page, `${url}/mandates/new`, ASKED);
    await page.locator('#typed').fill('20000');
    await page.locator('#mandate-passkey-1').click();
    await page.locator('#mandate-problem', { hasText: 'does not show it in force' }).waitFor();
  });
});

describe('a version of a profile, signed in the page', () => {
  const path = '/policy/treasury.v1/draft';
  const DRAFT = { rule_amount_max: '400', reason: 'Smaller payments' };

  for (const [way, sign] of [
    ['a passkey', async (page: Page) => page.locator('#publish-passkey-1').click()],
    [
      'a key file',
      async (page: Page) => {
        await page.locator('#publish-file').setInputFiles(keyFile(holders.principal.pem));
        await page.locator('#publish-sign').click();
      },
    ],
  ] as const) {
    test(`with ${way}: sent to the authority, and told`, async (t) => {
      const sent: SignedProfile[] = [];
      const { page, url, passkey } = await scene(t, {
        publish: async (signed) => {
          sent.push(signed);
          return ok(signed);
        },
      });
      await ask(page, `${url}${path}`, DRAFT);
      await page.locator('#typed').fill('0');
      assert.match(await text(page, '.panel'), /How many mandates does this end\?/);
      await page.locator('#publish-choose').press('Enter');
      assert.match(await text(page, '#typed-problem'), /Which is right/);
      await page.locator('#typed').fill('1');
      await sign(page);
      await page.locator('#done', { hasText: 'In force: treasury.v1@1.0.1' }).waitFor();
      assert.equal(await text(page, 'h1'), 'treasury.v1 1.0.1 is in force');
      assert.doesNotMatch(await text(page, 'main'), /not signed yet|If you sign|npx sanad|Change it/);
      const [{ profile: object, profile_hash: hash, signature }] = sent as [SignedProfile];
      const known = { ...keys, [KID]: { ...passkey.entry, tenants: ['*'] } };
      assert.ok(verifySigned(nodeCrypto, { object, hash, signature, keys: known, at: NOW }).ok);
      assert.equal(object.rules.amount_max, '400');
    });
  }

  test('a version that was published meanwhile is told by the authority’s refusal', async (t) => {
    const detail = { status: 409, error: 'profile_changed' };
    const refused = async () => fail('authority_refused', 'It was not written over 1.0.1.', detail);
    const { page, url } = await scene(t, { publish: refused });
    await ask(page, `${url}${path}`, DRAFT);
    await page.locator('#typed').fill('1');
    await page.locator('#publish-passkey-1').click();
    await page
      .locator('#publish-problem', { hasText: 'Not published. It was not written over 1.0.1.' })
      .waitFor();
  });
});
