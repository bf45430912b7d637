import { nodeCrypto } from '@common/evidence/node';
import type { AuthorityDeps } from '@platform/authority/use-cases/deps';
import type { KeyEntry, KeyRole, KeySet } from '@platform/core/objects/key-entry';
import { readKeyRegistry } from '@platform/core/signed/key-registry';
import { type Signer, signObject } from '@platform/core/signed/signed';
import { generatePrivateKey, type KeyPair, readPrivateKey } from '@platform/keys/key-files/key-pair';

export const DEPLOYMENT = 'dp_0123456789abcdef01234567';
/** When its time begins. */
export const START = Date.parse('2026-03-02T09:00:00.000Z');

type Holder = readonly [kid: string, role: KeyRole, person: string | null];
const TENANTS: Readonly<Record<string, string[]>> = {
  principal_zayd: ['tn_zayd', 'tn_other'],
  clerk_lina: ['tn_test'],
  clerk_zoe: ['tn_other'],
  auditor_noor: ['tn_test'],
  viewer_vera: ['tn_test'],
};
const SERVICES: readonly Holder[] = [
  ['authority', 'authority', null],
  ['service_assembly', 'service_assembly', null],
  ['pep', 'pep', null],
  ['bank', 'counterparty', null],
  ['recipient', 'counterparty', null],
];
const PEOPLE: readonly Holder[] = [
  ['principal_amina', 'principal', 'amina'],
  ['principal_zayd', 'principal', 'zayd'],
  ['approver_cfo', 'approver', 'cfo'],
  ['clerk_lina', 'clerk', 'lina'],
  ['clerk_zoe', 'clerk', 'zoe'],
  ['auditor_noor', 'auditor', 'noor'],
  ['viewer_vera', 'viewer', 'vera'],
  ['approver_guest', 'approver', 'guest'],
  ['approver_agent_ap', 'approver', 'agent_ap'],
];

function makeKeys(
  pairs: Map<string, KeyPair>,
  rawKeys: Map<string, KeyEntry>,
  signer: (kid: string) => Signer,
): void {
  for (const [kid, role, person] of [...SERVICES, ...PEOPLE]) {
    const alg = kid === 'approver_cfo' ? 'es256' : 'ed25519';
    const pair = readPrivateKey(generatePrivateKey(alg), kid);
    pairs.set(kid, pair);
    const facts = {
      deployment: DEPLOYMENT,
      kid,
      alg,
      public_key: pair.public_key,
      fingerprint: pair.fingerprint,
      role,
      person,
      tenants: TENANTS[kid] ?? (role === 'principal' ? ['*'] : null),
      independent: person !== null,
      hardware: false,
      not_before: new Date(START - 86_400_000).toISOString(),
      not_after: null,
    } as const;
    const enrolment = { type: 'sanad/enrolment/1', ...facts } as const;
    const signed =
      person === null
        ? null
        : signObject(nodeCrypto, signer(role === 'principal' ? kid : 'principal_amina'), enrolment);
    rawKeys.set(kid, {
      ...facts,
      compromised_at: null,
      enrolment: signed === null ? null : { enrolment_hash: signed.hash, signature: signed.signature },
    });
  }
}

const PAIRS = new Map<string, KeyPair>();
const ENTRIES = new Map<string, KeyEntry>();
makeKeys(PAIRS, ENTRIES, signerAmong(PAIRS));

/** Keys of all parties, in memory: the same pairs for all tests of a file, and entries that a test may change. */
export function openKeys() {
  const rawKeys = new Map(ENTRIES);
  return { rawKeys, signer: signerAmong(PAIRS), keys: keyReader(rawKeys) };
}

/** `public/`, as a map in memory. */
export function keyFolderOf(rawKeys: Map<string, KeyEntry>): AuthorityDeps['keyFolder'] {
  return {
    read: async () => Object.fromEntries(rawKeys),
    add: async (entry) => {
      if (rawKeys.has(entry.kid)) return false;
      rawKeys.set(entry.kid, entry);
      return true;
    },
    replace: async (entry) => {
      rawKeys.set(entry.kid, entry);
    },
  };
}

function signerAmong(pairs: ReadonlyMap<string, KeyPair>): (kid: string) => Signer {
  return (kid) => {
    const pair = pairs.get(kid);
    if (pair === undefined) throw new Error(`no key ${kid}`);
    return { kid, alg: pair.alg, sign: pair.sign };
  };
}

let known: { readonly state: string; readonly keys: KeySet } | null = null;

function keyReader(rawKeys: ReadonlyMap<string, KeyEntry>): AuthorityDeps['keys'] {
  return async () => {
    const state = JSON.stringify([...rawKeys]);
    if (known?.state !== state) {
      known = { state, keys: readKeyRegistry(nodeCrypto, DEPLOYMENT, Object.fromEntries(rawKeys)).keys };
    }
    return known.keys;
  };
}
