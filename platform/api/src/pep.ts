import { ExecuteRequest } from '@platform/core/objects/grant';
import { SignedMovementPage, SignedMovementQuestion } from '@platform/core/objects/movement';
import { GrantId, Instant } from '@platform/core/objects/primitives';
import { SpentGrants } from '@platform/core/objects/spent-grant';
import { ToolResult } from '@platform/core/objects/tool-call';
import { Type } from 'typebox';
import { CALL, CALL_HEADER, KEYS, WITNESSED } from './operation.ts';
import type { RouteTable } from './route.ts';

const EXECUTION = {
  method: 'POST',
  tag: 'enforcement',
  security: 'gateway',
  headers: Type.Object({
    authorization: Type.Optional(Type.String({ maxLength: 4_103 })),
    [CALL_HEADER]: CALL,
  }),
  body: ExecuteRequest,
  answer: ToolResult,
  refusals: [401, 413, 503],
} as const;

/** The routes of the enforcement point. */
export const PEP = {
  execute: {
    ...EXECUTION,
    path: '/execute',
    summary: 'Execute a grant, once',
    description:
      'Checks the grant and its action, spends the grant at the authority, and calls the counterparty. `status` says how it went; `unknown` means that the counterparty did not answer and is asked again for `PEP_ASK_FOR_S`; then a person decides.',
  },
  fetch: {
    ...EXECUTION,
    path: '/fetch',
    summary: 'Read market data under a grant, once',
    description:
      'GET of an address under the profile’s market-data list. No redirects; at most 64 KiB and 5 s.',
  },
  listMovements: {
    method: 'POST',
    path: '/movements',
    summary: 'A counterparty’s own list of an account’s movements, a page at a time',
    description:
      'Asked by the authority, which signs its question. The page is signed here: it says what the counterparty answered. Changes nothing.',
    tag: 'enforcement',
    body: SignedMovementQuestion,
    answer: SignedMovementPage,
    refusals: [403, 404, 413, 422, 503],
    repeatable: () => true,
  },
  readKeys: { ...KEYS, summary: 'The public key that decisions are signed with' },
  readCloudKeys: {
    method: 'GET',
    path: '/.well-known/cloud-keys.json',
    summary: 'The cloud’s keys that signed the identity tokens in decisions, as a JWK set',
    description:
      'For `sanad-verify --cloud-keys`. Kept for good, since the cloud publishes a key for some weeks only. A reader who does not trust this service compares them with what the cloud publishes.',
    tag: 'operation',
    answer: Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.String())) }),
  },
  readWitnessed: WITNESSED,
  listSpentGrants: {
    method: 'GET',
    path: '/intents',
    summary: 'Grants that were spent here: all whose record is outstanding, and those since an instant',
    description:
      'By grant id, at most 100; `after` takes the last one of the page before. `sanad authority restore` asks for them.',
    tag: 'operation',
    query: Type.Object({ since: Instant, after: Type.Optional(GrantId) }),
    answer: SpentGrants,
  },
} satisfies RouteTable;
