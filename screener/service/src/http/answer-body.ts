import { sendTagged, strongTag } from '@common/kit/http/etag';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { AnswerOf } from './same-shape.ts';

/** An answer in bytes, ready to send. */
export interface ReadyAnswer {
  readonly body: Buffer;
  /** Strong: equal tags mean equal bytes. */
  readonly etag: string;
}

/**
 * The envelope of a success (interface document, 2.1), serialised once: the bytes are what is cached and sent. `Schema`
 * is named by the caller, as in `successBody<typeof HistorySchema>(history)`: the compiler holds the data against it.
 */
export function successBody<Schema extends TSchema = never>(data: AnswerOf<Schema>): ReadyAnswer {
  const body = Buffer.from(JSON.stringify({ success: true, error: null, data }));
  return { body, etag: strongTag(body) };
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
  reply.header('cache-control', 'private, no-cache').header('vary', 'accept-encoding, x-api-key');
  return sendTagged(request, reply, { body, etag, type: 'application/json; charset=utf-8' });
}
