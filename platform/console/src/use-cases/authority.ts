import type { Result } from '@common/base/result';
import type { Anchor } from '@platform/core/objects/anchor';
import type { EventRecord } from '@platform/core/objects/event';
import type {
  Action,
  ApprovalRequest,
  GrantRecord,
  GrantStatus,
  SignedRejection,
} from '@platform/core/objects/grant';
import type { KeyEntry, KeySet, SignedCompromise, SignedEnrolment } from '@platform/core/objects/key-entry';
import type { ConsistencyProof, LogCheckpoints, SignedTreeHead } from '@platform/core/objects/log';
import type { MandateRecord, SignedMandate, SignedRevocation } from '@platform/core/objects/mandate';
import type { GrantNotice } from '@platform/core/objects/notice';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { Name } from '@platform/core/objects/primitives';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import { type Static, Type } from 'typebox';

type AuthorityRefusal =
  /** No answer: it is not known whether the request was carried out. */
  | 'authority_silent'
  /** The authority's own code and words; `detail.error` and `detail.status`. */
  | 'authority_refused'
  /** An answer that is not of the documented form. */
  | 'authority_garbled'
  /** A list that is longer than what is read of one. */
  | 'authority_list_long';

export type Asked<Value> = Promise<Result<Value, AuthorityRefusal>>;

interface Listed<Item> {
  readonly items: readonly Item[];
  /** False: there are more. */
  readonly isWhole: boolean;
}

interface ReceiptPage {
  readonly receipts: readonly Receipt[];
  /** The place in the log before which there are more; null if there are none. */
  readonly earlier: string | null;
}

/** A loaded plugin, as the authority lists it. */
export const PluginView = Type.Object({
  name: Name,
  version: Type.String({ maxLength: 64 }),
  tier: Name,
  description: Type.String({ maxLength: 1_000 }),
  profile: Name,
  facades: Type.Array(Name),
  covered_facade: Name,
  counterparty_kind: Name,
});
type PluginView = Static<typeof PluginView>;

/** The manifest of a profile’s plugin; null if it is not installed here. */
export type ManifestOf = (profile: string) => PluginManifest | null;

/** The name of the profile under which an action was proposed. */
export function profileOf({ policy_version: version }: Pick<Action, 'policy_version'>): string {
  return version.replace(/@.*$/, '');
}

/** The authority as people's programs need it. Its answers are claims: every hash is recomputed here. */
export interface Authority {
  mandates(): Asked<readonly MandateRecord[]>;
  mandate(id: string): Asked<MandateRecord>;
  register(mandate: SignedMandate): Asked<MandateRecord>;
  revoke(id: string, revocation: SignedRevocation): Asked<MandateRecord>;
  /** The newest first: a hundred, or all. */
  grants(filter: { readonly status: GrantStatus | null; readonly all: boolean }): Asked<Listed<GrantRecord>>;
  /** What waits for a person, oldest first. */
  waiting(): Asked<readonly GrantRecord[]>;
  /** All of one mandate, newest first. */
  grantsOf(mandateId: string): Asked<readonly GrantRecord[]>;
  grant(id: string): Asked<GrantRecord>;
  /** Whom it told that this grant waits; oldest first. */
  notices(grantId: string): Asked<readonly GrantNotice[]>;
  approve(id: string, approval: ApprovalRequest): Asked<GrantRecord>;
  reject(id: string, rejection: SignedRejection): Asked<GrantRecord>;
  /** What could still be approved or executed, under any mandate. */
  openGrants(): Asked<readonly GrantRecord[]>;
  /** Put together from the profile in force and its publication. */
  profile(name: string): Asked<SignedProfile>;
  /** Every version that was in force, newest first. */
  versions(name: string): Asked<readonly SignedProfile[]>;
  publish(signed: SignedProfile): Asked<SignedProfile>;
  /** In chain order: the newest ones, or all. */
  receipts(filter: {
    readonly grantId: string | null;
    readonly tenant: string | null;
    readonly all: boolean;
  }): Asked<Listed<Receipt>>;
  /** Newest first: those before a place in the log, or the newest. */
  receiptPage(filter: {
    readonly before: string | null;
    readonly grantId: string | null;
    readonly limit: number;
  }): Asked<ReceiptPage>;
  receipt(id: string): Asked<Receipt>;
  plugins(): Asked<readonly PluginView[]>;
  /** Every party’s public keys. */
  keys(): Asked<KeySet>;
  /** A person’s key, enrolled by a principal. */
  enrolKey(signed: SignedEnrolment): Asked<KeyEntry>;
  /** A person’s key that others may have, as a principal says. */
  markCompromised(kid: string, signed: SignedCompromise): Asked<KeyEntry>;
  /** What principals said of people’s keys, newest last. */
  keyEvents(): Asked<readonly EventRecord[]>;
  /** The newest signed head of the log; null before the first receipt. */
  logHead(): Asked<SignedTreeHead | null>;
  /** Newest first, at most a hundred. */
  logHeads(): Asked<readonly SignedTreeHead[]>;
  /** That the log of `to` receipts begins with that of `from`. */
  consistency(from: number, to: number): Asked<ConsistencyProof>;
  /** Checkpoints of at least that size, smallest first. */
  checkpoints(filter: {
    readonly from: number;
    /** Only those that some witness signed. */
    readonly cosigned: boolean;
    readonly limit: number;
  }): Asked<LogCheckpoints>;
  /** A tlog-proof of that leaf, against the checkpoint of that size, or the newest. */
  logProof(leafIndex: number, treeSize: number | null): Asked<string>;
  /** The first entry in a public log that covers the receipt; null while there is none. */
  anchor(receiptId: string): Asked<Anchor | null>;
  /** What it signed about receipts whose bodies it deleted, or lost with a database. */
  prunedReceipts(): Asked<readonly EventRecord[]>;
}
