import { KeySet } from '@platform/core/objects/key-entry';
import { Witnessed } from '@platform/core/objects/log';
import { Type } from 'typebox';
import type { Route } from './route.ts';

/** Routes, and a header, that more than one service has. */

/**
 * A call of the gateway's travels in this header to where its event is recorded: with `/execute` to the enforcement
 * point, and with the report to the authority. A service that does not know it ignores it, and the gateway then reports
 * the call itself. `keys/call-header.ts` reads and writes it.
 */
export const CALL_HEADER = 'x-service-call';
export const CALL = Type.Optional(
  Type.String({
    maxLength: 8_192,
    description:
      'The gateway’s call, whose event is recorded with the end of the grant: JSON in base64url. Its id is in the answer',
  }),
);

export const KEYS = {
  method: 'GET',
  path: '/.well-known/keys.json',
  tag: 'operation',
  summary: 'The public keys of the service',
  answer: KeySet,
} satisfies Route;

export const WITNESSED = {
  method: 'GET',
  path: '/log/witnessed',
  tag: 'operation',
  summary: 'The largest head of the authority’s log, and the revocations, that were seen here',
  description:
    'Nothing is executed here for an authority that no longer shows all of it; `sanad authority restore` asks for it.',
  answer: Witnessed,
} satisfies Route;

export const HEALTH = {
  method: 'GET',
  path: '/healthz',
  tag: 'operation',
  summary: 'Liveness',
  answer: Type.Object({ status: Type.Literal('ok'), version: Type.String() }),
} satisfies Route;
