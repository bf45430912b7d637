import { unwrap } from '@common/base/result';
import { utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import { hashOf } from '@common/evidence/hash';
import { applyEntries, type DirectoryId, emptyDirectory, nextEntry, proveEntry } from '../directory/state.ts';
import { appendLeaf, leafHash, rootOf } from '../log/merkle/tree.ts';
import type { DirectoryEntry, DirectoryTerms, EntryProof, SignedEntry } from '../objects/directory.ts';
import type { Enrolment, KeyEntry } from '../objects/key-entry.ts';
import { type Signer, signHash, signObject } from '../signed/signed.ts';

/** Who signs: a clerk, also with another key, a second person, a person whose enrolment has ended, and the counterparty. */
type Signatory = 'clerk' | 'clerkAgain' | 'second' | 'dismissed' | 'counterparty';

/** What a judge of directories gives the cases: its own keys and its own times. */
export interface HostileWorld {
  readonly crypto: Crypto;
  readonly id: DirectoryId;
  readonly signers: Readonly<Record<Signatory, Signer>>;
  /** In this order, RFC 3339: of both honest entries and of the hostile one. */
  readonly times: readonly [first: string, second: string, next: string];
}

/** One person signed the first, while that was enough; two signed the second. */
export interface HonestDirectory {
  readonly entries: readonly [SignedEntry, SignedEntry];
  /** The terms of the version that asks for two. */
  readonly earlier: NonNullable<DirectoryTerms['earlier']>;
  /** That the first entry counts, at the directory’s head. */
  readonly proof: EntryProof;
}

interface Hostile {
  /** Honest entries that are recorded and followed before. */
  readonly before?: readonly SignedEntry[];
  /** What is sent to be recorded. */
  readonly offered: SignedEntry;
  /** The whole directory as a false authority shows it. */
  readonly shown: readonly SignedEntry[];
  /** What is shown for a payment. */
  readonly proof: EntryProof;
}

interface HostileCase {
  readonly make: (world: HostileWorld, honest: HonestDirectory) => Hostile;
  readonly refused: {
    /** The authority’s code, or how many more people must sign. */
    readonly authority: string;
    /** What the enforcement point says. */
    readonly pep: RegExp;
    /** What the verifier says of a receipt that has the proof. */
    readonly verifier: RegExp;
  };
}

const BOTH: readonly Signatory[] = ['clerk', 'second'];
const FORKED = /is not the one that was followed here/;
const NOT_LOGGED = /is not proven to be a leaf of the log before the receipt/;
const NOT_IN_FORCE = /was not in force at the head/;
const NOT_EARLIER = /is not shown to be from before the profile asked for two/;

export function honestDirectory(world: HostileWorld): HonestDirectory {
  const { crypto, id, times } = world;
  const first = next(world, [], 'acme', { by: ['clerk'], patch: { signed_at: times[0] } });
  const second = next(world, [first], 'globex', { patch: { signed_at: times[1] } });
  const earlier = { [id.tenant]: { sequence: 0, entry_hash: first.entry_hash } };
  const proof = proofOver(crypto, [first, second], first, second);
  return {
    entries: [first, second],
    earlier,
    proof: { ...proof, earlier: { index: 0, proof: [], head: first.entry } },
  };
}

/**
 * What somebody with a clerk’s key or the authority’s may try, so that a payee of theirs is paid. INVARIANT: apart from
 * the fault that its name tells, everything in a case is as it should be.
 */
export const HOSTILE_ENTRIES: Readonly<Record<string, HostileCase>> = {
  'the one before it left out': {
    make: (world, { entries }) => {
      const umbra = next(world, entries, 'umbra');
      const mallory = next(world, [...entries, umbra], 'mallory');
      return alone(world, entries, mallory);
    },
    refused: { authority: 'entry_out_of_order', pep: FORKED, verifier: NOT_IN_FORCE },
  },
  'moved before another': {
    make: (world, { entries }) => {
      const umbra = next(world, entries, 'umbra');
      const mallory = next(world, [...entries, umbra], 'mallory');
      const proof = proofOver(world.crypto, [...entries, umbra, mallory], mallory, umbra);
      return { offered: mallory, shown: [...entries, mallory, umbra], proof };
    },
    refused: { authority: 'entry_out_of_order', pep: FORKED, verifier: /comes after its head/ },
  },
  renumbered: {
    make: (world, { entries }) =>
      alone(world, entries, next(world, entries, 'mallory', { patch: { sequence: 7 } })),
    refused: { authority: 'entry_out_of_order', pep: FORKED, verifier: NOT_LOGGED },
  },
  'of another tenant': {
    make: (world, { entries }) =>
      alone(world, entries, next(world, entries, 'mallory', { patch: { tenant: 'tn_other' } })),
    refused: { authority: 'signer_not_allowed', pep: FORKED, verifier: /the tenant of an entry/ },
  },
  'of another directory': {
    make: (world, { entries }) =>
      alone(world, entries, next(world, entries, 'mallory', { patch: { directory: 'another' } })),
    refused: { authority: 'entry_of_another_directory', pep: FORKED, verifier: /the directory of an entry/ },
  },
  'of another deployment': {
    make: (world, { entries }) =>
      alone(
        world,
        entries,
        next(world, entries, 'mallory', { patch: { deployment: `dp_${'f'.repeat(24)}` } }),
      ),
    refused: { authority: 'deployment_mismatch', pep: FORKED, verifier: /deployment/ },
  },
  'with another root': {
    make: (world, { entries }) =>
      alone(world, entries, next(world, entries, 'mallory', { patch: { root_hash: 'a'.repeat(64) } })),
    refused: { authority: 'directory_root_mismatch', pep: FORKED, verifier: NOT_IN_FORCE },
  },
  'by the wrong role': {
    make: (world, { entries }) =>
      alone(world, entries, next(world, entries, 'mallory', { by: ['counterparty', 'second'] })),
    refused: { authority: 'role_not_allowed', pep: FORKED, verifier: /has the role counterparty/ },
  },
  'by one person where two are due': {
    make: (world, { entries }) => alone(world, entries, next(world, entries, 'mallory', { by: ['clerk'] })),
    refused: {
      authority: 'missing 1',
      pep: /lacks 1 of its signatures/,
      verifier: /needs 2 people, and 1 signed it/,
    },
  },
  'by the same person twice': {
    make: (world, { entries }) =>
      alone(world, entries, next(world, entries, 'mallory', { by: ['clerk', 'clerk'] })),
    refused: {
      authority: 'signer_twice',
      pep: /signed it twice/,
      verifier: /needs 2 people, and 1 signed it/,
    },
  },
  'by two keys of one person': {
    make: (world, { entries }) =>
      alone(world, entries, next(world, entries, 'mallory', { by: ['clerk', 'clerkAgain'] })),
    refused: {
      authority: 'signer_twice',
      pep: /signed it twice/,
      verifier: /needs 2 people, and 1 signed it/,
    },
  },
  'by a person whose enrolment has ended': {
    make: (world, { entries }) =>
      alone(world, entries, next(world, entries, 'mallory', { by: ['dismissed', 'second'] })),
    refused: { authority: 'key_expired', pep: /no longer counts/, verifier: /clerk_zoe was valid until/ },
  },
  'dated before the one ahead of it': {
    make: (world, { entries }) =>
      alone(world, entries, next(world, entries, 'mallory', { patch: { signed_at: world.times[0] } })),
    refused: { authority: 'entry_out_of_order', pep: FORKED, verifier: NOT_LOGGED },
  },
  'by one person, dated and numbered before two were due': {
    make: (world) => {
      const mallory = next(world, [], 'mallory', { by: ['clerk'], patch: { signed_at: world.times[0] } });
      const made = alone(world, [], mallory);
      return { ...made, proof: { ...made.proof, earlier: { index: 0, proof: [], head: mallory.entry } } };
    },
    refused: { authority: 'entry_out_of_order', pep: NOT_EARLIER, verifier: NOT_EARLIER },
  },
  'the same, shown at the head that the profile names': {
    make: (world, { entries: [first] }) => {
      const mallory = next(world, [], 'mallory', { by: ['clerk'], patch: { signed_at: world.times[0] } });
      const made = alone(world, [], mallory);
      return { ...made, proof: { ...made.proof, earlier: { index: 0, proof: [], head: first.entry } } };
    },
    refused: { authority: 'entry_out_of_order', pep: NOT_EARLIER, verifier: NOT_EARLIER },
  },
  'with a changed byte': {
    make: (world, { entries }) => {
      const umbra = next(world, entries, 'umbra');
      const values = { ...umbra.entry.values, to_account: 'acct_umbrb' };
      return alone(world, entries, { ...umbra, entry: { ...umbra.entry, values } });
    },
    refused: { authority: 'hash_mismatch', pep: FORKED, verifier: /its entry_hash/ },
  },
  // Last, because an honest entry is recorded in its place.
  'with the number of another': {
    make: (world, { entries }) => {
      const umbra = next(world, entries, 'umbra');
      return { before: [umbra], ...alone(world, entries, next(world, entries, 'mallory')) };
    },
    refused: { authority: 'entry_out_of_order', pep: FORKED, verifier: NOT_LOGGED },
  },
};

interface Made {
  readonly by?: readonly Signatory[];
  /** What the entry says instead; its root covers it. */
  readonly patch?: Partial<DirectoryEntry>;
}

/** A payee behind these entries. */
function next(
  { crypto, id, signers, times }: HostileWorld,
  entries: readonly SignedEntry[],
  name: string,
  { by = BOTH, patch = {} }: Made = {},
): SignedEntry {
  const state = unwrap(applyEntries(crypto, emptyDirectory(id), entries));
  const values = { beneficiary_id: name, to_account: `acct_${name}`, currency: 'USD' };
  const draft = { change: 'added' as const, name, values, signed_at: times[2] };
  const patched = { ...unwrap(nextEntry(crypto, state, draft)), ...patch };
  const root_hash = patch.root_hash ?? rootOver(crypto, [...entries, unsigned(patched)]);
  const entry = { ...patched, root_hash };
  const hash = hashOf(crypto, entry);
  return { entry, entry_hash: hash, signatures: by.map((who) => signHash(signers[who], hash)) };
}

/** An entry that is its directory’s head. */
function alone({ crypto }: HostileWorld, entries: readonly SignedEntry[], entry: SignedEntry): Hostile {
  const shown = [...entries, entry];
  return { offered: entry, shown, proof: proofOver(crypto, shown, entry, entry) };
}

/** A proof over what somebody says is in force, whatever the head says. */
function proofOver(
  crypto: Crypto,
  inForce: readonly SignedEntry[],
  { entry: { name } }: SignedEntry,
  head: SignedEntry,
): EntryProof {
  const { deployment, tenant, profile, directory } = head.entry;
  const id = { deployment, tenant, profile, directory };
  const leaves = inForce.map(
    (signed) => [signed.entry.name, { signed, leaf: leafOf(crypto, signed) }] as const,
  );
  const proof = proveEntry(crypto, { id, head, inForce: new Map(leaves) }, name);
  if (proof === null) throw new Error(`no entry ${name}`);
  return proof;
}

function rootOver(crypto: Crypto, inForce: readonly SignedEntry[]): string {
  const byName = inForce.toSorted((one, other) => (one.entry.name < other.entry.name ? -1 : 1));
  let tree: { readonly size: number; readonly frontier: readonly string[] } = { size: 0, frontier: [] };
  for (const signed of byName) tree = appendLeaf(crypto, tree, leafOf(crypto, signed));
  return rootOf(crypto, tree.frontier);
}

function leafOf(crypto: Crypto, { entry }: Pick<SignedEntry, 'entry'>): string {
  return leafHash(crypto, utf8(hashOf(crypto, { ...entry, root_hash: null })));
}

function unsigned(entry: DirectoryEntry): SignedEntry {
  return { entry, entry_hash: '', signatures: [] };
}

/** A clerk’s key, enrolled by a principal for one tenant until an instant. */
export function enrolledClerk(
  crypto: Crypto,
  { compromised_at, enrolment: _, retired: __, ...facts }: KeyEntry,
  { principal, tenant, until }: ClerkEnrolment,
): KeyEntry {
  const type = 'sanad/enrolment/1';
  const enrolment: Enrolment = { type, ...facts, tenants: [tenant], not_after: until };
  const { type: ___, ...signed } = enrolment;
  const { hash, signature } = signObject(crypto, principal, enrolment);
  return { ...signed, compromised_at, enrolment: { enrolment_hash: hash, signature } };
}

interface ClerkEnrolment {
  readonly principal: Signer;
  readonly tenant: string;
  readonly until: string | null;
}
