import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer in bytes, ready to send. */
export interface ReadyAnswer {
  readonly body: Buffer;
  /** Strong: equal tags mean equal bytes. */
  readonly etag: string;
}

/** The envelope of a success (interface document, 2.1), serialised once: the bytes are what is cached and sent. */
export function successBody(data: unknown): ReadyAnswer {
  const body = Buffer.from(JSON.stringify({ success: true, error: null, data }));
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"` };
}

/**
 * Sends bytes that are an answer of the route's schema already, which the tests hold them against; 304 where the
 * client has them. What a key may see is for its holder, so shared caches keep nothing.
 */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: ReadyAnswer,
): FastifyReply {
  reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'accept-encoding, x-api-key');
  const known = request.headers['if-none-match'];
  const named = known === undefined ? null : namedTag(known, etag);
  if (named !== null) return reply.header('etag', named).status(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/**
 * The tag of ours that `If-None-Match` names, by the weak comparison of RFC 9110, 13.1.2; null where it names none. A
 * compressed answer has a tag of its own (`"<tag>-gzip"`), which is as good: the bytes within are the same.
 */
function namedTag(header: string, etag: string): string | null {
  if (header.trim() === '*') return etag;
  const plain = etag.slice(1, -1);
  for (const [, tag = ''] of header.matchAll(/(?:W\/)?"([^"]*)"/g)) {
    if (tag === plain || (tag.startsWith(`${plain}-`) && ENCODED.test(tag.slice(plain.length))))
      return `"${tag}"`;
  }
  return null;
}

const ENCODED = /^-(?:gzip|br)$/;
