import type { FastifyRequest, preHandlerHookHandler } from 'fastify';
import { refuse } from './app.ts';
import { BUSY, holdRoom } from './sending.ts';

/**
 * A hook for a route whose answers are large while they are made: it reserves memory for one, or refuses. The size may
 * rest on the request, as that of a page which repeats its form.
 */
export function roomFor(bytes: number | ((request: FastifyRequest) => number)): preHandlerHookHandler {
  return (request, reply, done) => {
    if (holdRoom(reply, typeof bytes === 'number' ? bytes : bytes(request))) done();
    else refuse(reply, BUSY);
  };
}
