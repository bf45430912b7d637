import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import type { KeyRole } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import { signHash, signObject } from '@platform/core/signed/signed';
import { type Draft, draftOf } from '../../../core/test/verify/hostile/resign.ts';
import { at, CAST, type Cast, keysOf, type Plot, tell } from '../../../core/test/verify/story.ts';
import { enrol, type Party, party } from '../../../core/test/verify/story-keys.ts';
import {
  altered,
  castWith,
  documentOf,
  flipped,
  type KitCase,
  PINNED,
  placed,
  type Refusal,
  seal,
  sealed,
  told,
} from './case.ts';

/** Faults of which a verifier has one look only: no other problem of the same check shows them. */

const UNAPPROVED: Partial<Plot> = { approved: false };
const REFUSED: Partial<Plot> = { outcome: 'refused' };
const CONTRADICTION = 'contradiction';

const APPROVALS: readonly KitCase[] = [
  told(
    'a grant that names an approver, and nobody approved',
    { ...UNAPPROVED, grant: { approved_by: 'approver_badr.phone' } },
    [4, CONTRADICTION],
  ),
  sealed(
    'a time of approval, and nobody approved',
    ({ when }) => (when.approved_at = at('09:00:03.000')),
    [4, CONTRADICTION],
    { plot: UNAPPROVED },
  ),
  sealed(
    'held, as the policy says, and nobody approved',
    ({ why }) => (why.decision.outcome = 'hold'),
    [4, 'missing'],
    { plot: UNAPPROVED },
  ),
  sealed(
    'an earlier approval, and no last one',
    ({ how, what }) => {
      how.earlier_approvals = [
        {
          action_hash: what.action_hash,
          approved_at: at('09:00:02.000'),
          signature: signHash(CAST.approver.signer, what.action_hash),
        },
      ];
    },
    [4, 'unexpected'],
    { plot: UNAPPROVED },
  ),
  sealed(
    'an acknowledgment of what was refused, without a signature',
    ({ how }) => {
      how.counterparty_ack = draftOf(tell()).how.counterparty_ack;
    },
    [6, 'unexpected'],
    { plot: REFUSED },
  ),
  sealed(
    'a signature of the counterparty under what was refused',
    ({ signatures }) => {
      signatures.counterparty = draftOf(tell()).signatures.counterparty;
    },
    [6, 'unexpected'],
    { plot: REFUSED },
  ),
  sealed(
    'the hash of an acknowledgment of what was refused',
    ({ how }) => (how.counterparty_ack_hash = 'ab'.repeat(32)),
    [6, CONTRADICTION],
    { plot: REFUSED },
  ),
];

/** The receipt before this one has a fault, and is linked all the same. */
const after = (name: string, previous: () => Receipt, code: Refusal[1]): KitCase => ({
  name,
  refused: [7, code],
  make: () => ({ receipt: tell({ previous: previous() }), previous: previous(), keys: PINNED }),
});
const CHAIN: readonly KitCase[] = [
  after('after a receipt of another tenant', () => tell({ mandate: { tenant: 'tn_other' } }), CONTRADICTION),
  after(
    'after a receipt of another deployment',
    () => {
      const text = JSON.stringify(tell()).replaceAll('dp_0123456789abcdef01234567', `dp_${'f'.repeat(24)}`);
      return seal(draftOf(JSON.parse(text)));
    },
    'deployment_mismatch',
  ),
  {
    name: 'after a receipt that states another hash of itself',
    refused: [7, 'hash_mismatch'],
    make: () => {
      const first = tell();
      const previous = { ...first, receipt_body_hash: flipped(first.receipt_body_hash) };
      return { receipt: tell({ previous: first }), previous, keys: PINNED };
    },
  },
];

/** The authority signs the grant with a change, and the enforcement point a decision on it. */
const granted = (name: string, change: (grant: Draft['how']['grant']) => void, refused: Refusal): KitCase =>
  sealed(
    name,
    (draft) => {
      const { how, signatures } = draft;
      change(how.grant);
      const grant = signObject(nodeCrypto, CAST.authority.signer, how.grant);
      Object.assign(how, { grant_hash: grant.hash, grant_signature: grant.signature });
      how.decision.grant_hash = grant.hash;
      const decision = signObject(nodeCrypto, CAST.pep.signer, documentOf(draft).how.decision);
      how.decision_hash = decision.hash;
      signatures.pep = decision.signature;
    },
    refused,
  );

const GRANTS: readonly KitCase[] = [
  granted('a grant for another action alone', (grant) => (grant.action_hash = 'ab'.repeat(32)), [
    5,
    'other_object',
  ]),
  granted('a grant under another mandate alone', (grant) => (grant.contract_hash = 'ab'.repeat(32)), [
    5,
    'other_object',
  ]),
  granted('a grant by other rules alone', (grant) => (grant.profile_hash = 'ab'.repeat(32)), [
    3,
    'other_object',
  ]),
  granted(
    'a grant by another version of the rules',
    (grant) => (grant.policy_version = 'treasury.v1@1.0.1'),
    [3, CONTRADICTION],
  ),
  granted('a grant of another id', (grant) => (grant.grant_id = 'gr_other'), [5, CONTRADICTION]),
  granted('a grant with the id of another mandate', (grant) => (grant.contract_id = 'ic_other'), [
    5,
    CONTRADICTION,
  ]),
  told('a refusal under a held grant', { ...REFUSED, grant: { outcome: 'hold' } }, [5, 'outcome_mismatch']),
  told('a profile of another version than the grant says', { profile: { version: '1.0.1' } }, [
    3,
    CONTRADICTION,
  ]),
  told('an action of another plugin', { action: { plugin: 'records' } }, [3, CONTRADICTION]),
  told(
    'a decision that names a settlement, and there is none',
    { decision: { settlement_hash: 'ab'.repeat(32) } },
    [5, CONTRADICTION],
  ),
  told(
    'settled by the principal, and no settlement is there',
    { decision: { reason: 'settled_by_principal' } },
    [5, 'missing'],
  ),
  sealed('another outcome in the section what', ({ what }) => (what.outcome = 'refused'), [2, CONTRADICTION]),
  sealed(
    'another hash of the profile in the section why',
    ({ why }) => (why.profile_hash = flipped(why.profile_hash)),
    [2, CONTRADICTION],
  ),
];

/** Another key of one name, under pinned ones. */
const strangers: readonly KitCase[] = (['pep', 'authority', 'service', 'principal', 'approver'] as const).map(
  (holder) => {
    const { key } = CAST[holder];
    const check = { pep: 5, authority: 8, service: 2, principal: 3, approver: 4 }[holder];
    const make = () => {
      const made = party(key.kid, key.role, {
        person: key.person,
        alg: key.alg === 'es256' ? 'ed25519' : 'es256',
      });
      const other =
        key.enrolment === null
          ? made
          : enrol(made, holder === 'principal' ? made.signer : CAST.principal.signer);
      const approver = holder === 'principal' ? enrol(CAST.approver, other.signer) : CAST.approver;
      const cast: Cast = { ...CAST, approver, [holder]: other };
      return { receipt: tell({ cast }), keys: PINNED };
    };
    return {
      name: `another key of the ${holder} than the pinned one`,
      refused: [check, 'pinned_key_differs'],
      make,
    };
  },
);

/** Keys of the principal’s and the approver’s person, each with one fault. */
const AMAL = { person: 'amal', tenants: ['tn_demo'] };
const KEYS_OF_AMAL = {
  'a clerk’s key of the principal': [
    enrol(party('clerk_amal', 'clerk', AMAL), CAST.principal.signer),
    'role_not_allowed',
  ],
  'a key of the principal that nobody enrolled': [
    party('principal_amal.new', 'principal', AMAL),
    'not_enrolled',
  ],
  'a key of the principal that had ended': [
    enrol(
      party('principal_amal.old', 'principal', { ...AMAL, not_after: '2026-03-01T00:00:00.000Z' }),
      CAST.principal.signer,
    ),
    'key_expired',
  ],
} as const satisfies Readonly<Record<string, readonly [Party, Refusal[1]]>>;

type Words = 'revocation' | 'cancellation';
/** What the principal said, signed by this key, and changed once more. */
function saidBy(
  what: Words,
  by: Party,
  change: (signed: { signature: { sig: string }; hash: string }) => void = () => {},
  said: object = {},
) {
  return (draft: Draft): void => {
    const { deployment, grant_id, action_hash, contract_hash, contract_id } = draft.how.grant;
    const words =
      what === 'revocation'
        ? {
            type: 'sanad/revocation/1' as const,
            deployment,
            contract_id,
            contract_hash,
            revoked_at: at('09:00:06.000'),
            reason: '',
            ...said,
          }
        : {
            type: 'sanad/cancellation/1' as const,
            deployment,
            grant_id,
            action_hash,
            reason: 'wrong',
            cancelled_at: at('09:00:02.000'),
            ...said,
          };
    const { hash, signature } = signObject(nodeCrypto, by.signer, words);
    const signed = { signature: { ...signature }, hash };
    change(signed);
    if (what === 'revocation')
      Object.assign(draft.status, {
        contract: 'revoked',
        revocation: { revocation: words, revocation_hash: signed.hash, signature: signed.signature },
      });
    else
      Object.assign(draft.how, {
        cancellation: { cancellation: words, cancellation_hash: signed.hash, signature: signed.signature },
      });
    draft.bundle.keys[by.key.kid] = structuredClone(by.key) as never;
  };
}
const CHECK_OF = { revocation: 9, cancellation: 5 } as const;
const words = (
  what: Words,
  name: string,
  code: Refusal[1],
  by: Party = CAST.principal,
  change?: Parameters<typeof saidBy>[2],
  said?: object,
): KitCase =>
  sealed(`a ${what} ${name}`, saidBy(what, by, change, said), [CHECK_OF[what], code], {
    keys: { ...keysOf(CAST), [by.key.kid]: by.key },
  });

const WORDS: readonly KitCase[] = (['revocation', 'cancellation'] as const).flatMap((what) => [
  words(
    what,
    'that states another hash',
    'hash_mismatch',
    CAST.principal,
    (signed) => (signed.hash = flipped(signed.hash)),
  ),
  words(
    what,
    'with one digit of its signature changed',
    'signature_invalid',
    CAST.principal,
    ({ signature }) => (signature.sig = flipped(signature.sig)),
  ),
  ...Object.entries(KEYS_OF_AMAL)
    // Whether the key of a revocation was enrolled is not asked: a stranger’s only stops.
    .filter(([, [, code]]) => what === 'cancellation' || code !== 'not_enrolled')
    .map(([name, [by, code]]) => words(what, `by ${name}`, code, by)),
]);
const OF_ANOTHER: readonly KitCase[] = [
  words('revocation', 'with the id of another mandate', CONTRADICTION, CAST.principal, undefined, {
    contract_id: 'ic_other',
  }),
  words('cancellation', 'with the id of another grant', CONTRADICTION, CAST.principal, undefined, {
    grant_id: 'gr_other',
  }),
];

/** Rejections by keys of the approver’s person, and one that states another hash. */
function rejection(
  name: string,
  code: Refusal[1],
  by: Party,
  change: (signed: { signature: { sig: string }; hash: string }) => void = () => {},
): KitCase {
  return {
    name,
    refused: [5, code],
    make: () => {
      const plot: Partial<Plot> = {
        outcome: 'expired',
        grant: { expires_at: at('10:00:00.000') },
        decision: { outcome: 'denied', reason: 'approver_rejected' },
      };
      const draft = draftOf(tell(plot));
      const { grant_id } = draft.how.grant;
      const said = {
        type: 'sanad/rejection/1' as const,
        deployment: draft.deployment,
        grant_id,
        reason: 'Wrong amount',
      };
      const { hash, signature } = signObject(nodeCrypto, by.signer, said);
      const signed = { signature: { ...signature }, hash };
      change(signed);
      draft.how.rejection = {
        rejected_at: draft.how.decision.decided_at,
        rejection: said,
        rejection_hash: signed.hash,
        signature: signed.signature,
      };
      draft.bundle.keys[by.key.kid] = structuredClone(by.key) as never;
      return { receipt: seal(draft), keys: { ...keysOf(CAST), [by.key.kid]: by.key } };
    },
  };
}
const badr = (role: KeyRole, kid: string): Party => party(kid, role, { person: 'badr' });
const REJECTIONS: readonly KitCase[] = [
  rejection(
    'a rejection that states another hash',
    'hash_mismatch',
    CAST.approver,
    (signed) => (signed.hash = flipped(signed.hash)),
  ),
  rejection(
    'a rejection with one digit of its signature changed',
    'signature_invalid',
    CAST.approver,
    ({ signature }) => (signature.sig = flipped(signature.sig)),
  ),
  rejection(
    'a rejection by a key that nobody enrolled',
    'not_enrolled',
    badr('approver', 'approver_badr.new'),
  ),
];

const OTHERS: readonly KitCase[] = [
  altered(
    'another index, and a head that the authority signed for it',
    (draft) => {
      const { log } = draft.status;
      if (log === null) return;
      placed(draft);
      log.tree_head.tree_size = 2;
      draft.bundle.log_root_signature = signHash(CAST.authority.signer, hashOf(nodeCrypto, log.tree_head));
    },
    [8, 'inclusion_not_proven'],
  ),
  told(
    'approved by a key that had ended',
    castWith({
      approver: enrol(
        { signer: CAST.approver.signer, key: { ...CAST.approver.key, not_after: at('09:00:02.999') } },
        CAST.principal.signer,
      ),
    }),
    [4, 'key_expired'],
  ),
];

export const ALONE: readonly KitCase[] = [
  ...APPROVALS,
  ...CHAIN,
  ...GRANTS,
  ...strangers,
  ...WORDS,
  ...OF_ANOTHER,
  ...REJECTIONS,
  ...OTHERS,
];
