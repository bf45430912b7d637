import type { FastifyReply } from 'fastify';

/** The envelope of a success (interface document, 2.1), serialised once: the bytes are what is cached and sent. */
export function successBody(data: unknown): Buffer {
  return Buffer.from(JSON.stringify({ success: true, error: null, data }));
}

/** Sends bytes that are an answer of the route's schema already, which the tests hold them against. */
export function sendReady(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply.header('content-type', 'application/json; charset=utf-8').send(body);
}
