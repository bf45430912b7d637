import { createHmac } from 'node:crypto';

export const JWT_SECRET = 'secret of the tests, long enough';

/** The gateway's token for one grant, as ADR 0024 has it. */
export function presentationOf(grantId: string, claims: object = {}): string {
  const now = Math.floor(Date.now() / 1_000);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const payload = {
    iss: 'gateway',
    aud: 'authority',
    sub: 'omar',
    scope: 'execute',
    ref: grantId,
    iat: now,
    exp: now + 60,
    ...claims,
  };
  const text = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(payload)}`;
  return `${text}.${createHmac('sha256', JWT_SECRET).update(text).digest('base64url')}`;
}
