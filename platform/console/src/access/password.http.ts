import { createHash, timingSafeEqual } from 'node:crypto';
import { type HttpApp, refuse } from '@common/kit/http/app';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';
import { createGuesses, type Guesses } from '@common/web/guesses';
import { PROGRAMS_PATHS } from './programs-paths.ts';

/** How many wrong passwords one browser or one network may try in a minute. */
const WRONG_TRIES = { name: 'console-password', requests: 10, windowS: 60 };
/**
 * The attempts that are still checked after that: guessing stays slow, and a person who knows the password
 * waits seconds, not until the guessing ends.
 */
const SLOW_TRIES = { name: 'console-password-slow', requests: 1, windowS: 10 };
/** The paths that supervisors ask. `/metrics` has a setting and a token of its own. */
export const OPEN_PATHS: readonly string[] = ['/healthz', '/readyz', '/metrics'];
const SECRET_BYTES = 32;
/** There is one password, whatever user name is given. */
const EVERYONE = '';

interface PasswordDeps {
  readonly password: string | null;
  /** Returns the origin under which people open the pages. */
  readonly origin: () => string;
  readonly randomBytes: (size: number) => Uint8Array;
}

/**
 * Asks for the password (HTTP Basic, any user name) on every path except those of supervisors. The password
 * only decides who may read: with or without it, nothing creates authority without a person’s signature. A
 * browser that gave it once is known by a cookie, which opens nothing, but has its tries counted separately.
 * INVARIANT: a stranger’s wrong passwords therefore never keep that browser out, from any address. A restart
 * forgets the known browsers.
 */
export function addPassword(app: HttpApp, { password, origin, randomBytes }: PasswordDeps): void {
  if (password === null) return;
  const expected = digestOf(password);
  const [tries, slow] = [createMemoryRateLimiter(WRONG_TRIES), createMemoryRateLimiter(SLOW_TRIES)];
  const secret = Buffer.from(randomBytes(SECRET_BYTES)).toString('hex');
  let made: Guesses | null = null;
  // Made at the first request, because the origin is certain only then.
  const guesses = (): Guesses => {
    made ??= createGuesses({ cookie: 'sanad_known', secret, origin: origin(), tries, slow, randomBytes });
    return made;
  };
  app.addHook('onRequest', async (request, reply) => {
    if (OPEN_PATHS.includes(request.url) || PROGRAMS_PATHS.includes(request.url)) return;
    const given = passwordIn(request.headers.authorization);
    const guess =
      given === null
        ? null
        : await guesses().check(request, EVERYONE, async () => timingSafeEqual(digestOf(given), expected));
    if (guess?.kind === 'spent') {
      const { resetS } = guess.allowance;
      const message = `Too many wrong passwords from here. Try again in ${resetS} s.`;
      const headers = { 'retry-after': String(resetS) };
      return refuse(reply, { status: 429, code: 'tries_too_many', message, headers });
    }
    if (guess?.kind === 'right') {
      // The cookie is set only with a page, because a cache may keep other answers and give them to anyone.
      if (request.headers.accept?.includes('text/html') === true) {
        guesses().remember(request, reply, EVERYONE);
      }
      return;
    }
    return refuse(reply, {
      status: 401,
      code: given === null ? 'password_missing' : 'password_wrong',
      message:
        'This console asks for the password that its operator set (CONSOLE_PASSWORD); any user name will do.',
      headers: { 'www-authenticate': 'Basic realm="Sanad console", charset="UTF-8"' },
    });
  });
}

function passwordIn(authorization: string | undefined): string | null {
  const [, encoded] = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon === -1 ? null : text.slice(colon + 1);
}

/** Returns a digest, which has the same length for any text, as `timingSafeEqual` needs. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
