import { requiredMs } from '@common/base/instant';
import { nodeCrypto } from '@common/evidence/node';
import type { AgentTokenRecord } from '@platform/core/objects/agent-token';
import type { KeySet } from '@platform/core/objects/key-entry';
import { checkSignerNow } from '@platform/core/signed/stolen-keys';

const SOON_MS = 7 * 86_400_000;

/** What gateways make of a token: `over` is its time; of `stolen` it is the signer’s key. */
type TokenState = 'good' | 'ended' | 'over' | 'stolen';

export function tokenState(record: AgentTokenRecord, keys: KeySet, now: string): TokenState {
  const { token, token_hash: hash, signature, end } = record;
  if (end !== null) return 'ended';
  if (requiredMs(token.expires_at) <= requiredMs(now)) return 'over';
  return checkSignerNow(nodeCrypto, { hash, signature }, keys).ok ? 'good' : 'stolen';
}

export function endsSoon({ token }: AgentTokenRecord, now: string): boolean {
  return requiredMs(token.expires_at) - requiredMs(now) <= SOON_MS;
}

/** Whether its end would surprise somebody: it is in use, and was made for longer. */
export function isMissedSoon(record: AgentTokenRecord, now: string): boolean {
  const { token, last_used_at: used } = record;
  const lastsMs = requiredMs(token.expires_at) - requiredMs(token.made_at);
  return used !== null && lastsMs > SOON_MS && endsSoon(record, now);
}
