import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry } from '../../../src/objects/key-entry.ts';
import { createAppDevice } from '../../../src/testing/app-device.ts';
import { type AssertionFault, createPasskey } from '../../../src/testing/passkey.ts';
import { CAST } from '../../verify/story.ts';
import { enrol, type Party, party } from '../../verify/story-keys.ts';

/** Badr, with each kind of key that a person can have. */
export const KINDS = [
  'ed25519 file',
  'es256 file',
  'ES256 passkey',
  'Ed25519 passkey',
  'RS256 passkey',
  'App Attest',
] as const;
type Kind = (typeof KINDS)[number];

const PASSKEYS = { 'ES256 passkey': 'p256', 'Ed25519 passkey': 'ed25519', 'RS256 passkey': 'rsa' } as const;
const SEEN = { hardware: true, hardware_ground: 'seen' } as const;
const ATTESTED = { hardware: true, hardware_ground: 'attestation' } as const;

interface Changes {
  readonly facts?: Partial<KeyEntry>;
  readonly fault?: AssertionFault;
  readonly synced?: boolean;
}

/** Enrolled by Amal, as hardware where it is. */
export function approverWith(kind: Kind, { facts = {}, fault, synced = false }: Changes = {}): Party {
  const kid = 'approver_badr.phone';
  const person = { person: 'badr', independent: true };
  if (kind === 'ed25519 file') return enrolled(party(kid, 'approver', { ...person, ...facts }));
  if (kind === 'es256 file')
    return enrolled(party(kid, 'approver', { ...person, alg: 'es256', ...SEEN, ...facts }));
  if (kind === 'App Attest') {
    const phone = createAppDevice(nodeCrypto, 'badr');
    const { key } = party(kid, 'approver', { ...person, ...ATTESTED, ...phone.facts, ...facts });
    return enrolled({ key, signer: phone.signer(kid) });
  }
  const passkey = createPasskey(nodeCrypto, { name: 'badr', kind: PASSKEYS[kind], synced });
  const device = synced ? {} : SEEN;
  const { key } = party(kid, 'approver', { ...person, ...device, ...passkey.facts, ...facts });
  return enrolled({ key, signer: passkey.signer(kid, fault) });
}

function enrolled(someone: Party): Party {
  return enrol(someone, CAST.principal.signer);
}
