import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyEntry } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ProblemCode } from '@platform/core/verify/problems';
import { at, CAST, type Cast, keysOf, tell } from '../../../core/test/verify/story.ts';
import { enrol, type Party, party } from '../../../core/test/verify/story-keys.ts';
import { altered, castWith, type KitCase, PINNED, type Refusal, told } from './case.ts';

/** The honest receipt, under pinned keys of which one has other facts. */
const pinned = (name: string, kid: string, facts: Partial<KeyEntry>, refused: Refusal | null): KitCase =>
  told(name, {}, refused, { keys: { ...PINNED, [kid]: { ...(PINNED[kid] as KeyEntry), ...facts } } });

const VALIDITY: readonly KitCase[] = [
  pinned(
    'the decider’s key, stolen at the instant of the decision',
    'pep',
    { compromised_at: at('09:00:06.000') },
    [5, 'key_compromised'],
  ),
  pinned(
    'the decider’s key, stolen a millisecond later',
    'pep',
    { compromised_at: at('09:00:06.001') },
    null,
  ),
  pinned('the bank’s key, ended a millisecond before it signed', 'bank', { not_after: at('09:00:04.999') }, [
    6,
    'key_expired',
  ]),
  pinned(
    'the bank’s key, ended at the instant at which it signed',
    'bank',
    { not_after: at('09:00:05.000') },
    null,
  ),
  pinned(
    'the service’s key, begun a millisecond after it signed',
    'service_assembly',
    { not_before: at('09:00:08.001') },
    [2, 'key_not_yet_valid'],
  ),
  pinned(
    'the service’s key, begun at the instant at which it signed',
    'service_assembly',
    { not_before: at('09:00:08.000') },
    null,
  ),
  pinned('the authority’s key, stolen before the head', 'authority', { compromised_at: at('09:00:09.000') }, [
    8,
    'key_compromised',
  ]),
  pinned('the authority’s key, ended before the grant', 'authority', { not_after: at('09:00:02.999') }, [
    5,
    'key_expired',
  ]),
  pinned(
    'the principal’s key, stolen before the proposal',
    'principal_amal',
    { compromised_at: at('08:59:59.000') },
    [3, 'key_compromised'],
  ),
  pinned(
    'the principal’s key, stolen at the instant of the proposal',
    'principal_amal',
    { compromised_at: at('09:00:00.000') },
    [4, 'key_compromised'],
  ),
  pinned(
    'the principal’s key, stolen after the proposal',
    'principal_amal',
    { compromised_at: at('09:00:00.001') },
    null,
  ),
  pinned(
    'the approver’s key, stolen before the approval',
    'approver_badr.phone',
    { compromised_at: at('09:00:02.000') },
    [4, 'key_compromised'],
  ),
  pinned('a pinned key whose instant does not exist', 'bank', { not_before: '2026-02-30T00:00:00.000Z' }, [
    6,
    'instant_malformed',
  ]),
];

const other = (kid: string) => party(kid, PINNED[kid]?.role ?? 'pep', { alg: 'es256' });
const { bank: _, ...WITHOUT_BANK } = PINNED;
const DENIED = { outcome: 'denied' } as const;
const EVE = party('principal_eve', 'principal', { person: 'eve' });

const WHOSE: readonly KitCase[] = [
  told('no pinned keys', {}, null, { keys: null }),
  told('all keys but one pinned', {}, null, { keys: WITHOUT_BANK }),
  told('only one key pinned', {}, null, { keys: { pep: CAST.pep.key } }),
  told(
    'another key of the bank than the pinned one',
    castWith({ bank: other('bank') }),
    [6, 'pinned_key_differs'],
    { keys: PINNED },
  ),
  told(
    'another key of the bank, which signed nothing',
    { ...castWith({ bank: other('bank') }), ...DENIED },
    [2, 'pinned_key_differs'],
    { keys: PINNED },
  ),
  told('another key of the bank, and none pinned', castWith({ bank: other('bank') }), null, { keys: null }),
  altered(
    'the key of a signature is not in the receipt',
    ({ bundle }) => delete bundle.keys.bank,
    [6, 'kid_unknown'],
    { keys: WITHOUT_BANK },
  ),
  altered(
    'the key of the mandate is not in the receipt',
    ({ bundle }) => delete bundle.keys.principal_amal,
    [3, 'kid_unknown'],
    { keys: null },
  ),
  altered(
    'a signature by constructor',
    ({ signatures: { counterparty } }) => {
      if (counterparty !== null) counterparty.kid = 'constructor';
    },
    [6, 'kid_unknown'],
  ),
  altered(
    'a fingerprint that is not the key’s',
    ({ bundle: { keys } }) => {
      if (keys.bank !== undefined) keys.bank.fingerprint = `sha256:${'ab'.repeat(32)}`;
    },
    [6, 'key_malformed'],
    { keys: null },
  ),
  told(
    'the key of the bank of another deployment',
    castWith({ bank: withFacts(CAST.bank, { deployment: `dp_${'f'.repeat(24)}` }) }),
    [6, 'deployment_mismatch'],
    { keys: null },
  ),
  told(
    'the key of the bank of another deployment than the pinned one',
    castWith({ bank: withFacts(CAST.bank, { deployment: `dp_${'f'.repeat(24)}` }) }),
    [6, 'pinned_key_differs'],
    { keys: PINNED },
  ),
  {
    name: 'a whole receipt of another deployment, with the same keys',
    refused: [2, 'pinned_key_differs'],
    make: () => ({
      receipt: JSON.stringify(tell()).replaceAll('dp_0123456789abcdef01234567', `dp_${'f'.repeat(24)}`),
      keys: PINNED,
    }),
  },
  told(
    'the receipt’s own facts about a pinned key do not count',
    castWith({ pep: withFacts(CAST.pep, { not_after: null }) }),
    [5, 'key_expired'],
    {
      keys: { ...PINNED, pep: { ...CAST.pep.key, not_after: at('08:00:00.000') } },
    },
  ),
  told(
    'a mark that only the receipt has counts',
    castWith({ bank: withFacts(CAST.bank, { compromised_at: at('09:00:04.000') }) }),
    [6, 'key_compromised'],
    { keys: PINNED },
  ),
  told(
    'the bank signs with the key of the enforcement point, under its name',
    castWith({ bank: named(CAST.pep, 'bank') }),
    [6, 'role_not_allowed'],
    { keys: null },
  ),
  told(
    'the enforcement point signs with the key of the bank, under its name',
    castWith({ pep: named(CAST.bank, 'pep') }),
    [5, 'role_not_allowed'],
    { keys: null },
  ),
  told(
    'the service signs with the authority’s key',
    castWith({ service: named(CAST.authority, 'service_assembly') }),
    [2, 'role_not_allowed'],
    { keys: null },
  ),
  told(
    'the authority signs with the service’s key',
    castWith({ authority: named(CAST.service, 'authority') }),
    [8, 'role_not_allowed'],
    { keys: null },
  ),
];

function withFacts({ signer, key }: Party, facts: Partial<KeyEntry>): Party {
  return { signer, key: { ...key, ...facts } };
}

function named({ signer, key }: Party, kid: string): Party {
  return { signer: { ...signer, kid }, key: { ...key, kid } };
}

/** The bank had a key before; the receipt is from its time, or from later. */
function rotated(
  name: string,
  end: string,
  refused: Refusal | null,
  keysHave: 'both' | 'new' = 'both',
): KitCase {
  const next = other('bank').key;
  const retired = { ...CAST.bank.key, not_after: end };
  const both = { ...next, not_before: end, retired: [retired] };
  return {
    name,
    refused,
    make: () => {
      const receipt = tell({ cast: { ...CAST, bank: { signer: CAST.bank.signer, key: both } } });
      return {
        receipt,
        keys: { ...PINNED, bank: keysHave === 'both' ? both : { ...next, not_before: end } },
      };
    },
  };
}

const HISTORY: readonly KitCase[] = [
  rotated('signed by a key that was replaced later', at('10:00:00.000'), null),
  rotated('signed by a key that had been replaced', at('08:00:00.000'), [6, 'key_expired']),
  rotated('a retired key that the pinned entry lacks', at('10:00:00.000'), [6, 'pinned_key_differs'], 'new'),
];

const enrolledBy = (name: string, who: Party, refused: Refusal): KitCase =>
  told(name, castWith({ approver: enrol(CAST.approver, who.signer) }), refused, { keys: null });
const enrolment = (name: string, change: (key: KeyEntry) => KeyEntry, code: ProblemCode): KitCase =>
  told(
    name,
    castWith({ approver: { signer: CAST.approver.signer, key: change(CAST.approver.key) } }),
    [4, code],
    { keys: null },
  );
const enrolledAs = (name: string, facts: Partial<KeyEntry>, code: ProblemCode): KitCase =>
  told(
    name,
    castWith({ approver: enrol(withFacts(CAST.approver, facts), CAST.principal.signer) }),
    [4, code],
    { keys: null },
  );

function withRoot(root: Partial<KeyEntry>, approver: Partial<KeyEntry> = {}): { readonly cast: Cast } {
  const { signer } = CAST.principal;
  const principal = enrol(withFacts(CAST.principal, root), signer);
  return castWith({ principal, approver: enrol(withFacts(CAST.approver, approver), signer) });
}

/** An approver enrolled by a second principal, whose key the receipt brings. */
function bySecond(name: string, by: Party, refused: Refusal | null): KitCase {
  const approver = enrol(CAST.approver, by.signer);
  return told(name, { ...castWith({ approver }), keys: [by.key] }, refused);
}
const ROOT = party('principal_root', 'principal', { person: 'root' });

const ENROLMENTS: readonly KitCase[] = [
  enrolledBy('enrolled by a principal whom nobody knows', EVE, [4, 'kid_unknown']),
  bySecond('enrolled by another root', enrol(ROOT, ROOT.signer), null),
  bySecond('enrolled by a principal who is no root', enrol(ROOT, CAST.principal.signer), [4, 'root_invalid']),
  bySecond('enrolled by a root that did not enrol itself', ROOT, [4, 'root_invalid']),
  bySecond(
    'enrolled by a root that was stolen before the proposal',
    withFacts(enrol(ROOT, ROOT.signer), { compromised_at: at('08:00:00.000') }),
    [4, 'key_compromised'],
  ),
  bySecond(
    'enrolled by a root that was stolen after the proposal',
    withFacts(enrol(ROOT, ROOT.signer), { compromised_at: at('10:00:00.000') }),
    null,
  ),
  bySecond(
    'enrolled by a root for another tenant',
    enrol(withFacts(ROOT, { tenants: ['tn_other'] }), ROOT.signer),
    [4, 'out_of_reach'],
  ),
  bySecond(
    'enrolled before the root’s key began',
    enrol(withFacts(ROOT, { not_before: '2026-02-01T00:00:00.000Z' }), ROOT.signer),
    [4, 'key_not_yet_valid'],
  ),
  enrolment('an approver whom nobody enrolled', (key) => ({ ...key, enrolment: null }), 'not_enrolled'),
  enrolment(
    'an approver with another person than was enrolled',
    (key) => ({ ...key, person: 'badr2' }),
    'hash_mismatch',
  ),
  enrolment(
    'an approver whose key begins earlier than was enrolled',
    (key) => ({ ...key, not_before: '2025-01-01T00:00:00.000Z' }),
    'hash_mismatch',
  ),
  enrolment(
    'an enrolment of another hash',
    (key) => ({
      ...key,
      enrolment: key.enrolment && { ...key.enrolment, enrolment_hash: hashOf(nodeCrypto, 'x') },
    }),
    'hash_mismatch',
  ),
  enrolment(
    'an enrolment signed by an approver',
    (key) => enrol({ signer: CAST.approver.signer, key }, CAST.approver.signer).key,
    'role_not_allowed',
  ),
  enrolledAs(
    'a key file as a ground of hardware that it is not',
    { hardware: false, hardware_ground: 'seen' },
    'enrolment_malformed',
  ),
  enrolledAs(
    'a key in hardware by an attestation that no key file has',
    { hardware_ground: 'attestation' },
    'enrolment_malformed',
  ),
  told(
    'a mandate of a tenant that its principal’s key does not name',
    withRoot({ tenants: ['tn_other'] }),
    [3, 'out_of_reach'],
    { keys: null },
  ),
  told(
    'an approver without bounds, enrolled by a root with bounds',
    withRoot({ tenants: ['tn_demo'] }),
    [4, 'out_of_reach'],
    { keys: null },
  ),
  told(
    'an approver within the bounds of the root',
    withRoot({ tenants: ['tn_demo'] }, { tenants: ['tn_demo'] }),
    null,
  ),
  told(
    'an approver for another tenant',
    withRoot({}, { tenants: ['tn_other'] }),
    [4, 'approver_not_listed'],
    { keys: null },
  ),
  told(
    'a principal’s key that begins after the proposal',
    withRoot({ not_before: at('09:00:00.001') }),
    [3, 'key_not_yet_valid'],
    { keys: null },
  ),
  told(
    'a principal who did not enrol themselves',
    castWith({ principal: withFacts(CAST.principal, { enrolment: null }) }),
    [3, 'not_enrolled'],
    { keys: null },
  ),
  told('a rules’ publisher who is another person', { profile: { published_by: 'eve' } }, [
    3,
    'contradiction',
  ]),
];

/** Every signature in turn, with one digit changed, under honest keys. */
const SIGNATURES: readonly (readonly [
  name: string,
  check: number,
  of: (receipt: Receipt) => { readonly sig: string } | null,
])[] = [
  ['profile', 3, ({ why }) => why.profile_signature],
  ['grant', 5, ({ how }) => how.grant_signature],
  [
    'enrolment of the approver',
    4,
    ({ bundle }) => bundle.keys['approver_badr.phone']?.enrolment?.signature ?? null,
  ],
  ['enrolment of the principal', 3, ({ bundle }) => bundle.keys.principal_amal?.enrolment?.signature ?? null],
];
const CHANGED: readonly KitCase[] = SIGNATURES.map(([name, check, of]) =>
  altered(
    `another signature of the ${name}`,
    (draft) => {
      const signature = of(draft as never);
      if (signature !== null)
        Reflect.set(
          signature,
          'sig',
          `${signature.sig.slice(0, 8)}${signature.sig[8] === '0' ? '1' : '0'}${signature.sig.slice(9)}`,
        );
    },
    [check, 'signature_invalid'],
    { keys: null },
  ),
);

const ORDER = '1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed';
/** S + L verifies alike for who does not look. */
function plusOrder(sig: string): string {
  const little = (hex: string) => BigInt(`0x${(hex.match(/../g) ?? []).toReversed().join('')}`);
  const sum = (little(sig.slice(64)) + BigInt(`0x${ORDER}`)).toString(16).padStart(64, '0');
  return sig.slice(0, 64) + (sum.match(/../g) ?? []).toReversed().join('');
}
const LOW_ORDER = '0100000000000000000000000000000000000000000000000000000000000000';

const STRICT: readonly KitCase[] = [
  altered(
    'a signature whose S is not below the order',
    ({ signatures }) => {
      signatures.pep.sig = plusOrder(signatures.pep.sig);
    },
    [5, 'signature_invalid'],
  ),
  {
    name: 'a key of low order, under which anything is signed',
    refused: [6, 'signature_invalid'],
    make: () => {
      const weak = {
        public_key: LOW_ORDER,
        fingerprint: `sha256:${nodeCrypto.sha256(Buffer.from(LOW_ORDER, 'hex'))}`,
      };
      const signer = { ...CAST.bank.signer, sign: () => LOW_ORDER + '00'.repeat(32) };
      const cast = { ...CAST, bank: { signer, key: { ...CAST.bank.key, ...weak } } };
      return { receipt: tell({ cast }), keys: keysOf(cast) };
    },
  },
];

export const KEYS: readonly KitCase[] = [
  ...VALIDITY,
  ...WHOSE,
  ...HISTORY,
  ...ENROLMENTS,
  ...CHANGED,
  ...STRICT,
];
