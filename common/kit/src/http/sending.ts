import type { FastifyInstance } from 'fastify';

/** Less than this lies in the buffers of the system, whoever reads it. */
const LARGE_BYTES = 65_536;

/**
 * Ends a connection whose client takes nothing of a large answer for `silentMs`: otherwise each such client would hold
 * its answer in memory for as long as it likes. The limit on handlers is over by then, and so are those on requests.
 */
export function addSendingLimit(app: FastifyInstance, silentMs: number): void {
  app.addHook('onSend', (_request, reply, payload, done) => {
    // Once the answer is out, the server sets the time of an idle connection again.
    if (isLarge(payload)) reply.raw.setTimeout(silentMs, () => reply.raw.destroy());
    done(null, payload);
  });
}

function isLarge(payload: unknown): boolean {
  if (typeof payload === 'string' || payload instanceof Uint8Array) return payload.length > LARGE_BYTES;
  return typeof payload === 'object' && payload !== null;
}
