import type { KeyEntry } from '../objects/key-entry.ts';

/** The part of a key's entry about the device that holds it. */
export type DeviceFacts = Pick<KeyEntry, 'alg' | 'hardware' | 'hardware_ground' | 'webauthn' | 'app_attest'>;

export type HardwareGround = NonNullable<KeyEntry['hardware_ground']>;

/**
 * Why a person's key counts as bound to a device that verifies its holder; null if it does not count.
 * INVARIANT: only this function decides it; routes, the key registry and the report call it. A key that its
 * device may copy elsewhere never counts, whatever its entry says, and a maker's attestation counts only if
 * it leads to a pinned root.
 * @example hardwareGround({ alg: 'es256', hardware: true }) // 'seen'
 * @example hardwareGround({ alg: 'ed25519', hardware: true }) // null
 */
export function hardwareGround(key: DeviceFacts): HardwareGround | null {
  const { alg, hardware, hardware_ground: ground = null, webauthn, app_attest: app } = key;
  if (!hardware) return null;
  switch (alg) {
    case 'es256':
      // For a smart card, for example, only the principal's word connects the key with a device. Entries from
      // before grounds existed give none.
      return ground === 'attestation' ? null : 'seen';
    case 'webauthn':
      if (webauthn === undefined || webauthn.backup_eligible) return null;
      return ground === 'seen' || (ground === 'attestation' && webauthn.attestation.root !== null)
        ? ground
        : null;
    case 'app-attest':
      return ground === 'attestation' && app?.environment === 'production' && app.attestation.root !== null
        ? ground
        : null;
    default:
      // Key files hold Ed25519 keys (interface document, 2.5).
      return null;
  }
}
