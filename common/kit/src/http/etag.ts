import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A body that is ready to send. */
interface TaggedBody {
  readonly body: string | Uint8Array;
  readonly etag: string;
  /** The content type. */
  readonly type: string;
}

/** Sends a body with its tag, or 304 if the client already has it. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, type }: TaggedBody,
): FastifyReply {
  const named = namedTag(request.headers['if-none-match'], etag);
  if (named !== null) return reply.header('etag', named).status(304).send();
  return reply.headers({ etag, 'content-type': type }).send(body);
}

/** A strong tag: equal tags mean equal bytes. */
export function strongTag(body: string | Uint8Array): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
}

/**
 * The one of our tags that `If-None-Match` names, by the weak comparison of RFC 9110, 13.1.2; null if it
 * names none. A compressed answer has its own tag (`"<tag>-gzip"`), which counts too, because the content is
 * the same.
 */
function namedTag(header: string | undefined, etag: string): string | null {
  if (header === undefined) return null;
  if (header.trim() === '*') return etag;
  const plain = etag.slice(1, -1);
  for (const [, tag = ''] of header.matchAll(/(?:W\/)?"([^"]*)"/g)) {
    if (tag === plain || (tag.startsWith(`${plain}-`) && ENCODED.test(tag.slice(plain.length))))
      return `"${tag}"`;
  }
  return null;
}

const ENCODED = /^-(?:gzip|br)$/;
