import { createHash } from 'node:crypto';
import { errors, jwtVerify } from 'jose';

/** What the gateway claims for one call. See ADR 0015. */
export interface ServiceToken {
  readonly principal: string;
}

export interface TokenDemand {
  readonly scope: 'grants' | 'events' | 'execute';
  /** SHA-256 of the body in hex, or the grant's id. */
  readonly ref: string;
}

export interface TokenReader {
  /** Null for a token that is not the gateway's, or not for this call. */
  read(token: string, demand: TokenDemand): Promise<ServiceToken | null>;
}

/** INVARIANT: HS256 alone; a token of an agent (no audience) is never a token of the gateway. */
export function createTokenReader(secret: string, clock: () => number): TokenReader {
  const key = new TextEncoder().encode(secret);
  return {
    async read(token, { scope, ref }) {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: 'gateway',
          audience: 'authority',
          requiredClaims: ['sub', 'iat', 'exp', 'scope', 'ref'],
          currentDate: new Date(clock()),
          maxTokenAge: '2 minutes',
        });
        if (payload.scope !== scope || payload.ref !== ref || typeof payload.sub !== 'string') return null;
        return { principal: payload.sub };
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
  };
}

export function bearerOf(header: string | undefined): string | null {
  return /^Bearer ([A-Za-z0-9_.-]{1,4096})$/i.exec(header ?? '')?.[1] ?? null;
}

/** The hash of the body as the gateway wrote it: JSON without spaces, in the order of its fields. */
export function bodyHash(body: unknown): string {
  return createHash('sha256').update(JSON.stringify(body)).digest('hex');
}
