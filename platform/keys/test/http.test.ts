import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { fail, ok } from '@common/base/result';
import { refuse } from '@common/kit/http/app';
import { makeApp } from '@common/kit/testing/http-app';
import fc from 'fast-check';
import { jwtVerify, SignJWT } from 'jose';
import { Type } from 'typebox';
import { platformErrors } from '../src/error-bodies.ts';
import { type JwtDemands, readJwt, signJwt } from '../src/jwt.ts';
import { addHealthRoute } from '../src/operation-routes.ts';

const SECRET = 'a secret of some length';
const NOW_S = 1_800_000_000;
const bytes = new TextEncoder().encode(SECRET);
const read = (token: string, toleranceMs = 0, more: Partial<JwtDemands> = {}) =>
  readJwt(SECRET, token, { nowMs: NOW_S * 1_000, toleranceMs, ...more });
const code = (token: string, more: Partial<JwtDemands> = {}) => {
  const result = read(token, 0, more);
  return result.ok ? 'ok' : result.error.code;
};
const part = (text: string) => Buffer.from(text).toString('base64url');
const HEADER = '{"alg":"HS256"}';
/** A token with a good signature, whatever it says. */
const signed = (header: string, payload: string) => {
  const text = `${part(header)}.${part(payload)}`;
  return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
};
const saying = (claims: object) => signed(HEADER, JSON.stringify(claims));
const good = { sub: 'local', iat: NOW_S };

/** Against `jose`, which shares no code with the library that we use. */
describe('tokens', () => {
  test('are read by another library, and its own are read here', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.string(), fc.jsonValue()).filter((claims) => !Object.hasOwn(claims, '__proto__')),
        async (more) => {
          const claims = JSON.parse(
            JSON.stringify({ ...more, ...good, exp: NOW_S + 60, nbf: NOW_S, aud: 'x' }),
          );
          const currentDate = new Date(NOW_S * 1_000);
          const { payload } = await jwtVerify(signJwt(SECRET, claims), bytes, { currentDate });
          assert.deepEqual({ ...payload }, claims);
          const theirs = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(bytes);
          const ours = read(theirs);
          assert.deepEqual(ours.ok && { ...ours.value }, claims);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('are valid exactly when the other library says so, whatever their times', async () => {
    const instant = fc.option(fc.integer({ min: NOW_S - 40, max: NOW_S + 40 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        instant,
        instant,
        instant,
        fc.constantFrom(0, 30),
        async (iat, exp, nbf, tolerance) => {
          const token = saying({ iat, exp, nbf });
          const options = {
            algorithms: ['HS256'],
            requiredClaims: ['iat'],
            clockTolerance: tolerance,
            // Only with this does it look at an iat in the future.
            maxTokenAge: 1_000,
            currentDate: new Date(NOW_S * 1_000),
          };
          const theirs = await jwtVerify(token, bytes, options).then(
            () => true,
            () => false,
          );
          assert.equal(read(token, tolerance * 1_000).ok, theirs);
        },
      ),
    );
  });

  test('say what is wrong with them', () => {
    assert.equal(code(saying({ ...good, exp: NOW_S })), 'jwt_expired');
    assert.equal(code(saying({ ...good, nbf: NOW_S + 1 })), 'jwt_not_yet_valid');
    assert.equal(code(saying({ ...good, iat: NOW_S + 1 })), 'jwt_not_yet_valid');
    for (const claims of [
      { sub: 'x' },
      { iat: '1' },
      { ...good, exp: '1' },
      { ...good, nbf: null },
      { ...good, exp: -1e300 },
    ])
      assert.equal(code(saying(claims)), 'jwt_invalid');
  });

  test('must have the issuer and the age that the reader requires', () => {
    const token = saying({ ...good, iss: 'a', iat: NOW_S - 100 });
    assert.equal(code(token, { allowedIss: 'a', maxAgeMs: 100_000 }), 'ok');
    assert.equal(code(token, { allowedIss: 'b' }), 'jwt_invalid');
    assert.equal(code(token, { maxAgeMs: 99_999 }), 'jwt_expired');
    assert.equal(code(token, { requiredClaims: ['exp'] }), 'jwt_invalid');
  });

  test('that were valid are checked again each time', () => {
    const token = saying({ ...good, exp: NOW_S + 1 });
    assert.equal(code(token), 'ok');
    assert.equal(code(token, { nowMs: (NOW_S + 1) * 1_000 - 1 }), 'ok');
    assert.equal(code(token, { nowMs: (NOW_S + 1) * 1_000 }), 'jwt_expired');
    assert.equal(code(token), 'ok');
  });

  test('are refused if a bit, the algorithm or the form differs', async () => {
    const token = signJwt(SECRET, good);
    assert.equal(code(token), 'ok');
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, index) + other + token.slice(index + 1);
      assert.equal(code(changed), 'jwt_invalid', `at ${index}`);
    }
    // 43 characters spell 258 bits: three more texts mean the same 32 bytes.
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    for (const last of alphabet) {
      if (last !== token.at(-1)) assert.equal(code(token.slice(0, -1) + last), 'jwt_invalid', last);
    }
    const claims = part(JSON.stringify(good));
    const none = part('{"alg":"none"}');
    const long = new TextEncoder().encode(SECRET.padEnd(64));
    const bad = [
      `${none}.${claims}.`,
      `${none}.${claims}.${token.slice(-43)}`,
      await new SignJWT(good).setProtectedHeader({ alg: 'HS512' }).sign(long),
      signJwt(`${SECRET}.`, good),
      `${token}=`,
      ` ${token}`,
      `${token}\n`,
      `${token}.x`,
      token.slice(0, -1),
      '',
      '..',
      'x'.repeat(100_000),
    ];
    for (const text of bad) assert.equal(code(text), 'jwt_invalid', text.slice(0, 80));
    assert.equal(code(signed('{"alg":"HS256","typ":"anything"}', JSON.stringify(good))), 'ok');
  });

  test('with a valid signature over something that is not a token are refused', () => {
    const payload = JSON.stringify(good);
    assert.equal(code(signed(HEADER, payload)), 'ok');
    for (const header of [
      '{"alg":"none"}',
      '{"alg":"HS512"}',
      '{}',
      '[]',
      'null',
      'x',
      '{"alg":"HS256","crit":["b64"]}',
    ])
      assert.equal(code(signed(header, payload)), 'jwt_invalid', header);
    for (const text of ['[]', 'null', '"x"', '1', '{', ''])
      assert.equal(code(signed(HEADER, text)), 'jwt_invalid', text);
  });
});

test('a gate refuses a body with 422 and its own message; what it lets through is parsed as usual', async (t) => {
  const jsonGate = (text: string) =>
    text.includes('9'.repeat(16)) ? fail('unsafe_number', 'has a number that is too long') : ok(null);
  const { app } = await makeApp(t, { jsonGate, errors: platformErrors });
  app.post('/echo', { schema: { body: Type.Object({ a: Type.Integer() }) } }, (request) => request.body);
  const post = (payload: string) =>
    app.inject({ method: 'POST', url: '/echo', headers: { 'content-type': 'application/json' }, payload });
  const good = await post('{"a":1}');
  assert.deepEqual([good.statusCode, good.json()], [200, { a: 1 }]);
  const long = await post(`{"a":${'9'.repeat(16)}}`);
  assert.equal(long.statusCode, 422);
  const message = 'body has a number that is too long';
  assert.deepEqual(long.json(), { detail: { error: 'invalid_request', message } });
  const twice = await post('{"a":1,"a":2}');
  assert.deepEqual([twice.statusCode, twice.json().detail.error], [400, 'duplicate_key']);
  assert.equal((await post('{"a":')).statusCode, 422);
});

const json = { 'content-type': 'application/json' };

test('every refusal has an error code and a message in `detail`', async (t) => {
  const { app } = await makeApp(t, { errors: platformErrors });
  app.post('/grants', (_request, reply) =>
    refuse(reply, {
      status: 409,
      code: 'grant_already_redeemed',
      message: 'It was spent.',
      detail: { by: 'red_1' },
    }),
  );
  const response = await app.inject({ method: 'POST', url: '/grants', headers: json, payload: '{}' });
  assert.deepEqual(
    [response.statusCode, response.json()],
    [409, { detail: { error: 'grant_already_redeemed', message: 'It was spent.' } }],
  );
  const { detail } = (await app.inject('/none')).json();
  assert.deepEqual(Object.keys(detail), ['error', 'message']);
});

test('a faulty body names each field and what is wrong, and repeats no value', async (t) => {
  const { app } = await makeApp(t, { errors: platformErrors });
  const body = Type.Object(
    { facade: Type.String(), params: Type.Object({ amount: Type.String() }) },
    { additionalProperties: false },
  );
  app.post('/grants', { schema: { body } }, () => 'x');
  const payload = JSON.stringify({ params: { amount: 40 }, token: 'hidden-value' });
  const response = await app.inject({ method: 'POST', url: '/grants', headers: json, payload });
  assert.equal(response.statusCode, 422);
  const { error, message } = response.json().detail;
  assert.equal(error, 'invalid_request');
  assert.deepEqual(message.split('; ').sort(), [
    'body.facade is required',
    'body.params.amount must be a string',
    'body.token is not recognised',
  ]);
});

test('of many faults, the first are named and the others counted', () => {
  const issues = Array.from({ length: 12 }, (_, at) => ({
    loc: ['body', at],
    msg: 'is wrong',
    type: 'value_error',
  }));
  assert.deepEqual(platformErrors.validation(issues), {
    detail: {
      error: 'invalid_request',
      message: `${Array.from({ length: 10 }, (_, at) => `body.${at} is wrong`).join('; ')}; and 2 more`,
    },
  });
  assert.match(JSON.stringify(platformErrors.validation([])), /does not match the schema/);
});

test('a service whose database takes no writes is not healthy, and is again once it does', async (t) => {
  const { app } = await makeApp(t, { errors: platformErrors });
  let full = true;
  const writable = async () => (full ? fail('database_not_writable', 'The disk is full.') : ok(undefined));
  addHealthRoute(app, { summary: 'Liveness', facts: {}, read: async () => ({}), writable });
  const ill = await app.inject('/healthz');
  assert.deepEqual([ill.statusCode, ill.json().detail.error], [503, 'database_not_writable']);
  full = false;
  const well = await app.inject('/healthz');
  assert.deepEqual([well.statusCode, well.json().status], [200, 'ok']);
});
