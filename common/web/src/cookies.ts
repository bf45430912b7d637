import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

interface CookieOptions {
  /** Without its prefix, which is added. */
  readonly name: string;
  /** What the value is for and its version, such as `s1`: signed with it, because the name is not. */
  readonly purpose: string;
  readonly secret: string;
  /** Where people reach the service: `https://screen.example`. */
  readonly origin: string;
}

/** A cookie whose value cannot be changed unnoticed; anyone who holds it can read it. */
export interface SignedCookie {
  /** False where browsers keep no such cookie: the service is reached over plain http, and not on their own machine. */
  readonly isKept: boolean;
  /** The value is of the characters that a cookie may have, such as letters, digits, `.` and `-`. */
  set(reply: FastifyReply, value: string, maxAgeS: number): void;
  clear(reply: FastifyReply): void;
  /** The value, or null if there is none or its signature is wrong. */
  read(request: FastifyRequest): string | null;
  /** Whether the request has such a cookie, valid or not. */
  isIn(request: FastifyRequest): boolean;
}

/**
 * `__Host-`: only over TLS (or to the machine itself), only this host, no script (`HttpOnly`), no cross-site posts.
 * Some browsers keep no `__Host-` cookie for the machine itself, so there the same value is also sent under the plain
 * name. INVARIANT: nowhere else, since the plain name also goes over lines that others read.
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
