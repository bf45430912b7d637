import { type Static, Type } from 'typebox';
import { closed, DeploymentId, Hash, Instant, Name, nullable, TenantId } from './primitives.ts';
import { Kid, SIGNATURE_ALGORITHMS, Signature } from './signature.ts';

const KEY_ROLES = ['principal', 'approver', 'pep', 'authority', 'service_assembly', 'counterparty'] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** INVARIANT: a key holds one role. A signature by a key in another role's place is refused. */
const facts = {
  deployment: DeploymentId,
  kid: Kid,
  alg: Type.Enum([...SIGNATURE_ALGORITHMS]),
  public_key: Type.String({
    pattern: '^([0-9a-f]{64}|04[0-9a-f]{128})$',
    description: 'Hex: 32 bytes of Ed25519, or the uncompressed point of P-256',
  }),
  fingerprint: Type.String({
    pattern: '^sha256:[0-9a-f]{64}$',
    description: 'SHA-256 of the bytes of public_key',
  }),
  role: Type.Enum([...KEY_ROLES]),
  person: nullable(Name),
  tenants: nullable(
    Type.Array(Type.Union([Type.Literal('*'), TenantId]), {
      ...{ minItems: 1, maxItems: 256, uniqueItems: true },
      description:
        'For whom a principal may sign mandates: tenants, or `*` for all; null for every other role',
    }),
  ),
  independent: Type.Boolean({ description: 'Not held by the operator of the services' }),
  hardware: Type.Boolean({ description: 'Cannot leave the device that made it' }),
  not_before: Instant,
  not_after: nullable(Instant),
};

/** What a principal signs to enrol a person's key. */
export const Enrolment = closed({ type: Type.Literal('sanad/enrolment/1'), ...facts });
export type Enrolment = Static<typeof Enrolment>;

const version = {
  ...facts,
  compromised_at: nullable(Instant),
  /** The principal's signature over a person's key; null for services' keys. */
  enrolment: nullable(closed({ enrolment_hash: Hash, signature: Signature })),
};

/** One of the keys that a kid has had over time. */
const KeyVersion = closed(version);
export type KeyVersion = Static<typeof KeyVersion>;

export const MAX_RETIRED_KEYS = 256;

/** A kid's public key, as `/.well-known/keys.json` shows it, and those that it had before. */
export const KeyEntry = closed({
  ...version,
  retired: Type.Optional(
    Type.Array(KeyVersion, {
      ...{ minItems: 1, maxItems: MAX_RETIRED_KEYS },
      description:
        'Replaced keys of this kid, newest first, each with its end in `not_after`: what one signed in its time stays valid',
    }),
  ),
});
export type KeyEntry = Static<typeof KeyEntry>;

export const KeySet = Type.Record(Kid, KeyEntry, {
  additionalProperties: false,
  description: 'Public keys by kid',
});
export type KeySet = Readonly<Record<string, KeyEntry>>;
