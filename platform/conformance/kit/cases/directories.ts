import { unwrap } from '@common/base/result';
import { hashOf } from '@common/evidence/hash';
import { nodeCrypto } from '@common/evidence/node';
import {
  applyEntries,
  type EntryDraft,
  emptyDirectory,
  nextEntry,
  proveEntry,
} from '@platform/core/directory/state';
import { nodeHash } from '@platform/core/log/merkle/tree';
import type { DirectoryTerms, EntryProof, SignedEntry } from '@platform/core/objects/directory';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Receipt } from '@platform/core/objects/receipt';
import { entryLeaf, receiptLeaf } from '@platform/core/receipt/assemble';
import { type Signer, signHash } from '@platform/core/signed/signed';
import { HOSTILE_ENTRIES, type HostileWorld, honestDirectory } from '@platform/core/testing/hostile-entries';
import { draftOf } from '../../../core/test/verify/hostile/resign.ts';
import { at, CAST, keysOf, type Plot, tell } from '../../../core/test/verify/story.ts';
import { DEPLOYMENT, enrol, type Party, party } from '../../../core/test/verify/story-keys.ts';
import { documentOf, type KitCase, type Refusal } from './case.ts';

const DIRECTORY = 'beneficiaries';
const ID = {
  deployment: DEPLOYMENT,
  tenant: 'tn_demo',
  profile: 'treasury.v1',
  directory: DIRECTORY,
} as const;
const clerk = (name: string, person: string, facts = {}): Party =>
  enrol(party(`clerk_${name}`, 'clerk', { person, tenants: ['tn_demo'], ...facts }), CAST.principal.signer);
const CARLA = clerk('carla', 'carla');
const CARLA_AGAIN = clerk('carla.phone', 'carla');
const SAMI = clerk('sami', 'sami');
const ZOE = clerk('zoe', 'zoe', { not_after: '2026-05-01T00:00:00.000Z' });
const MINA = clerk('mina', 'mina');
const ELSEWHERE = clerk('noor', 'noor', { tenants: ['tn_other'] });
const AUDITOR = enrol(
  party('auditor_ana', 'auditor', { person: 'sami', tenants: ['tn_demo'] }),
  CAST.principal.signer,
);
const UNENROLLED = party('clerk_sami.new', 'clerk', { person: 'sami', tenants: ['tn_demo'] });
const CLERKS = [CARLA, CARLA_AGAIN, SAMI, ZOE, MINA, ELSEWHERE, AUDITOR, UNENROLLED];

const WORLD: HostileWorld = {
  crypto: nodeCrypto,
  id: ID,
  signers: {
    clerk: CARLA.signer,
    clerkAgain: CARLA_AGAIN.signer,
    second: SAMI.signer,
    dismissed: ZOE.signer,
    counterparty: CAST.bank.signer,
  },
  times: ['2026-05-10T09:00:00.000Z', '2026-05-20T09:00:00.000Z', '2026-05-30T09:00:00.000Z'],
};
const HONEST = honestDirectory(WORLD);
const NAMED = ['carla', 'sami', 'zoe', 'noor'].map((person) => ({ person }));
const TERMS: DirectoryTerms = { signers: NAMED, needed: 2, earlier: HONEST.earlier };

interface Showing {
  readonly terms?: DirectoryTerms | null;
  readonly plot?: Partial<Plot>;
  /** The head that the log has; default: the one that is shown. Null: the log shows none. */
  readonly logged?: SignedEntry | null;
  readonly name?: string;
}

/** A payment by this entry. Its head is the leaf of the log before the receipt. */
function shown(
  name: string,
  prove: () => EntryProof,
  refused: Refusal | null,
  { terms = TERMS, plot = {}, logged, name: directory = DIRECTORY }: Showing = {},
): KitCase {
  const make = () => {
    const proof = prove();
    const { beneficiaries: _, ...rules } = tell().why.profile.rules;
    const { values = {} } = proof.entry.entry;
    const receipt = tell({
      params: { beneficiary_id: 'acme', to_account: 'acct_acme', currency: 'USD', ...values },
      directories: { [directory]: proof },
      keys: CLERKS.map(({ key }) => key),
      ...plot,
      profile: {
        rules: { ...rules, currency: 'USD' },
        ...(terms === null ? {} : { directories: { [DIRECTORY]: terms } }),
        ...plot.profile,
      },
    });
    const keys: KeySet = { ...keysOf(CAST), ...Object.fromEntries(CLERKS.map(({ key }) => [key.kid, key])) };
    return { receipt: logged === null ? receipt : inLog(receipt, logged ?? proof.head, directory), keys };
  };
  return { name, refused, make };
}

/** As the second of two leaves, after the head’s. */
function inLog(receipt: Receipt, head: SignedEntry, directory: string): Receipt {
  const draft = draftOf(receipt);
  const { log } = draft.status;
  if (log === null) return receipt;
  const [first, second] = [
    entryLeaf(nodeCrypto, hashOf(nodeCrypto, head.entry)),
    receiptLeaf(nodeCrypto, receipt),
  ];
  Object.assign(log, {
    leaf_index: 1,
    inclusion_proof: [first],
    heads: { [directory]: { leaf_index: 0, inclusion_proof: [second] } },
  });
  Object.assign(log.tree_head, { tree_size: 2, root_hash: nodeHash(nodeCrypto, first, second) });
  draft.bundle.log_root_signature = signHash(CAST.authority.signer, hashOf(nodeCrypto, log.tree_head));
  return documentOf(draft);
}

const NOT_LOGGED: Refusal = [8, 'inclusion_not_proven'];
const REFUSALS: Readonly<Record<keyof typeof HOSTILE_ENTRIES, Refusal>> = {
  'the one before it left out': [5, 'entry_not_proven'],
  'moved before another': [5, 'contradiction'],
  renumbered: NOT_LOGGED,
  'of another tenant': [5, 'contradiction'],
  'of another directory': [5, 'contradiction'],
  'of another deployment': [5, 'deployment_mismatch'],
  'with another root': [5, 'entry_not_proven'],
  'by the wrong role': [5, 'role_not_allowed'],
  'by one person where two are due': [5, 'signers_too_few'],
  'by the same person twice': [5, 'signers_too_few'],
  'by two keys of one person': [5, 'signers_too_few'],
  'by a person whose enrolment has ended': [5, 'key_expired'],
  'dated before the one ahead of it': NOT_LOGGED,
  'by one person, dated and numbered before two were due': [5, 'signers_too_few'],
  'the same, shown at the head that the profile names': [5, 'signers_too_few'],
  'with a changed byte': [5, 'hash_mismatch'],
  'with the number of another': NOT_LOGGED,
};
const HOSTILE: readonly KitCase[] = Object.entries(HOSTILE_ENTRIES).map(([name, { make }]) => {
  const refused = REFUSALS[name] ?? NOT_LOGGED;
  return shown(
    `entry ${name}`,
    () => make(WORLD, HONEST).proof,
    refused,
    refused === NOT_LOGGED ? { logged: HONEST.entries[1] } : {},
  );
});

/** A directory of these entries, each signed by these, and the last one’s proof. */
function directory(
  ...entries: readonly (readonly [draft: Partial<EntryDraft>, by: readonly Signer[]])[]
): EntryProof {
  let state = emptyDirectory(ID);
  let last = '';
  for (const [draft, by] of entries) {
    const name = draft.name ?? 'acme';
    const values = { beneficiary_id: name, to_account: `acct_${name}`, currency: 'USD' };
    const entry = unwrap(
      nextEntry(nodeCrypto, state, { change: 'added', name, values, signed_at: WORLD.times[2], ...draft }),
    );
    const hash = hashOf(nodeCrypto, entry);
    state = unwrap(
      applyEntries(nodeCrypto, state, [
        { entry, entry_hash: hash, signatures: by.map((signer) => signHash(signer, hash)) },
      ]),
    );
    last = name;
  }
  const proof = proveEntry(nodeCrypto, state, last);
  if (proof === null) throw new Error(`no entry ${last}`);
  return proof;
}

const BOTH = [CARLA.signer, SAMI.signer];
const one =
  (draft: Partial<EntryDraft> = {}, by: readonly Signer[] = BOTH) =>
  () =>
    directory([draft, by]);
const terms = (changes: Partial<DirectoryTerms>): Showing => ({
  terms: { signers: NAMED, needed: 2, ...changes },
});
const ALONE = terms({ needed: 1 });
const NEW = { signed_at: at('08:00:00.000') };
const unapproved = (of: Showing): Showing => ({ ...of, plot: { approved: false } });

const HELD: Refusal = [5, 'approval_needed'];
const TWO: Refusal = [5, 'signers_too_few'];
const OWN: readonly KitCase[] = [
  shown('paid by an entry of a directory', () => HONEST.proof, null),
  shown('paid by an entry that two signed', one(), null, terms({})),
  shown('paid by an entry, whose head the log does not show', one(), null, { ...terms({}), logged: null }),
  shown('paid by an entry that one signed, where one is enough', one({}, [CARLA.signer]), null, ALONE),
  shown('an entry by one person, and two are needed', one({}, [CARLA.signer]), TWO, terms({})),
  shown(
    'an entry by a person whom the profile does not name',
    one({}, [CARLA.signer, MINA.signer]),
    [5, 'signer_not_allowed'],
    terms({}),
  ),
  shown(
    'an entry by a person named until before it',
    one(),
    [5, 'signer_not_allowed'],
    terms({ signers: [{ person: 'carla' }, { person: 'sami', until: WORLD.times[2] }] }),
  ),
  shown(
    'an entry by a person named until after it',
    one(),
    null,
    terms({ signers: [{ person: 'carla' }, { person: 'sami', until: at('09:00:00.000') }] }),
  ),
  shown(
    'an entry by a clerk of another tenant',
    one({}, [CARLA.signer, ELSEWHERE.signer]),
    [5, 'signer_not_allowed'],
    terms({}),
  ),
  shown('an entry by a principal, and the profile names nobody', one({}, [CAST.principal.signer]), null, {
    terms: { needed: 1 },
  }),
  shown(
    'an entry by a clerk, and the profile names nobody',
    one({}, [CARLA.signer]),
    [5, 'signer_not_allowed'],
    { terms: { needed: 1 } },
  ),
  shown(
    'an entry signed a minute after the proposal',
    one({ signed_at: at('09:01:00.000') }),
    null,
    terms({}),
  ),
  shown(
    'an entry signed more than a minute after the proposal',
    one({ signed_at: at('09:01:00.001') }),
    [5, 'entry_too_new'],
    terms({}),
  ),
  shown(
    'an entry recorded more than a minute after the proposal',
    () => ({ ...one()(), recorded_at: at('09:01:00.001') }),
    [5, 'entry_too_new'],
    terms({}),
  ),
  shown('an entry of a directory that the profile does not name', one(), [5, 'directory_not_named'], {
    ...terms({}),
    name: 'others',
  }),
  shown('an entry of another payee', one(), [5, 'denied_again'], {
    ...terms({}),
    plot: { params: { beneficiary_id: 'globex', to_account: 'acct_globex', currency: 'USD' } },
  }),
  shown('an entry of another account', one(), [5, 'denied_again'], {
    ...terms({}),
    plot: { params: { beneficiary_id: 'acme', to_account: 'acct_mallory', currency: 'USD' } },
  }),
  shown('a new entry, without an approval', one(NEW), HELD, unapproved(terms({ first: { hold_days: 3 } }))),
  shown('a new entry, with an approval', one(NEW), null, terms({ first: { hold_days: 3 } })),
  shown(
    'an entry no longer new, without an approval',
    one({ signed_at: '2026-05-29T09:00:00.000Z' }),
    null,
    unapproved(terms({ first: { hold_days: 3 } })),
  ),
  shown(
    'an entry new by a millisecond',
    one({ signed_at: '2026-05-29T09:00:00.001Z' }),
    HELD,
    unapproved(terms({ first: { hold_days: 3 } })),
  ),
  shown(
    'an entry that came into force later than it was signed',
    () => ({ ...one({ signed_at: '2026-05-20T09:00:00.000Z' })(), recorded_at: '2026-05-31T09:00:00.000Z' }),
    HELD,
    unapproved(terms({ first: { hold_days: 3 } })),
  ),
  shown(
    'an entry that is new until an approval, which a receipt cannot show',
    one(NEW),
    null,
    unapproved(terms({ first: { until_approved: true } })),
  ),
  shown(
    'an entry that has ended',
    () => {
      const proof = directory([{}, BOTH], [{ name: 'globex' }, BOTH]);
      const entry = { ...proof.entry.entry, change: 'ended' as const };
      const { values: _, ...ended } = entry;
      const hash = hashOf(nodeCrypto, ended);
      return {
        ...proof,
        entry: { entry: ended, entry_hash: hash, signatures: BOTH.map((signer) => signHash(signer, hash)) },
      };
    },
    [5, 'entry_not_proven'],
    terms({}),
  ),
  shown(
    'a head signed by the counterparty',
    () => {
      const proof = directory([{}, BOTH], [{ name: 'globex' }, BOTH]);
      return {
        ...proof,
        head: { ...proof.head, signatures: [signHash(CAST.bank.signer, proof.head.entry_hash)] },
      };
    },
    [5, 'role_not_allowed'],
    terms({}),
  ),
  shown(
    'a head whose signature is of another',
    () => {
      const proof = directory([{}, BOTH], [{ name: 'globex' }, BOTH]);
      return { ...proof, head: { ...proof.head, signatures: [signHash(CARLA.signer, 'ab'.repeat(32))] } };
    },
    [5, 'signature_invalid'],
    terms({}),
  ),
  shown(
    'one entry of five, with its proof',
    () => directory(...['a', 'b', 'c', 'd', 'acme'].map((name) => [{ name }, BOTH] as const)),
    null,
    terms({}),
  ),
  shown(
    'one entry of five, at another index',
    () => {
      const proof = directory(...['a', 'b', 'c', 'd', 'acme'].map((name) => [{ name }, BOTH] as const));
      return { ...proof, index: proof.index + 1 };
    },
    [5, 'entry_not_proven'],
    terms({}),
  ),
];

const changedHash = (proof: EntryProof, part: 'entry' | 'head'): EntryProof => ({
  ...proof,
  [part]: { ...proof[part], entry_hash: 'ab'.repeat(32) },
});

const ONE_FAULT: readonly KitCase[] = [
  shown(
    'an entry that states another hash',
    () => changedHash(one()(), 'entry'),
    [5, 'hash_mismatch'],
    terms({}),
  ),
  shown(
    'a head that states another hash',
    () => changedHash(one()(), 'head'),
    [5, 'hash_mismatch'],
    terms({}),
  ),
  shown(
    'an entry by an auditor',
    one({}, [CARLA.signer, AUDITOR.signer]),
    [5, 'role_not_allowed'],
    terms({}),
  ),
  shown(
    'an entry by a clerk whom nobody enrolled',
    one({}, [CARLA.signer, UNENROLLED.signer]),
    [5, 'not_enrolled'],
    terms({}),
  ),
  shown(
    'a head by an auditor',
    () => {
      const proof = directory([{}, BOTH], [{ name: 'globex' }, BOTH]);
      return {
        ...proof,
        head: { ...proof.head, signatures: [signHash(AUDITOR.signer, proof.head.entry_hash)] },
      };
    },
    [5, 'role_not_allowed'],
    terms({}),
  ),
];

export const DIRECTORIES: readonly KitCase[] = [...OWN, ...ONE_FAULT, ...HOSTILE];
