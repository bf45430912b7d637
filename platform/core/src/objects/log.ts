import { type Static, Type } from 'typebox';
import { NamedEntry } from './anchor.ts';
import { MOST_DIRECTORIES, SignedEntry } from './directory.ts';
import { EventRecord } from './event.ts';
import {
  closed,
  DeploymentId,
  GrantId,
  Hash,
  Instant,
  Name,
  nullable,
  ProfileName,
  ReceiptId,
  TenantId,
} from './primitives.ts';
import { RuleName } from './rules.ts';
import { SignedSettled } from './settled.ts';
import { Signature } from './signature.ts';
import { StandingHead, StandingProof } from './standing.ts';

export const TreeHead = closed({
  type: Type.Literal('sanad/tree-head/1'),
  deployment: DeploymentId,
  log_id: Name,
  tree_size: Type.Integer({ minimum: 0 }),
  root_hash: Hash,
  /** What had ended when it was signed. Heads from before ADR 0031 have none. */
  standing: Type.Optional(StandingHead),
  timestamp: Instant,
});
export type TreeHead = Static<typeof TreeHead>;

export const SignedTreeHead = closed({ tree_head: TreeHead, tree_head_hash: Hash, signature: Signature });
export type SignedTreeHead = Static<typeof SignedTreeHead>;

const LeafIndex = Type.Integer({ minimum: 0 });
const LogPath = Type.Array(Hash, { maxItems: 64 });

/** `status.log` of a receipt. */
export const LogInclusion = closed({
  leaf_index: LeafIndex,
  leaf_hash: Hash,
  inclusion_proof: LogPath,
  tree_head: TreeHead,
  /** The newest head in a public log when this was made. The one that covers this receipt comes later: see `Anchor`. */
  external: Type.Optional(NamedEntry),
  /** By directory: where the head is, by which the action was decided. Receipts from before it have none. */
  heads: Type.Optional(
    Type.Record(RuleName, closed({ leaf_index: LeafIndex, inclusion_proof: LogPath }), {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: MOST_DIRECTORIES,
    }),
  ),
  /** That nothing that an executed action stood on had ended at the tree head, or what had. */
  standing: Type.Optional(StandingProof),
});
export type LogInclusion = Static<typeof LogInclusion>;

export const ConsistencyProof = closed({
  from: Type.Integer({ minimum: 0 }),
  to: Type.Integer({ minimum: 0 }),
  from_root: Hash,
  to_root: Hash,
  proof: Type.Array(Hash, { maxItems: 128 }),
});
export type ConsistencyProof = Static<typeof ConsistencyProof>;

/** `GET /log/continuation`: how the log and the revocations continue from what the caller has seen. */
export const LogContinuation = closed({
  /** Null before the first entry. */
  head: nullable(SignedTreeHead),
  /**
   * The proof that the log of this head begins with the log of the given size; null if the caller has seen
   * nothing, or the log is shorter.
   */
  proof: nullable(ConsistencyProof),
  /** Events of kind `mandate_revoked`, from the given sequence number on. */
  revocations: Type.Array(EventRecord),
});
export type LogContinuation = Static<typeof LogContinuation>;

/** `GET /log/standing`: what of the things that were asked about had ended at that head. */
export const LogStanding = closed({
  head: SignedTreeHead,
  standing: StandingProof,
  recorded: Type.Integer({ minimum: 0, description: 'How many endings there are by now, in no head yet' }),
});
export type LogStanding = Static<typeof LogStanding>;

/**
 * `GET /log/witnessed` of enforcement point and gateway: what they have seen, to compare with what the
 * authority has.
 */
export const Witnessed = closed({ head: nullable(SignedTreeHead), revocations: Type.Array(EventRecord) });
export type Witnessed = Static<typeof Witnessed>;

/**
 * `GET /log/checkpoints`: the checkpoints that the log has published (C2SP tlog-checkpoint), smallest first.
 */
export const LogCheckpoints = closed({
  /** The key that signs them, as policies name it; null before the first. */
  vkey: nullable(Type.String({ maxLength: 1_024 })),
  /** Only while the log changes its key: both sign, and this one alone once the change is over (ADR 0027). */
  new_vkey: Type.Optional(Type.String({ maxLength: 1_024 })),
  checkpoints: Type.Array(
    closed({
      tree_size: Type.Integer({ minimum: 0 }),
      note: Type.String({
        maxLength: 262_144,
        description: 'Signed note: the log’s line, or two while it changes its key, then those of witnesses',
      }),
    }),
  ),
});
export type LogCheckpoints = Static<typeof LogCheckpoints>;

/**
 * The part of a receipt that must survive its body, because the log and the tenant's chain continue from it.
 */
export const ReceiptPlace = closed({
  log_id: Name,
  leaf_index: Type.Integer({ minimum: 0 }),
  /** The leaf's data: 64 hex digits. */
  log_entry: Hash,
  receipt_id: ReceiptId,
  grant_id: GrantId,
  tenant: TenantId,
  sequence: Type.Integer({ minimum: 0 }),
  /** Null if its body was deleted before its place was kept. */
  receipt_body_hash: nullable(Hash),
  profile: ProfileName,
  assembled_at: Instant,
});
export type ReceiptPlace = Static<typeof ReceiptPlace>;

/** A directory’s entry, all of which must survive the database, with its place in the log. */
export const EntryPlace = closed({
  log_id: Name,
  leaf_index: Type.Integer({ minimum: 0 }),
  recorded_at: Instant,
  signed: SignedEntry,
});
export type EntryPlace = Static<typeof EntryPlace>;

/** An addendum to a receipt, all of which must survive the database, with its place in the log. */
export const AddendumPlace = closed({
  log_id: Name,
  leaf_index: LeafIndex,
  recorded_at: Instant,
  tenant: TenantId,
  addendum: SignedSettled,
});
export type AddendumPlace = Static<typeof AddendumPlace>;

/** A leaf of the log is a receipt, an entry of a directory or an addendum to a receipt. */
export type LeafPlace = ReceiptPlace | EntryPlace | AddendumPlace;

/** A leaf’s data: 64 hex digits. */
export function leafData(place: LeafPlace): string {
  if ('signed' in place) return place.signed.entry_hash;
  return 'addendum' in place ? place.addendum.settled_hash : place.log_entry;
}

/** `GET /receipts/{receipt_id}/addenda`: an addendum with its place in the log, under a signed head. */
export const Addendum = closed({
  ...SignedSettled.properties,
  log: closed({
    leaf_index: LeafIndex,
    leaf_hash: Hash,
    inclusion_proof: LogPath,
    tree_head: TreeHead,
  }),
  log_root_signature: Signature,
});
export type Addendum = Static<typeof Addendum>;
