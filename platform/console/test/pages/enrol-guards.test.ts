import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { useBrowser } from '@common/web/testing/browser';
import { enrolledEntry } from '@platform/proof/key-history';
import { nodeCrypto } from '@platform/proof/node';
import { createPasskey } from '@platform/proof/testing/passkey';
import type { KeyEntry, KeySet } from '@platform/protocol/key-entry';
import { signEnrolment } from '../../src/use-cases/enrol.ts';
import { spokenPart } from '../../src/use-cases/passkey-enrolment.ts';
import { listenLocally, makeConsole } from './console-app.ts';
import { enrolledBy, enrolledKeys, keyBook } from './enrolled.ts';
import { holders } from './held-grant.ts';
import { pageWithAuthenticator } from './virtual-passkeys.ts';

const browser = useBrowser();
const OTHER = 'dp_ffffffffffffffffffffffff';
const { deployment: OWN = '' } = enrolledKeys.principal_local ?? {};
const of = (keys: KeySet, deployment: string): KeySet =>
  Object.fromEntries(Object.entries(keys).map(([kid, entry]) => [kid, { ...entry, deployment }]));

/** A console whose authority shows these keys, in a browser whose reader trusts others. */
async function scene(t: TestContext, shown: KeySet, trusted: KeySet | null = null) {
  const { authority } = keyBook({
    keys: async () => ok(shown),
    enrolKey: async () => fail('authority_refused', 'Not taken in this test.'),
  });
  const app = await makeConsole(t, { authority });
  const url = await listenLocally(app);
  const post = async (path: string, payload: object) =>
    (await app.inject({ method: 'POST', url: `/keys/enrol/${path}`, payload })).json();
  const { page } = await pageWithAuthenticator(t, browser());
  if (trusted !== null) {
    await page.goto(`${url}/verify`);
    const text = JSON.stringify(JSON.stringify(trusted));
    await page.evaluate(`localStorage.setItem('sanad.trusted-keys', ${text})`);
  }
  const say = async (place: string) => (await page.locator(place).innerText()).replaceAll(/\s+/g, ' ');
  const register = async (facts: object = {}) => {
    const asked = { person: 'cfo', device: 'laptop', role: 'approver', hardware: false, ...facts };
    const options = await post('options', asked);
    if (options.challenge === undefined) return options;
    const passkey = createPasskey(nodeCrypto, { name: 'laptop', rpId: 'localhost', origin: url });
    const response = passkey.register(Buffer.from(options.challenge, 'base64url'));
    return post('registration', { response });
  };
  return { app, page, url, register, say };
}

describe('what a principal is asked to sign for', () => {
  test('a principal’s key is refused; on the root page it signs itself, and waits nowhere', async (t) => {
    const { app, page, url, register, say } = await scene(t, enrolledKeys);
    const refused = await register({ role: 'principal' });
    assert.equal(refused.detail.error, 'role_not_allowed');
    assert.match(refused.detail.message, /Only approvers are enrolled here\. .*\/keys\/enrol\?root=1/);
    const approver = await register({ root: true });
    assert.equal(approver.detail.error, 'role_not_allowed');
    const root = await register({ role: 'principal', root: true });
    assert.equal(root.kid, 'principal_cfo.laptop');
    await page.goto(`${url}/keys`);
    assert.equal(await page.locator('#waiting').count(), 0);
    assert.equal((await app.inject({ url: `/keys/enrol/${root.id}` })).statusCode, 404);
    const signed = await app.inject({ url: `/keys/enrol/${root.id}/registered.json` });
    assert.equal(signed.statusCode, 404);
    assert.doesNotMatch(await say('main'), /principal_cfo/);
  });

  test('role and its power stand in the list, in step 1 and on the button', async (t) => {
    const { page, url, register, say } = await scene(t, enrolledKeys);
    const { id, facts } = await register();
    await page.goto(`${url}/keys`);
    assert.match(await say('main'), /A passkey for cfo, to be an approver, made .*It can approve and reject/);
    await page.goto(`${url}/keys/enrol/${id}`);
    assert.match(await say('.steps'), /To be an approver\. It can approve and reject/);
    await page.locator('#heard').fill(spokenPart(facts));
    assert.match(await say('#enrol-choose'), /^Enrol approver_cfo\.laptop as an approver/);
  });
});

describe('a root that is bounded to tenants', () => {
  /** One with a key file, one with a passkey; both sign their own enrolment. */
  async function boundedRoots(): Promise<KeySet> {
    const entry = holders.principal.entry;
    const passkey = createPasskey(nodeCrypto, { name: 'zayd', rpId: 'localhost' });
    const kid = 'principal_zayd';
    const facts = { ...passkey.facts, kid, person: 'zayd', tenants: ['tn_zayd'] };
    const { compromised_at: _, enrolment: __, ...own } = { ...entry, ...facts };
    const enrolment = { type: 'sanad/enrolment/1', ...own } as const;
    const zayd = enrolledEntry(signEnrolment(nodeCrypto, passkey.signer(kid), enrolment));
    return { ...enrolledKeys, principal_local: enrolledBy(entry, { tenants: ['tn_local'] }), [kid]: zayd };
  }

  test('is asked to sign for no approver, whom the authority would refuse', async (t) => {
    const { page, url, register, say } = await scene(t, await boundedRoots());
    await page.goto(`${url}/keys/enrol/${(await register()).id}`);
    const said = await say('#no-root');
    assert.match(
      said,
      /principal_local speaks only for tn_local, and approver_cfo\.laptop is bounded to none/,
    );
    assert.match(said, /principal_zayd speaks only for tn_zayd.*it takes a root for every tenant\./);
    assert.equal(await page.locator('#heard, #enrol-choose, #enrol-passkey-1').count(), 0);
    assert.match(await say('h1'), /^Nobody here may vouch for this key$/);
  });

  test('is told so beside one for every tenant, which signs', async (t) => {
    const keys = { ...(await boundedRoots()), principal_local: enrolledKeys.principal_local as KeyEntry };
    const { page, url, register, say } = await scene(t, keys);
    await page.goto(`${url}/keys/enrol/${(await register()).id}`);
    assert.match(await say('#enrol-ways'), /principal_zayd: principal_zayd speaks only for tn_zayd/);
    assert.equal(await page.locator('#enrol-passkey-1').count(), 0);
    assert.match(await say('#enrol-choose'), /with a key file/);
    assert.match(await say('h1'), /^Does local vouch for this key\?$/);
  });
});

describe('for which deployment', () => {
  test('it is shown, and whether by keys that the reader trusts', async (t) => {
    const shown = await scene(t, enrolledKeys);
    await shown.page.goto(`${shown.url}/keys/enrol/${(await shown.register()).id}`);
    assert.ok((await shown.say('#deployment')).endsWith(`${OWN}, as the authority itself says.`));
    const trusting = await scene(t, enrolledKeys, enrolledKeys);
    await trusting.page.goto(`${trusting.url}/keys/enrol/${(await trusting.register()).id}`);
    assert.ok((await trusting.say('#deployment')).endsWith(`${OWN}, as the keys say that you trust.`));
  });

  const { authority, ...rest } = enrolledKeys;
  const mixed = { ...rest, ...of({ authority } as KeySet, OTHER) };
  for (const [name, shown, trusted] of [
    ['another than the reader trusts', of(enrolledKeys, OTHER), enrolledKeys],
    ['several', mixed, null],
    ['several, one of which the reader trusts', mixed, enrolledKeys],
  ] as const) {
    test(`an authority that shows ${name} gets no signature`, async (t) => {
      const { page, url, register, say } = await scene(t, shown, trusted);
      await page.goto(`${url}/keys/enrol/${(await register()).id}`);
      assert.match(await say('#not-here'), new RegExp(`${OTHER}.*Do not sign`));
      assert.equal(await page.locator('#heard, #enrol-file, #enrol-sign').count(), 0);
      await page.goto(`${url}/keys/enrol?root=1`);
      await page.locator('#person').fill('amal');
      await page.locator('#make').click();
      assert.match(await say('#not-here'), new RegExp(`${OTHER}.*Do not sign`));
      assert.equal(await page.locator('#sign-itself').count(), 0);
    });
  }
});
