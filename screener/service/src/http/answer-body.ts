import { refuse } from '@common/kit/http/app';
import { sendTagged, strongTag } from '@common/kit/http/etag';
import { BUSY, hasRoom } from '@common/kit/http/sending';
import type { AnswerOf } from '@screener/engine/schema-parts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';

/** A serialised answer, ready to send. */
export interface ReadyAnswer {
  readonly body: Buffer;
  /** Strong: equal tags mean equal bytes. */
  readonly etag: string;
}

/**
 * Serialises the envelope of a success (interface document, 2.1) once: these bytes are cached and sent. The
 * caller names `Schema`, as in `successBody<typeof HistoryAnswer>(history)`, and the compiler checks the data
 * against it.
 */
export function successBody<Schema extends TSchema = never>(data: AnswerOf<Schema>): ReadyAnswer {
  const body = Buffer.from(`${BEFORE_DATA}${JSON.stringify(data)}${AFTER_DATA}`);
  return { body, etag: strongTag(body) };
}

const BEFORE_DATA = '{"success":true,"error":null,"data":';
const AFTER_DATA = '}';

/** Returns the bytes of `data` in a success: shared with the answer, not copied. */
export function dataOf({ body }: ReadyAnswer): Buffer {
  return body.subarray(BEFORE_DATA.length, -AFTER_DATA.length);
}

/**
 * Sends bytes that already have the form of the route's schema, as the tests check; 304 if the client has
 * them. An answer to a key is for its holder, so shared caches must not store it.
 */
export function sendReady(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: ReadyAnswer,
): FastifyReply {
  if (!hasRoom(reply, body.length)) return refuse(reply, BUSY);
  const vary = reply.getHeader('vary');
  reply
    .header('cache-control', 'private, no-cache')
    .header('vary', `${vary === undefined ? '' : `${vary}, `}accept-encoding, x-api-key, authorization`);
  return sendTagged(request, reply, { body, etag, type: 'application/json; charset=utf-8' });
}

/**
 * Sends bytes that already have the form of the route's schema, as the tests check, and that nobody keeps: the framework
 * would try each form of a result.
 */
export function sendUnkept(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply
    .header('cache-control', 'private, no-store')
    .type('application/json; charset=utf-8')
    .send(body);
}
