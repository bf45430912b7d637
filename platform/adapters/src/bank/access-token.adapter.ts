import { fail, ok, type Result } from '@common/base/result';
import type { HttpClient } from '@common/kit/http/client';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';

const answer = Compile(
  Type.Object({
    access_token: Type.String({ minLength: 1, maxLength: 4_096 }),
    token_type: Type.String({ pattern: '^[Bb]earer$' }),
    expires_in: Type.Integer({ minimum: 1, maximum: 86_400 }),
  }),
);

/** A token is renewed so long before its end, because a request takes its time. */
const EARLY_MS = 10_000;
const MAX_BYTES = 65_536;
const MS_PER_S = 1_000;

interface AccessTokenOptions {
  readonly http: Pick<HttpClient, 'send'>;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly timeoutMs: number;
  readonly clock: () => number;
}

interface AccessTokens {
  /** The token in use, or a new one once it ends. Several that ask at once get the same one. */
  get(): Promise<Result<string, 'no_token'>>;
  /** Forgets a token that the bank no longer takes, unless there is a newer one. */
  drop(token: string): void;
}

/** Access tokens by OAuth 2.0 client credentials (RFC 6749, 4.4). No other process sees one. */
export function createAccessTokens(options: AccessTokenOptions): AccessTokens {
  const { http, clientId, clientSecret, timeoutMs, clock } = options;
  const { origin, pathname, search } = new URL(options.tokenUrl);
  let current: { readonly token: string; readonly until: number } | null = null;
  let asking: Promise<Result<string, 'no_token'>> | null = null;

  const ask = async (): Promise<Result<string, 'no_token'>> => {
    const credentials = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const sent = await http.send({
      method: 'POST',
      origin,
      path: `${pathname}${search}`,
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'payments' }).toString(),
      headers: {
        authorization: `Basic ${Buffer.from(credentials).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      timeoutMs,
      maxBytes: MAX_BYTES,
      apart: true,
    });
    const noToken = (why: string) => fail('no_token', `the bank gives no access token (${why})`);
    if (sent.kind === 'unanswered') return noToken(sent.message);
    const value = jsonOf(sent.bytes);
    if (sent.status !== 200 || !answer.Check(value)) return noToken(`HTTP ${sent.status}`);
    const { access_token: token, expires_in } = value;
    current = { token, until: clock() + expires_in * MS_PER_S - EARLY_MS };
    return ok(token);
  };
  return {
    async get() {
      if (current !== null && clock() < current.until) return ok(current.token);
      asking ??= ask().finally(() => {
        asking = null;
      });
      return asking;
    },
    drop(token) {
      if (current?.token === token) current = null;
    },
  };
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return null;
  }
}
