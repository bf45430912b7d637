import { createHash, createHmac } from 'node:crypto';
import { BROKER_TOKEN_LIFETIME_S, type BrokerToken } from '@platform/core/objects/counterparty';
import type { PepDeps } from './ports.ts';

const JTI_BYTES = 16;

/**
 * Makes a token for one call, in the form of `@platform/core/objects/counterparty`. INVARIANT: it is sent to
 * the counterparty and nowhere else; no result, event or log line contains one.
 */
export function mintBrokerToken(
  { brokerSecret, clock, randomBytes }: Pick<PepDeps, 'brokerSecret' | 'clock' | 'randomBytes'>,
  call: Pick<BrokerToken, 'grant_id' | 'method' | 'path'>,
  body: Uint8Array | null,
): { readonly token: string; readonly expiresAtMs: number } {
  const iat = Math.floor(clock() / 1_000);
  const claims: BrokerToken = {
    jti: Buffer.from(randomBytes(JTI_BYTES)).toString('hex'),
    ...call,
    body_sha256: sha256(body ?? new Uint8Array()),
    iat,
    exp: iat + BROKER_TOKEN_LIFETIME_S,
  };
  const payload = `v1.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const mac = createHmac('sha256', brokerSecret).update(payload).digest('hex');
  return { token: `${payload}.${mac}`, expiresAtMs: claims.exp * 1_000 };
}

/** Returns lowercase hex. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
