import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { removeDirectory } from '@common/kit/testing';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import { nodeCrypto } from '@platform/core/crypto/node';
import type { ApprovalRequest, GrantRecord, SignedRejection } from '@platform/core/objects/grant';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { verifySignature, verifySigned } from '@platform/core/signed/signed';
import type { Page } from 'playwright-core';
import type { Authority } from '../../src/use-cases/authority.ts';
import { chooseByKeyboard } from './choose-file.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import {
  approved,
  approvedAfter,
  heldGrant,
  holders,
  holding,
  keys,
  mandateWith,
  partlyApproved,
  rejected,
  withApproval,
} from './held-grant.ts';
import { keyFile, textAt } from './open-page.ts';
import {
  type Authenticator,
  pageWithAuthenticator,
  type VirtualPasskey,
  virtualPasskey,
} from './virtual-passkeys.ts';

const browser = useBrowser();

describe('approving with a passkey', () => {
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
});

describe('rejecting', () => {
  const held = heldGrant();
  const PATH = `/approvals/${held.grant.grant_id}`;

  /** Keeps what it is sent, and ends the grant with it. */
  function ending(sent: SignedRejection[], record: GrantRecord = held): Partial<Authority> {
    return {
      reject: async (_, signed) => {
        sent.push(signed);
        return ok(rejected(record, signed));
      },
    };
  }

  async function open(t: TestContext, authority: Authority): Promise<Page> {
    const url = await serveConsole(t, { authority });
    return openPage(t, browser(), { url: `${url}${PATH}` });
  }

  const cfoFile = keyFile(holders.cfo.pem);

  function assertSigned({ rejection, rejection_hash: hash, signature }: SignedRejection): void {
    const { grant_id, deployment } = held.grant;
    assert.deepEqual([rejection.grant_id, rejection.deployment], [grant_id, deployment]);
    assert.ok(verifySigned(nodeCrypto, { object: rejection, hash, signature, keys, at: NOW }).ok);
  }

  async function rejectWithFile(page: Page, why: string): Promise<void> {
    await page.getByLabel(why).check();
    await page.locator('#reject-file').setInputFiles(cfoFile);
    await page.locator('#reject-sign').click();
  }

  describe('an approver rejects', () => {
    test('by keyboard alone, with a key file: reason and words are signed, and told', async (t) => {
      const sent: SignedRejection[] = [];
      const page = await open(t, holding(held, ending(sent)));
      await page.locator('#why-1').focus();
      await page.keyboard.press('ArrowDown');
      assert.ok(await page.getByLabel('Wrong amount').isChecked());
      await page.keyboard.press('Tab');
      await page.keyboard.type('the invoice says 250');
      await chooseByKeyboard(page, ['Tab', 'Enter'], cfoFile);
      await page.locator('#reject-sign').waitFor();
      assert.equal(sent.length, 0);
      await page.keyboard.press('Enter');
      await page.locator('#answered').waitFor();
      assert.match(
        await textAt(page, '#answered'),
        /^Rejected by approver_cfo on .*: Wrong amount: the invoice says 250/,
      );
      assert.equal(await page.evaluate('document.activeElement.id'), 'answered');
      assert.equal(await page.locator('#decision button').count(), 0);
      assert.equal(sent.length, 1);
      for (const signed of sent) assertSigned(signed);
    });

    test('with a passkey', async (t) => {
      const sent: SignedRejection[] = [];
      const enrolled = { ...keys };
      const authority = holding(held, { ...ending(sent), keys: async () => ok(enrolled) });
      const origin = await serveConsole(t, { authority });
      const passkey = virtualPasskey({ kid: 'approver_cfo.phone', person: 'cfo', origin });
      Object.assign(enrolled, { [passkey.entry.kid]: passkey.entry });
      const { page, authenticator } = await pageWithAuthenticator(t, browser());
      await authenticator.hold(passkey);
      await page.goto(`${origin}${PATH}`);
      await page.getByLabel('I cannot tell').check();
      await page.getByRole('button', { name: 'Reject it with the passkey approver_cfo.phone' }).click();
      await page.locator('#answered').waitFor();
      const [{ rejection, rejection_hash: hash, signature }] = sent as [SignedRejection];
      assert.equal(rejection.reason, 'I cannot tell');
      assert.ok(verifySigned(nodeCrypto, { object: rejection, hash, signature, keys: enrolled, at: NOW }).ok);
    });

    test('only with a reason', async (t) => {
      const page = await open(t, holding(held));
      await page.locator('#reject-choose').click({ force: true });
      assert.match(await textAt(page, '#why-problem'), /First choose why/);
      assert.equal(await page.evaluate('document.activeElement.id'), 'why-1');
    });

    test('also when the hashes disagree, and then the grant alone is named', async (t) => {
      const sent: SignedRejection[] = [];
      const lie = { ...held, action: { ...held.action, params: { ...held.action.params, amount: '9500' } } };
      const page = await open(t, holding(lie, ending(sent, lie)));
      assert.equal(await textAt(page, 'h1'), 'Do not approve this');
      assert.match(await textAt(page, '.panels'), /names the request, not the text, and moves nothing/);
      await rejectWithFile(page, 'The hashes disagree');
      await page.locator('#answered').waitFor();
      assert.equal(sent.length, 1);
      for (const signed of sent) assertSigned(signed);
      assert.ok(!JSON.stringify(sent).includes(held.action_hash));
    });
  });

  describe('a rejection that was not taken is told beside its button, and what was written stays', () => {
    async function refused(t: TestContext, given: Partial<Authority>): Promise<string> {
      const page = await open(t, holding(held, given));
      await page.locator('#own-words').fill('my words');
      await rejectWithFile(page, 'Wrong amount');
      await page.locator('#reject-problem', { hasText: /\./ }).waitFor();
      assert.equal(await page.locator('#own-words').inputValue(), 'my words');
      assert.ok(await page.getByLabel('Wrong amount').isChecked());
      return textAt(page, '#reject-problem');
    }

    test('the authority refuses', async (t) => {
      const words = 'The authority refused (approver_not_listed): cfo is not an approver.';
      const refusal = fail('authority_refused', words, { status: 403, error: 'approver_not_listed' });
      assert.equal(await refused(t, { reject: async () => refusal }), `Not rejected. ${words}`);
    });

    test('no answer came', async (t) => {
      const silent = fail('authority_silent', 'The authority does not answer.');
      assert.match(await refused(t, { reject: async () => silent }), /not known whether it arrived/);
    });

    test('the authority does not answer before: no key is asked', async (t) => {
      let asked = 0;
      const silent = fail('authority_silent', 'The authority does not answer.');
      const grant = async () => {
        asked += 1;
        return asked === 1 ? ok(held) : silent;
      };
      assert.match(await refused(t, { grant }), /^Nothing was signed\. The authority does not answer now/);
    });

    test('somebody approved it meanwhile', async (t) => {
      let asked = 0;
      const grant = async () => {
        asked += 1;
        return ok(asked === 1 ? held : approved(held, 'approver_cfo.laptop'));
      };
      assert.match(
        await refused(t, { grant }),
        /^Nothing was signed\. It was answered meanwhile\. Approved by approver_cfo\.laptop/,
      );
    });

    test('the authority shows another rejection', async (t) => {
      const other = rejected(held, { ...(await sampleRejection()), rejection_hash: '0'.repeat(64) });
      assert.match(await refused(t, { reject: async () => ok(other) }), /shows no rejection by approver_cfo/);
    });
  });

  async function sampleRejection(): Promise<SignedRejection> {
    const { grant_id, deployment } = held.grant;
    return {
      rejection: { type: 'sanad/rejection/1', deployment, grant_id, reason: 'x' },
      rejection_hash: '1'.repeat(64),
      signature: held.signature,
    };
  }

  test('what was rejected says by whom, whatever stands in the reason, and has no form', async (t) => {
    const given = await sampleRejection();
    const reason = 'x<img src=x onerror=alert(1)>\u202e\u0007';
    const signed = { ...given, rejection: { ...given.rejection, reason } };
    const page = await open(t, holding(rejected(held, signed)));
    const shown = await textAt(page, '#standing');
    assert.match(shown, /Rejected by authority on .*: x<img src=x/);
    for (const character of ['\u202e', '\u0007']) assert.ok(!shown.includes(character));
    assert.equal(await page.locator('img').count(), 0);
    assert.equal(await page.locator('button').count(), 0);
  });

  test('another site’s page has no rejection passed on', async (t) => {
    const sent: SignedRejection[] = [];
    const app = await makeConsole(t, { authority: holding(held, ending(sent)) });
    const payload = { ...(await sampleRejection()) };
    const headers = { 'sec-fetch-site': 'cross-site' };
    const answer = await app.inject({ method: 'POST', url: `${PATH}/reject`, payload, headers });
    assert.equal(answer.statusCode, 403);
    assert.deepEqual(sent, []);
  });
});

describe('approving by two people', () => {
  const mandate = mandateWith({ approvers: ['cfo', 'guest'], approvals_needed: 2, assurance: 'hardware' });
  const held = heldGrant({}, mandate);
  const PATH = `/approvals/${held.grant.grant_id}`;

  /** Two people with a passkey each, cfo with two; the authority keeps what they sign. */
  async function scene(t: TestContext) {
    const enrolled: Record<string, KeyEntry> = { ...keys };
    let record: GrantRecord = held;
    const authority = holding(held, {
      mandate: async () => ok(mandate),
      keys: async () => ok(enrolled),
      grant: async () => ok(record),
      approve: async (_, { signature }: ApprovalRequest) => {
        record =
          record.earlier_approvals === undefined
            ? withApproval(record, signature)
            : approvedAfter(record, signature);
        return ok(record);
      },
    });
    const origin = await serveConsole(t, { authority });
    const passkeys = [
      virtualPasskey({ kid: 'approver_cfo.phone', person: 'cfo', origin }),
      virtualPasskey({ kid: 'approver_cfo.tablet', person: 'cfo', origin }),
      virtualPasskey({ kid: 'approver_guest.phone', person: 'guest', origin }),
    ];
    for (const { entry } of passkeys) enrolled[entry.kid] = entry;
    const { page, authenticator } = await pageWithAuthenticator(t, browser());
    for (const passkey of passkeys) await authenticator.hold(passkey);
    const look = () => page.goto(`${origin}${PATH}`);
    await look();
    const say = async (place: string) => (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ');
    const approve = async (kid: string) => {
      await page.locator('#typed').fill('2500');
      await page.getByRole('button', { name: `Approve 2,500 EUR with the passkey ${kid}` }).click();
      await page.locator('#answered').waitFor();
      return say('#answered');
    };
    return { page, look, say, approve, status: () => record.status };
  }

  describe('a route for two people', () => {
    test('the first waits for another person, whose approval completes it', async (t) => {
      const { look, say, approve, status } = await scene(t);
      assert.match(await say('[aria-labelledby=people]'), /2 people.*cfo: nothing yet.*guest: nothing yet/);
      assert.match(
        await say('[aria-labelledby=effect]'),
        /Count as one approval. Nothing is done before one more/,
      );
      assert.match(
        await approve('approver_cfo.phone'),
        /Approved by approver_cfo\.phone\. It waits for another person/,
      );
      assert.equal(status(), 'pending');
      await look();
      assert.match(await say('[aria-labelledby=people]'), /One of two.*cfo approved on .*guest: nothing yet/);
      assert.match(await say('#compared'), /approver_cfo\.phone signed this same action/);
      assert.match(await say('[aria-labelledby=effect]'), /Let the enforcement point do exactly this/);
      assert.match(
        await approve('approver_guest.phone'),
        /Approved by approver_guest\.phone, not executed yet/,
      );
      assert.equal(status(), 'active');
    });

    test('another device of the first has no button, and the page says why', async (t) => {
      const { page, look, say, approve } = await scene(t);
      await approve('approver_cfo.phone');
      await look();
      assert.equal(await page.locator('#approve-ways button').count(), 1);
      assert.match(await say('#approve-ways'), /approver_cfo\.tablet: cfo .*has approved already/);
    });

    test('with one approval, at both widths, light and dark', async (t) => {
      const authority = holding(partlyApproved(held, [holders.cfo.signer]), {
        mandate: async () => ok(mandate),
      });
      const url = await serveConsole(t, { authority });
      await checkPage(browser(), { name: 'approval-two', url: `${url}${PATH}` });
    });

    test('an earlier approval of something else is refused in red', async (t) => {
      const other = heldGrant({ amount: '9500' }, mandate);
      const [earlier] = partlyApproved(other, [holders.cfo.signer]).earlier_approvals ?? [];
      assert.ok(earlier !== undefined);
      const lies = [earlier, { ...earlier, action_hash: held.action_hash }];
      for (const lie of lies) {
        const authority = holding(
          { ...held, earlier_approvals: [lie] },
          { mandate: async () => ok(mandate) },
        );
        const { page } = await pageWithAuthenticator(t, browser());
        await page.goto(`${await serveConsole(t, { authority })}${PATH}`);
        assert.equal(await page.locator('h1').innerText(), 'Do not approve this');
        assert.equal(await page.locator('#typed, [id^=approve-]').count(), 0);
      }
    });
  });
});

const held = heldGrant();

test('a key file that is dropped onto the page approves, once the amount is typed', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'sanad-drop-'));
  t.after(() => removeDirectory(folder));
  const file = join(folder, 'approver_cfo.pem');
  writeFileSync(file, holders.cfo.pem, { mode: 0o600 });
  const sent: ApprovalRequest[] = [];
  const authority = holding(held, {
    approve: async (_, request) => {
      sent.push(request);
      return ok(approved(held, 'approver_cfo'));
    },
  });
  const url = await serveConsole(t, { authority });
  const page = await openPage(t, browser());
  await page.goto(`${url}/approvals/${held.grant.grant_id}`);
  /** As a person drops it: over the panel first, which must not let the browser open the file instead. */
  const drop = () =>
    page.evaluate(
      `(() => {
        const text = ${JSON.stringify(readFileSync(file, 'utf8'))};
        const given = new DataTransfer();
        given.items.add(new File([text], 'approver_cfo.pem'));
        const place = document.querySelector('.ways');
        const options = { dataTransfer: given, bubbles: true, cancelable: true };
        return ['dragenter', 'dragover', 'drop'].map((type) => place.dispatchEvent(new DragEvent(type, options)));
      })()`,
    );
  const say = async (place: string) => (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ');
  assert.deepEqual(await drop(), [false, false, false], 'the browser does nothing of its own with it');
  assert.match(await say('#typed-problem'), /Type it first/);
  await page.locator('#typed').fill('2500');
  await drop();
  await page.locator('#approve-sign').waitFor();
  assert.match(await say('#approve-state'), /This is approver_cfo, the key of cfo/);
  assert.deepEqual(sent, []);
  await page.locator('#approve-sign').click();
  await page.locator('#answered').waitFor();
  const [request] = sent;
  assert.ok(request !== undefined);
  const { action_hash: hash, signature } = request;
  const claim = { hash, signature, key: holders.cfo.entry, type: 'sanad/action/1', at: NOW } as const;
  assert.ok(verifySignature(nodeCrypto, claim).ok);
});
