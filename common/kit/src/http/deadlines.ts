import type { FastifyInstance, FastifyReply } from 'fastify';

const LONGEST_SWEEP_MS = 1_000;

/**
 * Calls `expire` for a request whose handler has not begun to answer within `limitMs`, accurate to one sweep (a
 * quarter of the limit, at most a second). Fastify's own `handlerTimeout` makes a timer and an abort
 * controller for every request, a fifth of a short request's cost; a route that needs an exact or a longer
 * limit sets that option instead.
 */
export function addHandlerDeadlines(
  app: FastifyInstance,
  limitMs: number,
  expire: (reply: FastifyReply) => void,
): void {
  /** In order of their deadlines, because all have the same limit. */
  const running = new Set<FastifyReply>();
  const start = (_request: unknown, reply: FastifyReply, done: () => void) => {
    running.add(reply);
    done();
  };
  const stop = (_request: unknown, reply: FastifyReply, done: () => void) => {
    running.delete(reply);
    done();
  };
  const sweep = setInterval(
    () => {
      for (const reply of running) {
        if (reply.elapsedTime < limitMs) break;
        running.delete(reply);
        const { headersSent, destroyed } = reply.raw;
        if (!reply.sent && !headersSent && !destroyed) expire(reply);
      }
    },
    Math.min(Math.ceil(limitMs / 4), LONGEST_SWEEP_MS),
  );
  sweep.unref();
  app.addHook('onClose', async () => clearInterval(sweep));
  app.addHook('onRoute', (route) => {
    if (route.handlerTimeout !== undefined) return;
    route.onRequest = [start, ...listed(route.onRequest)];
    route.onResponse = [stop, ...listed(route.onResponse)];
  });
}

function listed<Hook>(hooks: Hook | Hook[] | undefined): Hook[] {
  if (hooks === undefined) return [];
  return Array.isArray(hooks) ? hooks : [hooks];
}
