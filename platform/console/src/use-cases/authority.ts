import { ok } from '@common/base/result';
import type { AUTHORITY } from '@platform/api/authority';
import type { CallAnswer } from '@platform/api/client';
import { MAX_LIMIT } from '@platform/api/lists';
import type { AnswerOf } from '@platform/api/route';
import { BEHIND_HEADER } from '@platform/api/search';
import { OPEN_STATUSES } from '@platform/core/decide/grant-states';
import { tilePath } from '@platform/core/log/note/tiles';
import type {
  AgentTokenRecord,
  SignedAgentToken,
  SignedAgentTokenEnd,
} from '@platform/core/objects/agent-token';
import type { DirectoryEntry, SignedEntry } from '@platform/core/objects/directory';
import type {
  Action,
  ApprovalRequest,
  GrantRecord,
  GrantStatus,
  SignedRejection,
} from '@platform/core/objects/grant';
import type { SignedCompromise, SignedEnrolment } from '@platform/core/objects/key-entry';
import type {
  MandateRecord,
  RevokedMandate,
  SignedMandate,
  SignedRevocation,
} from '@platform/core/objects/mandate';
import type { MovementQuestion } from '@platform/core/objects/movement';
import type { Connector, PluginManifest } from '@platform/core/objects/plugin';
import { Name } from '@platform/core/objects/primitives';
import type { SignedProfile } from '@platform/core/objects/profile';
import type { Receipt } from '@platform/core/objects/receipt';
import type { ReceiptRow } from '@platform/core/objects/receipt-row';
import type { SignedCancellation, SignedSettlement } from '@platform/core/objects/settlement';
import { askFor, type Endable } from '@platform/core/objects/standing';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import {
  type AuthorityAnswer,
  type AuthorityOptions,
  type AuthorityReader,
  createReader,
  garbled,
  type ListLimits,
} from './authority-reader.ts';
import { documentCall } from './document-call.ts';

/** The most pages if a command asks for everything: two million receipts. */
const MOST_PAGES_OF_ALL = 100_000;
/**
 * Page sizes that fit into the part of an answer that is read: a receipt has about 30 kB, a deletion event 20
 * kB.
 */
const RECEIPTS_AT_ONCE = 20;
const MANDATES_AT_ONCE = 100;
/** Each names up to 64 mandates. */
const TOKENS_AT_ONCE = 100;
const GRANTS_AT_ONCE = 200;
/** Upper bound of what is shown; a longer queue is a different problem. */
const MOST_WAITING = 1_000;
const HEADS_AT_ONCE = 100;
/** A profile has 3 kB, but far more with long lists. */
const VERSIONS_AT_ONCE = 5;
const MOST_VERSIONS = 100;
const DELETIONS_AT_ONCE = 20;
/** An entry has 2 kB, and more with long values. */
const ENTRIES_AT_ONCE = 100;
/** Each event has about 2 kB. */
const KEY_EVENTS_AT_ONCE = 200;
/** Of grants that a search finds and that have not ended. */
const OPEN_SHOWN = 20;
/** How many a command lists unless it asks for all. */
const NEWEST = 100;

/** Returns the manifest of a profile’s plugin; null if it is not installed here. */
export type ManifestOf = (profile: string) => PluginManifest | null;

/** Returns the connector of a profile’s plugin; null if it is not installed here. */
export type ConnectorOf = (profile: string) => Connector | null;

/** The name of the profile under which an action was proposed. */
export function profileOf({ policy_version: version }: Pick<Action, 'policy_version'>): string {
  return version.replace(/@.*$/, '');
}

/** The authority as people’s programs need it. Its answers are claims: every hash is recomputed here. */
export type Authority = ReturnType<typeof createAuthority>;

export function createAuthority(options: AuthorityOptions) {
  const reader = createReader(options);
  const { client, asked, items } = reader;
  const readDocument = documentCall(options);
  return {
    mandates: () => items(client.listMandates({ query: { limit: MANDATES_AT_ONCE } })),
    mandate: (id: string) => asked(client.readMandate({ params: { contract_id: id } })),
    register: (mandate: SignedMandate): AuthorityAnswer<MandateRecord> =>
      asked(client.registerMandate({ body: mandate })),
    /** The answer comes once nothing can leave under the mandate. */
    revoke: (id: string, revocation: SignedRevocation): AuthorityAnswer<RevokedMandate> =>
      asked(client.revokeMandate({ params: { contract_id: id }, body: revocation })),
    /** Agents’ tokens, newest first: all, with those that are over, or what the filter names. */
    tokens: (filter: Pick<QueryOf<typeof AUTHORITY.listTokens>, 'contract_id' | 'token_id' | 'state'> = {}) =>
      items(client.listTokens({ query: { ...filter, limit: TOKENS_AT_ONCE } })),
    makeToken: (token: SignedAgentToken): AuthorityAnswer<AgentTokenRecord> =>
      asked(client.makeToken({ body: token })),
    /** The answer comes once no gateway accepts the token. */
    endToken: (id: string, end: SignedAgentTokenEnd): AuthorityAnswer<AgentTokenRecord> =>
      asked(client.endToken({ params: { token_id: id }, body: end })),
    ...grantCalls(reader),
    /** The bytes of a document that the grant’s action names: a claim until they are hashed. */
    document: (grantId: string, sha256: string) => asked(readDocument(grantId, sha256)),
    ...profileCalls(reader),
    ...directoryCalls(reader),
    ...receiptReads(reader),
    ...keyCalls(reader),
    ...logReads(reader),
    /** The sinks of notices, and what was sent to them, newest first. */
    sentNotices: () => asked(client.listSentNotices()),
    testSink: (sink: string) => asked(client.testSink({ params: { sink } })),
  };
}

interface GrantFilter {
  readonly status: GrantStatus | null;
  readonly all: boolean;
  /** Only the grants of which nobody knows whether their action was done. */
  readonly inDoubt?: boolean;
}

function grantCalls({ client, asked, list, items }: AuthorityReader) {
  return {
    /** Grants, newest first: the newest hundred, or all. */
    grants: async ({ status, all, inDoubt = false }: GrantFilter) => {
      const limit = all ? GRANTS_AT_ONCE : NEWEST;
      const query = { status: status ?? undefined, ...(inDoubt ? { in_doubt: true } : {}), limit };
      const found = await list(client.listGrants({ query }), all ? ALL : NEWEST_ONLY);
      return found.ok ? ok({ items: found.value.pages.flat(), isWhole: found.value.isWhole }) : found;
    },
    /** The grants that wait for a person, oldest first. */
    waiting: async () => {
      const query = { status: 'pending', limit: GRANTS_AT_ONCE } as const;
      const found = await items(client.listGrants({ query }), { most: MOST_WAITING });
      return found.ok ? ok(found.value.toReversed()) : found;
    },
    /** When something was last done for the payees of the grants that wait. */
    standings: () =>
      items(client.listStandings({ query: { limit: GRANTS_AT_ONCE } }), { most: MOST_WAITING }),
    /** The grants of which nobody knows whether their action was done, oldest first. */
    inDoubt: async () => {
      const query = { in_doubt: true, limit: GRANTS_AT_ONCE } as const;
      const found = await items(client.listGrants({ query }), { most: MOST_WAITING });
      return found.ok ? ok(found.value.toReversed()) : found;
    },
    /** All grants of one mandate, newest first. */
    grantsOf: (mandateId: string) =>
      items(client.listGrants({ query: { contract_id: mandateId, limit: GRANTS_AT_ONCE } })),
    grant: (id: string) => asked(client.readGrant({ params: { grant_id: id } })),
    /** What the books have of the grant’s mandate and payee now. */
    standing: (id: string) => asked(client.readStanding({ params: { grant_id: id } })),
    /** Approval notices sent for this grant, oldest first. */
    notices: (grantId: string) => asked(client.listNotices({ params: { grant_id: grantId } })),
    approve: (id: string, approval: ApprovalRequest) =>
      asked(client.approveGrant({ params: { grant_id: id }, body: approval })),
    reject: (id: string, rejection: SignedRejection) =>
      asked(client.rejectGrant({ params: { grant_id: id }, body: rejection })),
    /** The answer comes once nothing can leave under the grant. */
    cancel: (id: string, cancellation: SignedCancellation) =>
      asked(client.cancelGrant({ params: { grant_id: id }, body: cancellation })),
    settle: (id: string, settlement: SignedSettlement) =>
      asked(client.settleGrant({ params: { grant_id: id }, body: settlement })),
    /** The grants that could still be approved or executed, under any mandate. */
    openGrants: async () => {
      const found: GrantRecord[] = [];
      for (const status of OPEN_STATUSES) {
        const query = { status, limit: GRANTS_AT_ONCE };
        const listed = await items(client.listGrants({ query }), { most: MOST_WAITING });
        if (!listed.ok) return listed;
        found.push(...listed.value);
      }
      return ok(found);
    },
  };
}

function profileCalls({ client, asked, items }: AuthorityReader) {
  return {
    /** Combines the profile in force and its publication. */
    profile: async (name: string): AuthorityAnswer<SignedProfile> => {
      const [inForce, publication] = await Promise.all([
        asked(client.readProfile({ params: { name } })),
        asked(client.readPublication({ params: { name } })),
      ]);
      if (!inForce.ok) return inForce;
      if (!publication.ok) return publication;
      const { profile_hash, ...profile } = inForce.value;
      return ok({ profile, profile_hash, signature: publication.value.signature });
    },
    /** Every version that was in force, newest first. */
    versions: (name: string) => {
      const query = { limit: VERSIONS_AT_ONCE };
      return items(client.listProfileVersions({ params: { name }, query }), { most: MOST_VERSIONS });
    },
    publish: (signed: SignedProfile) =>
      asked(client.publishProfile({ params: { name: signed.profile.name }, body: signed })),
    plugins: async () => {
      const found = await client.listPlugins();
      const isNamed = found.ok && found.value.every((plugin) => namesOf(plugin).every(isName));
      return found.ok && !isNamed ? garbled(found.path) : asked(found);
    },
  };
}

/** A directory within its deployment. */
export type DirectoryPlace = Pick<DirectoryEntry, 'tenant' | 'profile' | 'directory'>;

function directoryCalls({ client, asked, items }: AuthorityReader) {
  return {
    /** The newest entry of every directory that has one. */
    directoryHeads: () => asked(client.listDirectories()),
    /** A directory’s entries, oldest first, and those that need another person’s signature. */
    directory: async ({ tenant, ...params }: DirectoryPlace) => {
      const [entries, drafts] = await Promise.all([
        items(client.listEntries({ params, query: { tenant, limit: ENTRIES_AT_ONCE } })),
        asked(client.listDrafts({ params, query: { tenant } })),
      ]);
      if (!entries.ok) return entries;
      return drafts.ok ? ok({ entries: entries.value, drafts: drafts.value }) : drafts;
    },
    /** The entries of all directories that need another person’s signature, those of each in their order. */
    drafts: () => asked(client.listAllDrafts()),
    /** How often something was done by each entry in force; others are left out. */
    entryUses: ({ tenant, ...params }: DirectoryPlace) =>
      asked(client.listUses({ params, query: { tenant } })),
    /** A change or an end is answered once no call can begin by the entry before it. */
    recordEntry: (signed: SignedEntry) => {
      const { profile, directory } = signed.entry;
      return asked(client.recordEntry({ params: { profile, directory }, body: signed }));
    },
  };
}

type PluginView = AnswerOf<typeof AUTHORITY.listPlugins>[number];

function namesOf({ name, tier, profile, facades, covered_facade, counterparty_kind }: PluginView) {
  return [name, tier, profile, ...facades, covered_facade, counterparty_kind];
}

function isName(text: string): boolean {
  return Value.Check(Name, text);
}

interface ReceiptFilter {
  readonly grantId: string | null;
  readonly tenant: string | null;
  readonly all: boolean;
}

type QueryOf<R> = R extends { readonly query: infer Q extends TSchema } ? Static<Q> : never;
/** What receipts are searched by; see the authority’s own description. */
export type ReceiptSearch = {
  readonly [Name in Exclude<
    keyof QueryOf<typeof AUTHORITY.listReceiptRows>,
    'cursor' | 'limit' | 'grant_id'
  >]?: string | undefined;
};

interface ReceiptPlace {
  readonly search?: ReceiptSearch;
  /** A place in the log or, in a search, a cursor. */
  readonly before: string | null;
  readonly grantId: string | null;
  readonly limit: number;
}

/** What the query is, in which `before` is a place or a cursor. */
function receiptQuery({ search = {}, before, grantId, limit }: ReceiptPlace) {
  const place =
    before === null ? {} : PLACE_IN_LOG.test(before) ? { before: Number(before) } : { cursor: before };
  return { ...search, grant_id: grantId ?? undefined, limit, ...place } as QueryOf<
    typeof AUTHORITY.listReceipts
  >;
}

const PLACE_IN_LOG = /^\d+$/;

type MovementPlace = Omit<MovementQuestion, 'type' | 'deployment' | 'asked_at'>;

function receiptReads({ client, asked, list, events, orNull }: AuthorityReader) {
  return {
    /** Receipts in chain order: the newest, or all. */
    receipts: async ({ grantId, tenant, all }: ReceiptFilter) => {
      const of = { grant_id: grantId ?? undefined, tenant: tenant ?? undefined };
      const query = { ...of, limit: RECEIPTS_AT_ONCE };
      const found = await list(client.listReceipts({ query }), all ? ALL : NEWEST_ONLY);
      if (!found.ok) return found;
      return ok({ items: found.value.pages.toReversed().flat(), isWhole: found.value.isWhole });
    },
    /** The receipts before a place, or the newest ones, of a search. Newest first. */
    receiptPage: async (place: ReceiptPlace) => {
      const called = await client.listReceipts({ query: receiptQuery(place) });
      const found = await asked(called);
      if (!found.ok) return found;
      const receipts: readonly Receipt[] = found.value.toReversed();
      return ok({ receipts, ...moreOf(called) });
    },
    /** The same on one line each. */
    receiptRows: async (place: ReceiptPlace) => {
      const called = await client.listReceiptRows({ query: receiptQuery(place) });
      const found = await asked(called);
      if (!found.ok) return found;
      const rows: readonly ReceiptRow[] = found.value.toReversed();
      return ok({ rows, ...moreOf(called) });
    },
    /** The newest grants of a search that have no receipt yet. */
    openFound: async ({ level: _, account: __, ...search }: ReceiptSearch) => {
      const found: GrantRecord[] = [];
      for (const status of OPEN_STATUSES) {
        const query = { ...search, status, limit: OPEN_SHOWN } as QueryOf<typeof AUTHORITY.listGrants>;
        const listed = await asked(client.listGrants({ query }));
        if (!listed.ok) return listed;
        found.push(...listed.value);
      }
      return ok(found.slice(0, OPEN_SHOWN));
    },
    /** A page of a counterparty's list of an account's movements, as the enforcement point signed it. */
    movements: ({ account, after, ...days }: MovementPlace) =>
      asked(client.listMovements({ params: { account }, query: { ...days, after: after ?? undefined } })),
    receipt: (id: string) => asked(client.readReceipt({ params: { receipt_id: id } })),
    /** What became later of what the receipt says, in order. */
    addenda: (id: string) => asked(client.listAddenda({ params: { receipt_id: id } })),
    /** The first entry in a public log that covers the receipt; null while there is none. */
    anchor: (id: string) => orNull(client.readAnchor({ params: { receipt_id: id } }), 'anchor_not_found'),
    /**
     * The events that the authority signed about receipts whose bodies it deleted, or lost with a database.
     */
    prunedReceipts: () => events(['receipts_pruned', 'log_restored'], DELETIONS_AT_ONCE),
  };
}

/** Where the list goes on, and how many receipts a search cannot find yet. */
function moreOf(called: CallAnswer<unknown>) {
  if (!called.ok) return { earlier: null, behind: 0 };
  const behind = Number(called.headers[BEHIND_HEADER] ?? 0);
  if (called.next === null) return { earlier: null, behind };
  const { searchParams } = new URL(called.next.path, 'http://relative.invalid');
  return { earlier: searchParams.get('cursor') ?? searchParams.get('before'), behind };
}

function keyCalls({ client, asked, events }: AuthorityReader) {
  return {
    /** Every party’s public keys. */
    keys: () => asked(client.readKeys()),
    /** Enrols a person’s key, with a principal’s signature. */
    enrolKey: (signed: SignedEnrolment) => asked(client.enrolKey({ body: signed })),
    /** Marks a person’s key as one that others may have, with a principal’s signature. */
    markCompromised: (kid: string, signed: SignedCompromise) =>
      asked(client.markCompromised({ params: { kid }, body: signed })),
    /** What principals signed about people’s keys, oldest first. */
    keyEvents: async () => {
      const found = await events(['key_enrolled', 'key_compromised'], KEY_EVENTS_AT_ONCE);
      return found.ok ? ok(found.value.toSorted((a, b) => a.event.sequence - b.event.sequence)) : found;
    },
  };
}

interface CheckpointFilter {
  readonly from: number;
  /** Whether to list only checkpoints that a witness signed. */
  readonly cosigned: boolean;
  readonly limit: number;
}

function logReads({ client, asked, orNull }: AuthorityReader) {
  return {
    /** The newest signed head of the log; null before the first receipt. */
    logHead: () => orNull(client.readLogHead(), 'log_empty'),
    /** Signed heads of the log, newest first, at most a hundred. */
    logHeads: () => asked(client.listLogHeads({ query: { limit: HEADS_AT_ONCE } })),
    /** The proof that the log of `to` receipts begins with that of `from`. */
    consistency: (from: number, to: number) => asked(client.proveConsistency({ query: { from, to } })),
    /** The proof of what of these things had ended at the newest head. */
    logStanding: (things: readonly Endable[]) =>
      asked(client.readLogStanding({ query: { things: askFor(things) } })),
    /** What has ended from that number on, at most a thousand. */
    endings: (from: number) => asked(client.listEndings({ query: { from, limit: MAX_LIMIT } })),
    /** Checkpoints of at least that size, smallest first. */
    checkpoints: (query: CheckpointFilter) => asked(client.listCheckpoints({ query })),
    /** A tlog-proof of that leaf, against the checkpoint of that size, or the newest. */
    logProof: (leafIndex: number, treeSize: number | null) =>
      asked(client.proveLeaf({ query: { leaf_index: leafIndex, tree_size: treeSize ?? undefined } })),
    /** The log’s statement about that leaf, with a COSE receipt in it: a claim until it is judged. */
    logStatement: (leafIndex: number) => asked(client.readLogStatement({ query: { leaf_index: leafIndex } })),
    /** A file of entries: the first `width` of those from 256 times that number on. */
    logEntries: (index: number, width: number) => {
      const path = tilePath({ level: 'entries', index, width });
      return asked(client.readTile({ params: { '*': path.slice('tile/'.length) } }));
    },
  };
}

const ALL: ListLimits = { mostPages: MOST_PAGES_OF_ALL };
const NEWEST_ONLY: ListLimits = { ...ALL, most: NEWEST };
