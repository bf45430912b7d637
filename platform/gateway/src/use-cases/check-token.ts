import { fail, ok, type Result } from '@common/base/result';
import { TOKEN_TRUST_MS } from '@platform/api/authority-tokens';
import type { Authority, UpstreamFailure } from './upstreams.ts';

/** How often the authority is asked, if its answers take longer than they count. */
const MOST_QUESTIONS = 3;
const KNOWN_TOKENS = 1_000;

export interface TokenCheck {
  /** Refuses a token that is not good now. One that names no record is of the plain kind, and passes. */
  check(
    tokenId: string | null,
  ): Promise<Result<void, 'unauthorized'> | { readonly ok: false; readonly error: UpstreamFailure }>;
}

interface TokenDeps {
  readonly authority: Pick<Authority, 'goodTokens'>;
  /** Milliseconds, of a clock that never goes back. */
  readonly monotonicMs: () => number;
}

/** The message about a token that is not good, or no longer. */
export function endedToken(): ReturnType<typeof fail<'unauthorized'>> {
  return fail(
    'unauthorized',
    'This token is not good now: its principal ended it, or did not make it here. Ask for a new one.',
  );
}

/**
 * INVARIANT: no answer of the authority counts for longer than `TOKEN_TRUST_MS` after it was asked for. The authority
 * answers the end of a token after that time, so from that answer on no gateway accepts it.
 */
export function createTokenCheck({ authority, monotonicMs }: TokenDeps): TokenCheck {
  const askedAt = new Map<string, number>();
  const isFresh = (asked: number | undefined) =>
    asked !== undefined && monotonicMs() - asked <= TOKEN_TRUST_MS;
  return {
    async check(tokenId) {
      if (tokenId === null || isFresh(askedAt.get(tokenId))) return ok(undefined);
      for (let question = 1; ; question += 1) {
        const asked = monotonicMs();
        const good = await authority.goodTokens([tokenId]);
        if (!good.ok) return good;
        if (!good.value.includes(tokenId)) {
          askedAt.delete(tokenId);
          return endedToken();
        }
        if (isFresh(asked)) {
          if (askedAt.size >= KNOWN_TOKENS) askedAt.clear();
          askedAt.set(tokenId, asked);
          return ok(undefined);
        }
        if (question === MOST_QUESTIONS) return tooSlow();
      }
    },
  };
}

function tooSlow(): { readonly ok: false; readonly error: UpstreamFailure } {
  const message = 'The authority takes too long to say whether the token is still good.';
  return { ok: false, error: { code: 'upstream_unreachable', message, detail: { service: 'authority' } } };
}
