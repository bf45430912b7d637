import { fail, ok, type Result } from '@common/base/result';
import { parseStrict } from '@common/evidence/canonical';
import { isRsaKey } from '@common/evidence/rs256';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { fromBase64url } from '../../crypto/device/base64url.ts';

/** The moduli of the cloud's public keys by kid. Their exponent is 65537: no cloud uses another. */
export type CloudKeys = ReadonlyMap<string, Uint8Array>;

const Kid = Type.String({ pattern: '^[A-Za-z0-9_.-]{1,128}$' });

/** The used part of a JWK set (RFC 7517); other members are the cloud's own affair. */
const RsaJwk = Type.Object({
  kty: Type.Literal('RSA'),
  kid: Kid,
  n: Type.String({ maxLength: 1_024 }),
  e: Type.Literal('AQAB'),
});
type RsaJwk = Static<typeof RsaJwk>;

const JwkSet = Type.Object({ keys: Type.Array(Type.Unknown(), { maxItems: 10_000 }) });

/**
 * The text of a JWK set that holds these keys: the form of the cloud's own, and of the set that a
 * venue keeps.
 * @example cloudKeysText([]) // '{\n  "keys": []\n}\n'
 */
export function cloudKeysText(keys: readonly RsaJwk[]): string {
  const plain = keys.map(({ kid, n }) => ({ kty: 'RSA', alg: 'RS256', use: 'sig', kid, n, e: 'AQAB' }));
  return `${JSON.stringify({ keys: plain }, null, 2)}\n`;
}

/**
 * Reads a JWK set as Google publishes it. It omits keys of other kinds. Two different keys under one kid, or
 * no usable key, make the set unusable.
 * @example readCloudKeys('{"keys": []}').error.message
 *   // 'the JWK set has no RSA key of 2048 to 4096 bits with exponent 65537'
 */
export function readCloudKeys(
  text: string,
): Result<{ readonly keys: CloudKeys; readonly jwks: readonly RsaJwk[] }, 'cloud_keys_invalid'> {
  const parsed = parseStrict(text);
  if (!parsed.ok) return fail('cloud_keys_invalid', `not a JWK set: ${parsed.error.message}`);
  if (!Check(JwkSet, parsed.value))
    return fail('cloud_keys_invalid', 'not a JWK set: expected {"keys": [...]}, as the cloud publishes it');
  const keys = new Map<string, Uint8Array>();
  const jwks: RsaJwk[] = [];
  for (const jwk of parsed.value.keys) {
    if (!Check(RsaJwk, jwk)) continue;
    const key = modulusOf(jwk);
    const same = jwks.find(({ kid }) => kid === jwk.kid);
    if (key === null) continue;
    if (same !== undefined && same.n !== jwk.n)
      return fail('cloud_keys_invalid', `the JWK set has two keys under the kid ${jwk.kid}`);
    if (same === undefined) jwks.push(jwk);
    keys.set(jwk.kid, key);
  }
  if (keys.size === 0)
    return fail('cloud_keys_invalid', 'the JWK set has no RSA key of 2048 to 4096 bits with exponent 65537');
  return ok({ keys, jwks });
}

function modulusOf({ n }: RsaJwk): Uint8Array | null {
  const modulus = fromBase64url(n);
  return modulus !== null && isRsaKey(modulus) ? modulus : null;
}
