import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import type { HttpApp } from '@common/kit/http/app';
import type { Access } from '@screener/service/accounts/access';
import { argon2id } from '@screener/service/accounts/password';
import { openTestAccess } from '../../../service/test/access/access-under-test.ts';
import { clockAt, DAY, HOUR } from '../../../service/test/app-under-test.ts';
import { useSnapshotStore } from '../../../service/test/snapshot-store.ts';
import { PUBLIC_PAGES } from '../../src/parts/public-pages.ts';
import { makeApp } from '../app-under-test.ts';
import { signIn } from './signed-in.ts';

describe('sessions', () => {
  const clock = clockAt('2030-06-15T12:00:00Z');
  const snapshot = useSnapshotStore(clock);
  const EMAIL = 'anna@example.org';
  const PASSWORD = 'correct horse battery staple';
  const NAME = '__Host-sanad-session';

  interface Answer {
    readonly status: number;
    readonly headers: Readonly<Record<string, unknown>>;
    readonly body: string;
    readonly json: () => { data: Record<string, string> };
    readonly cookie: string | undefined;
    /** By which the browser is known as one that signed in. */
    readonly known: string | undefined;
  }

  /** A browser of one person: keeps the session's cookie, and says where its posts come from. */
  async function open(t: TestContext, given: Partial<Access> = {}) {
    const access = { ...(await openTestAccess(t, undefined, clock)), ...given };
    const { app } = await makeApp(t, { ...snapshot.shared(), clock }, undefined, access);
    async function send(
      method: 'GET' | 'POST',
      url: string,
      { cookie, json, form, headers = {}, from }: Sent = {},
    ): Promise<Answer> {
      const answer = await app.inject({
        method,
        url,
        ...(from === undefined ? {} : { remoteAddress: from }),
        headers: {
          ...(cookie === undefined ? {} : { cookie: `${NAME}=${cookie}` }),
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
          'sec-fetch-site': 'same-origin',
          ...headers,
        },
        ...(json === undefined ? {} : { payload: json }),
        ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
      });
      const set = answer.cookies.find(({ name }) => name === NAME);
      return {
        status: answer.statusCode,
        headers: answer.headers,
        body: answer.body,
        json: () => answer.json(),
        cookie: set?.value,
        known: answer.cookies.find(({ name }) => name === '__Host-sanad-browser')?.value,
      };
    }
    const signUp = async (email = EMAIL) => {
      const { data } = (await send('POST', '/api/keys', { json: { email } })).json();
      return data.api_key ?? '';
    };
    const signIn = async (key: string) => {
      const { status, cookie = '' } = await send('POST', '/api/session', { json: { api_key: key } });
      assert.equal(status, 200);
      return cookie;
    };
    const isIn = async (cookie: string) => {
      const { status } = await send('GET', '/portal/password', { cookie });
      assert.ok(status === 200 || status === 303);
      return status === 200;
    };
    return { app, access, send, signUp, signIn, isIn };
  }

  interface Sent {
    readonly cookie?: string;
    /** The address that it calls from. */
    readonly from?: string;
    readonly json?: object;
    readonly form?: Record<string, string>;
    readonly headers?: Record<string, string>;
  }

  describe('POST /api/session', () => {
    test('an API key begins a session whose cookie has a hash prefix, the tier and the expiry alone', async (t) => {
      const { send, signUp, access } = await open(t);
      const key = await signUp();
      const {
        status,
        headers,
        json,
        cookie = '',
      } = await send('POST', '/api/session', { json: { api_key: key } });
      assert.equal(status, 200);
      assert.deepEqual(json().data, { tier: 'free', expires_at: new Date(clock() + 14 * DAY).toISOString() });
      const [line = ''] = [headers['set-cookie']].flat() as string[];
      assert.match(line, /^__Host-sanad-session=/);
      for (const part of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', `Max-Age=${14 * 86_400}`]) {
        assert.ok(line.split('; ').includes(part), part);
      }
      const [{ hash = '' } = {}] = await access.accessStore.keysOf(EMAIL);
      const [purpose, prefix, tier, expiry, signature, ...rest] = decodeURIComponent(cookie).split('.');
      assert.deepEqual([purpose, prefix, tier, rest], ['s1', hash.slice(0, 32), 'free', []]);
      assert.equal(Number(expiry), clock() + 14 * DAY);
      assert.ok((signature?.length ?? 0) >= 43);
      assert.ok(!line.includes(key));
    });

    test('a form leads on to where it was asked for, and never off the site', async (t) => {
      const { send, signUp } = await open(t);
      const key = await signUp();
      const led = async (next: string) => {
        const { status, headers } = await send('POST', '/api/session', { form: { api_key: key, next } });
        assert.equal(status, 303);
        return headers.location;
      };
      assert.equal(await led('/portal/report/AAPL?as_of=2024-01-02'), '/portal/report/AAPL?as_of=2024-01-02');
      for (const next of [
        '',
        '//evil.example',
        '/\\evil.example',
        '/\tevil',
        '/.//evil.example',
        'https://evil.example',
        'javascript:alert(1)',
        'evil',
      ]) {
        assert.equal(await led(next), '/portal/dashboard', next);
      }
    });

    test('is refused with the same words for an unknown address and a wrong password', async (t) => {
      const { send, signUp, signIn } = await open(t);
      const cookie = await signIn(await signUp());
      const wrong = await send('POST', '/api/session', {
        json: { email: 'nobody@example.org', password: PASSWORD },
      });
      const keyless = await send('POST', '/api/session', { json: { email: EMAIL, password: PASSWORD } });
      assert.deepEqual([wrong.status, keyless.status], [401, 401]);
      const words = ({ body }: Answer) => JSON.parse(body).error.message;
      assert.equal(words(wrong), words(keyless));
      assert.equal(wrong.cookie, undefined);
      const form = await send('POST', '/api/session', { form: { email: EMAIL, password: 'x' }, cookie });
      assert.equal(form.status, 422);
      assert.match(form.body, /value="anna@example.org"/);
      assert.match(form.body, /The address and the password do not match\./);
      const none = await send('POST', '/api/session', { json: {} });
      assert.equal(none.status, 422);
      assert.deepEqual(JSON.parse(none.body).detail[0].loc, ['body', 'api_key']);
    });

    test('does the same work for an unknown address, from the first guess on, as for a wrong password', async (t) => {
      const done: unknown[] = [];
      const counted: Access['argon2id'] = ({ message, nonce, ...cost }) => {
        done.push({ ...cost, saltBytes: nonce.length, characters: message.length });
        return argon2id({ message, nonce, ...cost });
      };
      const { send, signUp, signIn } = await open(t, { argon2id: counted });
      const workOf = async (email: string) => {
        done.length = 0;
        const { status } = await send('POST', '/api/session', { json: { email, password: 'a wrong guess' } });
        assert.equal(status, 401);
        return [...done];
      };
      const once = {
        memory: 19_456,
        passes: 2,
        parallelism: 1,
        tagLength: 32,
        saltBytes: 16,
        characters: 13,
      };
      assert.deepEqual(await workOf('nobody@example.org'), [once], 'an unknown address');
      const key = await signUp();
      assert.deepEqual(await workOf(EMAIL), [once], 'an address without a password');
      const json = { current_password: key, new_password: PASSWORD };
      const { status } = await send('POST', '/api/account/password', { cookie: await signIn(key), json });
      assert.equal(status, 200);
      assert.deepEqual(await workOf(EMAIL), [once], 'a wrong password');
    });

    describe('with guesses of a password', () => {
      /** Costs nothing: how often it is derived is tested above. */
      const cheap: Access['argon2id'] = async ({ message, nonce }) =>
        createHash('sha256').update(nonce).update(message).digest();
      async function owned(t: TestContext) {
        const { send, signUp, signIn } = await open(t, { argon2id: cheap });
        const key = await signUp();
        const json = { current_password: key, new_password: PASSWORD };
        const set = await send('POST', '/api/account/password', { cookie: await signIn(key), json });
        assert.equal(set.status, 200);
        const guess = (password: string, from: string, known?: string) =>
          send('POST', '/api/session', {
            json: { email: EMAIL, password },
            from,
            ...(known === undefined ? {} : { headers: { cookie: `__Host-sanad-browser=${known}` } }),
          });
        const byKey = async (from: string) =>
          (await send('POST', '/api/session', { json: { api_key: key }, from })).status;
        return { guess, byKey, send, signUp };
      }

      test('from one address stop after ten, but for one every ten seconds; the owner signs in from another', async (t) => {
        const { guess, byKey } = await owned(t);
        const statuses: number[] = [];
        for (let tries = 0; tries < 10; tries += 1)
          statuses.push((await guess(`guess ${tries}`, '203.0.113.1')).status);
        assert.deepEqual(new Set(statuses), new Set([401]));
        assert.equal((await guess('guess 11', '203.0.113.1')).status, 401, 'one every ten seconds');
        for (const password of ['guess 12', PASSWORD]) {
          const refused = await guess(password, '203.0.113.1');
          assert.equal(refused.status, 429, 'which tells nothing of the right one');
          assert.match(String(refused.headers['retry-after']), /^\d+$/);
        }
        assert.equal((await guess(PASSWORD, '203.0.113.2')).status, 200);
        assert.equal(await byKey('203.0.113.1'), 200, 'the key is no password');
      });

      test('all at once are not checked before one counts', async (t) => {
        const { guess } = await owned(t);
        const all = await Promise.all(
          Array.from({ length: 20 }, (_, tries) => guess(`guess ${tries}`, '203.0.113.1')),
        );
        const checked = all.filter(({ status }) => status === 401);
        // Ten, and one that is checked every ten seconds.
        assert.equal(checked.length, 11);
      });

      test('from fifty networks keep nobody out but the guessers', async (t) => {
        const { guess } = await owned(t);
        for (let tries = 0; tries < 50; tries += 1) {
          assert.equal((await guess(`guess ${tries}`, `198.51.100.${tries % 5}`)).status, 401);
        }
        assert.equal((await guess(PASSWORD, '203.0.113.9')).status, 200, 'the owner, elsewhere');
      });

      test('from the owner’s own network keep out no browser that signed in before', async (t) => {
        const { guess } = await owned(t);
        const known = (await guess(PASSWORD, '203.0.113.1')).known;
        assert.match(String(known), /^known1\./);
        for (let tries = 0; tries < 12; tries += 1) await guess(`guess ${tries}`, '203.0.113.1');
        assert.equal((await guess(PASSWORD, '203.0.113.1')).status, 429, 'a browser that is not known');
        assert.equal((await guess('a slip', '203.0.113.1', known)).status, 401, 'a slip is told as one');
        assert.equal((await guess(PASSWORD, '203.0.113.1', known)).status, 200);
      });

      test('are no more for those who make browsers known with an account of the same address', async (t) => {
        const { guess, send, signUp } = await owned(t);
        const known = (await send('POST', '/api/session', { json: { api_key: await signUp() } })).known;
        const statuses: number[] = [];
        for (let tries = 0; tries < 12; tries += 1)
          statuses.push((await guess(`guess ${tries}`, '203.0.113.1', known)).status);
        assert.deepEqual(statuses.slice(10), [401, 429]);
      });
    });
  });

  describe('a session', () => {
    test('ends by signing out, also for a copy of its cookie', async (t) => {
      const { send, signUp, signIn, isIn } = await open(t);
      const key = await signUp();
      const cookie = await signIn(key);
      clock.advance(1);
      const other = await signIn(key);
      assert.ok(await isIn(cookie));
      const { status, headers, cookie: cleared } = await send('POST', '/portal/logout', { cookie });
      assert.deepEqual([status, headers.location, cleared], [303, '/', '']);
      assert.equal(await isIn(cookie), false);
      assert.ok(await isIn(other), 'on another device it goes on');
    });

    test('ends with its time, and when its key is ended', async (t) => {
      const { signUp, signIn, isIn, send, access } = await open(t);
      const old = await signIn(await signUp());
      clock.advance(14 * DAY);
      assert.equal(await isIn(old), false);
      const key = await signUp();
      const cookie = await signIn(key);
      // A sign-up that brings the key ends it at once.
      await send('POST', '/api/keys', { json: { email: EMAIL }, headers: { 'x-api-key': key } });
      assert.equal(await isIn(cookie), false);
      const third = await signUp('other@example.org');
      const ending = await signIn(third);
      const [{ label = '' } = {}] = await access.accessStore.keysOf('other@example.org');
      await access.accessStore.endKey(label, clock());
      assert.equal(await isIn(ending), false);
    });

    test('is refused if a character of the cookie is changed', async (t) => {
      const { signUp, signIn, isIn } = await open(t);
      const cookie = decodeURIComponent(await signIn(await signUp()));
      const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      for (const [at, letter] of [...cookie].entries()) {
        // Only the lowest bit differs, which the bytes of the signature do not have in its last letter.
        const other = letters[letters.indexOf(letter) ^ 1] ?? '1';
        const changed = `${cookie.slice(0, at)}${other}${cookie.slice(at + 1)}`;
        assert.equal(await isIn(encodeURIComponent(changed)), false, `character ${at}`);
      }
    });

    test('opens nothing of a stranger who signed up with the same address', async (t) => {
      const { send, signUp, signIn } = await open(t);
      const cookie = await signIn(await signUp());
      const stranger = await signIn(await signUp());
      const setBy = async (by: string, current: string) =>
        (
          await send('POST', '/api/account/password', {
            cookie: by,
            json: { current_password: current, new_password: PASSWORD },
          })
        ).status;
      const third = await signUp();
      // A key of the same address, but not of the same account.
      assert.equal(await setBy(cookie, third), 403);
      assert.equal(await setBy(stranger, third), 403);
    });

    test('is not used for a post from another site', async (t) => {
      const { send, signUp, signIn, isIn } = await open(t);
      const cookie = await signIn(await signUp());
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': '', origin: 'https://evil.example' },
      ]) {
        const { status } = await send('POST', '/portal/logout', { cookie, headers });
        assert.equal(status, 403);
      }
      assert.ok(await isIn(cookie));
    });
  });

  describe('POST /api/account/password', () => {
    test('sets a first password with the key, changes it with the current one, and signs everyone else out', async (t) => {
      const { send, signUp, signIn, isIn } = await open(t);
      const key = await signUp();
      const [cookie, elsewhere] = [await signIn(key), await signIn(key)];
      clock.advance(1);
      const set = await send('POST', '/api/account/password', {
        cookie,
        json: { current_password: key, new_password: PASSWORD },
      });
      assert.equal(set.status, 200);
      assert.equal(await isIn(elsewhere), false);
      assert.ok(await isIn(set.cookie ?? ''));
      const byPassword = await send('POST', '/api/session', {
        json: { email: ` ${EMAIL.toUpperCase()} `, password: PASSWORD },
      });
      assert.equal(byPassword.status, 200);
      const body = { current_password: key, new_password: `${PASSWORD} again` };
      const withKey = await send('POST', '/api/account/password', { cookie: set.cookie ?? '', json: body });
      assert.equal(withKey.status, 403, 'the key no longer stands for a password');
      const changed = await send('POST', '/api/account/password', {
        cookie: set.cookie ?? '',
        form: { current_password: PASSWORD, new_password: body.new_password },
      });
      assert.deepEqual([changed.status, changed.headers.location], [303, '/portal/account?done=password']);
      assert.equal(
        (await send('POST', '/api/session', { json: { email: EMAIL, password: PASSWORD } })).status,
        401,
      );
    });

    test('says beside the field what is wrong', async (t) => {
      const { send, signUp, signIn } = await open(t);
      const key = await signUp();
      const cookie = await signIn(key);
      const short = await send('POST', '/api/account/password', {
        cookie,
        form: { current_password: key, new_password: 'short' },
      });
      assert.equal(short.status, 422);
      assert.match(short.body, /A password has 15 to 128 characters/);
      const wrong = await send('POST', '/api/account/password', {
        cookie,
        form: { current_password: 'x', new_password: PASSWORD },
      });
      assert.equal(wrong.status, 422);
      assert.match(wrong.body, /id="current_password-error"/);
      assert.equal(
        (
          await send('POST', '/api/account/password', {
            json: { current_password: key, new_password: PASSWORD },
          })
        ).status,
        401,
      );
    });

    test('a session by password outlives the end of every key', async (t) => {
      const { send, signUp, signIn, isIn, access } = await open(t);
      const key = await signUp();
      await send('POST', '/api/account/password', {
        cookie: await signIn(key),
        json: { current_password: key, new_password: PASSWORD },
      });
      const [{ label = '' } = {}] = await access.accessStore.keysOf(EMAIL);
      await access.accessStore.endKey(label, clock());
      clock.advance(HOUR);
      const { status, cookie = '' } = await send('POST', '/api/session', {
        json: { email: EMAIL, password: PASSWORD },
      });
      assert.equal(status, 200);
      assert.ok(await isIn(cookie));
    });
  });

  describe('a service with a public address of plain http', () => {
    test('says that nobody can sign in, and takes neither key nor password', async (t) => {
      const access = await openTestAccess(t, undefined, clock);
      const deps = { ...snapshot.shared(), clock, publicOrigins: ['http://screen.example'] as const };
      const { app } = await makeApp(t, deps, undefined, access);
      const sentence = /Nobody can sign in here: PUBLIC_URL is an address with plain http/;
      for (const url of ['/portal', '/admin']) {
        const { body } = await app.inject(url);
        assert.match(body, sentence, url);
        assert.doesNotMatch(body, /type="password"/, url);
      }
      const signedUp = await app.inject({ method: 'POST', url: '/api/keys', payload: { email: EMAIL } });
      const begun = await app.inject({
        method: 'POST',
        url: '/api/session',
        payload: { api_key: signedUp.json().data.api_key },
      });
      assert.equal(begun.statusCode, 403);
      assert.match(begun.body, sentence);
      assert.deepEqual(begun.cookies, []);
    });
  });
});

describe('every route', () => {
  const snapshot = useSnapshotStore(clockAt('2030-06-15T12:00:00Z'));

  /** For programs with a key or a signature: they act without a cookie, so another site's page gains nothing by them. */
  const WITHOUT_COOKIE = new Set([
    ...['/api/keys', '/api/keys/keep', '/api/waitlist', '/api/stripe/webhook', '/mcp', '/v1/screen/batch'],
    ...['/v1/bulk', '/tasks/rebuild-leaderboard', '/tasks/rebuild-value-screen', '/tasks/rebuild-funds'],
  ]);

  async function open(t: TestContext) {
    const { app } = await makeApp(t, snapshot.shared());
    await app.ready();
    return app;
  }

  /** The paths that take a method, from the router itself: a new route is in it. */
  function pathsOf(app: HttpApp, method: 'GET' | 'POST'): readonly string[] {
    const stack: string[] = [];
    const paths: string[] = [];
    for (const line of app.printRoutes({ commonPrefix: false, method }).split('\n')) {
      const [, indent = '', part = '', methods] = /^([│├└─ ]*)(\S+?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? [];
      if (part === '') continue;
      const depth = Math.floor(indent.length / 4) - 1;
      stack.splice(Math.max(depth, 0));
      stack.push(part);
      if (methods !== undefined) paths.push(stack.join(''));
    }
    return paths;
  }

  const filled = (path: string) =>
    path.replace(/:[a-zA-Z]+/g, (name) => (name === ':slug' ? 'a-post' : 'AAPL'));

  describe('every route', () => {
    test('that takes posts with a cookie refuses those of other sites', async (t) => {
      const app = await open(t);
      const { cookie } = await signIn(app);
      const paths = pathsOf(app, 'POST').filter((path) => !WITHOUT_COOKIE.has(path));
      assert.ok(paths.includes('/portal/keys/new') && paths.includes('/admin/payments'), paths.join(' '));
      for (const path of paths) {
        for (const [headers, name] of [
          [{ 'sec-fetch-site': 'cross-site' }, 'another site'],
          [{ 'sec-fetch-site': 'same-site' }, 'a sister site'],
          [{ origin: 'https://evil.example' }, 'an older browser'],
          [{ origin: 'null' }, 'a sandboxed frame'],
        ] as const) {
          const { statusCode } = await app.inject({
            method: 'POST',
            url: filled(path),
            headers: {
              ...headers,
              cookie: `${cookie.name}=${cookie.value}`,
              host: 'evil.example',
              'content-type': 'application/x-www-form-urlencoded',
            },
            payload: '',
          });
          assert.equal(statusCode, 403, `${path} from ${name}`);
        }
      }
    });

    test('that is a page for everybody is in the table of public pages', async (t) => {
      const app = await open(t);
      const known = new Set(PUBLIC_PAGES.map(({ path }) => path));
      for (const path of pathsOf(app, 'GET')) {
        if (/[:*]|^\/(?:portal|admin|docs)/.test(path) || known.has(path)) continue;
        const { headers } = await app.inject({ url: path, headers: { accept: 'text/html' } });
        assert.doesNotMatch(String(headers['content-type']), /^text\/html/, `${path} is not in PUBLIC_PAGES`);
      }
    });

    test('of the portal and the operator is for the signed-in alone, and no cache keeps it', async (t) => {
      const app = await open(t);
      const { cookie } = await signIn(app);
      const closed = pathsOf(app, 'GET').filter((path) => /^\/(?:portal|admin)\/|^\/api\/admin\//.test(path));
      assert.ok(closed.length > 8, closed.join(' '));
      for (const path of closed) {
        // What somebody owns is asked for without an account.
        if (PUBLIC_PAGES.some((page) => page.path === path)) continue;
        // These two are opened by a token in the address.
        if (path.startsWith('/portal/alerts.atom') || path.startsWith('/portal/alerts/confirm')) continue;
        // The way in.
        if (path === '/portal/sign-up' || path === '/portal/enter') continue;
        const url = filled(path);
        const stranger = await app.inject({ url, headers: { cookie: 'sanad-session=s1.x.free.1.x' } });
        assert.ok([303, 401].includes(stranger.statusCode), `${url}: ${stranger.statusCode}`);
        const headers = { cookie: `${cookie.name}=${cookie.value}` };
        const reader = await app.inject({ url, headers });
        if (path.startsWith('/admin') || path.startsWith('/api/admin')) {
          assert.ok([303, 401].includes(reader.statusCode), `${url} for a reader: ${reader.statusCode}`);
        }
        // A 401 is kept by no cache unless it says so.
        if (reader.statusCode === 401) continue;
        const control = String(reader.headers['cache-control'] ?? '');
        assert.match(control, /no-store|private, no-cache/, `${url}: ${reader.statusCode} ${control}`);
      }
    });

    test('that is a page allows no frame, no inline script and nothing from elsewhere', async (t) => {
      const app = await open(t);
      const { cookie } = await signIn(app);
      let pages = 0;
      for (const path of pathsOf(app, 'GET')) {
        if (path.includes('*') || path.startsWith('/docs') || path.startsWith('/assets')) continue;
        const headers = { cookie: `${cookie.name}=${cookie.value}`, accept: 'text/html' };
        const answer = await app.inject({ url: filled(path), headers });
        if (!String(answer.headers['content-type']).startsWith('text/html')) continue;
        // A file for the disk has its own policy.
        if (String(answer.headers['content-disposition']).startsWith('attachment')) continue;
        pages += 1;
        const policy = String(answer.headers['content-security-policy']);
        for (const part of ["default-src 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
          assert.ok(policy.includes(part), `${path}: ${policy}`);
        }
        assert.doesNotMatch(policy, /unsafe|\*/, path);
        assert.equal(answer.headers['x-content-type-options'], 'nosniff', path);
        assert.doesNotMatch(answer.body, /<script(?![^>]* src=)|<style| style=| on[a-z]+="/, path);
      }
      assert.ok(pages > 12, String(pages));
    });
  });
});
