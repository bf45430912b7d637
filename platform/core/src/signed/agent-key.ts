import { fromHex, utf8 } from '@common/evidence/bytes';
import type { Crypto } from '@common/evidence/crypto';
import type { AgentKey, Mandate } from '../objects/mandate.ts';

/**
 * The fingerprint of the key by which a mandate's agent proves itself; null if the mandate names none.
 * @example agentKeyOf(crypto, {}) // null
 */
export function agentKeyOf(
  crypto: Pick<Crypto, 'sha256'>,
  { agent_key: key }: Pick<Mandate, 'agent_key'>,
): string | null {
  return key === undefined ? null : `sha256:${crypto.sha256(fromHex(key.public_key) ?? '')}`;
}

/**
 * What a signature of a request is over (RFC 9421, 2.5). `parameters`: as they stand in `Signature-Input`.
 * @example signatureBase([['@method', 'GET']], '("@method")') // '"@method": GET\n"@signature-params": ("@method")'
 */
export function signatureBase(
  components: readonly (readonly [name: string, value: string])[],
  parameters: string,
): string {
  return [...components, ['@signature-params', parameters]]
    .map(([name, value]) => `"${name}": ${value}`)
    .join('\n');
}

/** Verifies 64 bytes by the agent's key. */
export function verifyByAgentKey(
  crypto: Crypto,
  { alg, public_key }: AgentKey,
  message: string,
  signature: Uint8Array,
): boolean {
  const publicKey = fromHex(public_key);
  if (publicKey === null) return false;
  const verify = alg === 'ed25519' ? crypto.verifyEd25519 : crypto.verifyP256;
  return verify(publicKey, utf8(message), signature);
}
