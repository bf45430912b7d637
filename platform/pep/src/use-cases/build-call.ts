import { fail, ok, type Result } from '@common/base/result';
import type { EntryProofs } from '@platform/core/objects/directory';
import type { Action } from '@platform/core/objects/grant';
import { type Connector, sourceOf } from '@platform/core/objects/plugin';
import { accountOf } from '@platform/core/verify/account';
import type { OpenConnector } from './connector-address.ts';

export type Operation = Connector['operations'][number];

interface Built {
  readonly action: Action;
  readonly actionHash: string;
  /** The entries of directories that the action was decided by. */
  readonly entries?: EntryProofs | undefined;
}

interface BuiltCall {
  readonly method: Operation['method'];
  readonly path: string;
  readonly body: Uint8Array | null;
}

export function operationOf({ operations }: Connector, facade: string): Operation | undefined {
  return operations.find((operation) => operation.facade === facade);
}

/** A read changes nothing at the counterparty, even if it is repeated or gets no answer. */
export function isRead({ method, ack }: Operation): boolean {
  return method === 'GET' && ack === null;
}

/**
 * Builds the request of an operation from the connector's template and the action's params. Refuses a param
 * that the template needs and the action lacks, or one that would change the shape of the path.
 */
export function buildCall(
  open: OpenConnector,
  operation: Operation,
  { action, actionHash, entries }: Built,
): Result<BuiltCall, 'grant_invalid'> {
  const missing = new Set<string>();
  const account = accountOf(open.connector, action, entries);
  const param = (name: string): string | number => {
    const value = Object.hasOwn(action.params, name) ? action.params[name] : undefined;
    if (value === undefined) missing.add(name);
    return value ?? '';
  };
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
    const text = String(param(name));
    // A value of only dots is a path step, which no encoding hides from every server.
    if (/^\.*$/.test(text)) missing.add(name);
    return encodeURIComponent(text);
  });
  const special: Readonly<Record<string, string>> = {
    $idempotency_key: action.idempotency_key,
    $action_hash: actionHash,
    $grant_id: action.grant_id,
  };
  const fields = Object.entries(operation.body).flatMap(([field, source]) => {
    const { param: name, isOptional } = sourceOf(source);
    if (isOptional && !Object.hasOwn(action.params, name)) return [];
    return [[field, name === '$account' ? account : (special[name] ?? param(name))]];
  });
  if (account === null && Object.values(operation.body).includes('$account')) {
    const message = `The connector of ${open.connector.plugin} names no account of ${action.tenant} for this action: add one, and publish a profile with it.`;
    return fail('grant_invalid', message);
  }
  if (missing.size > 0)
    return fail('grant_invalid', `The action has no usable ${[...missing].join(', ')} for ${action.facade}.`);
  const body = operation.method === 'GET' ? null : Buffer.from(JSON.stringify(Object.fromEntries(fields)));
  return ok({ method: operation.method, path: `${open.basePath}${path}`, body });
}
