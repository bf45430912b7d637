import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openBrowser, signedIn } from './browser.ts';
import { SETTINGS } from './service.ts';
import { service } from './shared.ts';

const PASSWORD = 'correct horse battery staple';
const { PUBLIC_URL, SESSION_SECRET: SECRET } = SETTINGS;
const someone = () => `${randomUUID()}@example.org`;
const signed = (text: string, secret: string = SECRET) =>
  `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
/** Whether a cookie opens the account page. */
async function opens(cookie: string): Promise<boolean> {
  const { status } = await openBrowser(service, { cookie }).get('/portal/account');
  assert.ok(status === 200 || status === 303, `${status}`);
  return status === 200;
}
const cookieOf = ({ cookie }: { cookie(): string | undefined }) => decodeURIComponent(cookie() ?? '');

describe('a stolen cookie', () => {
  test('opens nothing once the account has a new key and ends the earlier one', async () => {
    const reader = await signedIn(service, someone());
    const stolen = cookieOf(reader);
    assert.ok(await opens(stolen));
    const made = await reader.form('/portal/keys/new', {});
    assert.equal(made.status, 200);
    const [key = ''] = /snd_live_[0-9A-Za-z]+/.exec(made.text) ?? [];
    assert.notEqual(key, reader.key);
    assert.equal((await reader.get('/portal/account')).status, 200, 'its owner goes on');
    const owner = openBrowser(service);
    assert.equal((await owner.form('/api/session', { api_key: key })).status, 303);
    const { text } = await owner.get('/portal/account');
    const labels = [...text.matchAll(/name="label" value="(snd_live_\w+)\.\.\."/g)].map(
      ([, begins = '']) => begins,
    );
    const begins = labels.find((each) => reader.key.startsWith(each));
    const label = `${begins}...`;
    assert.equal((await owner.form('/portal/keys/end', { label })).status, 303);
    assert.equal(await opens(stolen), false);
    assert.equal((await owner.get('/portal/account')).status, 200);
  });

  test('opens nothing once its key is replaced by one that asked with it', async () => {
    const email = someone();
    const reader = await signedIn(service, email);
    const stolen = cookieOf(reader);
    const rotated = await service.post('/api/keys', { email }, { 'x-api-key': reader.key });
    assert.equal(rotated.status, 200);
    assert.equal(await opens(stolen), false);
  });

  test('opens nothing once the password is changed, or its reader has signed out', async () => {
    const reader = await signedIn(service, someone());
    const stolen = cookieOf(reader);
    const body = { current_password: reader.key, new_password: PASSWORD };
    assert.equal((await reader.json('/api/account/password', body)).status, 200);
    assert.equal(await opens(stolen), false);
    const second = cookieOf(reader);
    assert.ok(await opens(second));
    await reader.form('/portal/logout', {});
    assert.equal(await opens(second), false);
  });
});

describe('a made-up cookie', () => {
  test('opens nothing: another tier, account, time, purpose or secret', async () => {
    const whole = cookieOf(await signedIn(service, someone()));
    const other = cookieOf(await signedIn(service, someone()));
    const [version = '', prefix = '', tier = '', expiry = '', signature = ''] = whole.split('.');
    const [, otherPrefix = '', , , otherSignature = ''] = other.split('.');
    const later = String(Number(expiry) + 1);
    const text = [version, prefix, tier, expiry].join('.');
    assert.equal(signed(text), whole, 'the test signs as the service does');
    const forged = [
      [version, prefix, 'partner', expiry, signature].join('.'),
      [version, otherPrefix, tier, expiry, signature].join('.'),
      [version, prefix, tier, later, signature].join('.'),
      [version, prefix, tier, expiry, otherSignature].join('.'),
      ['a1', prefix, tier, expiry, signature].join('.'),
      [version, prefix, tier, expiry, ''].join('.'),
      [version, prefix, tier, expiry].join('.'),
      `${whole}.`,
      `.${whole}`,
      signed(text, 'another-secret'),
      signed(text, ''),
      '',
      'null',
      '%00',
      'x'.repeat(4_000),
    ];
    for (const cookie of forged) assert.equal(await opens(encodeURIComponent(cookie)), false, cookie);
  });

  test('opens nothing though the secret signed it: expired, of a time to come, of no key, of another form', async () => {
    const [version, prefix, tier, expiry = ''] = cookieOf(await signedIn(service, someone())).split('.');
    const fortnight = 14 * 86_400_000;
    const textOf = (time: number, of = prefix) => [version, of, tier, time].join('.');
    assert.ok(await opens(signed(textOf(Number(expiry)))));
    for (const text of [
      textOf(Date.now() - 1),
      textOf(0),
      textOf(Number(expiry) + fortnight),
      textOf(Number(expiry) - fortnight),
      textOf(Number(expiry), '0'.repeat(32)),
      textOf(Number(expiry), prefix?.slice(0, 31)),
      textOf(Number(expiry), `${prefix}' or '1'='1`),
      `${textOf(Number(expiry))}.x`,
    ]) {
      assert.equal(await opens(encodeURIComponent(signed(text))), false, text);
    }
  });

  test('is not read under the name that plain http knows, where the service is reached over https', async () => {
    const whole = cookieOf(await signedIn(service, someone()));
    const answer = await openBrowser(service).get('/portal/account', { cookie: `sanad-session=${whole}` });
    assert.equal(answer.status, 303);
    const first = `__Host-sanad-session=${signed('s1.x')}; __Host-sanad-session=${whole}`;
    assert.equal((await openBrowser(service).get('/portal/account', { cookie: first })).status, 303);
  });
});

describe('a form on another site', () => {
  const FROM_ELSEWHERE: readonly Readonly<Record<string, string>>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL },
    { 'sec-fetch-site': 'cross-site', referer: `${PUBLIC_URL}/portal/account` },
    { 'sec-fetch-site': 'SAME-ORIGIN, cross-site' },
    { 'sec-fetch-site': '', origin: 'https://evil.example' },
    { 'sec-fetch-site': '', origin: `${PUBLIC_URL}.evil.example` },
    { 'sec-fetch-site': '', origin: 'null' },
  ];
  const FORMS: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
    ['/api/session', { api_key: 'snd_live_of_the_attacker' }],
    ['/portal/logout', {}],
    ['/api/account/password', { current_password: 'x', new_password: PASSWORD }],
    ['/portal/watchlist/add', { ticker: 'AAPL' }],
    ['/portal/watchlist/remove', { ticker: 'KO' }],
    ['/portal/keys/new', {}],
    ['/portal/keys/keep', { label: 'x' }],
    ['/portal/keys/end', { label: 'x' }],
    ['/portal/account/delete', { confirm: 'victim@example.org' }],
    ['/portal/alerts/webhook', { url: 'https://evil.example/' }],
    ['/portal/alerts/feed', {}],
    ['/portal/alerts/email', {}],
    ['/developers', { email: 'victim@example.org' }],
    ['/admin', { token: 'x' }],
    ['/admin/logout', {}],
    ['/admin/posts', { slug: 'x', title: 'x', body_md: 'x' }],
  ];

  test('is 403 on every form, whatever its headers say, and does nothing', async () => {
    const victim = await signedIn(service, someone());
    assert.equal((await victim.form('/portal/watchlist/add', { ticker: 'KO' })).status, 303);
    const cookie = victim.cookie() ?? '';
    for (const [path, fields] of FORMS) {
      for (const headers of FROM_ELSEWHERE) {
        const answer = await openBrowser(service, { cookie }).form(path, fields, headers);
        assert.equal(answer.status, 403, `${path} ${JSON.stringify(headers)}`);
        assert.deepEqual(answer.headers.getSetCookie(), [], path);
      }
      const { status } = await openBrowser(service, { cookie }).form(path, fields, {
        'sec-fetch-site': '',
      });
      assert.equal(status, 403, `${path}: a browser that says nothing`);
    }
    const page = await victim.get('/portal/dashboard');
    assert.equal(page.status, 200);
    assert.ok(page.text.includes('/portal/report/KO') && !page.text.includes('/portal/report/AAPL'));
  });

  test('cannot pass as JSON by its type, nor as a form of text', async () => {
    const { cookie } = await signedIn(service, someone());
    const headers = { cookie: `__Host-sanad-session=${cookie()}`, 'sec-fetch-site': 'cross-site' };
    for (const type of ['text/plain', 'multipart/form-data; boundary=x', 'application/json']) {
      const sent = { method: 'POST', headers: { ...headers, 'content-type': type }, body: '{}' };
      assert.equal((await service.send('/api/account/password', sent)).status, 403, type);
    }
  });

  test('is not what a program sends: JSON that names no origin is read, and then judged', async () => {
    const { cookie } = await signedIn(service, someone());
    const headers = { cookie: `__Host-sanad-session=${cookie()}`, 'content-type': 'application/json' };
    const answer = await service.send('/api/account/password', { method: 'POST', headers, body: '{}' });
    assert.equal(answer.status, 422);
  });
});

describe('a redirect', () => {
  const HOSTILE = [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\\/evil.example',
    '/%2f%2fevil.example/..//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/x/..//evil.example',
    '/%2e%2e//evil.example',
    'https://evil.example',
    'https:evil.example',
    'https:/evil.example',
    'HTTPS://evil.example/portal',
    'https://screen.example@evil.example',
    'https://screen.example.evil.example',
    '//screen.example:443@evil.example',
    'javascript:alert(1)',
    'java\tscript:alert(1)',
    'jav%0ascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    ' //evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\r\nlocation: https://evil.example',
    '/x\r\nset-cookie: a=b',
    '/x\u0000//evil.example',
    '\u3000//evil.example',
    '／／evil.example',
    '/\u2028/evil.example',
    '?next=//evil.example',
    '#//evil.example',
    'evil.example',
    '',
  ];
  /** Where a browser goes that stands at a path of ours and is told to go there. */
  const landsOn = (location: string) => new URL(location, `${PUBLIC_URL}/portal`).origin;

  test('after the sign-in never leaves the site', async () => {
    const key = await service.signUp(someone());
    for (const next of [...HOSTILE, '/%2f%2fevil.example', '/%5cevil.example', `/${'x'.repeat(1_990)}`]) {
      const begun = await openBrowser(service).form('/api/session', { api_key: key, next });
      const location = begun.headers.get('location') ?? '';
      // U+0000 is refused whole.
      if (next.includes('\0')) assert.equal(begun.status, 422);
      else {
        assert.equal(begun.status, 303, JSON.stringify(next));
        assert.equal(landsOn(location), PUBLIC_URL, `${JSON.stringify(next)} led to ${location}`);
        assert.match(location, /^\/(?!\/)[!-~]*$/, JSON.stringify(next));
      }
    }
    const long = await openBrowser(service).form('/api/session', {
      api_key: key,
      next: `/${'x'.repeat(2_000)}`,
    });
    assert.equal(long.status, 422);
  });

  test('of a reader who is signed in already, and of the watchlist, never leaves the site', async () => {
    const reader = await signedIn(service, someone());
    for (const next of HOSTILE.filter((each) => !each.includes('\0'))) {
      const led = await reader.get(`/portal?next=${encodeURIComponent(next)}`);
      assert.equal(led.status, 303, JSON.stringify(next));
      assert.equal(landsOn(led.headers.get('location') ?? ''), PUBLIC_URL, JSON.stringify(next));
      const added = await reader.form('/portal/watchlist/add', { ticker: 'KO', next });
      if (next.length > 40) assert.equal(added.status, 422);
      else assert.equal(landsOn(added.headers.get('location') ?? ''), PUBLIC_URL, JSON.stringify(next));
    }
  });

  test('to an address that no client would take leads to the start instead', async () => {
    const stranger = openBrowser(service);
    const asked = await stranger.get(`/portal/dashboard?error=${'%20'.repeat(3_000)}`);
    assert.equal(asked.headers.get('location'), '/portal?next=%2Fportal%2Fdashboard');
    const operator = await stranger.get(`/admin/posts?x=${'%20'.repeat(3_000)}`);
    assert.equal(operator.headers.get('location'), '/admin?next=%2Fadmin');
    const reader = await signedIn(service, someone());
    const led = await reader.get(`/portal?next=/${encodeURIComponent('\u4e00'.repeat(1_000))}`);
    assert.equal(led.headers.get('location'), '/portal/dashboard');
  });

  test('of a stranger to the sign-in page keeps what was asked for as one parameter', async () => {
    for (const path of [
      '/portal/dashboard?error=//evil.example',
      '/portal/report/..%2f..%2fevil',
      '/portal/compare?a=%0d%0ax',
    ]) {
      const { status, headers } = await openBrowser(service).get(path);
      assert.equal(status, 303, path);
      const location = new URL(headers.get('location') ?? '', PUBLIC_URL);
      assert.deepEqual([location.origin, location.pathname], [PUBLIC_URL, '/portal']);
      assert.equal(location.searchParams.get('next'), path);
    }
  });
});
