import { fail, ok, type Result } from '@common/base/result';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Connector } from '@platform/core/objects/plugin';
import { operationOf } from '@platform/core/request/sent';
import type { Intent } from '../store/store.ts';
import { buildCall, type Granted } from './build-call.ts';
import { openConnector } from './connector-address.ts';
import { counterpartyKeyFault } from './counterparty-key.ts';
import { urlOf } from './perform-action.ts';
import type { PepDeps } from './ports.ts';

interface Placed extends Pick<Intent, 'operation' | 'request'> {
  readonly entries?: Granted['entries'];
  /** The effect whose status the action asks. */
  readonly about?: Granted | undefined;
}

/** Whether the action can be done at this endpoint at all: its plugin, operation, account and counterparty's key. */
export function checkPlace(
  deps: Pick<PepDeps, 'addresses' | 'clock'>,
  presented: Placed,
  connector: Connector,
  keys: KeySet,
): Result<void, 'grant_invalid'> {
  const fault = placeFault(deps, presented, connector, keys);
  return fault === null ? ok(undefined) : fail('grant_invalid', fault);
}

function placeFault(
  deps: Pick<PepDeps, 'addresses' | 'clock'>,
  { operation, request, entries, about }: Placed,
  connector: Connector,
  keys: KeySet,
): string | null {
  const { action, grant } = request;
  if (action.plugin !== connector.plugin)
    return `The action is of the plugin ${action.plugin}, but was granted under a profile of ${connector.plugin}.`;
  const found = operationOf(connector, action.facade);
  if (operation === 'fetch') {
    if (found !== undefined) return `${action.facade} is an operation: present it at /execute.`;
    return urlOf({ request }) === undefined ? 'The action names no url to fetch.' : null;
  }
  if (found === undefined) return `The connector has no operation for ${action.facade}.`;
  const open = openConnector(connector, deps.addresses);
  if (!open.ok) return open.error.message;
  const call = buildCall(open.value, found, { action, grant, entries, about });
  if (!call.ok) return call.error.message;
  return found.ack === null ? null : counterpartyKeyFault(connector, keys, deps.clock());
}
