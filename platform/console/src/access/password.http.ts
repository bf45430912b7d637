import { createHash, timingSafeEqual } from 'node:crypto';
import { type HttpApp, refuse } from '@common/kit/http';
import { createMemoryRateLimiter } from '@common/kit/rate-limit';

/** Wrong passwords that one address may try in a minute. */
const WRONG_TRIES = { name: 'console-password', requests: 10, windowS: 60 };
/** What supervisors ask. `/metrics` has a setting and a token of its own. */
export const OPEN_PATHS: readonly string[] = ['/healthz', '/readyz', '/metrics'];

/**
 * Asks for the password (HTTP Basic, any user name) before anything but liveness. It only decides who may read: what
 * creates authority needs a person's signature, with or without it.
 */
export function addPassword(app: HttpApp, password: string | null): void {
  if (password === null) return;
  const expected = digestOf(password);
  const tries = createMemoryRateLimiter(WRONG_TRIES);
  app.addHook('onRequest', async (request, reply) => {
    if (OPEN_PATHS.includes(request.url)) return;
    const given = passwordIn(request.headers.authorization);
    const spent = await tries.spent(request.ip);
    if (spent !== null) {
      const message = `Too many wrong passwords. Try again in ${spent.resetS} s.`;
      const headers = { 'retry-after': String(spent.resetS) };
      return refuse(reply, { status: 429, code: 'tries_too_many', message, headers });
    }
    if (given !== null && timingSafeEqual(digestOf(given), expected)) return;
    if (given !== null) await tries.take(request.ip);
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

/** Of equal length, whatever was given. */
function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
