import { type Static, Type } from 'typebox';
import {
  closed,
  DeploymentId,
  Hash,
  Instant,
  Name,
  nullable,
  ProfileName,
  SignedInstant,
  TenantId,
} from './primitives.ts';
import { ListEntry, MAX_LIST, RuleName } from './rules.ts';
import { Signature } from './signature.ts';

/** How many directories a profile may name. */
export const MOST_DIRECTORIES = 8;
/** How many people may have to sign one entry. */
export const MOST_SIGNATURES = 2;
const DAY_MS = 86_400_000;
/** For how long an entry may wait for its second person. */
export const ENTRY_WAITS_MS: number = 7 * DAY_MS;
/** Over a directory's whole life. */
const MAX_ENTRIES = 1_000_000;
/** Text for people about an entry: a company's name, or where its account is from. */
const Note = Type.String({ minLength: 1, maxLength: 140 });

const Sequence = Type.Integer({
  minimum: 0,
  maximum: MAX_ENTRIES - 1,
  description: 'Counted from 0 in its directory',
});

const DIRECTORY_CHANGES = ['added', 'changed', 'ended'] as const;

/**
 * One change of a directory: of a profile's list that lives longer than the profile's versions, such as the payees of
 * one tenant. Entries are numbered without a gap and each names the one before it, so that none can be left out
 * unnoticed. Each commits to everything that is in force after it, so that one entry can be shown without the others.
 */
export const DirectoryEntry = closed(
  {
    type: Type.Literal('sanad/directory-entry/1'),
    deployment: DeploymentId,
    tenant: TenantId,
    profile: ProfileName,
    directory: { ...RuleName, description: 'The profile’s list that this directory stands for' },
    sequence: Sequence,
    previous_entry_hash: nullable(Hash),
    change: Type.Enum([...DIRECTORY_CHANGES]),
    name: { ...Name, description: 'What the entry is called in its directory' },
    values: Type.Optional({
      ...ListEntry,
      description: 'What an action must equal. Absent once the entry has ended',
    }),
    label: Type.Optional({ ...Note, description: 'Name for people' }),
    source: Type.Optional({ ...Note, description: 'Where the signer knows it from' }),
    size: Type.Integer({
      minimum: 0,
      maximum: MAX_LIST,
      description: 'How many are in force after this entry',
    }),
    root_hash: {
      ...Hash,
      description:
        'Merkle root (RFC 6962) over those, in the order of their names: each leaf is the 64 ASCII characters of the hash of its entry with `root_hash` null',
    },
    signed_at: SignedInstant,
  },
  { title: 'Directory entry', description: 'A payee, recipient, symbol or account, added, changed or ended' },
);
export type DirectoryEntry = Static<typeof DirectoryEntry>;

/** Each signature is another person’s, over `entry_hash`. */
export const SignedEntry = closed({
  entry: DirectoryEntry,
  entry_hash: Hash,
  signatures: Type.Array(Signature, { minItems: 1, maxItems: MOST_SIGNATURES }),
});
export type SignedEntry = Static<typeof SignedEntry>;

/** The answer to an entry. */
export const RecordedEntry = closed({
  ...SignedEntry.properties,
  recorded: Type.Boolean({ description: 'Whether it is in the directory; if not, nothing has changed' }),
  missing: Type.Integer({
    minimum: 0,
    description:
      'How many more people must sign it. With 0, one that is not recorded waits for those before it',
  }),
});
export type RecordedEntry = Static<typeof RecordedEntry>;

/** An entry’s place among those in force at a head, in the order of names, and the proof of it. */
const PLACE = { index: Type.Integer({ minimum: 0 }), proof: Type.Array(Hash, { maxItems: 32 }) };

/** That an entry was in force at a directory’s head: what a receipt carries of a directory. */
export const EntryProof = closed({
  entry: SignedEntry,
  ...PLACE,
  head: SignedEntry,
  recorded_at: Type.Optional({
    ...Instant,
    description: 'When the entry came into force. Only where the profile holds what is new for some days',
  }),
  /** The same at the head that the profile names in `earlier`, where one person signed and it asks for two. */
  earlier: Type.Optional(closed({ ...PLACE, head: DirectoryEntry })),
});
export type EntryProof = Static<typeof EntryProof>;

/** By directory: the entry that an action was decided by. */
export const EntryProofs = Type.Record(RuleName, EntryProof, {
  additionalProperties: false,
  maxProperties: MOST_DIRECTORIES,
});
export type EntryProofs = Readonly<Record<string, EntryProof>>;

/** A profile’s terms for a directory. */
export const DirectoryTerms = closed({
  signers: Type.Optional(
    Type.Array(
      closed({
        person: Name,
        until: Type.Optional({ ...SignedInstant, description: 'What this person signed before stays good' }),
      }),
      {
        minItems: 1,
        maxItems: 16,
        description: 'Who may sign its entries. Absent: the tenant’s principals',
      },
    ),
  ),
  needed: Type.Integer({
    minimum: 1,
    maximum: MOST_SIGNATURES,
    description: 'How many of them add or change an entry. One ends it',
  }),
  earlier: Type.Optional(
    Type.Record(TenantId, closed({ sequence: Sequence, entry_hash: Hash }), {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 256,
      description:
        'By tenant, the newest entry when a version first asked for two people: for what was in force at it, one is enough',
    }),
  ),
  first: Type.Optional(
    closed(
      {
        hold_days: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
        until_approved: Type.Optional(Type.Literal(true)),
      },
      {
        minProperties: 1,
        description: 'How long what is new or changed needs an approval: whichever comes first',
      },
    ),
  ),
});
export type DirectoryTerms = Static<typeof DirectoryTerms>;
