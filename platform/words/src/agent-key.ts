import type { AgentKey } from '@platform/core/objects/mandate';

/**
 * How a mandate's agent proves itself.
 * @example agentKeyWords({ alg: 'ed25519', public_key: '0a' })
 *   // 'signs each request with its own key (ed25519 0a); no token counts under this mandate'
 */
export function agentKeyWords({ alg, public_key }: AgentKey): string {
  return `signs each request with its own key (${alg} ${public_key}); no token counts under this mandate`;
}
