import { formatInstant, instantMs } from '@common/base/instant';
import type { KeySet } from '@platform/core/objects/key-entry';
import type { Connector } from '@platform/core/objects/plugin';
import { keyOf } from '@platform/core/signed/signed';

/**
 * Describes why an acknowledgment by this counterparty could not be checked now; null if it could. Called
 * before a grant is spent: if money moved without a verifiable acknowledgment, nobody would know the outcome.
 */
export function counterpartyKeyFault(
  { kid, counterparty }: Connector,
  keys: KeySet,
  nowMs: number,
): string | null {
  const key = keyOf(keys, kid);
  const wayOut = `Enrol the counterparty’s key: npx sanad counterparty add ${kid} --public-key <file>.`;
  if (key === undefined) return `The key ${kid} of ${counterparty} is not known here. ${wayOut}`;
  if (key.role !== 'counterparty') return `${kid} is a key with the role ${key.role}, not a counterparty’s.`;
  const passed = (at: string | null) => at !== null && (instantMs(at) ?? 0) <= nowMs;
  if (!passed(key.not_before)) return `The key ${kid} is valid only from ${key.not_before}.`;
  if (passed(key.not_after)) return `The key ${kid} was valid until ${key.not_after}. ${wayOut}`;
  if (key.compromised_at !== null)
    return `The key ${kid} was compromised at ${key.compromised_at}. ${wayOut}`;
  return null;
}

/**
 * Checks the same, at the start, for all connectors with acknowledged operations; returns the first fault.
 */
export function firstCounterpartyKeyFault(
  connectors: Iterable<Connector>,
  keys: KeySet,
  nowMs: number,
): string | null {
  for (const connector of connectors) {
    if (connector.operations.every(({ ack }) => ack === null)) continue;
    const fault = counterpartyKeyFault(connector, keys, nowMs);
    if (fault !== null) return `${connector.plugin}: ${fault} It is ${formatInstant(nowMs)} here.`;
  }
  return null;
}
