import { fromHex } from '@common/evidence/bytes';
import { ED25519_KEY_BYTES, P256_KEY_BYTES } from '@common/evidence/crypto';
import { rsaKeyFault } from '@common/evidence/rs256';
import { hardwareGround } from '../decide/hardware.ts';
import { isPersonsRole, type KeyVersion } from '../objects/key-entry.ts';

/** A passkey's key of any other length is one of RSA. */
const BYTES_OF: Readonly<Record<KeyVersion['alg'], readonly number[]>> = {
  ed25519: [ED25519_KEY_BYTES],
  es256: [P256_KEY_BYTES],
  webauthn: [ED25519_KEY_BYTES, P256_KEY_BYTES],
  'app-attest': [P256_KEY_BYTES],
};

/**
 * Says why the public key does not fit its algorithm, or its device is not described; null if all is there.
 */
export function keyFormFault({ alg, public_key: key, webauthn, app_attest: app }: KeyVersion): string | null {
  if (!BYTES_OF[alg].includes(key.length / 2)) {
    const rsa = alg === 'webauthn' ? rsaKeyFault(fromHex(key) ?? new Uint8Array()) : undefined;
    if (rsa !== null) return `is not a valid ${alg} key${rsa === undefined ? '' : `: its RSA key ${rsa}`}`;
  }
  if ((alg === 'webauthn') !== (webauthn !== undefined))
    return 'is a passkey that does not say of which page, or another key that does';
  if ((alg === 'app-attest') !== (app !== undefined))
    return 'is an app’s key that does not say of which app, or another key that does';
  return null;
}

/**
 * Says what a person's or a service's entry states about its key's device that cannot be true; null if it
 * can. For a person's key, a principal signed it, wrongly.
 */
export function deviceFault(key: KeyVersion): string | null {
  const form = keyFormFault(key);
  if (form !== null) return form;
  const { alg, role, webauthn, app_attest: app, hardware, hardware_ground: ground } = key;
  if (!isPersonsRole(role) && alg !== 'ed25519' && alg !== 'es256')
    return `is a service’s key, which cannot be ${alg}`;
  if (role === 'attester' && alg !== 'ed25519') return `is an attester’s key, which cannot be ${alg}`;
  // It proves a device and an app, but not who holds it, which is not enough for a root of trust.
  if (alg === 'app-attest' && role !== 'approver') return 'is an app’s key, which only approves';
  const stranger = webauthn?.origins.find((origin) => !isPageOf(origin, webauthn.rp_id));
  if (stranger !== undefined) return `names a page, ${stranger}, that is not of ${webauthn?.rp_id}`;
  if (ground !== undefined && !hardware) return 'gives a ground for being in hardware, but is not';
  // A key file that only claims to be hardware counts as none, and what it signed so far stays verifiable.
  const isDescribed = webauthn !== undefined || app !== undefined || ground !== undefined;
  return isDescribed ? hardwareFault(key) : null;
}

/** Says why a key that claims to be in hardware does not count as that; null if it does, or claims nothing. */
export function hardwareFault(key: KeyVersion): string | null {
  if (!key.hardware || hardwareGround(key) !== null) return null;
  return key.webauthn?.backup_eligible
    ? 'is a passkey that may be copied to other devices: it cannot be enrolled as hardware'
    : 'is enrolled as hardware without a ground that holds: enrol it again, and say why it is (hardware_ground)';
}

/** Pages of a relying party: its domain or one below, by HTTPS; on this machine also without. */
function isPageOf(origin: string, rpId: string): boolean {
  const [, scheme, host = ''] = /^(https?):\/\/([a-z0-9.-]+)(?::\d+)?$/.exec(origin) ?? [];
  const isOwn = host === rpId || host.endsWith(`.${rpId}`);
  return isOwn && (scheme === 'https' || host === 'localhost');
}
