import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { openPage } from '@common/web/testing/borrow-page';
import { useBrowser } from '@common/web/testing/browser';
import { nodeCrypto } from '@platform/proof/node';
import { verifySigned } from '@platform/proof/signed';
import type { GrantRecord, SignedRejection } from '@platform/protocol/grant';
import type { Page } from 'playwright-core';
import type { Authority } from '../../src/use-cases/authority.ts';
import { chooseByKeyboard } from './choose-file.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { approved, heldGrant, holders, holding, keys, rejected } from './held-grant.ts';
import { keyFile, textAt } from './open-page.ts';
import { pageWithAuthenticator, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();
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
