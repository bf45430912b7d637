import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { makeApp } from '@common/kit/testing/http-app';
import { createSignedCookie } from '@common/web/cookies';

async function open(t: TestContext, origin: string) {
  const cookie = createSignedCookie({ name: 'reader', purpose: 's1', secret: 'for tests only', origin });
  const { app } = await makeApp(t);
  app.get('/set', { schema: { hide: true } }, (_request, reply) => {
    cookie.set(reply, 'value', 60);
    return reply.send('');
  });
  app.get('/read', { schema: { hide: true } }, (request, reply) =>
    reply.send({ value: cookie.read(request) }),
  );
  const names = async () => (await app.inject('/set')).cookies.map(({ name }) => name);
  const read = async (header: string) =>
    (await app.inject({ url: '/read', headers: { cookie: header } })).json().value;
  const value = async () => (await app.inject('/set')).cookies[0]?.value ?? '';
  return { cookie, names, read, value };
}

describe('a signed cookie', () => {
  test('also has its plain name only on the machine itself', async (t) => {
    for (const [origin, isPlainToo, isKept] of [
      ['https://screen.example', false, true],
      ['https://localhost', false, true],
      ['http://localhost:8090', true, true],
      ['http://screen.localhost', true, true],
      ['http://127.0.0.1:8090', true, true],
      ['http://127.8.9.10', true, true],
      ['http://[::1]:8090', true, true],
      ['http://screen.example', false, false],
      ['http://192.168.1.5:8090', false, false],
      ['http://localhost.example', false, false],
      ['http://127.0.0.1.example', false, false],
      ['http://[::2]', false, false],
      ['http://0.0.0.0', false, false],
    ] as const) {
      const { names, cookie } = await open(t, origin);
      assert.deepEqual(await names(), isPlainToo ? ['__Host-reader', 'reader'] : ['__Host-reader'], origin);
      assert.equal(cookie.isKept, isKept, origin);
    }
  });

  test('is accepted under the plain name nowhere else', async (t) => {
    const [here, there] = [await open(t, 'http://localhost'), await open(t, 'https://screen.example')];
    const value = await there.value();
    assert.equal(await here.read(`reader=${value}`), 'value');
    assert.equal(await there.read(`reader=${value}`), null);
    assert.equal(await there.read(`__Host-reader=${value}`), 'value');
    assert.equal(await there.read(`__Host-reader=${value}x; __Host-reader=${value}`), null);
  });
});
