import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { useBrowser } from '@common/web/testing/browser';
import { checkPage } from '@common/web/testing/check-page';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import { signObject } from '@platform/core/signed/signed';
import { writeSessionToken } from '@platform/keys/session-token';
import type { AppDeps } from '../../src/app.ts';
import { makeConsole, NOW, serveConsole } from './console-app.ts';
import { ed, heldGrant, holder, holders, keys } from './held-grant.ts';
import { focused, give, keyFile, press, textAt, type } from './open-page.ts';
import { mandateOf, signedBooks } from './signed-books.ts';
import { asked, SECRET, signIn } from './signed-in.ts';
import { pageWithAuthenticator, type VirtualPasskey, virtualPasskey } from './virtual-passkeys.ts';

const browser = useBrowser();
const HTML = { accept: 'text/html' };
const TENANT = mandateOf().contract.tenant;
const other = mandateOf({ contract_id: 'ic_other', tenant: 'tn_other' });
const held = heldGrant();
const foreign = { ...held, grant: { ...held.grant, grant_id: 'gr_foreign', tenant: 'tn_other' } };

/** A console that asks people to sign in, with books of two tenants; `enrolled` may change. */
async function closed(t: TestContext, enrolled: Record<string, KeyEntry>, given: Partial<AppDeps> = {}) {
  const authority = signedBooks({
    keys: async () => ok(enrolled),
    mandates: async () => ok([mandateOf(), other]),
    mandate: async (id) => ok(id === 'ic_other' ? other : mandateOf()),
    grant: async (id) => ok(id === 'gr_foreign' ? foreign : held),
    waiting: async () => ok([held, foreign]),
    inDoubt: async () => ok([foreign]),
  });
  return makeConsole(t, { authority, sessionSecret: SECRET, ...given });
}

type Console = Awaited<ReturnType<typeof closed>>;

const get = (app: Console, url: string, cookie = '') => app.inject({ url, headers: { ...HTML, cookie } });

describe('a console that asks people to sign in', () => {
  test('leads every page to the way in, and refuses programs', async (t) => {
    const app = await closed(t, { ...keys });
    const page = await get(app, '/mandates?x=1');
    assert.deepEqual([page.statusCode, page.headers.location], [303, '/sign-in?next=%2Fmandates%3Fx%3D1']);
    for (const url of ['/approvals/waiting.events', '/receipts/receipts.csv', '/approvals/gr_1/grant.json']) {
      assert.equal((await app.inject({ url })).statusCode, 401, url);
    }
    const posted = await app.inject({ method: 'POST', url: '/mandates/register', payload: {} });
    assert.equal(posted.statusCode, 401);
    const headers = { ...HTML, 'content-type': 'application/x-www-form-urlencoded' };
    const form = await app.inject({ method: 'POST', url: '/mandates/new', headers, payload: 'agent=x' });
    assert.equal(form.statusCode, 401);
    assert.match(form.body, /load this page again: your browser sends what you typed once more/);
    for (const url of ['/sign-in', '/verify', '/keys/enrol', '/healthz']) {
      assert.equal((await get(app, url)).statusCode, 200, url);
    }
    assert.equal((await get(app, '/sign-in?next=//evil.test')).body.includes('evil.test'), false);
  });

  test('knows who makes another passkey, and shows strangers there no other page', async (t) => {
    const app = await closed(t, { ...keys });
    const { cookie } = await signIn(app, holders.cfo.signer);
    const { body } = await get(app, '/keys/enrol', cookie);
    assert.match(body, /Signed in as <bdi class="id">cfo<\/bdi>/);
    assert.match(body, /href="\/approvals"/);
    assert.doesNotMatch((await get(app, '/keys/enrol')).body, /Signed in as|href="\/approvals"/);
  });

  test('shows a person the tenants that are theirs, and no others', async (t) => {
    const entry: KeyEntry = { ...holders.cfo.entry, tenants: [TENANT] };
    const app = await closed(t, { ...keys, approver_cfo: entry });
    const { status, cookie } = await signIn(app, holders.cfo.signer);
    assert.equal(status, 200);
    const mandates = await get(app, '/mandates', cookie);
    assert.equal(mandates.statusCode, 200);
    assert.match(mandates.body, /Signed in as <bdi class="id">cfo</);
    assert.match(mandates.body, /ic_first/);
    assert.doesNotMatch(mandates.body, /ic_other|tn_other/);
    assert.equal((await get(app, '/mandates/ic_other', cookie)).statusCode, 404);
    assert.equal((await get(app, '/approvals/gr_foreign', cookie)).statusCode, 404);
    const approvals = await get(app, '/approvals', cookie);
    assert.doesNotMatch(approvals.body, /gr_foreign|In doubt \(1\)/);
    const all = await signIn(app, holders.principal.signer);
    assert.match((await get(app, '/mandates', all.cookie)).body, /ic_other/);
  });

  test('tells an account of another company like one that is not there', async (t) => {
    const entry: KeyEntry = { ...holders.principal.entry, tenants: [TENANT] };
    const app = await closed(t, { ...keys, [entry.kid]: entry });
    const { cookie } = await signIn(app, holders.principal.signer);
    for (const file of ['month', 'month.csv', 'month.jsonl']) {
      const query = 'tenant=tn_other&account=acct_a&month=2026-05';
      const { statusCode, body } = await get(app, `/statements/${file}?${query}`, cookie);
      assert.equal(statusCode, 404, file);
      assert.match(body, /There is no account acct_a of tn_other among yours/);
    }
  });

  test('accepts a session of its own alone, in time, by a person’s key that still counts', async (t) => {
    const enrolled: Record<string, KeyEntry> = { ...keys };
    let now = Date.parse(NOW);
    const app = await closed(t, enrolled, { clock: () => now });
    const { signer } = holders.cfo;
    assert.deepEqual(
      (await signIn(app, signer, { origin: 'https://evil.test' })).error,
      'session_of_another_console',
    );
    assert.deepEqual(
      (await signIn(app, signer, { nonce: 'a'.repeat(64) })).error,
      'session_of_another_console',
    );
    assert.deepEqual(
      (await signIn(app, signer, { asked_at: NOW.replace('12:00', '11:00') })).error,
      'session_of_another_console',
    );
    assert.deepEqual((await signIn(app, holders.authority.signer)).error, 'role_not_allowed');
    const session = await asked(app);
    const { hash, signature } = signObject(nodeCrypto, signer, session);
    now += 6 * 60_000;
    const payload = { session, session_hash: hash, signature };
    const late = await app.inject({ method: 'POST', url: '/sign-in', payload });
    assert.equal(late.json().detail.error, 'session_too_late');
    const { cookie } = await signIn(app, signer);
    assert.equal((await get(app, '/', cookie)).statusCode, 200);
    assert.equal((await get(app, '/', `${cookie}x`)).statusCode, 303, 'a cookie that was changed');
    enrolled.approver_cfo = { ...holders.cfo.entry, compromised_at: NOW };
    now += 10_000;
    assert.equal((await get(app, '/', cookie)).statusCode, 303, 'a key that was marked');
    enrolled.approver_cfo = holders.cfo.entry;
    now += 10_000;
    assert.equal((await get(app, '/', cookie)).statusCode, 200);
    now += 13 * 3_600_000;
    assert.equal((await get(app, '/', cookie)).statusCode, 303, 'a session that is over');
  });

  test('signing out ends copies of the cookie, and of what was signed; the authority takes neither', async (t) => {
    const app = await closed(t, { ...keys });
    const session = await asked(app);
    const { hash, signature } = signObject(nodeCrypto, holders.cfo.signer, session);
    const payload = { session, session_hash: hash, signature };
    const give = () => app.inject({ method: 'POST', url: '/sign-in', payload });
    const [cookie = ''] = String((await give()).headers['set-cookie']).split(';');
    const other = await signIn(app, holders.cfo.signer);
    assert.equal((await get(app, '/', cookie)).statusCode, 200);
    const inCookie = Buffer.from(cookie.split('.')[1] ?? '', 'base64url').toString();
    assert.ok(!cookie.includes(writeSessionToken(payload)) && !inCookie.includes(hash), 'it is sealed');
    const out = await app.inject({ method: 'POST', url: '/sign-out', headers: { cookie } });
    assert.deepEqual([out.statusCode, out.headers.location], [303, '/sign-in']);
    assert.equal((await get(app, '/', cookie)).statusCode, 303);
    assert.equal((await give()).json().detail.error, 'session_over');
    assert.equal((await get(app, '/', other.cookie)).statusCode, 200, 'another session goes on');
  });

  test('a person signs in at once when their key was enrolled, also if the others were read just before', async (t) => {
    const { approver_cfo: cfo, ...enrolled } = keys as Record<string, KeyEntry>;
    let known: Record<string, KeyEntry> = enrolled;
    const app = await closed(t, {}, { authority: signedBooks({ keys: async () => ok(known) }) });
    assert.equal((await signIn(app, holders.principal.signer)).status, 200);
    assert.equal((await signIn(app, holders.cfo.signer)).error, 'kid_unknown');
    known = { ...enrolled, approver_cfo: cfo ?? holders.cfo.entry };
    assert.equal((await signIn(app, holders.cfo.signer)).status, 200);
  });

  test('strangers learn no names: neither of the page nor by typing one', async (t) => {
    const origin = 'http://localhost:8080';
    const { entry } = virtualPasskey({ kid: 'approver_cfo.phone', person: 'cfo', origin });
    const app = await closed(t, { ...keys, 'approver_cfo.phone': entry }, { origin: () => origin });
    const { body } = await get(app, '/sign-in');
    for (const { kid } of [entry, holders.cfo.entry, holders.principal.entry]) {
      assert.ok(!body.includes(kid), kid);
    }
    const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
    const idsOf = async (name: string): Promise<readonly string[]> =>
      (await post('/sign-in/passkeys', { name, rp_id: 'localhost' })).json().ids;
    const [known, stranger] = [await idsOf('cfo'), await idsOf('mallory')];
    assert.ok(known.includes(entry.webauthn?.credential_id ?? ''));
    assert.deepEqual([known.length, stranger.length], [4, 4]);
    assert.deepEqual(await idsOf(' CFO'), known);
    assert.deepEqual(await idsOf('Mallory '), stranger, 'the same each time');
    assert.ok(!stranger.some((id) => known.includes(id)));
    const found = await post('/sign-in/key', { credential_id: entry.webauthn?.credential_id });
    assert.equal(found.json().key.kid, 'approver_cfo.phone');
    assert.equal((await post('/sign-in/key', { credential_id: stranger[0] })).statusCode, 404);
    assert.equal(
      (await post('/sign-in/key', { public_key: holders.authority.entry.public_key })).statusCode,
      404,
    );
  });

  describe('in a browser', () => {
    async function opened(t: TestContext, passkey: (origin: string) => VirtualPasskey | null) {
      const enrolled: Record<string, KeyEntry> = { ...keys };
      const authority = signedBooks({
        keys: async () => ok(enrolled),
        mandates: async () => ok([mandateOf()]),
      });
      const url = await serveConsole(t, { authority, sessionSecret: SECRET });
      const { page, authenticator } = await pageWithAuthenticator(t, browser());
      const held = passkey(url);
      if (held !== null) {
        enrolled[held.entry.kid] = held.entry;
        await authenticator.hold(held);
      }
      await page.goto(`${url}/mandates`);
      await textAt(page, 'h1', 'Sign in');
      return { page, url };
    }

    const phone = { kid: 'approver_cfo.phone', person: 'cfo' };

    test('a person signs in with a passkey that the device finds, and out again', async (t) => {
      const { page, url } = await opened(t, (origin) =>
        virtualPasskey({ ...phone, origin, discoverable: true }),
      );
      await checkPage(browser(), { name: 'sign-in', url: `${url}/sign-in` });
      await page.click('[data-passkey]');
      await page.waitForURL('**/mandates');
      await textAt(page, '.reader span', 'Signed in as cfo');
      assert.equal(new URL(page.url()).pathname, '/mandates');
      await page.click('.reader button');
      await page.waitForURL('**/sign-in');
      await textAt(page, 'h1', 'Sign in');
    });

    test('a key that the device finds only by its id is asked for by name, and a wrong name says no more', async (t) => {
      const { page } = await opened(t, (origin) => virtualPasskey({ ...phone, origin }));
      await press(page, 'details:has([data-named]) summary');
      await press(page, '[data-named]');
      await textAt(page, '#sign-in-problem', 'Type your name');
      assert.equal(await focused(page), 'sign-in-name');
      await type(page, '#sign-in-name', 'nobody');
      await press(page, '[data-named]');
      await textAt(page, '#sign-in-problem', 'Your passkey was not used');
      await type(page, '#sign-in-name', 'CFO');
      await press(page, '[data-named]');
      await page.waitForURL('**/mandates');
      await textAt(page, '.reader span', 'Signed in as cfo');
    });

    test('a key file signs in, once it is one that is enrolled', async (t) => {
      const { page } = await opened(t, () => null);
      const stranger = holder('approver_cfo', 'approver', 'cfo', ed());
      await press(page, 'details:has(#sign-in-file) summary');
      await give(page, '#sign-in-file', keyFile(stranger.pem));
      await textAt(page, '#sign-in-problem', 'This key is not enrolled here');
      await give(page, '#sign-in-file', keyFile(holders.principal.pem));
      await textAt(page, '#sign-in-holder', holders.principal.entry.kid);
      await press(page, '#sign-in-sign');
      await page.waitForURL('**/mandates');
    });
  });
});
