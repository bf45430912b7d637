import type { FastifyInstance } from 'fastify';

/** Anything smaller fits into the system's buffers, whether or not the client reads it. */
const LARGE_BYTES = 65_536;

/**
 * Ends a connection whose client reads nothing of a large answer for `silentMs`: otherwise each such client would keep
 * its answer in memory for as long as it likes. The limits on handlers and requests no longer apply by then.
 */
export function addSendingLimit(app: FastifyInstance, silentMs: number): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Once the answer is sent, the server sets its idle-connection timeout again.
    if (isLarge(payload)) reply.raw.setTimeout(silentMs, () => reply.raw.destroy());
    done(null, payload);
  });
}

function isLarge(payload: unknown): boolean {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length > LARGE_BYTES;
  return typeof payload === 'object' && payload !== null;
}
