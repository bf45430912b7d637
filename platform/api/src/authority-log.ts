import { EVENT_KINDS, EventAppended, EventRecord, EventReport } from '@platform/core/objects/event';
import {
  ConsistencyProof,
  LogCheckpoints,
  LogContinuation,
  SignedTreeHead,
} from '@platform/core/objects/log';
import { Hash, nullable } from '@platform/core/objects/primitives';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { Limit, PAGED } from './lists.ts';
import { CALL, CALL_HEADER } from './operation.ts';
import { BYTES, type ClosableTable } from './route.ts';

/** Room for an acknowledgment of 64 KiB, the most that an enforcement point accepts, and its envelope. */
const REPORT_BYTES = 131_072;

const Enforced = Type.Object({ kind: Type.Literal('enforcement') });

/** The evidence chain (interface document, part 6). */
export const EVIDENCE = {
  reportEvent: {
    method: 'POST',
    path: '/events',
    bodyBytes: REPORT_BYTES,
    summary: 'Append an evidence event',
    description:
      'Sent by the enforcement point with its signed decision, or by the gateway with its token. The authority links and signs the event.',
    tag: 'evidence',
    security: 'service',
    headers: Type.Object({ [CALL_HEADER]: CALL }),
    body: EventReport,
    answer: EventAppended,
    statuses: [201],
    refusals: [401, 403, 404, 409, 413, 422],
    // A grant ends once, so its decision is recorded once. Each report by the gateway is an event of its own.
    repeatable: (body) => Value.Check(Enforced, body),
  },
  listEvents: {
    method: 'GET',
    path: '/events',
    reads: 'list',
    areas: ['payments', 'evidence'],
    summary: 'The evidence chain, from its beginning',
    description: PAGED,
    tag: 'evidence',
    query: Type.Object({
      after: Type.Optional(
        Type.Integer({ minimum: 0, description: 'Sequence number of the last event already known' }),
      ),
      kind: Type.Optional(Type.Enum([...EVENT_KINDS])),
      limit: Limit,
    }),
    answer: Type.Array(EventRecord),
    pages: 'next',
  },
  readEventHead: {
    method: 'GET',
    path: '/events/head',
    reads: 'public',
    summary: 'The chain’s latest hash',
    tag: 'evidence',
    answer: Type.Object({ event_hash: nullable(Hash), length: Type.Integer({ minimum: 0 }) }),
  },
} satisfies ClosableTable;

const Size = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

/**
 * The transparency log (RFC 6962; interface document, part 6; DESIGN 6.6), also in the format that
 * third-party programs read (ADR 0027).
 */
export const LOG = {
  readLogHead: {
    method: 'GET',
    path: '/log/head',
    reads: 'public',
    summary: 'The signed tree head',
    tag: 'log',
    query: Type.Object({
      tree_size: Type.Optional({ ...Size, description: 'Size of a past head; default: the newest' }),
    }),
    answer: SignedTreeHead,
    refusals: [404],
  },
  listLogHeads: {
    method: 'GET',
    path: '/log/heads',
    reads: 'public',
    summary: 'Signed tree heads, newest first',
    tag: 'log',
    description: PAGED,
    query: Type.Object({
      below: Type.Optional({ ...Size, description: 'Size of the last head already known' }),
      limit: Limit,
    }),
    answer: Type.Array(SignedTreeHead),
    pages: 'next',
  },
  proveConsistency: {
    method: 'GET',
    path: '/log/consistency',
    reads: 'public',
    summary: 'Proof that a later log begins with an earlier one',
    tag: 'log',
    query: Type.Object({ from: Size, to: Type.Optional(Size) }),
    answer: ConsistencyProof,
    refusals: [422],
  },
  continueLog: {
    method: 'GET',
    path: '/log/continuation',
    reads: 'service',
    polled: true,
    summary: 'How the log and the revocations go on from what you have seen',
    description:
      'For those who rely on the authority: the newest head, the proof that its log begins with yours, and the revocations since. A log that is shorter than yours, or has another beginning, has no proof.',
    tag: 'log',
    query: Type.Object({
      tree_size: Type.Optional({
        ...Size,
        description: 'Of the largest head that you have seen; default 0',
      }),
      event: Type.Optional({
        ...Size,
        description: 'Sequence number of the first event wanted; default 0',
      }),
      limit: Limit,
    }),
    answer: LogContinuation,
  },
  readCheckpoint: {
    method: 'GET',
    path: '/checkpoint',
    reads: 'public',
    polled: true,
    summary: 'The newest checkpoint, a signed note',
    description:
      'C2SP tlog-checkpoint: origin, size and root, signed by the log, and by the witnesses that have seen it.',
    tag: 'log',
    answer: Type.String(),
    media: { type: 'text/plain', description: 'A signed note' },
    refusals: [404],
  },
  readTile: {
    method: 'GET',
    path: '/tile/*',
    reads: 'public',
    polled: true,
    summary: 'Hashes or entries of the log, 256 to a file',
    description:
      'C2SP tlog-tiles: `/tile/<L>/<N>[.p/<W>]` and `/tile/entries/<N>[.p/<W>]`. Only what the newest checkpoint covers; each file has one address. An entry is the 64 hex digits that a leaf is made of: the hash of a receipt without its place, or of a directory’s entry.',
    tag: 'log',
    params: Type.Object({ '*': Type.String({ description: 'Such as `0/000.p/7`' }) }),
    answer: BYTES,
    media: {
      type: 'application/octet-stream',
      description: 'Hashes of 32 bytes, or entries, each after its length in two bytes',
    },
    refusals: [404],
  },
  proveLeaf: {
    method: 'GET',
    path: '/log/proof',
    reads: 'public',
    summary: 'Proof that a leaf is in the log, to be verified offline',
    description:
      'C2SP tlog-proof, against a checkpoint of the log: for `sanad-verify --proof`, and for any other program that reads the format.',
    tag: 'log',
    query: Type.Object({
      leaf_index: Type.Optional({ ...Size, description: 'For a receipt, as in its status.log' }),
      entry_hash: Type.Optional({
        ...Hash,
        description: 'For an entry of a directory, instead of `leaf_index`',
      }),
      tree_size: Type.Optional({ ...Size, description: 'Of a checkpoint; default: the newest' }),
    }),
    answer: Type.String(),
    media: { type: 'text/plain', description: 'A tlog-proof' },
    refusals: [404, 422],
  },
  readLogStatement: {
    method: 'GET',
    path: '/log/cose',
    reads: 'public',
    summary: 'The log’s statement about a leaf, with its COSE receipt',
    description:
      'A transparent statement (RFC 9943): its payload is the entry’s 32 bytes, and in its unprotected header (394) is the receipt (RFC 9942), of a second tree over the entries of the newest checkpoint, whose leaves are made of those bytes (ADR 0033). Both are signed by the key of checkpoints.',
    tag: 'log',
    query: Type.Object({ leaf_index: { ...Size, description: 'For a receipt, as in its status.log' } }),
    answer: BYTES,
    media: { type: 'application/cose', description: 'A COSE_Sign1 with a receipt in it' },
    refusals: [404, 422],
  },
  listCheckpoints: {
    method: 'GET',
    path: '/log/checkpoints',
    reads: 'public',
    summary: 'Checkpoints with their signatures, smallest first',
    tag: 'log',
    query: Type.Object({
      from: Type.Optional({ ...Size, description: 'Smallest size wanted; default 0' }),
      cosigned: Type.Optional(Type.Boolean({ description: 'Only those that a witness signed' })),
      limit: Limit,
    }),
    answer: LogCheckpoints,
  },
} satisfies ClosableTable;
