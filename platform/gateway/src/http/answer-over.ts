import type { FastifyReply } from 'fastify';

/**
 * Aborts once the answer is sent, or nobody is there to read it. Fastify's own `request.signal` aborts as soon as the
 * request was read.
 */
export function answerOver({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort();
  const over = new AbortController();
  raw.once('close', () => over.abort());
  return over.signal;
}
