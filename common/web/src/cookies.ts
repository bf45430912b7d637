import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface CookieOptions {
  /** The name without its prefix, which this module adds. */
  readonly name: string;
  /**
   * The purpose of the value and its version, such as `s1`. It is signed with the value, because the name is
   * not.
   */
  readonly purpose: string;
  readonly secret: string;
  /** The address at which people reach the service: `https://screen.example`. */
  readonly origin: string;
}

/** A cookie whose value nobody can change unnoticed. Its holder can read it. */
export interface SignedCookie {
  /**
   * False if browsers keep no such cookie, because they reach the service over plain http on another machine.
   */
  readonly isKept: boolean;
  /** The value consists of characters that a cookie may have, such as letters, digits, `.` and `-`. */
  set(reply: FastifyReply, value: string, maxAgeS: number): void;
  clear(reply: FastifyReply): void;
  /** The value, or null if there is none or its signature is wrong. */
  read(request: FastifyRequest): string | null;
  /** Whether the request has such a cookie, valid or not. */
  isIn(request: FastifyRequest): boolean;
}

/**
 * `__Host-`: only over TLS (or to the machine itself), only this host, no script (`HttpOnly`), no cross-site
 * posts. Some browsers keep no `__Host-` cookie for the machine itself, so there the same value is also sent
 * under the plain name. INVARIANT: nowhere else, since the plain name also travels over connections that
 * others read.
 */
export function createSignedCookie({ name, purpose, secret, origin }: CookieOptions): SignedCookie {
  const isLoopback = isLoopbackHttp(origin);
  const names = isLoopback ? [`__Host-${name}`, name] : [`__Host-${name}`];
  const send = (reply: FastifyReply, value: string, maxAge: number): void => {
    reply.header(
      'set-cookie',
      names.map((each) => lineOf(each, value, maxAge)),
    );
  };
  const given = ({ headers }: FastifyRequest): string | undefined => {
    const cookies = parseCookie(headers.cookie ?? '');
    return names.map((each) => cookies[each]).find((value) => value !== undefined);
  };
  return {
    isKept: isLoopback || !isPlainHttp(origin),
    set(reply, value, maxAgeS) {
      const signed = `${purpose}.${value}`;
      send(reply, `${signed}.${signatureOf(secret, signed)}`, maxAgeS);
    },
    clear: (reply) => send(reply, '', 0),
    isIn: (request) => given(request) !== undefined,
    read(request) {
      const text = given(request) ?? '';
      const end = text.lastIndexOf('.');
      const signed = text.slice(0, Math.max(end, 0));
      const isOurs = isSame(text.slice(end + 1), signatureOf(secret, signed));
      return isOurs && signed.startsWith(`${purpose}.`) ? signed.slice(purpose.length + 1) : null;
    },
  };
}

/** A preference of a browser, which decides nothing that matters: anyone may write it. */
export function plainCookie(name: string): {
  set(reply: FastifyReply, value: string, maxAgeS: number): void;
  read(request: Pick<FastifyRequest, 'headers'>): string | null;
} {
  return {
    set: (reply, value, maxAgeS) => void reply.header('set-cookie', lineOf(name, value, maxAgeS)),
    read: ({ headers }) => parseCookie(headers.cookie ?? '')[name] ?? null,
  };
}

const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

function isPlainHttp(origin: string): boolean {
  return new URL(origin).protocol === 'http:';
}

function isLoopbackHttp(origin: string): boolean {
  return isPlainHttp(origin) && LOOPBACK_HOST.test(new URL(origin).hostname);
}

function lineOf(name: string, value: string, maxAge: number): string {
  const secure = name.startsWith('__Host-');
  return stringifySetCookie({ name, value, path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge });
}

function signatureOf(secret: string, signed: string): string {
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
