import type { ErrorPage } from '@common/kit/http/errors';
import { sendTagged, strongTag } from '@common/kit/http/etag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Safe } from './html.ts';

/**
 * The policy allows nothing from elsewhere and nothing inline, so anything that slips through a template's
 * escaping still does not run. The last directive makes browsers refuse strings where a script would insert
 * markup (Trusted Types).
 */
function contentSecurityPolicy(connect: "'self'" | "'none'"): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src ${connect}`,
    `form-action ${connect}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

const HTML_TYPE = 'text/html; charset=utf-8';

/** Every page has these headers. The program that terminates TLS decides on `strict-transport-security`. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': contentSecurityPolicy("'self'"),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Answers with a page, or with 304 if the browser already has these exact bytes. The page is only for its
 * reader: no shared cache keeps it. Give the route `config: { page: true }`, so that its refusals are pages
 * too, and hide it from the OpenAPI description.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Safe): FastifyReply {
  return sendWith(PAGE_HEADERS, request, reply, page);
}

/**
 * A page whose script may reach nobody and which sends no form, so that text or files on it never leave it.
 */
export function sendSilentPage(request: FastifyRequest, reply: FastifyReply, page: Safe): FastifyReply {
  const headers = { ...PAGE_HEADERS, 'content-security-policy': contentSecurityPolicy("'none'") };
  return sendWith(headers, request, reply, page);
}

function sendWith(
  headers: Readonly<Record<string, string>>,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Safe,
): FastifyReply {
  const body = page.toString();
  reply.headers({ ...headers, 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
  return sendTagged(request, reply, { body, etag: strongTag(body), type: HTML_TYPE });
}

/** Sends a page that no cache keeps: one for its signed-in reader, or a form with its errors. */
export function sendPrivatePage(reply: FastifyReply, page: Safe, status = 200): FastifyReply {
  const { body, headers } = errorPage(page);
  return reply
    .status(status)
    .headers({ ...headers })
    .send(body);
}

/** Sends a refusal as a page, which is never cached. */
export function errorPage(page: Safe): ErrorPage {
  const headers = { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': HTML_TYPE };
  return { body: page.toString(), headers };
}
