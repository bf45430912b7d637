import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
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
import { countOf, focused, give, keyFile, press, textAt, type, unfold } from './open-page.ts';
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
    readonly origin: string;
    readonly authenticator: Authenticator;
    readonly sent: readonly ApprovalRequest[];
    readonly enrolled: Readonly<Record<string, KeyEntry>>;
  }

  interface Given {
    readonly assurance?: 'hardware';
    /** For an origin of the console: of cfo, each in the authenticator. Default: one. */
    readonly passkeys?: (origin: string) => readonly VirtualPasskey[];
    readonly approve?: Authority['approve'];
    /** What the authority shows later of the approved request. */
    readonly later?: (record: GrantRecord) => GrantRecord;
  }

  const phone = (origin: string, facts: object = {}) =>
    virtualPasskey({ kid: KID, person: 'cfo', origin, ...facts });

  /** The request’s page in front of cfo, whose passkeys lie in the authenticator. */
  async function scene(t: TestContext, given: Given = {}): Promise<Scene> {
    const mandate = mandateWith(given.assurance === undefined ? {} : { assurance: given.assurance });
    const held = heldGrant({}, mandate);
    const sent: ApprovalRequest[] = [];
    const enrolled: Record<string, KeyEntry> = { ...keys };
    let shown = held;
    const authority = holding(held, {
      grant: async () => ok(shown),
      mandate: async () => ok(mandate),
      keys: async () => ok(enrolled),
      approve: async (id, request) => {
        sent.push(request);
        const record = approved(held, request.signature.kid);
        shown = given.later?.(record) ?? held;
        return given.approve?.(id, request) ?? ok(record);
      },
    });
    const origin = await serveConsole(t, { authority });
    const { page, authenticator } = await pageWithAuthenticator(t, browser());
    for (const passkey of given.passkeys?.(origin) ?? [phone(origin)]) {
      enrolled[passkey.entry.kid] = passkey.entry;
      await authenticator.hold(passkey);
    }
    await page.goto(`${origin}/approvals/${held.grant.grant_id}`);
    return { page, origin, authenticator, sent, enrolled };
  }

  function assertSigned(sent: readonly ApprovalRequest[], key: KeyEntry | undefined): void {
    const [request] = sent as [ApprovalRequest];
    const { action_hash: hash, signature } = request;
    assert.ok(key !== undefined);
    assert.ok(verifySignature(nodeCrypto, { hash, signature, key, type: 'sanad/action/1', at: NOW }).ok);
    assert.equal(sent.length, 1);
  }

  /** Presses a passkey’s button, and returns what the page says beside it. */
  async function refusal(page: Page, button = 'approve-passkey-1'): Promise<string> {
    await press(page, `#${button}`);
    const said = await textAt(page, '#approve-problem', /\./);
    assert.deepEqual(
      await page.evaluate("[document.querySelector('#typed').value, document.activeElement.id]"),
      ['2500', button],
      'what was typed stays',
    );
    return said;
  }

  describe('a passkey approves', () => {
    test('on a route for hardware keys, by keyboard alone: only its signature is sent', async (t) => {
      const { page, sent, enrolled } = await scene(t, { assurance: 'hardware' });
      await page.locator('#typed').focus();
      await page.keyboard.type('2,500.00');
      await page.keyboard.press('Tab');
      assert.equal(await focused(page), 'approve-passkey-1');
      await page.keyboard.press('Enter');
      await textAt(page, '#answered', `Approved by ${KID}, not paid yet`);
      assertSigned(sent, enrolled[KID]);
    });

    test('and the page tells by itself what the agent then did', async (t) => {
      const paid = {
        status: 'redeemed',
        redeemed_at: '2026-06-01T12:02:00.000Z',
        receipt_id: 'rcpt_1',
      } as const;
      const { page } = await scene(t, { later: (record) => ({ ...record, ...paid }) });
      assert.equal(
        await countOf(page, '.site-link[href="/approvals"] strong'),
        2,
        'the menu and what is pinned',
      );
      await type(page, '#typed', '2500');
      await press(page, '#approve-passkey-1');
      await textAt(page, '#answered', `Approved by ${KID}, and paid`);
      await textAt(page, '#standing', `Approved by ${KID}, and paid`);
      assert.equal(await focused(page), 'answered');
      assert.equal(await countOf(page, '.site-link[href="/approvals"] strong'), 0);
    });

    test('which is shown with its own mark, and with a reason in quotation marks', async (t) => {
      const detail = 'a clerical note. It was then paid after all';
      const ending = { outcome: 'denied', reason: 'contract_revoked', detail } as const;
      const { page } = await scene(t, { later: (record) => ({ ...record, status: 'denied', ending }) });
      await type(page, '#typed', '2500');
      await press(page, '#approve-passkey-1');
      await textAt(page, '#answered', 'Approved by');
      assert.equal(await countOf(page, '#answered .shape.holds'), 1);
      await textAt(page, '#answered', `It was denied, and nothing was done: “${detail}”`);
      assert.equal(await countOf(page, '#answered .shape.bar'), 1);
      assert.equal(await countOf(page, '#answered .shape'), 1);
    });

    test('unless the authority then shows what this key did not approve, which is said', async (t) => {
      const { page } = await scene(t, {
        later: (record) => ({
          ...approved(record, 'approver_mallory'),
          ...{ status: 'redeemed', redeemed_at: '2026-06-01T12:02:00.000Z', receipt_id: 'rcpt_1' },
        }),
      });
      await type(page, '#typed', '2500');
      await press(page, '#approve-passkey-1');
      await textAt(page, '#answered', /What the authority shows now is not what you approved\./);
      assert.equal(await countOf(page, '#answered .shape.fails'), 1);
    });

    test('that is synced, on a route for any key; only after the amount was typed', async (t) => {
      const { page, sent, enrolled } = await scene(t, {
        passkeys: (origin) => [phone(origin, { synced: true })],
      });
      const isDisabled = "document.querySelector('#approve-passkey-1').ariaDisabled";
      assert.equal(await page.evaluate(isDisabled), 'true');
      await press(page, '#approve-passkey-1');
      await textAt(page, '#typed-problem', 'Type it first');
      assert.deepEqual(sent, []);
      await type(page, '#typed', '2500');
      assert.equal(await page.evaluate(isDisabled), 'false');
      await press(page, '#approve-passkey-1');
      await textAt(page, '#answered', `Approved by ${KID}, not paid yet`);
      assertSigned(sent, enrolled[KID]);
    });
  });

  test('one that cannot sign here has no button, and the page says why', async (t) => {
    const { page } = await scene(t, {
      assurance: 'hardware',
      passkeys: (origin) => [
        phone(origin, { kid: 'approver_cfo.synced', synced: true }),
        phone(origin, { kid: 'approver_cfo.elsewhere', rpId: 'console.example.org' }),
        phone('http://localhost:1', { kid: 'approver_cfo.other' }),
        { ...phone(origin), entry: { ...phone(origin).entry, compromised_at: NOW } },
      ],
    });
    assert.equal(await countOf(page, '#approve-ways [id^=approve-passkey]'), 0);
    const said = await textAt(page, '#approve-ways');
    for (const why of [
      /approver_cfo\.synced: [^:]*requires a hardware key.*synced between devices is none/,
      /approver_cfo\.elsewhere is a passkey for console\.example\.org, and this page is at localhost/,
      /approver_cfo\.other [^:]*enrolled to sign at http:\/\/localhost:1 only/,
      /approver_cfo\.phone [^:]*marked as compromised/,
    ]) {
      assert.match(said, why);
    }
    // A key file is no hardware either.
    assert.equal(await countOf(page, '#approve-choose'), 0);
    assert.match(said, /No key that is enrolled here may sign this/);
  });

  describe('nothing is signed, or nothing sent, and the page says why beside the button', () => {
    test('what comes back from the device is no signature of the enrolled passkey', async (t) => {
      const { page, sent, authenticator } = await scene(t, {
        passkeys: (origin) => {
          const other = phone(origin, { kid: 'approver_cfo.other' });
          const { public_key, fingerprint } = phone(origin).entry;
          return [phone(origin), { ...other, entry: { ...other.entry, public_key, fingerprint } }];
        },
      });
      await type(page, '#typed', '2500');
      await unfold(page);
      // The page asks as ours does, and something between it and the device changes the question or the answer.
      const between = (change: string) =>
        page.evaluate(`{
          const ask = (window.askDevice ??= navigator.credentials.get.bind(navigator.credentials));
          navigator.credentials.get = async ({ publicKey }) => { ${change} };
        }`);
      for (const [change, said] of [
        [
          'publicKey.allowCredentials[0].id = new Uint8Array(32); return ask({ publicKey });',
          /^Nothing was signed\. approver_cfo\.phone was not used.*is not on this device/,
        ],
        [
          "const { response } = await ask({ publicKey }); return { id: 'b3RoZXI', response };",
          /^Nothing was sent: .*another passkey than the enrolled one/,
        ],
        [
          'publicKey.challenge = new Uint8Array(64); return ask({ publicKey });',
          /^Nothing was sent: .*challenge is not this hash/,
        ],
        [
          'const { id, response } = await ask({ publicKey }); const { authenticatorData, clientDataJSON } = response; return { id, response: { authenticatorData, clientDataJSON, signature: new ArrayBuffer(70) } };',
          /^Nothing was sent: .*not one of WebAuthn/,
        ],
      ] as const) {
        await between(change);
        assert.match(await refusal(page), said);
      }
      await authenticator.verifies(false);
      await between("publicKey.userVerification = 'discouraged'; return ask({ publicKey });");
      assert.match(await refusal(page), /^Nothing was sent: .*signed without verifying its holder/);
      await between('return ask({ publicKey });');
      assert.match(
        await refusal(page),
        /^Nothing was signed\. approver_cfo\.phone was not used: it was cancelled/,
      );
      await authenticator.verifies(true);
      // Another key is enrolled under its id.
      assert.match(
        await refusal(page, 'approve-passkey-2'),
        /^Nothing was sent: approver_cfo\.other did not sign this/,
      );
      assert.deepEqual(sent, []);
      await press(page, '#approve-passkey-1');
      await textAt(page, '#answered', 'Approved by');
      assert.equal(sent.length, 1, 'and the next press asks again');
    });

    test('the authority refuses', async (t) => {
      const refusals = [
        [
          'counter_not_rising',
          'The counter of approver_cfo.phone stands at 1, which is not above what it showed before.',
        ],
        ['grant_expired', 'The grant is over.'],
        ['grant_not_pending', 'This grant is active: only a pending grant can be approved.'],
      ].map(([error = '', message]) => ({ error, words: `The authority refused (${error}): ${message}` }));
      const next = refusals[Symbol.iterator]();
      const { page } = await scene(t, {
        approve: async () => {
          const { error, words } = next.next().value ?? assert.fail();
          return fail('authority_refused', words, { status: 409, error });
        },
      });
      await type(page, '#typed', '2500');
      for (const { words } of refusals) assert.equal(await refusal(page), `Not approved. ${words}`);
    });
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

  /** For the first reason on the page. */
  async function rejectWithFile(page: Page): Promise<void> {
    await press(page, '#why-1');
    await give(page, '#reject-file', cfoFile);
    await textAt(page, '#reject-state', 'This is approver_cfo');
    await press(page, '#reject-sign');
  }

  describe('an approver rejects', () => {
    test('by keyboard alone, with a key file: reason and words are signed, and told', async (t) => {
      const sent: SignedRejection[] = [];
      const page = await open(t, holding(held, ending(sent)));
      await page.locator('#reject-open').focus();
      await page.keyboard.press('Enter');
      assert.equal(await focused(page), 'why-1');
      await page.keyboard.press('ArrowDown');
      assert.ok(await page.getByLabel('Wrong amount').isChecked());
      await unfold(page);
      await page.locator('#own-words').focus();
      await page.keyboard.type('the invoice says 250');
      await page.locator('#reject-choose').focus();
      await chooseByKeyboard(page, ['Enter'], cfoFile);
      await page.locator('#reject-sign').waitFor();
      assert.equal(sent.length, 0);
      await page.keyboard.press('Enter');
      await textAt(
        page,
        '#answered',
        /^Rejected by approver_cfo on .*: “Wrong amount: the invoice says 250”/,
      );
      assert.equal(await focused(page), 'answered');
      assert.equal(await countOf(page, '#decision button'), 0);
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
      await press(page, '#reject-open');
      await press(page, '#reject-back');
      assert.equal(await focused(page), 'reject-open');
      await press(page, '#reject-open');
      await press(page, '#why-4');
      assert.equal(await textAt(page, '#reject-passkey-1'), 'Reject with the passkey approver_cfo.phone');
      await press(page, '#reject-passkey-1');
      await textAt(page, '#answered', 'Rejected by');
      const [{ rejection, rejection_hash: hash, signature }] = sent as [SignedRejection];
      assert.equal(rejection.reason, 'I cannot tell');
      assert.ok(verifySigned(nodeCrypto, { object: rejection, hash, signature, keys: enrolled, at: NOW }).ok);
    });

    test('also when the hashes disagree, and then the grant alone is named', async (t) => {
      const sent: SignedRejection[] = [];
      const lie = { ...held, action: { ...held.action, params: { ...held.action.params, amount: '9500' } } };
      const page = await open(t, holding(lie, ending(sent, lie)));
      assert.equal(await textAt(page, 'h1'), 'Do not approve this');
      assert.match(await textAt(page, '.panels'), /names the request, not the text, and moves nothing/);
      await rejectWithFile(page);
      await textAt(page, '#answered', ': “The hashes disagree”');
      assert.equal(sent.length, 1);
      for (const signed of sent) assertSigned(signed);
      assert.ok(!JSON.stringify(sent).includes(held.action_hash));
    });
  });

  test('one that was not taken is told beside its button, and what was written stays', async (t) => {
    const silent = fail('authority_silent', 'The authority does not answer.');
    const words = 'The authority refused (approver_not_listed): cfo is not an approver.';
    const refusal = fail('authority_refused', words, { status: 403, error: 'approver_not_listed' });
    const another = rejected(held, { ...(await sampleRejection()), rejection_hash: '0'.repeat(64) });
    const now: Pick<Authority, 'grant' | 'reject'> = {
      grant: async () => ok(held),
      reject: async () => refusal,
    };
    const page = await open(
      t,
      holding(held, { grant: (id) => now.grant(id), reject: (id, signed) => now.reject(id, signed) }),
    );
    await press(page, '#reject-open');
    await unfold(page);
    await press(page, '#reject-choose');
    await textAt(page, '#why-problem', /First choose why/);
    assert.equal(await focused(page), 'why-1');
    await type(page, '#own-words', 'my words');
    for (const [changes, said] of [
      [{}, `Not rejected. ${words}`],
      [{ reject: async () => silent }, /not known whether it arrived/],
      [{ reject: async () => ok(another) }, /shows no rejection by approver_cfo/],
      [{ grant: async () => silent }, /^Nothing was signed\. The authority does not answer now/],
      [
        { grant: async () => ok(approved(held, 'approver_cfo.laptop')) },
        /^Nothing was signed\. It was answered meanwhile\. Approved by approver_cfo\.laptop/,
      ],
    ] as const) {
      Object.assign(now, changes);
      await rejectWithFile(page);
      await textAt(page, '#reject-problem', said);
      assert.deepEqual(
        await page.evaluate(
          "[document.querySelector('#own-words').value, document.querySelector('#why-1').checked]",
        ),
        ['my words', true],
      );
    }
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
    const shown = await textAt(page, '#story');
    assert.match(shown, /Rejected by authority on .*: “x<img src=x/);
    for (const character of ['\u202e', '\u0007']) assert.ok(!shown.includes(character));
    assert.equal(await countOf(page, 'img, main button'), 0);
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
    const effect = async () => String(await page.evaluate("document.querySelector('#effect').textContent"));
    const say = (place: string) => textAt(page, place);
    const approve = async (kid: string) => {
      await type(page, '#typed', '2500');
      assert.equal(await say('#approve-passkey-1'), `Approve 2,500 EUR with the passkey ${kid}`);
      await press(page, '#approve-passkey-1');
      return textAt(page, '#answered', /./);
    };
    return { page, look, say, effect, approve, status: () => record.status };
  }

  describe('a route for two people', () => {
    test('the first waits for another person, whose approval completes it', async (t) => {
      const { page, look, say, effect, approve, status } = await scene(t);
      assert.match(await say('[aria-labelledby=people]'), /2 people.*cfo: nothing yet.*guest: nothing yet/);
      assert.match(await effect(), /Counts as one approval. Nothing is done before one more/);
      assert.match(
        await approve('approver_cfo.phone'),
        /Approved by approver_cfo\.phone\. It waits for another person/,
      );
      assert.equal(status(), 'pending');
      await look();
      assert.match(await say('[aria-labelledby=people]'), /One of two.*cfo approved on .*guest: nothing yet/);
      assert.match(await say('#compared'), /approver_cfo\.phone signed this same action/);
      assert.match(await effect(), /Lets the enforcement point do exactly this/);
      // Another device of the first has no button.
      assert.equal(await countOf(page, '#approve-ways [id^=approve-passkey]'), 1);
      await unfold(page);
      assert.match(await say('#approve-ways'), /approver_cfo\.tablet: cfo .*has approved already/);
      assert.match(await approve('approver_guest.phone'), /Approved by approver_guest\.phone, not paid yet/);
      assert.equal(status(), 'active');
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
      const page = await openPage(t, browser());
      for (const lie of lies) {
        const authority = holding(
          { ...held, earlier_approvals: [lie] },
          { mandate: async () => ok(mandate) },
        );
        await page.goto(`${await serveConsole(t, { authority })}${PATH}`);
        assert.equal(await textAt(page, 'h1'), 'Do not approve this');
        assert.equal(await countOf(page, '#typed, [id^=approve-]'), 0);
      }
    });
  });
});

const held = heldGrant();

test('a key file that is dropped onto the page approves, once the amount is typed', async (t) => {
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
        const text = ${JSON.stringify(holders.cfo.pem)};
        const given = new DataTransfer();
        given.items.add(new File([text], 'approver_cfo.pem'));
        const place = document.querySelector('.ways');
        const options = { dataTransfer: given, bubbles: true, cancelable: true };
        return ['dragenter', 'dragover', 'drop'].map((type) => place.dispatchEvent(new DragEvent(type, options)));
      })()`,
    );
  assert.deepEqual(await drop(), [false, false, false], 'the browser does nothing of its own with it');
  await textAt(page, '#typed-problem', /Type it first/);
  await type(page, '#typed', '2500');
  await drop();
  await textAt(page, '#approve-state', /This is approver_cfo, the key of cfo/);
  assert.deepEqual(sent, []);
  await press(page, '#approve-sign');
  await textAt(page, '#answered', /./);
  const [request] = sent;
  assert.ok(request !== undefined);
  const { action_hash: hash, signature } = request;
  const claim = { hash, signature, key: holders.cfo.entry, type: 'sanad/action/1', at: NOW } as const;
  assert.ok(verifySignature(nodeCrypto, claim).ok);
});
