import { createHmac } from 'node:crypto';
import { type Allowance, clientNetwork, type RateLimiter } from '@common/kit/rate-limit';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createSignedCookie } from './cookies.ts';

interface GuessOptions {
  /** The name of the cookie that a browser gets after a right guess, and the secret that signs it. */
  readonly cookie: string;
  readonly secret: string;
  /** The address at which people reach the service. */
  readonly origin: string;
  /** How many wrong guesses one browser or one network has. */
  readonly tries: RateLimiter;
  /** The guesses that are still checked after that, so that a person waits seconds, not until the guessing ends. */
  readonly slow: RateLimiter;
  readonly randomBytes: (size: number) => Uint8Array;
}

type Guessed =
  | { readonly kind: 'right' | 'wrong' }
  | { readonly kind: 'spent'; readonly allowance: Allowance };

/**
 * Limits guesses of passwords, without a lock: wrong guesses are counted by network. A browser that guessed right
 * before is known by a cookie, which opens nothing, but has its guesses counted separately. INVARIANT: a stranger's
 * wrong guesses therefore never keep that browser out, from any network.
 */
export interface Guesses {
  /**
   * Checks a guess of the password of `who`, an account; null for a guess that fits no one account. Too many wrong ones
   * are `spent`. Guesses of one browser or network are checked one after the other, so that simultaneous ones cannot
   * all be checked before one counts.
   */
  check(request: FastifyRequest, who: string | null, isRight: () => Promise<boolean>): Promise<Guessed>;
  /** Whether the browser guessed the password of `who` right before. */
  isKnown(request: FastifyRequest, who: string): boolean;
  /** Makes the browser known for `who`, unless it is. */
  remember(request: FastifyRequest, reply: FastifyReply, who: string): void;
}

const ID_BYTES = 16;
const KNOWN_FOR_S = 30 * 86_400;

export function createGuesses({ cookie: name, tries, slow, randomBytes, ...from }: GuessOptions): Guesses {
  const cookie = createSignedCookie({ name, purpose: 'known1', ...from });
  const turns = new Map<string, Promise<unknown>>();
  const markOf = (who: string) => createHmac('sha256', from.secret).update(`known ${who}`).digest('hex');
  // The cookie is for one account: otherwise the owner of any could make browsers with guesses of their own.
  const knownAs = (request: FastifyRequest, who: string): string | null => {
    const [id = '', mark] = cookie.read(request)?.split('.') ?? [];
    return mark === markOf(who) ? id : null;
  };
  const checkNow = async (caller: string, isRight: () => Promise<boolean>): Promise<Guessed> => {
    // Asked before the guess is checked: a refusal must not tell a wrong guess from the right one.
    if ((await tries.spent(caller)) !== null) {
      const allowance = await slow.take(caller);
      if (!allowance.allowed) return { kind: 'spent', allowance };
    }
    if (await isRight()) return { kind: 'right' };
    await tries.take(caller);
    return { kind: 'wrong' };
  };
  return {
    async check(request, who, isRight) {
      const browser = who === null ? null : knownAs(request, who);
      const caller = browser ?? clientNetwork(request.ip);
      const before = turns.get(caller) ?? Promise.resolve();
      const turn = before.then(() => checkNow(caller, isRight));
      const settled = turn.catch(() => undefined);
      turns.set(caller, settled);
      try {
        return await turn;
      } finally {
        if (turns.get(caller) === settled) turns.delete(caller);
      }
    },
    isKnown: (request, who) => knownAs(request, who) !== null,
    remember(request, reply, who) {
      if (knownAs(request, who) !== null) return;
      const id = Buffer.from(randomBytes(ID_BYTES)).toString('hex');
      cookie.set(reply, `${id}.${markOf(who)}`, KNOWN_FOR_S);
    },
  };
}
