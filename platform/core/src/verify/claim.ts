import type { KeyRole } from '../objects/key-entry.ts';
import { NOT_THE_PROVIDERS } from './acknowledgment.ts';
import type { UsedKey, Verification } from './verification.ts';

/** The strength of a claim (interface document, 2.4). */
const STRENGTHS = [
  'not proven',
  'declared',
  'service-signed',
  'independent signature',
  'independent hardware key',
] as const;
type Strength = 0 | 1 | 2 | 3 | 4;

export interface Claim {
  readonly id: string;
  /** One sentence, true of this receipt. It contains text from the receipt: escape it for its output. */
  readonly statement: string;
  readonly strength: Strength;
  readonly strength_name: (typeof STRENGTHS)[Strength];
  /** What the strength rests on, or what is missing. */
  readonly basis: string;
  /** The kid that signed it. */
  readonly kid: string | null;
  /** The verifier's own bundle has that key. Otherwise the claim holds only if the key is whose the receipt says. */
  readonly pinned: boolean;
}

export function claim(
  id: string,
  statement: string,
  strength: Strength,
  basis: string,
  signed: { readonly kid: string; readonly pinned: boolean } | null = null,
): Claim {
  const { kid, pinned } = signed ?? { kid: null, pinned: false };
  return { id, statement, strength, strength_name: STRENGTHS[strength], basis, kid, pinned };
}

export const SERVICE_ROLES: readonly KeyRole[] = ['pep', 'authority', 'service_assembly'];

interface SignedClaim {
  readonly id: string;
  readonly statement: string;
  readonly check: number;
  readonly kid: string;
  /** The signature alone carries it, whatever else of the check is withheld. */
  readonly bySignature?: boolean;
  /** The provider for which the key signs as an adapter. */
  readonly adapterOf?: string | undefined;
}

/** A claim that rests on one check and one key: nothing if the check failed, else as much as the key is worth. */
export function signedClaim(
  { checks, keys }: Verification,
  { id, statement, check, kid, bySignature = false, adapterOf }: SignedClaim,
): Claim {
  const outcome = checks[check - 1]?.outcome;
  const key = weakestOf(keys.filter((used) => used.kid === kid));
  const signed = { kid, pinned: key?.pinned ?? false };
  if (outcome === 'hidden' && !bySignature)
    return claim(
      id,
      statement,
      0,
      `Check ${check} could not see what this rests on: it is withheld.`,
      signed,
    );
  if ((outcome !== 'pass' && outcome !== 'hidden') || key === undefined) {
    return claim(id, statement, 0, `Check ${check} did not pass.`, signed);
  }
  // Ignore what its entry says about itself: only people and counterparties can be independent of the
  // operator.
  if (SERVICE_ROLES.includes(key.role)) {
    return claim(id, statement, 2, `Signed by ${kid}, a key of the operator's services.`, signed);
  }
  if (adapterOf !== undefined) {
    const basis = `Signed by ${kid}, an adapter, for what ${adapterOf} answered it. ${NOT_THE_PROVIDERS}`;
    return claim(id, statement, 2, basis, signed);
  }
  if (!key.independent) {
    const basis = `Signed by ${kid}, a key that was made in the operator's folder: the operator could have signed.`;
    // The scale has no word of its own for it (2.4): the basis says what it is.
    return claim(id, statement, 2, basis, signed);
  }
  const says = key.pinned ? 'as your key file says (independent)' : 'as the receipt says';
  const basis = `Signed by ${kid}, ${kindOf(key)} that, ${says}, the operator does not hold.${groundOf(key)}`;
  return claim(id, statement, key.hardware ? 4 : 3, basis, signed);
}

function kindOf({ alg, hardware, synced }: UsedKey): string {
  switch (alg) {
    case 'webauthn':
      if (synced) return 'a passkey that may be copied to other devices';
      return hardware ? 'a hardware key (a device-bound passkey)' : 'a passkey';
    case 'app-attest':
      return hardware ? 'a hardware key (an app on an Apple device)' : 'a key of an app on an Apple device';
    default:
      return hardware ? 'a hardware key' : 'a key';
  }
}

/** INVARIANT: no key is called hardware without the ground for it. */
function groundOf({ hardware_ground: ground, alg, enrolled_by: by }: UsedKey): string {
  switch (ground) {
    case null:
      return '';
    case 'seen':
      return ` That it is hardware is the word of ${by}, who saw the device and enrolled it.`;
    case 'attestation':
      return alg === 'app-attest'
        ? ` Apple attested device and app when ${by} enrolled it; that proves no person.`
        : ` Its maker attested the device when ${by} enrolled it, up to the root that the enrolment names.`;
  }
}

/** If several keys of a kid were relied on, states what is true of all of them. */
function weakestOf(keys: readonly UsedKey[]): UsedKey | undefined {
  const [first] = keys;
  return first === undefined
    ? undefined
    : {
        ...first,
        independent: keys.every(({ independent }) => independent),
        hardware: keys.every(({ hardware }) => hardware),
        hardware_ground: keys.every(({ hardware }) => hardware) ? first.hardware_ground : null,
      };
}
