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
  if (known !== undefined && namesTag(known, etag)) return reply.status(304).send();
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}

/**
 * Whether `If-None-Match` names the tag, by the weak comparison of RFC 9110, 13.1.2. A compressed answer has a tag of
 * its own (`"<tag>-gzip"`), which is as good: the bytes within are the same.
 */
function namesTag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true;
  const plain = etag.slice(1, -1);
  for (const [, tag = ''] of header.matchAll(/(?:W\/)?"([^"]*)"/g)) {
    if (tag === plain || (tag.startsWith(`${plain}-`) && ENCODED.test(tag.slice(plain.length)))) return true;
  }
  return false;
}

const ENCODED = /^-(?:gzip|br)$/;
