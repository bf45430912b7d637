import { requiredMs } from '@common/base/instant';
import type { AgentTokenRecord } from '@platform/core/objects/agent-token';

const SOON_MS = 7 * 86_400_000;

export function endsSoon({ token }: AgentTokenRecord, nowMs: number): boolean {
  return requiredMs(token.expires_at) - nowMs <= SOON_MS;
}

/** Whether its end would surprise somebody: it is in use, and was made for longer. */
export function isMissedSoon(record: AgentTokenRecord, nowMs: number): boolean {
  const { token, last_used_at: used } = record;
  const lastsMs = requiredMs(token.expires_at) - requiredMs(token.made_at);
  return used !== null && lastsMs > SOON_MS && endsSoon(record, nowMs);
}
