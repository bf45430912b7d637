import type { ErrorPage } from '@common/kit/http/errors';
import { sendTagged, strongTag } from '@common/kit/http/etag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Safe } from './html.ts';

/**
 * Nothing from elsewhere, nothing inline: what slips through the escaping of a template still runs nowhere. The last
 * one has browsers refuse texts where a script would take markup (Trusted Types).
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

const HTML_TYPE = 'text/html; charset=utf-8';

/** On every page. `strict-transport-security` is for whoever terminates TLS. */
const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/**
 * Answers with a page; with 304 where the browser has these very bytes. Only for the reader: no shared cache keeps it.
 * Give the route `config: { page: true }`, so that its refusals are pages as well, and hide it from the description.
 */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: Safe): FastifyReply {
  const body = page.toString();
  reply.headers({ ...PAGE_HEADERS, 'cache-control': 'private, no-cache', vary: 'accept-encoding' });
  return sendTagged(request, reply, { body, etag: strongTag(body), type: HTML_TYPE });
}

/** A refusal as a page, which nobody keeps. */
export function errorPage(page: Safe): ErrorPage {
  const headers = { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': HTML_TYPE };
  return { body: page.toString(), headers };
}
