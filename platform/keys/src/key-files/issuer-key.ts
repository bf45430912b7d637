import { fromHex } from '@common/evidence/bytes';
import { parseStrict } from '@common/evidence/canonical';
import { nodeCrypto } from '@common/evidence/node';
import { KeyFileError } from '@common/kit/private-file';
import { Instant } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { Value } from 'typebox/value';

/** A key that an issuer of statements publishes. */
interface IssuerKey {
  readonly alg: 'ed25519';
  /** 32 bytes, in hex. */
  readonly public_key: string;
  readonly fingerprint: string;
  /** When it signs, as the issuer says. */
  readonly times: { readonly not_before: string; readonly not_after: string | null };
}

/** What is read of an entry; an issuer may publish more. */
const PublishedKey = Type.Object({
  kid: Type.String(),
  alg: Type.Literal('ed25519'),
  public_key: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  role: Type.Literal('attester'),
  not_before: Instant,
  not_after: Type.Union([Instant, Type.Null()]),
});

/** Reads the key of this name in a copy of an issuer’s `/.well-known/keys.json`. `file` appears only in messages. */
export function readIssuerKey(json: string, file: string, kid: string): IssuerKey {
  const parsed = parseStrict(json);
  if (!parsed.ok) throw new KeyFileError(`${file} is not JSON: ${parsed.error.message}`);
  const keys = parsed.value;
  const entry =
    typeof keys === 'object' && keys !== null && Object.hasOwn(keys, kid)
      ? Reflect.get(keys, kid)
      : undefined;
  if (!Value.Check(PublishedKey, entry) || entry.kid !== kid)
    throw new KeyFileError(
      `${file} has no Ed25519 key named ${kid} with the role attester; save the issuer’s /.well-known/keys.json`,
    );
  const { public_key, not_before, not_after } = entry;
  return {
    alg: 'ed25519',
    public_key,
    fingerprint: `sha256:${nodeCrypto.sha256(fromHex(public_key) ?? '')}`,
    times: { not_before, not_after },
  };
}
