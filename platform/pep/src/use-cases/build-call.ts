import { fail, ok, type Result } from '@common/base/result';
import { nodeCrypto } from '@common/evidence/node';
import type { EntryProofs } from '@platform/core/objects/directory';
import type { Action, Grant } from '@platform/core/objects/grant';
import { ACCOUNT, type RequestTemplate, sourcesOf } from '@platform/core/objects/sent-value';
import { type BuiltRequest, buildInquiry, buildRequest } from '@platform/core/request/build-request';
import type { Operation } from '@platform/core/request/sent';
import { accountOf } from '@platform/core/verify/account';
import type { OpenConnector } from './connector-address.ts';

/** An action that was granted, with what its request is made of. */
export interface Granted {
  readonly action: Action;
  readonly grant: Pick<Grant, 'action_hash' | 'issued_at'>;
  /** The entries of directories that the action was decided by. */
  readonly entries?: EntryProofs | undefined;
}

interface Built extends Granted {
  /** The effect whose status is asked, where the operation has `status_of`. */
  readonly about?: Granted | undefined;
}

interface BuiltCall extends Omit<BuiltRequest, 'body'> {
  readonly body: Uint8Array | null;
}

/** A read changes nothing at the counterparty, even if it is repeated or gets no answer. */
export function isRead({ method, ack }: Operation): boolean {
  return method === 'GET' && ack === null;
}

/**
 * Builds the request of an operation from the connector's template and the action's params. Refuses what cannot be sent
 * exactly: a param that the template needs and the action lacks, or one that would change the shape of the request.
 */
export function buildCall(
  open: OpenConnector,
  operation: Operation,
  built: Built,
): Result<BuiltCall, 'grant_invalid'> {
  return sendable(open, operation, built, (facts) =>
    buildRequest(nodeCrypto, open.basePath, operation, facts),
  );
}

/** Builds the request that asks what became of a call. */
export function buildLookUp(
  open: OpenConnector,
  operation: Operation & Required<Pick<Operation, 'inquiry'>>,
  built: Granted,
): Result<BuiltCall, 'grant_invalid'> {
  const { inquiry, headers = {} } = operation;
  return sendable(open, { ...inquiry, headers }, built, (facts) =>
    buildInquiry(open.basePath, operation, facts),
  );
}

function sendable(
  { connector }: OpenConnector,
  template: RequestTemplate,
  { about, ...own }: Built,
  build: (facts: Parameters<typeof buildRequest>[3]) => ReturnType<typeof buildRequest>,
): Result<BuiltCall, 'grant_invalid'> {
  const { params, facade } = own.action;
  const { action, grant, entries } = about ?? own;
  const account = accountOf(connector, action, entries);
  if (account === null && sourcesOf(template).includes(ACCOUNT)) {
    const message = `The connector of ${connector.plugin} names no account of ${action.tenant} for this action: add one, and publish a profile with it.`;
    return fail('grant_invalid', message);
  }
  const request = build({ params, of: { action, grant, account } });
  if (!request.ok) return fail('grant_invalid', `${facade} cannot be sent: ${request.error.message}.`);
  const { body, ...rest } = request.value;
  return ok({ ...rest, body: body === null ? null : Buffer.from(body) });
}
