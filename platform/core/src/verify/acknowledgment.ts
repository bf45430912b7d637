import { Ack, type Ack as Acknowledgment, ADAPTER_OF, PROVIDER_ANSWER } from '../objects/counterparty.ts';
import type { EntryProofs } from '../objects/directory.ts';
import type { Action } from '../objects/grant.ts';
import { inQuotes } from '../objects/in-quotes.ts';
import type { Connector } from '../objects/plugin.ts';
import { ACCOUNT } from '../objects/sent-value.ts';
import type { Settled } from '../objects/settled.ts';
import { operationOf, sentOf } from '../request/sent.ts';
import type { PluginFiles } from '../signed/plugin.ts';
import { accountOf } from './account.ts';

/** What everyone is told of an adapter's acknowledgment. */
export const NOT_THE_PROVIDERS = 'The provider’s own signature is not in this receipt.';

/**
 * The action that an acknowledgment must match. The connector is the one that was signed with the profile.
 */
interface Acknowledgeable {
  readonly action: Action;
  readonly actionHash: string;
  readonly connector: Connector;
  /** The entries of directories that it was decided by. */
  readonly entries?: EntryProofs | undefined;
}

/**
 * Lists each point in which an acknowledgment does not match this action: a signer other than the
 * connector's, another operation, another value in a field that both have, or a mark of an adapter where the connector has
 * none, and the other way round. INVARIANT: only this function
 * decides it; the enforcement point, the authority and the verifier each call it. The signature is checked
 * elsewhere.
 */
export function ackFaults(
  ack: Acknowledgment,
  signer: string,
  { action, actionHash, connector, entries }: Acknowledgeable,
): readonly string[] {
  const operation = operationOf(connector, action.facade);
  if (operation === undefined || operation.ack === null)
    return [`nobody acknowledges ${action.facade}: the connector of ${connector.plugin} has no such answer`];
  const said = new Map<string, string | null>(Object.entries(ack));
  const bound: readonly (readonly [field: string, actual: string, expected: string])[] = [
    ['its signer', signer, connector.kid],
    ['counterparty', ack.counterparty, connector.kid],
    ['operation', ack.operation, operation.operation],
    ['grant_id', ack.grant_id, action.grant_id],
    ['idempotency_key', ack.idempotency_key, action.idempotency_key],
  ];
  return [
    // No hash to put in its place: with that one, the signature would fail.
    ...(ack.action_hash === actionHash ? [] : ['the acknowledgment was made for a different action']),
    // The name of a commitment: no receipt could show it.
    ...(said.has('_sd') ? ['the acknowledgment has a member named _sd'] : []),
    ...bound.flatMap(([field, actual, expected]) => difference(field, actual, expected)),
    ...markFaults('the acknowledgment', said, connector),
    ...sharedFields(action, operation, accountOf(connector, action, entries)).flatMap(([field, expected]) => {
      const actual = said.get(field) ?? null;
      // A counterparty that omits a field contradicts nothing.
      return actual === null ? [] : difference(field, actual, expected);
    }),
  ];
}

const HASH = /^[0-9a-f]{64}$/;

/**
 * INVARIANT: both signatures say whether an adapter acknowledged: its own, by the mark in the acknowledgment, and the
 * principal's, over the connector. Either one alone would leave it to the operator.
 */
function markFaults(
  what: string,
  said: ReadonlyMap<string, string | null>,
  { adapter }: Pick<Connector, 'adapter'>,
): string[] {
  const provider = said.get(ADAPTER_OF) ?? null;
  if (adapter === undefined)
    return provider === null
      ? []
      : [
          `it is by an adapter of ${JSON.stringify(provider)}, but the connector has a counterparty that signs for itself`,
        ];
  return [
    ...difference(ADAPTER_OF, provider, adapter.provider, what),
    ...(HASH.test(said.get(PROVIDER_ANSWER) ?? '')
      ? []
      : [`${what} is an adapter’s, but ${PROVIDER_ANSWER} is no hash of what the provider answered`]),
  ];
}

/** What was acknowledged, and by whom; `kid` is the signer of the acknowledgment. */
interface Accepted {
  readonly grantId: string;
  readonly actionHash: string;
  readonly ackHash: string | null;
  readonly kid: string;
  readonly facade: string;
  readonly connector: Connector;
}

/**
 * Lists each point in which an addendum is not about this acknowledgment, or is not by who signed that. INVARIANT: only this
 * function decides it, as `ackFaults` does for the acknowledgment. The signature is checked elsewhere.
 */
export function settledFaults(settled: Settled, signer: string, accepted: Accepted): readonly string[] {
  const { connector, facade } = accepted;
  if (operationOf(connector, facade)?.settlement === undefined)
    return [`nothing becomes of ${facade} later: the connector of ${connector.plugin} names no settlement`];
  const what = 'the addendum';
  return [
    ...difference('the signer', signer, accepted.kid, what),
    ...difference('grant_id', settled.grant_id, accepted.grantId, what),
    ...(settled.action_hash === accepted.actionHash ? [] : ['the addendum was made for a different action']),
    ...(settled.ack_hash === accepted.ackHash
      ? []
      : ['the addendum was made for a different acknowledgment']),
    ...markFaults(what, new Map(Object.entries(settled)), connector),
  ];
}

/**
 * Whether this facade counts as executed only with an acknowledgment.
 * @example mustBeAcknowledged({
 *     manifest: { facades: [{ name: 'pay.execute', kind: 'effect' }] }, connector: { operations: [] },
 *   }, 'pay.execute') // true
 */
export function mustBeAcknowledged({ manifest, connector }: PluginFiles, facade: string): boolean {
  return (
    manifest.facades.some(({ name, kind }) => name === facade && kind === 'effect') ||
    connector.operations.some((operation) => operation.facade === facade && operation.ack !== null)
  );
}

/**
 * The action's values under the names by which the counterparty may repeat them: those of the request's body, where the
 * connector says what each is, and those of the action itself.
 */
function sharedFields(
  action: Action,
  { body }: Connector['operations'][number],
  account: string | null,
): readonly (readonly [field: string, expected: string])[] {
  const params = new Map(Object.entries(action.params).map(([name, value]) => [name, String(value)]));
  // No counterparty is sent the documents or the statements.
  const { type: _, params: __, documents: ___, statements: ____, ...own } = action;
  const fields = new Map<string, string>([...Object.entries(own), ...params]);
  // Any other name with $ is bound under its own name. A missing param was never sent.
  const computed = new Map(account === null ? [] : [[ACCOUNT, account]]);
  for (const [field, source] of Object.entries(body)) {
    const value = sentOf(source, action.params, computed);
    if (value !== undefined) fields.set(field, String(value));
  }
  return [...fields].filter(([field]) => !Object.hasOwn(Ack.properties, field));
}

function difference(
  field: string,
  actual: string | null,
  expected: string,
  what = 'the acknowledgment',
): string[] {
  return actual === expected
    ? []
    : [
        `${field} of ${what} is ${actual === null ? 'none' : inQuotes(actual)}, but should be ${inQuotes(expected)}`,
      ];
}
