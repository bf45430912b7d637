import { type Static, Type } from 'typebox';
import { closed } from './primitives.ts';

/** Algorithms accepted now. `webauthn` and `app-attest` will add fields to the signature; see ADR 0014. */
export const SIGNATURE_ALGORITHMS = ['ed25519', 'es256'] as const;
export type SignatureAlgorithm = (typeof SIGNATURE_ALGORITHMS)[number];

/** `principal_<name>`, `approver_<name>[.<device>]`, `pep`, `authority`, `service_assembly`, a connector's kid. */
export const Kid = Type.String({ pattern: '^[a-z][A-Za-z0-9_.-]{0,127}$', description: 'Key id' });

/** Over the 64 ASCII characters of a hash. `sig`: 64 bytes in hex (Ed25519, or r and s of P-256). */
export const Signature = closed({
  kid: Kid,
  alg: Type.Enum([...SIGNATURE_ALGORITHMS]),
  sig: Type.String({ pattern: '^[0-9a-f]{128}$' }),
});
export type Signature = Static<typeof Signature>;
