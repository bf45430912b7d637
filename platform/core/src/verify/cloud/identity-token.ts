import { fail, ok, type Result } from '@common/base/result';
import { strictUtf8, utf8 } from '@common/evidence/bytes';
import { parseStrict } from '@common/evidence/canonical';
import type { Crypto } from '@common/evidence/crypto';
import { type Static, Type } from 'typebox';
import { Check } from 'typebox/value';
import { fromBase64url } from '../../crypto/device/base64url.ts';
import { CLOCK_SKEW_MS } from '../checks/subject.ts';
import type { CloudKeys } from './cloud-keys.ts';

/** The virtual machine that a token of the cloud names. Text from the cloud: escape it for where it is shown. */
export interface CloudMachine {
  readonly instance: string;
  readonly instanceId: string;
  readonly zone: string;
  readonly project: string;
  /** The cloud says that it is a confidential VM; false if it does not say so. */
  readonly confidential: boolean;
  /** The time in milliseconds since the epoch. */
  readonly issuedMs: number;
  readonly expiresMs: number;
  /** Kid of the cloud's key. */
  readonly kid: string;
}

type TokenRefusal =
  | 'token_malformed'
  | 'token_key_unknown'
  | 'token_signature_invalid'
  | 'token_of_another'
  | 'token_not_valid_then'
  | 'token_names_no_machine';

const Header = Type.Object({ alg: Type.Literal('RS256'), kid: Type.String({ maxLength: 128 }) });

/** Google Compute Engine's instance identity token, format `full`. */
const Claims = Type.Object({
  iss: Type.Enum(['https://accounts.google.com', 'accounts.google.com']),
  aud: Type.String({ maxLength: 1_024 }),
  iat: Type.Integer({ minimum: 0, maximum: 1e11 }),
  exp: Type.Integer({ minimum: 0, maximum: 1e11 }),
});

const text = Type.String({ minLength: 1, maxLength: 128 });
const Machine = Type.Object({
  google: Type.Object({
    compute_engine: Type.Object({
      project_id: text,
      zone: text,
      instance_id: text,
      instance_name: text,
      instance_confidentiality: Type.Optional(Type.Integer()),
    }),
  }),
});

interface Expected {
  readonly keys: CloudKeys;
  /** See `venueAudience`. */
  readonly audience: string;
  /** When the token was used, in milliseconds since the epoch. */
  readonly atMs: number;
}

/**
 * What the token's audience must be, so that it is good for one key of one venue alone.
 * @example venueAudience({ deployment: 'dp_a', venue: 'desk', fingerprint: 'sha256:00' })
 *   // 'urn:sanad:venue:dp_a:desk:sha256:00'
 */
export function venueAudience(venue: {
  readonly deployment: string;
  readonly venue: string;
  /** The fingerprint of the key that signs: `sha256:` and 64 hex digits. */
  readonly fingerprint: string;
}): string {
  return `urn:sanad:venue:${venue.deployment}:${venue.venue}:${venue.fingerprint}`;
}

/**
 * Checks a token against keys of the cloud that the caller has for reasons of its own. Never throws because
 * of its content.
 * @example readIdentityToken(crypto, 'a.b', { keys: new Map(), audience: '', atMs: 0 })
 *   // fail('token_malformed', 'it is not a JWT that is signed with RS256')
 */
export function readIdentityToken(
  crypto: Crypto,
  token: string,
  { keys, audience, atMs }: Expected,
): Result<CloudMachine, TokenRefusal> {
  const parts = token.split('.');
  const [header = '', payload = '', sig = ''] = parts;
  const head = jsonOf(header);
  const signature = fromBase64url(sig);
  if (parts.length !== 3 || signature === null || !Check(Header, head))
    return fail('token_malformed', 'it is not a JWT that is signed with RS256');
  const key = keys.get(head.kid);
  if (key === undefined)
    return fail('token_key_unknown', `no key of the cloud that was given has its kid ${head.kid}`);
  if (!crypto.verifyRs256(key, utf8(`${header}.${payload}`), signature))
    return fail('token_signature_invalid', `the signature is not by the cloud’s key ${head.kid}`);
  const claims = jsonOf(payload);
  if (!Check(Claims, claims))
    return fail('token_malformed', 'its claims are not those of an identity token by Google');
  const refusal = misuseOf(claims, audience, atMs);
  if (refusal !== null) return refusal;
  if (!Check(Machine, claims))
    return fail('token_names_no_machine', 'it names no virtual machine: ask for it with format=full');
  const machine = claims.google.compute_engine;
  return ok({
    instance: machine.instance_name,
    instanceId: machine.instance_id,
    zone: machine.zone,
    project: machine.project_id,
    confidential: machine.instance_confidentiality === 1,
    issuedMs: claims.iat * 1_000,
    expiresMs: claims.exp * 1_000,
    kid: head.kid,
  });
}

/** The token belongs to another audience or another time. */
function misuseOf({ aud, iat, exp }: Static<typeof Claims>, audience: string, atMs: number) {
  if (aud !== audience)
    return fail(
      'token_of_another',
      'its audience is not this deployment, venue and key: it was made for another',
    );
  if (atMs < iat * 1_000 - CLOCK_SKEW_MS || atMs > exp * 1_000 + CLOCK_SKEW_MS)
    return fail('token_not_valid_then', 'it was not valid when the decision was made');
  return null;
}

function jsonOf(part: string): unknown {
  const bytes = fromBase64url(part);
  const text = bytes === null ? null : strictUtf8(bytes);
  const parsed = text === null ? null : parseStrict(text);
  return parsed?.ok === true ? parsed.value : null;
}
