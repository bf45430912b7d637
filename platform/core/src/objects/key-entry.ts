import { type Static, Type } from 'typebox';
import {
  closed,
  DeploymentId,
  Hash,
  Instant,
  Name,
  nullable,
  SignedInstant,
  TenantId,
  Text,
} from './primitives.ts';
import { base64url, Kid, SIGNATURE_ALGORITHMS, Signature } from './signature.ts';

/**
 * A clerk signs entries of directories, such as payees. An auditor and a viewer sign nothing but their way into pages that
 * they may read: an auditor those of all that happened, with people and keys, a viewer balances and payments.
 */
export const PEOPLES_ROLES = ['principal', 'approver', 'clerk', 'auditor', 'viewer'] as const;
export type PersonsRole = (typeof PEOPLES_ROLES)[number];
const KEY_ROLES = [
  ...PEOPLES_ROLES,
  'pep',
  'authority',
  'service_assembly',
  'counterparty',
  'attester',
] as const;
export type KeyRole = (typeof KEY_ROLES)[number];

/** Whether a key of this role always names the tenants that it is for; an approver’s may, and a service’s never does. */
export function namesTenants(role: KeyRole): boolean {
  return isPersonsRole(role) && role !== 'approver';
}

/** Whether a person holds keys of this role, and not a service. */
export function isPersonsRole(role: KeyRole): role is PersonsRole {
  return PEOPLES_ROLES.some((known) => known === role);
}

export const fingerprint = (description: string) =>
  Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description });

/** How a device proved what it is, when its key was enrolled. */
const Attestation = closed({
  format: Type.String({
    pattern: '^[a-z0-9-]{1,32}$',
    description: 'Of the attestation statement: `none`, `packed`, `apple-appattest` …',
  }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the attestation object’s bytes' }),
  root: nullable(fingerprint('Of the pinned root certificate that its chain ends in; null for none')),
  attested_at: Instant,
});

/**
 * The facts of a WebAuthn credential. The length of `public_key` tells its algorithm: 32 bytes are Ed25519, 65
 * ES256, and 256 or more RS256. No other is allowed.
 */
const Passkey = closed({
  rp_id: Type.String({
    pattern: '^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$',
    description: 'Relying party: a domain',
  }),
  origins: Type.Array(Type.String({ pattern: '^https?://[a-z0-9.-]+(:\\d{1,5})?$', maxLength: 270 }), {
    minItems: 1,
    maxItems: 8,
    uniqueItems: true,
    description: 'Pages from which it may sign',
  }),
  credential_id: base64url(1_364, 'Credential id'),
  aaguid: Type.String({
    pattern: '^[0-9a-f]{32}$',
    description: 'Model of the authenticator; authentic only with a root',
  }),
  sign_count: Type.Integer({ minimum: 0, maximum: 4_294_967_295, description: 'At enrolment' }),
  backup_eligible: Type.Boolean({ description: 'May be copied to other devices, as synced passkeys are' }),
  attestation: Attestation,
});

/**
 * The facts of a key that one app made and that Apple attested to be in a device. They do not say who holds
 * the device.
 */
const AppAttest = closed({
  app_id: Type.String({
    pattern: '^[A-Z0-9]{10}\\.[A-Za-z0-9.-]{1,155}$',
    description: 'Team and bundle identifier of the app',
  }),
  environment: Type.Enum(['production', 'development']),
  attestation: Attestation,
});

const HARDWARE_GROUNDS = ['attestation', 'seen'] as const;

/** INVARIANT: a key holds one role. A signature by a key in another role's place is refused. */
const facts = {
  deployment: DeploymentId,
  kid: Kid,
  alg: Type.Enum([...SIGNATURE_ALGORITHMS]),
  public_key: Type.String({
    pattern: '^([0-9a-f]{64}|04[0-9a-f]{128}|(0[1-9a-f]|[1-9a-f][0-9a-f])([0-9a-f]{2}){255,511})$',
    description:
      'Hex: 32 bytes of Ed25519, the uncompressed point of P-256, or, of a passkey alone, the modulus of an RSA key of 2048 to 4096 bits whose exponent is 65537',
  }),
  fingerprint: fingerprint('SHA-256 of the bytes of public_key'),
  role: Type.Enum([...KEY_ROLES]),
  person: nullable(Name),
  tenants: nullable(
    Type.Array(Type.Union([Type.Literal('*'), TenantId]), {
      minItems: 1,
      maxItems: 256,
      uniqueItems: true,
      description:
        'For whom a person may sign: tenants, or `*` for all. All but an approver name some; null for an approver without bounds, and for services',
    }),
  ),
  independent: Type.Boolean({ description: 'Not held by the operator of the services' }),
  hardware: Type.Boolean({
    description: 'Cannot leave the device that made it, and the device verifies its holder',
  }),
  hardware_ground: Type.Optional(
    Type.Enum([...HARDWARE_GROUNDS], {
      description:
        'Why `hardware` is true: `attestation`, its maker’s certificate, whose chain ends in a pinned root; `seen`, the principal saw the device and says so. Only of an es256 key may it be left out: `hardware` then is the principal’s word',
    }),
  ),
  webauthn: Type.Optional(Passkey),
  app_attest: Type.Optional(AppAttest),
  not_before: Instant,
  not_after: nullable(Instant),
};

/** What a principal signs to enrol a person's key. */
export const Enrolment = closed({ type: Type.Literal('sanad/enrolment/1'), ...facts });
export type Enrolment = Static<typeof Enrolment>;

/** `POST /keys` of the authority: a person's key, and the signature of the principal who enrols it. */
export const SignedEnrolment = closed({ enrolment: Enrolment, enrolment_hash: Hash, signature: Signature });
export type SignedEnrolment = Static<typeof SignedEnrolment>;

/** What a principal signs to state that others may have a person's private key. */
export const Compromise = closed({
  type: Type.Literal('sanad/compromise/1'),
  deployment: DeploymentId,
  kid: Kid,
  fingerprint: fingerprint('Of the key: a kid may have had several'),
  compromised_at: SignedInstant,
  said_at: SignedInstant,
  reason: Text,
});
export type Compromise = Static<typeof Compromise>;

/** `POST /keys/{kid}/compromise` of the authority. */
export const SignedCompromise = closed({
  compromise: Compromise,
  compromise_hash: Hash,
  signature: Signature,
});
export type SignedCompromise = Static<typeof SignedCompromise>;

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
      minItems: 1,
      maxItems: MAX_RETIRED_KEYS,
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
