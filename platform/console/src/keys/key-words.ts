import { hardwareGround } from '@platform/core/decide/hardware';
import type { KeyVersion } from '@platform/core/objects/key-entry';
import { isRoot } from '@platform/core/signed/key-registry';

const SERVICES: readonly string[] = ['pep', 'authority', 'service_assembly'];

/** How much a signature by this key counts in a receipt (interface document, 2.4), and on what ground. */
interface KeyWorth {
  readonly strength: 2 | 3 | 4;
  readonly name: string;
  readonly ground: string;
}

export function worthOf(key: KeyVersion): KeyWorth {
  const { alg, role, independent, hardware, webauthn, app_attest: app, enrolment } = key;
  const by = enrolment?.signature.kid ?? 'nobody';
  if (SERVICES.includes(role)) {
    return { strength: 2, name: 'a service’s key', ground: 'The operator of the service can sign with it.' };
  }
  if (!independent) {
    const ground = 'It was made in the operator’s folder: the operator could sign with it.';
    return { strength: 2, name: 'a key file that the operator made', ground };
  }
  if (role === 'counterparty' || role === 'attester') {
    return { strength: 3, name: 'independent', ground: `The operator does not hold it, says ${by}.` };
  }
  const synced = 'It may be copied to other devices, so a route that asks for hardware refuses it.';
  if (webauthn?.backup_eligible)
    return { strength: 3, name: 'a synced passkey: a signature', ground: synced };
  switch (hardware ? hardwareGround(key) : null) {
    case 'attestation':
      return app === undefined
        ? {
            strength: 4,
            name: 'in hardware, attested',
            ground: `Its maker’s certificate leads to a root that was pinned when ${by} enrolled it.`,
          }
        : {
            strength: 4,
            name: 'in hardware, by App Attest',
            ground: 'Apple vouches for device and app, not for the person who held it.',
          };
    case 'seen':
      return {
        strength: 4,
        name: 'in hardware, seen',
        ground: isRoot(key)
          ? 'On its holder’s own word: nobody else vouches for the device.'
          : `On the word of ${by}, who says they have seen the device. Nothing attests it.`,
      };
    default:
      break;
  }
  const device = 'In a device that nobody vouches for: a route that asks for hardware refuses it.';
  if (alg === 'webauthn') return { strength: 3, name: 'a passkey', ground: device };
  if (alg === 'app-attest') return { strength: 3, name: 'an app’s key', ground: device };
  return { strength: 3, name: 'a key file', ground: 'Made elsewhere. Anyone who copies the file can sign.' };
}

const KINDS = {
  ed25519: 'Ed25519',
  es256: 'P-256',
  webauthn: 'passkey',
  'app-attest': 'App Attest',
} as const;

export function kindOf({ alg }: Pick<KeyVersion, 'alg'>): string {
  return KINDS[alg];
}

/** Shortens a fingerprint, as in `9dcb3c33…5895`. */
export function shortFingerprint(fingerprint: string): string {
  const digits = fingerprint.replace('sha256:', '');
  return `${digits.slice(0, 8)}…${digits.slice(-4)}`;
}
