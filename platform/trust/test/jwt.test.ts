import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { jwtKey, readJwt, signJwt } from '@platform/trust/jwt';
import fc from 'fast-check';
import { jwtVerify, SignJWT } from 'jose';

const SECRET = 'a secret of some length';
const NOW_S = 1_800_000_000;
const key = jwtKey(SECRET);
const bytes = new TextEncoder().encode(SECRET);
const read = (token: string, toleranceS = 0) => readJwt(key, token, { nowMs: NOW_S * 1_000, toleranceS });
const code = (token: string, toleranceS = 0) => {
  const result = read(token, toleranceS);
  return result.ok ? 'ok' : result.error.code;
};
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const good = { sub: 'local', iat: NOW_S };

/** Against `jose`, which knows the standard and none of our code. */
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
          const { payload } = await jwtVerify(signJwt(key, claims), bytes, { currentDate });
          assert.deepEqual({ ...payload }, claims);
          const theirs = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(bytes);
          const ours = read(theirs);
          assert.deepEqual(ours.ok && { ...ours.value }, claims);
        },
      ),
      { numRuns: 50 },
    );
  });

  test('are good or not as the other library says, whatever their times', async () => {
    const instant = fc.option(fc.integer({ min: NOW_S - 40, max: NOW_S + 40 }), { nil: undefined });
    await fc.assert(
      fc.asyncProperty(
        instant,
        instant,
        instant,
        fc.constantFrom(0, 30),
        async (iat, exp, nbf, tolerance) => {
          const token = signJwt(key, { iat, exp, nbf });
          const options = {
            algorithms: ['HS256'],
            requiredClaims: ['iat'],
            clockTolerance: tolerance,
            // Only with this it looks at an iat that lies ahead.
            maxTokenAge: 1_000,
            currentDate: new Date(NOW_S * 1_000),
          };
          const theirs = await jwtVerify(token, bytes, options).then(
            () => true,
            () => false,
          );
          assert.equal(read(token, tolerance).ok, theirs);
        },
      ),
    );
  });

  test('say what is wrong with them', () => {
    assert.equal(code(signJwt(key, { ...good, exp: NOW_S })), 'jwt_expired');
    assert.equal(code(signJwt(key, { ...good, nbf: NOW_S + 1 })), 'jwt_not_yet_valid');
    assert.equal(code(signJwt(key, { ...good, iat: NOW_S + 1 })), 'jwt_not_yet_valid');
    for (const claims of [{ sub: 'x' }, { iat: '1' }, { ...good, exp: '1' }, { ...good, nbf: null }])
      assert.equal(code(signJwt(key, claims)), 'jwt_invalid');
  });

  test('are refused when a bit, the algorithm or the form is another', async () => {
    const token = signJwt(key, good);
    assert.equal(code(token), 'ok');
    for (let index = 0; index < token.length; index += 1) {
      const other = token[index] === 'A' ? 'B' : 'A';
      const changed = token.slice(0, index) + other + token.slice(index + 1);
      assert.equal(code(changed), 'jwt_invalid', `at ${index}`);
    }
    const claims = part(good);
    const signed = (header: object) =>
      new SignJWT(good).setProtectedHeader({ alg: 'HS256', ...header }).sign(bytes);
    const long = new TextEncoder().encode(SECRET.padEnd(64));
    const bad = [
      `${part({ alg: 'none' })}.${claims}.`,
      `${part({ alg: 'none' })}.${claims}.${token.slice(-43)}`,
      await new SignJWT(good).setProtectedHeader({ alg: 'HS512' }).sign(long),
      signJwt(jwtKey(`${SECRET}.`), good),
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
    assert.equal(code(await signed({ typ: 'anything' })), 'ok');
  });

  test('with a good signature over what is no token are refused', () => {
    const sign = (header: string, payload: string) => {
      const text = `${Buffer.from(header).toString('base64url')}.${Buffer.from(payload).toString('base64url')}`;
      return `${text}.${createHmac('sha256', SECRET).update(text).digest('base64url')}`;
    };
    const HS256 = '{"alg":"HS256"}';
    const payload = JSON.stringify(good);
    assert.equal(code(sign(HS256, payload)), 'ok');
    for (const header of [
      '{"alg":"none"}',
      '{"alg":"HS512"}',
      '{}',
      '[]',
      'null',
      'x',
      '{"alg":"HS256","crit":["b64"]}',
    ])
      assert.equal(code(sign(header, payload)), 'jwt_invalid', header);
    for (const text of ['[]', 'null', '"x"', '1', '{', ''])
      assert.equal(code(sign(HS256, text)), 'jwt_invalid', text);
  });
});
