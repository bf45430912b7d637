import { fail, ok, type Result } from '@common/base/result';
import { TOKEN_TRUST_MS } from '@platform/api/authority-tokens';
import type { Authority, UpstreamFailure } from './upstreams.ts';

/** How often the authority is asked, if its answers take longer than they count. */
const MOST_QUESTIONS = 3;
const KNOWN_TOKENS = 1_000;

type Checked = Result<void, 'unauthorized'> | { readonly ok: false; readonly error: UpstreamFailure };

export interface TokenCheck {
  /** Refuses a token that is not good now. One that names no record is of the plain kind, and passes. */
  check(tokenId: string | null): Promise<Checked>;
}

interface TokenDeps {
  readonly authority: Pick<Authority, 'goodTokens'>;
  /** Milliseconds, of a clock that never goes back. */
  readonly monotonicMs: () => number;
}

interface Question {
  readonly askedMs: number;
  readonly answer: ReturnType<Authority['goodTokens']>;
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
 * answers the end of a token after that time, so from that answer on no gateway accepts it. Who asks meanwhile shares the
 * answer.
 */
export function createTokenCheck({ authority, monotonicMs }: TokenDeps): TokenCheck {
  const questions = new Map<string, Question>();
  const isFresh = ({ askedMs }: Question) => monotonicMs() - askedMs <= TOKEN_TRUST_MS;
  const ask = (tokenId: string): Question => {
    const known = questions.get(tokenId);
    if (known !== undefined && isFresh(known)) return known;
    const question = { askedMs: monotonicMs(), answer: authority.goodTokens([tokenId]) };
    if (questions.size >= KNOWN_TOKENS) questions.clear();
    questions.set(tokenId, question);
    return question;
  };
  return {
    async check(tokenId) {
      if (tokenId === null) return ok(undefined);
      for (let count = 0; count < MOST_QUESTIONS; count += 1) {
        const question = ask(tokenId);
        const good = await question.answer;
        if (good.ok && good.value.includes(tokenId)) {
          if (isFresh(question)) return ok(undefined);
          continue;
        }
        if (questions.get(tokenId) === question) questions.delete(tokenId);
        return good.ok ? endedToken() : unreachable(good.error.message);
      }
      return unreachable('The authority takes too long to say whether the token is still good.');
    },
  };
}

/** Whatever became of the question, nothing was done. */
function unreachable(message: string): { readonly ok: false; readonly error: UpstreamFailure } {
  return { ok: false, error: { code: 'upstream_unreachable', message, detail: { service: 'authority' } } };
}
