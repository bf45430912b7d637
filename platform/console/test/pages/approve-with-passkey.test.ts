import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { nodeCrypto } from '@platform/proof/node';
import { verifySignature } from '@platform/proof/signed';
import type { ApprovalRequest } from '@platform/protocol/grant';
import type { KeyEntry } from '@platform/protocol/key-entry';
import type { Page } from 'playwright-core';
import type { Authority } from '../../src/use-cases/authority.ts';
import { NOW, serveConsole } from './console-app.ts';
import { approved, heldGrant, holding, keys, mandateWith } from './held-grant.ts';
import {
  type Authenticator,
  pageWithAuthenticator,
  type VirtualPasskey,
  virtualPasskey,
} from './virtual-passkeys.ts';

const browser = useBrowser();
const KID = 'approver_cfo.phone';

interface Scene {
  readonly page: Page;
  readonly authenticator: Authenticator;
  readonly passkey: VirtualPasskey;
  readonly sent: readonly ApprovalRequest[];
  readonly say: (place: string) => Promise<string>;
}

interface Given {
  readonly assurance?: 'hardware';
  readonly passkey?: Partial<Parameters<typeof virtualPasskey>[0]>;
  readonly entry?: Partial<KeyEntry>;
  /** Run in the page before its own script. */
  readonly before?: string;
  readonly approve?: Authority['approve'];
}

/** The request’s page in front of cfo, whose passkey lies in the authenticator. */
async function scene(
  t: TestContext,
  { passkey: facts, entry, before, ...given }: Given = {},
): Promise<Scene> {
  const mandate = mandateWith(given.assurance === undefined ? {} : { assurance: given.assurance });
  const held = heldGrant({}, mandate);
  const sent: ApprovalRequest[] = [];
  const enrolled: Record<string, KeyEntry> = { ...keys };
  const authority = holding(held, {
    mandate: async () => ok(mandate),
    keys: async () => ok(enrolled),
    approve: async (id, request) => {
      sent.push(request);
      return given.approve?.(id, request) ?? ok(approved(held, request.signature.kid));
    },
  });
  const origin = await serveConsole(t, { authority });
  const passkey = virtualPasskey({ kid: KID, person: 'cfo', origin, ...facts });
  enrolled[KID] = { ...passkey.entry, ...entry };
  const { page, authenticator } = await pageWithAuthenticator(t, browser());
  await authenticator.hold(passkey);
  if (before !== undefined) {
    const added = await page.addInitScript(before);
    t.after(() => added.dispose());
  }
  await page.goto(`${origin}/approvals/${held.grant.grant_id}`);
  const say = async (place: string) => (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ');
  return { page, authenticator, passkey, sent, say };
}

const button = (page: Page) =>
  page.getByRole('button', { name: `Approve 2,500 EUR with the passkey ${KID}` });

/** Types the amount, presses the button, and returns what the page says beside it. */
async function refusal({ page, say }: Scene): Promise<string> {
  await page.locator('#typed').fill('2500');
  await button(page).click();
  await page.locator('#approve-problem', { hasText: /\./ }).waitFor();
  assert.equal(await page.locator('#typed').inputValue(), '2500', 'what was typed stays');
  assert.equal(await page.evaluate('document.activeElement.id'), 'approve-passkey-1');
  return say('#approve-problem');
}

describe('a passkey approves', () => {
  for (const [name, given] of [
    ['on a route for hardware keys', { assurance: 'hardware' }],
    ['that is synced, on a route for any key', { passkey: { synced: true } }],
  ] as const) {
    test(`${name}, by keyboard alone: only its signature is sent`, async (t) => {
      const { page, passkey, sent, say } = await scene(t, given);
      await page.locator('#typed').focus();
      await page.keyboard.type('2,500.00');
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.id'), 'approve-passkey-1');
      await page.keyboard.press('Enter');
      await page.locator('#answered').waitFor();
      assert.match(await say('#answered'), /Approved by approver_cfo\.phone, not executed yet/);
      const [request] = sent as [ApprovalRequest];
      const { action_hash: hash, signature } = request;
      const claim = { hash, signature, key: passkey.entry, type: 'sanad/action/1', at: NOW } as const;
      assert.ok(verifySignature(nodeCrypto, claim).ok);
      assert.equal(sent.length, 1);
    });
  }

  test('only after the amount was typed', async (t) => {
    const { page, sent, say } = await scene(t);
    assert.equal(await button(page).getAttribute('aria-disabled'), 'true');
    await button(page).click({ force: true });
    assert.match(await say('#typed-problem'), /Type it first/);
    assert.deepEqual(sent, []);
  });
});

describe('a passkey that cannot sign here has no button, and the page says why', () => {
  for (const [name, given, said] of [
    [
      'synced, on a route for hardware keys',
      { assurance: 'hardware', passkey: { synced: true } },
      /requires a hardware key.*synced between devices is none/,
    ],
    [
      'of another domain',
      { passkey: { rpId: 'console.example.org' } },
      /is a passkey for console\.example\.org, and this page is at localhost/,
    ],
    [
      'for another page of this domain',
      { passkey: { origin: 'http://localhost:1' } },
      /enrolled to sign at http:\/\/localhost:1 only/,
    ],
    ['marked as compromised', { entry: { compromised_at: NOW } }, /marked as compromised/],
  ] as const) {
    test(name, async (t) => {
      const { page, say } = await scene(t, given);
      assert.equal(await button(page).count(), 0);
      assert.match(await say('#approve-ways'), said);
    });
  }

  test('and on a route for hardware keys, a key file has none either', async (t) => {
    const { page, say } = await scene(t, { assurance: 'hardware', passkey: { synced: true } });
    assert.equal(await page.locator('#approve-choose').count(), 0);
    assert.match(await say('#approve-ways'), /None of the keys that are enrolled here may sign this/);
  });
});

/** The page asks as ours does, and something between it and the device changes the question or the answer. */
const between = (change: string) => `{
  const ask = navigator.credentials.get.bind(navigator.credentials);
  navigator.credentials.get = async ({ publicKey }) => { ${change} };
}`;

describe('nothing is signed, or nothing sent, and the page says why beside the button', () => {
  test('the holder is not verified', async (t) => {
    const given = await scene(t);
    await given.authenticator.verifies(false);
    assert.match(
      await refusal(given),
      /^Nothing was signed\. approver_cfo\.phone was not used: it was cancelled/,
    );
    await given.authenticator.verifies(true);
    await button(given.page).click();
    await given.page.locator('#answered').waitFor();
    assert.equal(given.sent.length, 1, 'and the next press asks again');
  });

  test('the device has no such passkey', async (t) => {
    const given = await scene(t, {
      before: between('publicKey.allowCredentials[0].id = new Uint8Array(32); return ask({ publicKey });'),
    });
    assert.match(
      await refusal(given),
      /^Nothing was signed\. approver_cfo\.phone was not used.*is not on this device/,
    );
    assert.deepEqual(given.sent, []);
  });

  for (const [name, change, said] of [
    [
      'without verifying its holder',
      "publicKey.userVerification = 'discouraged'; return ask({ publicKey });",
      /signed without verifying its holder/,
    ],
    [
      'with another passkey',
      "const { response } = await ask({ publicKey }); return { id: 'b3RoZXI', response };",
      /another passkey than the enrolled one/,
    ],
    [
      'something else',
      'publicKey.challenge = new Uint8Array(64); return ask({ publicKey });',
      /challenge is not this hash/,
    ],
    [
      'with a signature in another form',
      'const { id, response } = await ask({ publicKey }); const { authenticatorData, clientDataJSON } = response; return { id, response: { authenticatorData, clientDataJSON, signature: new ArrayBuffer(70) } };',
      /not one of WebAuthn/,
    ],
  ] as const) {
    test(`the device signed ${name}`, async (t) => {
      const given = await scene(t, { before: between(change) });
      if (name === 'without verifying its holder') await given.authenticator.verifies(false);
      const words = await refusal(given);
      assert.match(words, /^Nothing was sent: /);
      assert.match(words, said);
      assert.deepEqual(given.sent, []);
    });
  }

  test('another key under the enrolled id', async (t) => {
    const { public_key, fingerprint } = virtualPasskey({ kid: KID, person: 'cfo', origin: '' }).entry;
    const given = await scene(t, { entry: { public_key, fingerprint } });
    assert.match(await refusal(given), /^Nothing was sent: approver_cfo\.phone did not sign this/);
    assert.deepEqual(given.sent, []);
  });

  for (const [code, message] of [
    [
      'counter_not_rising',
      'The counter of approver_cfo.phone stands at 1, which is not above what it showed before.',
    ],
    ['grant_expired', 'The grant is over.'],
    ['grant_not_pending', 'This grant is active: only a pending grant can be approved.'],
  ] as const) {
    test(`the authority refuses: ${code}`, async (t) => {
      const words = `The authority refused (${code}): ${message}`;
      const given = await scene(t, {
        approve: async () => fail('authority_refused', words, { status: 409, error: code }),
      });
      assert.equal(await refusal(given), `Not approved. ${words}`);
    });
  }
});
