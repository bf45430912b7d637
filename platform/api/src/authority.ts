import { Anchor } from '@platform/core/objects/anchor';
import {
  ApprovalRequest,
  CancelledGrant,
  GRANT_STATUSES,
  GrantRecord,
  ProposalRequest,
  RedeemRequest,
  RedeemResponse,
  SignedRejection,
} from '@platform/core/objects/grant';
import { KeyEntry, SignedCompromise, SignedEnrolment } from '@platform/core/objects/key-entry';
import {
  MandateRecord,
  RevokedMandate,
  SignedMandate,
  SignedRevocation,
} from '@platform/core/objects/mandate';
import { GrantId, MandateId, ReceiptId, TenantId } from '@platform/core/objects/primitives';
import { Receipt } from '@platform/core/objects/receipt';
import { ReceiptRow } from '@platform/core/objects/receipt-row';
import { SignedCancellation, SignedSettlement } from '@platform/core/objects/settlement';
import { Kid } from '@platform/core/objects/signature';
import { Type } from 'typebox';
import { ADDENDA } from './authority-addenda.ts';
import { DIRECTORIES } from './authority-directories.ts';
import { DOCUMENTS } from './authority-documents.ts';
import { ENDINGS } from './authority-endings.ts';
import { EVIDENCE, LOG } from './authority-log.ts';
import { MOVEMENTS } from './authority-movements.ts';
import { NOTICES } from './authority-notices.ts';
import { PROFILES } from './authority-profiles.ts';
import { STANDINGS } from './authority-standings.ts';
import { TOKENS } from './authority-tokens.ts';
import { Cursor, Limit, PAGED } from './lists.ts';
import { KEYS } from './operation.ts';
import type { ClosableTable } from './route.ts';
import { SEARCHED_ACTION, SEARCHED_MANDATE, SEARCHED_RECEIPT } from './search.ts';

const OfMandate = Type.Object({ contract_id: MandateId });
const OfGrant = Type.Object({ grant_id: GrantId });
const OfReceipt = Type.Object({ receipt_id: ReceiptId });

/** Mandates (interface document, 4.2). */
const MANDATES = {
  listMandates: {
    method: 'GET',
    path: '/contracts',
    reads: 'list',
    areas: ['mandates'],
    summary: 'Every mandate and its status, newest first',
    description: PAGED,
    tag: 'mandates',
    query: Type.Object({ ...SEARCHED_MANDATE, cursor: Cursor, limit: Limit }),
    answer: Type.Array(MandateRecord),
    refusals: [422],
    pages: 'next',
  },
  readMandate: {
    method: 'GET',
    path: '/contracts/:contract_id',
    reads: 'mandate',
    areas: ['mandates'],
    summary: 'One mandate, with its revocation if any',
    tag: 'mandates',
    params: OfMandate,
    answer: MandateRecord,
    refusals: [404],
  },
  registerMandate: {
    method: 'POST',
    path: '/contracts',
    summary: 'Register a signed mandate',
    description:
      'The principal’s signature over `contract_hash` is what creates authority; nothing else does.',
    tag: 'mandates',
    body: SignedMandate,
    answer: MandateRecord,
    statuses: [200, 201],
    refusals: [403, 409, 413, 422, 503],
  },
  revokeMandate: {
    method: 'POST',
    path: '/contracts/:contract_id/revoke',
    summary: 'Revoke a mandate',
    description:
      'Signed by its principal. Later proposals, approvals and redemptions are refused. Answered once calls to a counterparty can no longer begin under it, after `SEND_WITHIN_MS` at the latest.',
    tag: 'mandates',
    params: OfMandate,
    body: SignedRevocation,
    answer: RevokedMandate,
    refusals: [403, 404, 413, 422],
  },
} satisfies ClosableTable;

/** Grants (interface document, 4.2 and part 3). */
const GRANTS = {
  proposeAction: {
    method: 'POST',
    path: '/grants',
    summary: 'Propose an action',
    description:
      'Called by the gateway. The answer is the grant, whatever the policy decides: active, pending or denied, with the reason. `statements` may hold only those that a rule asks for (422 `statements_invalid`).',
    tag: 'grants',
    security: 'service',
    body: ProposalRequest,
    answer: GrantRecord,
    statuses: [201],
    refusals: [401, 403, 404, 413, 422, 429, 503],
  },
  listGrants: {
    method: 'GET',
    path: '/grants',
    reads: 'list',
    areas: ['payments', 'approvals'],
    summary: 'Grants, newest first',
    description: `Searched, those that have ended are in the order of their decisions. ${PAGED}`,
    tag: 'grants',
    query: Type.Object({
      status: Type.Optional(Type.Enum([...GRANT_STATUSES])),
      contract_id: Type.Optional(MandateId),
      ...SEARCHED_ACTION,
      tenant: Type.Optional(TenantId),
      in_doubt: Type.Optional(
        Type.Boolean({ description: 'Only grants of which nobody knows whether their action happened' }),
      ),
      unreported: Type.Optional(
        Type.Boolean({
          description: 'Only spent grants of which no enforcement point has reported how they ended',
        }),
      ),
      cursor: Cursor,
      limit: Limit,
    }),
    answer: Type.Array(GrantRecord),
    refusals: [422],
    pages: 'next',
    // Enforcement points ask every few seconds for what is unreported.
    polled: true,
  },
  readGrant: {
    method: 'GET',
    path: '/grants/:grant_id',
    reads: 'grant',
    areas: ['payments', 'approvals'],
    summary: 'One grant with its canonical action and decision',
    tag: 'grants',
    params: OfGrant,
    answer: GrantRecord,
    refusals: [404],
  },
  ...STANDINGS,
  approveGrant: {
    method: 'POST',
    path: '/grants/:grant_id/approve',
    summary: 'Approve the exact action of a pending grant',
    description: 'A signature over `action_hash` by an approver of the mandate’s route.',
    tag: 'grants',
    params: OfGrant,
    body: ApprovalRequest,
    answer: GrantRecord,
    refusals: [403, 404, 409, 410, 413, 422],
  },
  rejectGrant: {
    method: 'POST',
    path: '/grants/:grant_id/reject',
    summary: 'Reject a pending grant',
    description:
      'A signature over `rejection_hash` by an approver whom a route of the mandate names, with any key of theirs. It ends the grant as denied (`approver_rejected`), whatever its action says.',
    tag: 'grants',
    params: OfGrant,
    body: SignedRejection,
    answer: GrantRecord,
    refusals: [403, 404, 409, 410, 413, 422],
  },
  cancelGrant: {
    method: 'POST',
    path: '/grants/:grant_id/cancel',
    summary: 'Stop one grant, whose mandate stays in force',
    description:
      'Signed by the mandate’s principal, at any time before the counterparty acknowledged the action. Answered once nothing can leave under the grant; `stopped` says what had become of it.',
    tag: 'grants',
    params: OfGrant,
    body: SignedCancellation,
    answer: CancelledGrant,
    refusals: [403, 404, 409, 413, 422],
  },
  settleGrant: {
    method: 'POST',
    path: '/grants/:grant_id/settle',
    summary: 'Decide what nobody knows: ask again, count as done, or count as not done',
    description:
      'Signed by the mandate’s principal, for a grant with `in_doubt`. The enforcement point takes it up within a minute; the receipt says who said it, and proves nothing more.',
    tag: 'grants',
    params: OfGrant,
    body: SignedSettlement,
    answer: GrantRecord,
    refusals: [403, 404, 409, 413, 422],
  },
  redeemGrant: {
    method: 'POST',
    path: '/grants/:grant_id/redeem',
    summary: 'Spend a grant, once',
    description:
      'Signed by the enforcement point, which may begin to send within `send_within_ms`, counted from when it asked. Repeating a redemption id gets a new lease, or in `ended` what has ended.',
    tag: 'grants',
    params: OfGrant,
    body: RedeemRequest,
    answer: RedeemResponse,
    refusals: [401, 403, 404, 409, 410, 413, 422, 503],
    repeatable: () => true,
  },
} satisfies ClosableTable;

/** The sentence about pages of receipts. */
const EARLIER =
  'If there may be older ones, the header `Link` leads to them (`rel="prev"`). A page may be shorter than its limit, and empty. Where receipts are not in the search yet, as after an upgrade, the header `X-Service-Search-Behind` counts them.';

const SearchedReceipts = {
  grant_id: Type.Optional(GrantId),
  tenant: Type.Optional(TenantId),
  ...SEARCHED_RECEIPT,
  cursor: Cursor,
  limit: Limit,
};

const RECEIPTS = {
  listReceipts: {
    method: 'GET',
    path: '/receipts',
    reads: 'list',
    areas: ['payments'],
    summary: 'Receipts, oldest first; if there are more than the limit, the newest ones',
    description: `In the order of the log; searched, in the order of decisions. ${EARLIER}`,
    tag: 'receipts',
    query: Type.Object({
      ...SearchedReceipts,
      before: Type.Optional(
        Type.Integer({
          minimum: 0,
          description: 'Place in the log of the oldest receipt already known. Not together with a search',
        }),
      ),
    }),
    answer: Type.Array(Receipt),
    refusals: [422],
    pages: 'prev',
  },
  listReceiptRows: {
    method: 'GET',
    path: '/receipts/rows',
    reads: 'list',
    areas: ['payments', 'statements'],
    summary: 'What receipts say, one line each: for tables and sums',
    description: `It proves nothing: the receipts do. In the order of decisions. ${EARLIER}`,
    tag: 'receipts',
    query: Type.Object(SearchedReceipts),
    answer: Type.Array(ReceiptRow),
    refusals: [422],
    pages: 'prev',
  },
  readReceipt: {
    method: 'GET',
    path: '/receipts/:receipt_id',
    reads: 'receipt',
    areas: ['payments'],
    summary: 'One receipt',
    description: 'Verify it offline with `sanad-verify`.',
    tag: 'receipts',
    params: OfReceipt,
    answer: Receipt,
    refusals: [404, 410],
  },
  readAnchor: {
    method: 'GET',
    path: '/receipts/:receipt_id/anchor',
    reads: 'receipt',
    areas: ['payments'],
    summary: 'The first entry in a public log that covers the receipt',
    description: 'With all that `sanad-verify --anchor` needs offline. 404 while there is none.',
    tag: 'receipts',
    params: OfReceipt,
    answer: Anchor,
    refusals: [404],
  },
} satisfies ClosableTable;

/** A loaded plugin, as the authority lists it. */
const PluginView = Type.Object({
  name: Type.String(),
  version: Type.String(),
  tier: Type.String(),
  description: Type.String(),
  profile: Type.String(),
  facades: Type.Array(Type.String()),
  covered_facade: Type.String(),
  counterparty_kind: Type.String(),
});

const OfPlugin = Type.Object({ plugin: Type.String({ maxLength: 32, pattern: '^[a-z][a-z0-9]*$' }) });
const JsonSchema = Type.Record(Type.String(), Type.Unknown());

const PLUGINS = {
  listPlugins: {
    method: 'GET',
    path: '/plugins',
    reads: 'public',
    summary: 'Loaded plugins',
    tag: 'profiles',
    answer: Type.Array(PluginView),
  },
  readMandateSchema: {
    method: 'GET',
    path: '/plugins/:plugin/mandate.schema.json',
    reads: 'public',
    summary: 'JSON Schema of a plugin’s mandates',
    description: 'Draft 2020-12, derived from the plugin’s manifest.',
    tag: 'profiles',
    params: OfPlugin,
    answer: JsonSchema,
    refusals: [404],
  },
  readProfileSchema: {
    method: 'GET',
    path: '/plugins/:plugin/profile.schema.json',
    reads: 'public',
    summary: 'JSON Schema of a plugin’s profiles',
    description: 'Draft 2020-12, derived from the plugin’s manifest.',
    tag: 'profiles',
    params: OfPlugin,
    answer: JsonSchema,
    refusals: [404],
  },
} satisfies ClosableTable;

/** Statements about people's keys, signed by principals; `readKeys` shows the outcome. */
const PEOPLE_KEYS = {
  enrolKey: {
    method: 'POST',
    path: '/keys',
    summary: 'Enrol a person’s key',
    description:
      'Signed by a principal whose key enrols others. A root of trust is not taken here: its operator puts it into the keys folder.',
    tag: 'keys',
    body: SignedEnrolment,
    answer: KeyEntry,
    statuses: [200, 201],
    refusals: [403, 409, 413, 422],
  },
  markCompromised: {
    method: 'POST',
    path: '/keys/:kid/compromise',
    summary: 'Mark a person’s key as compromised',
    description:
      'Signed by a principal whose key enrols others. What the key signs from that instant on counts nowhere; of a principal’s own, the keys that it enrolled no longer count.',
    tag: 'keys',
    params: Type.Object({ kid: Kid }),
    body: SignedCompromise,
    answer: KeyEntry,
    refusals: [403, 404, 413, 422],
  },
  readKeys: {
    ...KEYS,
    reads: 'public',
    summary: 'Public keys of every party, by kid',
    description: 'People’s keys carry the signature of the principal who enrolled them.',
    tag: 'keys',
  },
} satisfies ClosableTable;

/** The routes of the authority. */
export const AUTHORITY = {
  ...MANDATES,
  ...TOKENS,
  ...GRANTS,
  ...DOCUMENTS,
  ...NOTICES,
  ...EVIDENCE,
  ...RECEIPTS,
  ...ADDENDA,
  ...MOVEMENTS,
  ...LOG,
  ...ENDINGS,
  ...PROFILES,
  ...DIRECTORIES,
  ...PLUGINS,
  ...PEOPLE_KEYS,
} satisfies ClosableTable;
