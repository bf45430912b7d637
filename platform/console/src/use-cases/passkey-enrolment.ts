import type { Enrolment, KeyEntry, PersonsRole } from '@platform/core/objects/key-entry';
import { listed } from '@platform/words/short';

/** The holder and the purpose of a new passkey. */
export interface NewKey {
  readonly kid: string;
  readonly person: string;
  readonly role: PersonsRole;
  /** For whom it may sign; null for an approver, who is asked for any tenant’s mandates. */
  readonly tenants: readonly string[] | null;
  /** Whether it is for routes that ask for hardware. A passkey that may be copied is then refused. */
  readonly wantsHardware: boolean;
}

/** A passkey that was made and checked, and that no principal has signed yet. */
export interface RegisteredPasskey extends NewKey {
  readonly id: string;
  /** RFC 3339. */
  readonly registeredAt: string;
  readonly facts: Pick<KeyEntry, 'alg' | 'public_key' | 'fingerprint'> & {
    readonly webauthn: NonNullable<KeyEntry['webauthn']>;
  };
}

/** What a device shows about where its key is. */
type Facts = Pick<RegisteredPasskey, 'facts'>;

function isSynced({ facts }: Facts): boolean {
  return facts.webauthn.backup_eligible;
}

function isAttested({ facts }: Facts): boolean {
  return !isSynced({ facts }) && facts.webauthn.attestation.root !== null;
}

/** On what ground a passkey counts as it does. */
export type PasskeyGround = 'attested' | 'synced' | 'seen' | 'signature';

/** INVARIANT: a synced passkey is never hardware, whatever anyone saw. */
export function passkeyGround(registered: Facts, seen: boolean): PasskeyGround {
  if (isAttested(registered)) return 'attested';
  if (isSynced(registered)) return 'synced';
  return seen ? 'seen' : 'signature';
}

const HARDWARE_GROUNDS = { attested: 'attestation', seen: 'seen', synced: null, signature: null } as const;

/** Whether somebody’s word decides if it counts as hardware. */
export function asksWhetherSeen(registered: RegisteredPasskey): boolean {
  return registered.wantsHardware && passkeyGround(registered, true) === 'seen';
}

/** The enrolment that the principal signs. */
export function enrolmentOfPasskey(
  registered: RegisteredPasskey,
  {
    deployment,
    seen,
    notBefore,
  }: { readonly deployment: string; readonly seen: boolean; readonly notBefore: string },
): Enrolment {
  const { kid, person, role, tenants, facts } = registered;
  const ground = HARDWARE_GROUNDS[passkeyGround(registered, seen)];
  return {
    type: 'sanad/enrolment/1',
    deployment,
    kid,
    ...facts,
    role,
    person,
    tenants: tenants === null ? null : [...tenants],
    independent: true,
    ...(ground === null ? { hardware: false } : { hardware: true, hardware_ground: ground }),
    not_before: notBefore,
    not_after: null,
  };
}

/** The name of a key, as in `approver_cfo.phone`. A person’s first key may have no device. */
export function kidOf(role: NewKey['role'], person: string, device: string): string {
  return `${role}_${person}${device === '' ? '' : `.${device}`}`;
}

/** What a key of this role is, and what its enrolment permits. */
export const ROLE_WORDS = {
  approver: { name: 'an approver', power: 'It can approve and reject what agents ask of this person.' },
  clerk: {
    name: 'a clerk',
    power: 'It can add, change and end payees and the like, where the policy names this person.',
  },
  auditor: { name: 'an auditor', power: 'It signs nothing; its holder may read all that happened.' },
  viewer: { name: 'a viewer', power: 'It signs nothing; its holder may read.' },
  principal: {
    name: 'a principal',
    power: 'It can sign mandates and payees, and end them, for the tenants that it names.',
  },
} as const satisfies Readonly<Record<NewKey['role'], { readonly name: string; readonly power: string }>>;

/** `a clerk for tn_a and tn_b` */
export function roleWords({ role, tenants }: Pick<NewKey, 'role' | 'tenants'>): string {
  const { name } = ROLE_WORDS[role];
  return tenants === null ? name : `${name} for ${tenants.includes('*') ? 'every tenant' : listed(tenants)}`;
}

/** How many characters of the fingerprint one person says and another types. */
const SPOKEN = 16;

/**
 * The part of the fingerprint that people say, in four groups of four. It has 64 bits: anyone can read whose
 * key waits, and make keys until one has the same end. With fewer bits, that would not take long enough.
 */
export function spokenPart({ fingerprint }: Pick<KeyEntry, 'fingerprint'>): string {
  return fingerprint.slice(-SPOKEN);
}

/** Whether a person typed what was said, in groups or not. */
export function isSpokenPart(typed: string, key: Pick<KeyEntry, 'fingerprint'>): boolean {
  return typed.replaceAll(/\s/g, '').toLowerCase() === spokenPart(key);
}
