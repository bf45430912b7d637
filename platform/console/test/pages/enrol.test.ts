import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import { useBrowser } from '@common/web/testing/browser';
import { assertValid, checkPage } from '@common/web/testing/check-page';
import type { KeyEntry, KeySet } from '@platform/core/objects/key-entry';
import { enrolledEntry } from '@platform/core/signed/key-history';
import { createPasskey } from '@platform/core/testing/passkey';
import type { Page } from 'playwright-core';
import { signEnrolment } from '../../src/use-cases/enrol.ts';
import { spokenPart } from '../../src/use-cases/passkey-enrolment.ts';
import { chooseByKeyboard } from './choose-file.ts';
import { makeConsole, NOW, openConsole, serveConsole } from './console-app.ts';
import { enrolledBy, enrolledKeys, type KeyBook, keyBook } from './enrolled.ts';
import { greens } from './greens.ts';
import { holders } from './held-grant.ts';
import { countOf, focused, give, keyFile, press, textAt, type } from './open-page.ts';
import { trust } from './trusted.ts';
import { type Authenticator, pageWithAuthenticator } from './virtual-passkeys.ts';

const browser = useBrowser();

describe('making and enrolling a passkey', () => {
  const HTML = { accept: 'text/html' };

  interface Scene {
    readonly page: Page;
    readonly authenticator: Authenticator;
    readonly origin: string;
    readonly book: KeyBook;
    readonly say: (place: string) => Promise<string>;
    /** What the page posted, by path. */
    readonly posted: { readonly path: string; readonly body: unknown }[];
  }

  async function scene(t: TestContext, path = '/keys/enrol', book = keyBook()): Promise<Scene> {
    const origin = await serveConsole(t, { authority: book.authority });
    const { page, authenticator } = await pageWithAuthenticator(t, browser());
    const posted: Scene['posted'] = [];
    page.on('request', (request) => {
      const body = request.postData();
      if (body !== null) posted.push({ path: new URL(request.url()).pathname, body: JSON.parse(body) });
    });
    await page.goto(`${origin}${path}`);
    const say = (place: string) => textAt(page, place);
    return { page, authenticator, origin, book, say, posted };
  }

  async function make({ page }: Scene, person: string, device: string, counts: 'hardware' | 'signature') {
    await type(page, '#person', person);
    await type(page, '#device', device);
    await press(page, `#${counts}`);
    await press(page, '#make');
  }

  /** Passkeys that this page makes from now on are of RSA: a device takes the first algorithm that it can. */
  async function onlyRs256(page: Page): Promise<void> {
    await page.route('**/keys/enrol/options', async (route) => {
      const answer = await route.fetch();
      const options = await answer.json();
      const rs256 = options.pubKeyCredParams.filter(({ alg }: { alg: number }) => alg === -257);
      await route.fulfill({ response: answer, json: { ...options, pubKeyCredParams: rs256 } });
    });
  }

  const file = keyFile(holders.principal.pem);

  /** Types what was said, and signs with the principal’s key file. */
  async function sign({ page }: Scene, heard: string): Promise<void> {
    await type(page, '#heard', heard);
    await give(page, '#enrol-file', file);
    await textAt(page, '#enrol-state', 'This is principal_local');
    await press(page, '#enrol-sign');
  }

  async function handedOver({ page, say }: Scene): Promise<string> {
    await textAt(page, '#handed', /./);
    assert.equal(await focused(page), 'handed');
    return say('#spoken');
  }

  describe('/keys/enrol', () => {
    test('at both widths, light and dark', async (t) => {
      const { app, url } = await openConsole(t, { authority: keyBook().authority });
      await checkPage(browser(), { name: 'enrol', url: `${url}/keys/enrol` });
      const { body } = await app.inject({ url: '/keys/enrol?root=1', headers: HTML });
      await assertValid(body, 'of a root');
    });

    test('where a principal signs, at both widths, light and dark; without a script it names the command', async (t) => {
      const { url, app } = await openConsole(t, { authority: keyBook().authority });
      const post = async (path: string, payload: object) =>
        (await app.inject({ method: 'POST', url: `/keys/enrol/${path}`, payload })).json();
      const asked = { person: 'cfo', device: 'laptop', role: 'approver', hardware: true };
      const { challenge } = await post('options', asked);
      const laptop = createPasskey(nodeCrypto, { name: 'laptop', rpId: 'localhost', origin: url });
      const response = laptop.register(Buffer.from(challenge, 'base64url'));
      const { id } = await post('registration', { response });
      await checkPage(browser(), { name: 'enrol-sign', url: `${url}/keys/enrol/${id}` });
      const { body } = await app.inject({ url: `/keys/enrol/${id}`, headers: HTML });
      assert.match(body, /npx sanad keys enrol-passkey/);
      const keys = await app.inject({ url: '/keys', headers: HTML });
      assert.ok(keys.body.includes(`href="/keys/enrol/${id}"`), 'it waits under Keys');
    });

    test('without a script it says what to do by command', async (t) => {
      const app = await makeConsole(t, { authority: keyBook().authority });
      const { body } = await app.inject({ url: '/keys/enrol', headers: HTML });
      assert.match(body, /npx sanad keys passkey-options approver_cfo\.phone --person cfo --rp-id localhost/);
    });

    test('a clerk’s passkey names the tenants, which the principal reads and signs', async (t) => {
      const s = await scene(t);
      const { page, book, say } = s;
      await press(page, '#clerk');
      await make(s, 'lina', '', 'signature');
      assert.match(await textAt(page, '#tenants-problem', /./), /Name each tenant by its id/);
      await type(page, '#tenants', 'tn_local, tn_other');
      await press(page, '#make');
      const spoken = await handedOver(s);
      await Promise.all([page.waitForEvent('load'), press(page, '#to-sign')]);
      await textAt(page, '#step-whom', 'To be a clerk for tn_local and tn_other');
      await sign(s, spoken);
      await textAt(page, '#enrolled', /./);
      assert.match(await say('#enrolled'), /clerk_lina/);
      const [{ enrolment }] = book.enrolled as [(typeof book.enrolled)[number]];
      assert.deepEqual([enrolment.role, enrolment.tenants], ['clerk', ['tn_local', 'tn_other']]);
    });

    test('a device that the principal saw, made and signed for by keyboard alone', async (t) => {
      const s = await scene(t);
      const { page, book, say, posted } = s;
      await page.locator('#person').focus();
      await page.keyboard.type('cfo');
      await page.keyboard.press('Tab');
      await page.keyboard.type('laptop');
      assert.match(
        await say('#kid'),
        /will be approver_cfo\.laptop\. cfo has approver_cfo, and stays one person/,
      );
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      assert.equal(await focused(page), 'make');
      await page.keyboard.press('Enter');
      const spoken = await handedOver(s);
      assert.match(spoken, /^([0-9a-f]{4} ){3}[0-9a-f]{4}$/);
      assert.deepEqual(book.enrolled, [], 'nothing counts before a principal signs');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.locator('#heard').waitFor();
      assert.doesNotMatch(
        await say('main'),
        new RegExp(spoken.replaceAll(' ', ' ?')),
        'to be heard, not read',
      );
      assert.match(await say('.steps'), /May be copied no/);
      assert.match(await say('#ground-words'), /A signature: 3 of 4/);
      await page.locator('#seen').focus();
      await page.keyboard.press('Space');
      assert.match(await say('#ground-words'), /In hardware, seen: 4 of 4\. On your word alone/);
      await page.keyboard.press('Tab');
      await page.keyboard.type(spoken);
      await page.keyboard.press('Tab');
      assert.equal(await page.evaluate('document.activeElement.id'), 'enrol-choose');
      assert.equal(await page.locator('#enrol-choose').getAttribute('aria-disabled'), 'false');
      await chooseByKeyboard(page, ['Enter'], file);
      await page.locator('#enrol-sign').waitFor();
      await page.keyboard.press('Enter');
      assert.match(
        await textAt(page, '#enrolled', /./),
        /approver_cfo\.laptop is enrolled for cfo, as an approver\. In hardware, seen/,
      );
      const entry = book.keys['approver_cfo.laptop'] as KeyEntry;
      assert.deepEqual([entry.hardware, entry.hardware_ground, entry.independent], [true, 'seen', true]);
      assert.equal(entry.webauthn?.rp_id, 'localhost');
      assert.equal(entry.enrolment?.signature.kid, 'principal_local');
      assert.deepEqual(
        posted.map(({ path }) => path.replace(/[0-9a-f]{32}/, 'id')),
        ['/keys/enrol/options', '/keys/enrol/registration', '/keys/enrol/id/sign'],
      );
      await page.goto(page.url());
      assert.match(await say('main'), /No passkey waits here/);
      await page.goto(new URL('/keys', page.url()).href);
      assert.match(await say('main'), /approver_cfo\.laptop.*in hardware, seen/);
      assert.deepEqual(await greens(page), []);
    });

    test('a principal’s passkey signs for it, too: one of RSA, as Windows makes them', async (t) => {
      const s = await scene(
        t,
        '/keys/enrol?root=1',
        keyBook({}, { authority: enrolledKeys.authority as KeyEntry }),
      );
      const { page, book, say } = s;
      await onlyRs256(page);
      await make(s, 'local', '', 'hardware');
      await textAt(page, '#ground-words', /A signature: 3 of 4/);
      await press(page, '#seen');
      await textAt(page, '#ground-words', /In hardware, seen: 4 of 4\. On your own word/);
      await press(page, '#sign-itself');
      await textAt(page, '#handed', /has signed its own enrolment\. Nothing was sent/);
      const download = page.waitForEvent('download');
      await press(page, '#root-file');
      const saved = await download;
      assert.equal(saved.suggestedFilename(), 'principal_local.json');
      const root = JSON.parse(await readStream(await saved.createReadStream()));
      const { enrolment, enrolment_hash, signature } = root;
      assert.match(enrolment.public_key, /^[0-9a-f]{512}$/);
      const { type: _, ...facts } = enrolment;
      book.keys.principal_local = {
        ...facts,
        compromised_at: null,
        enrolment: { enrolment_hash, signature },
      };
      await page.goto(`${s.origin}/keys/enrol`);
      await make(s, 'cfo', 'phone', 'signature');
      const spoken = await handedOver(s);
      await toSign(page);
      await type(page, '#heard', spoken);
      assert.match(await say('#enrol-passkey-1'), /with the passkey principal_local/);
      await press(page, '#enrol-passkey-1');
      await textAt(page, '#enrolled', /./);
      assert.match(book.keys['approver_cfo.phone']?.enrolment?.signature.sig ?? '', /^[0-9a-f]{512}$/);
      assert.equal(book.keys['approver_cfo.phone']?.hardware, false);
    });

    test('a synced passkey is told as such before anything is sent, and enrolled as a signature', async (t) => {
      const s = await scene(t);
      const { page, authenticator, book, say, posted } = s;
      await authenticator.syncs(true);
      await make(s, 'cfo', 'tablet', 'hardware');
      assert.match(
        await textAt(page, '#by-rule', /./),
        /Not enrolled for hardware\. Nothing was sent or signed\. .*never 4/,
      );
      assert.equal(await focused(page), 'by-rule');
      assert.equal(posted.length, 1);
      await press(page, '#as-signature');
      const spoken = await handedOver(s);
      await toSign(page);
      assert.match(await say('.steps'), /May be copied yes: it is synced/);
      assert.match(await say('#ground-words'), /Synced: a signature, 3 of 4, never more/);
      assert.equal(await countOf(page, '#seen'), 0);
      await sign(s, spoken);
      await textAt(page, '#enrolled', /./);
      assert.equal(book.keys['approver_cfo.tablet']?.hardware, false);
    });

    test('without finger, face or PIN there is no passkey; a name that is taken is refused beside its field', async (t) => {
      const s = await scene(t);
      const { page } = s;
      await s.authenticator.verifies(false);
      await make(s, 'cfo', 'laptop', 'hardware');
      await textAt(page, '#make-problem', /Nothing was enrolled\. .*could not verify you/);
      assert.equal(await page.evaluate("document.querySelector('#device').value"), 'laptop', 'it stays');
      await s.authenticator.verifies(true);
      await make(s, 'cfo', '', 'hardware');
      await textAt(page, '#device-problem', /approver_cfo is enrolled already/);
      assert.equal(await focused(page), 'device');
    });

    test('at another address than the console’s own, it says where', async (t) => {
      const s = await scene(t, '/keys');
      await s.page.goto(`${s.origin.replace('localhost', '127.0.0.1')}/keys/enrol`);
      assert.match(
        await s.say('#enrolment'),
        /are made at http:\/\/localhost:\d+, and this page is at http:\/\/127/,
      );
      assert.equal(await countOf(s.page, '#make'), 0);
    });

    test('other characters than were said, and a key that is no principal’s, sign nothing', async (t) => {
      const s = await scene(t);
      const { page, book, say } = s;
      await make(s, 'cfo', 'laptop', 'hardware');
      const spoken = await handedOver(s);
      await toSign(page);
      await type(page, '#heard', 'zzzz');
      await press(page, '#enrol-choose');
      await textAt(page, '#heard-problem', /not how the fingerprint ends.*do not sign/);
      // All sixteen count.
      await type(page, '#heard', `${spoken.slice(0, -4)}zzzz`);
      assert.equal(await say('#heard-problem'), '');
      await press(page, '#enrol-choose');
      await textAt(page, '#heard-problem', /not how the fingerprint ends/);
      await type(page, '#heard', spoken.replaceAll(' ', '').toUpperCase());
      await give(page, '#enrol-file', keyFile(holders.guest.pem));
      await textAt(page, '#enrol-problem', 'approver_guest enrols nobody');
      assert.deepEqual(book.enrolled, []);
    });
  });

  /** Follows the link to where a principal signs. */
  async function toSign(page: Page): Promise<void> {
    const loaded = page.waitForEvent('load');
    await press(page, '#to-sign');
    await loaded;
  }

  async function readStream(stream: AsyncIterable<Buffer>): Promise<string> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    return Buffer.concat(chunks).toString('utf8');
  }

  describe('what the console takes', () => {
    const asked = { person: 'cfo', device: 'laptop', role: 'approver', hardware: true };
    async function begun(t: TestContext, more: Parameters<typeof makeConsole>[1] = {}) {
      const book = keyBook();
      let ms = Date.parse(NOW);
      const given = {
        authority: book.authority,
        origin: () => 'http://localhost:8080',
        clock: () => ms,
        ...more,
      };
      const app = await makeConsole(t, given);
      const post = async (path: string, payload: object, headers = {}) => {
        const answer = await app.inject({ method: 'POST', url: `/keys/enrol/${path}`, payload, headers });
        return [answer.statusCode, answer.json().detail?.error ?? 'ok', answer.json()] as const;
      };
      const begin = async (named = 'laptop') => {
        const [status, , options] = await post('options', { ...asked, device: named });
        assert.equal(status, 200);
        assert.equal(options.attestation, 'direct');
        assert.equal(options.authenticatorSelection.userVerification, 'required');
        return Buffer.from(options.challenge, 'base64url');
      };
      const pass = (milliseconds: number) => {
        ms += milliseconds;
      };
      return { app, book, post, begin, pass };
    }
    const device = (origin = 'http://localhost:8080', synced = false) =>
      createPasskey(nodeCrypto, { name: 'laptop', rpId: 'localhost', origin, synced });

    test('each challenge is answered once, within ten minutes, and is forgotten by a restart', async (t) => {
      const { post, begin, pass } = await begun(t);
      const response = device().register(await begin());
      const [status, , registered] = await post('registration', { response });
      assert.equal(status, 200);
      assert.deepEqual([registered.kid, registered.person], ['approver_cfo.laptop', 'cfo']);
      assert.deepEqual((await post('registration', { response })).slice(0, 2), [422, 'challenge_unknown']);
      const late = device().register(await begin('phone'));
      pass(600_000);
      assert.deepEqual((await post('registration', { response: late })).slice(0, 2), [
        422,
        'challenge_unknown',
      ]);
      const before = device().register(await begin('phone'));
      const restarted = await begun(t);
      const answer = await restarted.post('registration', { response: before });
      assert.deepEqual(answer.slice(0, 2), [422, 'challenge_unknown']);
    });

    test('no second passkey waits under a name while one does', async (t) => {
      const { app, post, begin, pass } = await begun(t);
      const [first, second] = [await begin(), await begin()];
      assert.equal((await post('registration', { response: device().register(first) }))[0], 200);
      const [status, code, { detail }] = await post('options', asked);
      assert.deepEqual([status, code], [409, 'kid_waiting']);
      assert.match(detail.message, /approver_cfo\.laptop waits .* name this device otherwise/);
      const begunBefore = await post('registration', { response: device().register(second) });
      assert.deepEqual(begunBefore.slice(0, 2), [422, 'kid_waiting']);
      const { body } = await app.inject({ url: '/keys', headers: HTML });
      assert.equal(body.match(/href="\/keys\/enrol\/[0-9a-f]{32}"/g)?.length, 1);
      pass(24 * 3_600_000);
      await begin();
    });

    test('two hundred who ask push out no challenge of another, and a changed one is none', async (t) => {
      const { post, begin } = await begun(t);
      const mine = await begin();
      for (let count = 0; count < 201; count += 1) await begin(`other-${count}`);
      const content = Buffer.from(mine.subarray(32)).toString('utf8').replaceAll('cfo', 'eve');
      const forged = Buffer.concat([mine.subarray(0, 32), Buffer.from(content)]);
      for (const challenge of [forged, mine.subarray(0, 31), Buffer.alloc(0)]) {
        const response = device().register(challenge);
        assert.deepEqual((await post('registration', { response })).slice(0, 2), [422, 'challenge_unknown']);
      }
      const [status, , registered] = await post('registration', { response: device().register(mine) });
      assert.deepEqual([status, registered.kid], [200, 'approver_cfo.laptop']);
    });

    test('who makes many passkeys pushes out none that waits, and fills one network’s share alone', async (t) => {
      const { app, begin } = await begun(t);
      const from = async (remoteAddress: string, named: string) => {
        const response = device().register(await begin(named));
        const url = '/keys/enrol/registration';
        const answer = await app.inject({ method: 'POST', url, payload: { response }, remoteAddress });
        return [answer.statusCode, answer.json().detail?.error ?? answer.json().kid];
      };
      assert.deepEqual(await from('192.0.2.1', 'mine'), [200, 'approver_cfo.mine']);
      for (let count = 0; count < 20; count += 1) {
        assert.equal((await from(`2001:db8::${count}`, `other-${count}`))[0], 200);
      }
      assert.deepEqual(await from('2001:db8::ffff', 'one-more'), [422, 'registrations_too_many']);
      assert.deepEqual(await from('192.0.2.1', 'second'), [200, 'approver_cfo.second']);
      const { body } = await app.inject({ url: '/keys', headers: HTML });
      assert.match(body, /approver_cfo\.mine/);
    });

    test('a wrong answer uses its challenge up', async (t) => {
      const { post, begin } = await begun(t);
      const challenge = await begin();
      const wrong = device('http://localhost:9999').register(challenge);
      const [status, code, { detail }] = await post('registration', { response: wrong });
      assert.deepEqual([status, code], [422, 'registration_invalid']);
      assert.match(detail.message, /origin/);
      const right = device().register(challenge);
      assert.deepEqual((await post('registration', { response: right })).slice(0, 2), [
        422,
        'challenge_unknown',
      ]);
    });

    for (const member of [{ crossOrigin: true }, { topOrigin: 'https://evil.example' }]) {
      test(`a registration in a frame is refused: ${Object.keys(member)}`, async (t) => {
        const { post, begin } = await begun(t);
        const response = device().register(await begin());
        const client = JSON.parse(Buffer.from(response.response.clientDataJSON, 'base64url').toString());
        const framed = Buffer.from(JSON.stringify({ ...client, ...member })).toString('base64url');
        const changed = { ...response, response: { ...response.response, clientDataJSON: framed } };
        const [status, code, { detail }] = await post('registration', { response: changed });
        assert.deepEqual([status, code], [422, 'registration_invalid']);
        assert.match(detail.message, /made in a frame of another page/);
      });
    }

    test('a synced passkey is no hardware, whatever the page says; other sites and other facts are refused', async (t) => {
      const { post, begin, book } = await begun(t);
      const synced = device(undefined, true).register(await begin());
      assert.deepEqual((await post('registration', { response: synced })).slice(0, 2), [
        422,
        'passkey_synced',
      ]);
      const foreign = await post('options', asked, { 'sec-fetch-site': 'cross-site' });
      assert.deepEqual(foreign.slice(0, 2), [403, 'cross_site_request']);
      const [, , registered] = await post('registration', { response: device().register(await begin()) });
      const { signEnrolment } = await import('../../src/use-cases/enrol.ts');
      const { enrolmentOfPasskey } = await import('../../src/use-cases/passkey-enrolment.ts');
      const { deployment } = holders.cfo.entry;
      const enrolment = enrolmentOfPasskey(registered, { deployment, seen: true, notBefore: NOW });
      const by = (signer = holders.principal.signer, patch = {}) =>
        post(`${registered.id}/sign`, signEnrolment(nodeCrypto, signer, { ...enrolment, ...patch }));
      const other = { public_key: holders.guest.entry.public_key };
      assert.deepEqual((await by(undefined, other)).slice(0, 2), [422, 'enrolment_differs']);
      assert.deepEqual((await by(undefined, { person: 'guest' })).slice(0, 2), [422, 'enrolment_differs']);
      assert.deepEqual((await by(holders.guest.signer)).slice(0, 2), [422, 'enrolment_invalid']);
      assert.deepEqual(book.enrolled, []);
      assert.equal((await by())[0], 200);
      assert.deepEqual((await by()).slice(0, 2), [404, 'registration_not_found']);
    });
  });
});

describe('what a principal signs, and for whom', () => {
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
    const { url, app } = await openConsole(t, { authority });
    const post = async (path: string, payload: object) =>
      (await app.inject({ method: 'POST', url: `/keys/enrol/${path}`, payload })).json();
    const { page } = await pageWithAuthenticator(t, browser());
    if (trusted !== null) {
      await page.goto(`${url}/verify`);
      await trust(page, trusted);
    }
    const say = (place: string) => textAt(page, place);
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
      assert.match(refused.detail.message, /A principal of every tenant makes .*\/keys\/enrol\?root=1/);
      const approver = await register({ root: true });
      assert.equal(approver.detail.error, 'role_not_allowed');
      const root = await register({ role: 'principal', root: true });
      assert.equal(root.kid, 'principal_cfo.laptop');
      await page.goto(`${url}/keys`);
      assert.equal(await countOf(page, '#waiting'), 0);
      assert.equal((await app.inject({ url: `/keys/enrol/${root.id}` })).statusCode, 404);
      const signed = await app.inject({ url: `/keys/enrol/${root.id}/registered.json` });
      assert.equal(signed.statusCode, 404);
      assert.doesNotMatch(await say('main'), /principal_cfo/);
    });

    test('role and its power stand in the list, in step 1 and on the button', async (t) => {
      const { page, url, register, say } = await scene(t, enrolledKeys);
      const { id, facts } = await register();
      await page.goto(`${url}/keys`);
      assert.match(
        await say('main'),
        /A passkey for cfo, to be an approver, made .*It can approve and reject/,
      );
      await page.goto(`${url}/keys/enrol/${id}`);
      assert.match(await say('.steps'), /To be an approver\. It can approve and reject/);
      await type(page, '#heard', spokenPart(facts));
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
      assert.equal(await countOf(page, '#heard, #enrol-choose, #enrol-passkey-1'), 0);
      assert.match(await say('h1'), /^Nobody here may vouch for this key$/);
    });

    test('is told so beside one for every tenant, which signs', async (t) => {
      const keys = { ...(await boundedRoots()), principal_local: enrolledKeys.principal_local as KeyEntry };
      const { page, url, register, say } = await scene(t, keys);
      await page.goto(`${url}/keys/enrol/${(await register()).id}`);
      assert.match(await say('#enrol-ways'), /principal_zayd: principal_zayd speaks only for tn_zayd/);
      assert.equal(await countOf(page, '#enrol-passkey-1'), 0);
      assert.match(await say('#enrol-choose'), /with a key file/);
      assert.match(await say('h1'), /^Does local vouch for this key\?$/);
    });
  });

  describe('for which deployment', () => {
    test('it is shown, and whether by keys that the reader trusts', async (t) => {
      const { page, url, register, say } = await scene(t, enrolledKeys);
      const address = `${url}/keys/enrol/${(await register()).id}`;
      await page.goto(address);
      assert.ok((await say('#deployment')).endsWith(`${OWN}, as the authority itself says.`));
      await trust(page, enrolledKeys);
      await page.goto(address);
      assert.ok((await say('#deployment')).endsWith(`${OWN}, as the keys say that you trust.`));
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
        assert.equal(await countOf(page, '#heard, #enrol-file, #enrol-sign'), 0);
        await page.goto(`${url}/keys/enrol?root=1`);
        await type(page, '#person', 'amal');
        await press(page, '#make');
        await textAt(page, '#not-here', new RegExp(`${OTHER}.*Do not sign`));
        assert.equal(await countOf(page, '#sign-itself'), 0);
      });
    }
  });
});
