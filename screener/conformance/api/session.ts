import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { testOf } from '../rows/rows.ts';
import { errorBeside, openBrowser, signedIn, typedIn } from './browser.ts';
import { service } from './shared.ts';

const PASSWORD = 'correct horse battery staple';
const FORTNIGHT_MS = 14 * 86_400_000;
const someone = () => `${randomUUID()}@example.org`;

describe(testOf('POST /api/session'), () => {
  test('2.5: three optional fields, empty by default, of at most 128, 254 and 128 characters', async () => {
    const browser = openBrowser(service);
    for (const body of [{}, { api_key: '', email: '', password: '' }, { email: 'a@example.org' }]) {
      assert.equal((await browser.json('/api/session', body)).status, 422, JSON.stringify(body));
    }
    for (const [name, most] of [
      ['api_key', 128],
      ['email', 254],
      ['password', 128],
    ] as const) {
      const whole = { api_key: '', email: 'x@example.org', password: PASSWORD };
      const longest = await browser.json('/api/session', { ...whole, [name]: 'x'.repeat(most) });
      assert.equal(longest.status, 401, `${name} of ${most}`);
      const longer = await browser.json('/api/session', { ...whole, [name]: 'x'.repeat(most + 1) });
      assert.equal(longer.status, 422, `${name} of ${most + 1}`);
      const [issue] = JSON.parse(longer.text).detail;
      assert.deepEqual([issue.loc, issue.type], [['body', name], 'string_too_long']);
      assert.equal(issue.input, undefined, 'a secret is not repeated');
      const wrongType = await browser.json('/api/session', { ...whole, [name]: 1 });
      assert.deepEqual([wrongType.status, JSON.parse(wrongType.text).detail[0].loc], [422, ['body', name]]);
    }
  });

  test('a signed HttpOnly cookie carries the key-hash prefix, the tier and the expiry, and nothing else', async () => {
    const key = await service.signUp(someone());
    const before = Date.now();
    const answer = await openBrowser(service).json('/api/session', { api_key: key });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const { success, error, data } = JSON.parse(answer.text);
    assert.deepEqual([success, error, Object.keys(data).sort()], [true, null, ['expires_at', 'tier']]);
    const [line = ''] = answer.headers.getSetCookie();
    const [pair = '', ...attributes] = line.split('; ');
    assert.deepEqual(attributes.sort(), ['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Lax', 'Secure']);
    const [name, value = ''] = pair.split('=');
    assert.equal(name, '__Host-sanad-session');
    const [version, prefix = '', tier, expiry = '', signature = '', ...rest] =
      decodeURIComponent(value).split('.');
    assert.deepEqual([version, tier, rest], ['s1', 'free', []]);
    assert.match(prefix, /^[0-9a-f]{32}$/);
    assert.match(signature, /^[A-Za-z0-9_-]{43}$/, 'of 256 bits');
    const lasts = Number(expiry) - before;
    assert.ok(lasts >= FORTNIGHT_MS && lasts < FORTNIGHT_MS + 60_000, expiry);
    assert.equal(new Date(Number(expiry)).toISOString(), data.expires_at);
    assert.ok(!line.includes(key.slice(9)) && !line.includes('example.org'));
  });

  test('validates the key once: the session goes on without it', async () => {
    const reader = await signedIn(service, someone());
    assert.equal((await reader.get('/portal/account')).status, 200);
  });

  test('a form of the page signs in, and leads back; what is wrong stands beside its field', async () => {
    const key = await service.signUp(someone());
    const browser = openBrowser(service);
    const wrong = await browser.form('/api/session', { api_key: `${key}x`, next: '/value' });
    assert.equal(wrong.status, 422);
    assert.match(errorBeside(wrong.text, 'api_key') ?? '', /This API key is not valid/);
    assert.equal(typedIn(wrong.text, 'next'), '/value');
    assert.equal(typedIn(wrong.text, 'api_key'), '', 'a secret is not sent back');
    const begun = await browser.form('/api/session', { api_key: key, next: '/value' });
    assert.deepEqual([begun.status, begun.headers.get('location')], [303, '/value']);
    assert.ok(browser.cookie() !== undefined);
  });

  test('a form with what is too long keeps what was typed, and says so beside the field', async () => {
    const browser = openBrowser(service);
    const email = `${'x'.repeat(250)}@example.org`;
    const tooLong = await browser.form('/api/session', { email, password: PASSWORD });
    assert.equal(tooLong.status, 422);
    assert.match(errorBeside(tooLong.text, 'email') ?? '', /at most 254 characters/);
    assert.equal(typedIn(tooLong.text, 'email'), email);
    const longKey = await browser.form('/api/session', { api_key: 'x'.repeat(129) });
    assert.match(errorBeside(longKey.text, 'api_key') ?? '', /at most 128 characters/);
    const longPassword = await browser.form('/api/session', {
      email: 'a@example.org',
      password: 'x'.repeat(129),
    });
    assert.match(errorBeside(longPassword.text, 'password') ?? '', /at most 128 characters/);
    assert.equal(typedIn(longPassword.text, 'email'), 'a@example.org');
  });
});

describe(testOf('POST /portal/logout'), () => {
  test('ends the session, for a copy of the cookie too, and leads to the start', async () => {
    const reader = await signedIn(service, someone());
    const copy = openBrowser(service, { cookie: reader.cookie() ?? '' });
    assert.equal((await copy.get('/portal/account')).status, 200);
    const ended = await reader.form('/portal/logout', {});
    assert.deepEqual([ended.status, ended.headers.get('location')], [303, '/']);
    assert.equal(reader.cookie(), undefined, 'the browser forgets it');
    assert.equal((await copy.get('/portal/account')).status, 303);
  });

  test('needs neither a body nor a session', async () => {
    const answer = await openBrowser(service).form('/portal/logout', {});
    assert.deepEqual([answer.status, answer.headers.get('location')], [303, '/']);
    const empty = await service.send('/portal/logout', { method: 'POST', redirect: 'manual' });
    assert.equal(empty.status, 303);
  });
});

describe(testOf('POST /api/account/password'), () => {
  test('2.5: both fields are required, of at most 128 characters', async () => {
    const reader = await signedIn(service, someone());
    const whole = { current_password: reader.key, new_password: PASSWORD };
    for (const name of ['current_password', 'new_password'] as const) {
      const { [name]: _left, ...rest } = whole;
      const missing = await reader.json('/api/account/password', rest);
      const [issue] = JSON.parse(missing.text).detail;
      assert.deepEqual([missing.status, issue.loc, issue.type], [422, ['body', name], 'missing']);
      const long = await reader.json('/api/account/password', { ...whole, [name]: 'x'.repeat(129) });
      assert.deepEqual([long.status, JSON.parse(long.text).detail[0].loc], [422, ['body', name]]);
      const form = await reader.form('/api/account/password', { ...whole, [name]: 'x'.repeat(129) });
      assert.equal(form.status, 422);
      assert.match(errorBeside(form.text, name) ?? '', /at most 128 characters/);
      const empty = await reader.form('/api/account/password', rest);
      assert.equal(empty.status, 422);
      assert.ok(errorBeside(empty.text, name) !== null, name);
    }
    assert.equal((await reader.json('/api/account/password', whole)).status, 200);
  });

  test('sets a first password with the key, changes it with the current one', async () => {
    const email = someone();
    const reader = await signedIn(service, email);
    const elsewhere = openBrowser(service, { cookie: reader.cookie() ?? '' });
    const longest = 'x'.repeat(128);
    const change = (current: string, next: string) =>
      reader.json('/api/account/password', { current_password: current, new_password: next });
    const set = await change(reader.key, PASSWORD);
    assert.deepEqual([set.status, JSON.parse(set.text).data], [200, { changed: true }]);
    assert.equal((await elsewhere.get('/portal/account')).status, 303, 'the others are signed out');
    assert.equal((await reader.get('/portal/account')).status, 200);
    assert.equal((await change(reader.key, longest)).status, 403);
    assert.equal((await change(PASSWORD, longest)).status, 200);
    const signIn = (password: string) => openBrowser(service).json('/api/session', { email, password });
    assert.equal((await signIn(PASSWORD)).status, 401);
    assert.equal((await signIn(longest)).status, 200);
  });

  test('is 401 without a session, for a program and for a form', async () => {
    const body = { current_password: 'x', new_password: PASSWORD };
    const asked = openBrowser(service);
    assert.equal((await asked.json('/api/account/password', body)).status, 401);
    const form = await asked.form('/api/account/password', body);
    assert.deepEqual(
      [form.status, form.headers.get('location')],
      [303, '/portal?next=%2Fportal%2Fdashboard'],
    );
  });
});

describe(testOf('GET /portal'), () => {
  test('is the sign-in page, and leads a reader who is signed in on', async () => {
    const stranger = openBrowser(service);
    const page = await stranger.get('/portal?next=%2Fvalue');
    assert.equal(page.status, 200);
    assert.equal(page.headers.get('cache-control'), 'no-store');
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/);
    assert.match(page.text, /<form class="form" action="\/api\/session" method="post">/);
    assert.equal(typedIn(page.text, 'next'), '/value');
    const reader = await signedIn(service, someone());
    const led = async (path: string) => (await reader.get(path)).headers.get('location');
    assert.equal(await led('/portal'), '/portal/dashboard');
    assert.equal(await led('/portal?next=%2Fvalue'), '/value');
    assert.equal(await led('/portal?next=%2F%2Fevil.example'), '/portal/dashboard');
  });
});
