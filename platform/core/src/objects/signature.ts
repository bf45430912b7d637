import { type Static, Type } from 'typebox';
import { closed } from './primitives.ts';

/** Key files hold these; a service's key is always one. */
export const FILE_ALGORITHMS = ['ed25519', 'es256'] as const;
/** People's devices hold these: passkeys, and apps that Apple attests. */
export const SIGNATURE_ALGORITHMS = [...FILE_ALGORITHMS, 'webauthn', 'app-attest'] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** `principal_<name>`, `approver_<name>[.<device>]`, `pep`, `authority`, `service_assembly`, a connector's kid. */
export const Kid = Type.String({ pattern: '^[a-z][A-Za-z0-9_.-]{0,127}$', description: 'Key id' });

/** Bytes in base64url without padding. The decoder refuses a second spelling. */
export const base64url = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', maxLength, description });

/** Over the 64 ASCII characters of a hash. */
export const Signature = closed({
  kid: Kid,
  alg: Type.Enum([...SIGNATURE_ALGORITHMS]),
  sig: Type.String({
    pattern: '^([0-9a-f]{128}|([0-9a-f]{2}){256,512})$',
    description: 'Hex: 64 bytes of Ed25519, r and s of P-256, or as many bytes as an RSA key has',
  }),
  authenticator_data: Type.Optional(
    base64url(2_048, 'What the authenticator signed, byte for byte: with `webauthn` and `app-attest` only'),
  ),
  client_data_json: Type.Optional(
    base64url(
      4_096,
      'What the browser signed, byte for byte, with the hash’s 64 ASCII characters as its challenge: with `webauthn` only',
    ),
  ),
});
export type Signature = Static<typeof Signature>;
