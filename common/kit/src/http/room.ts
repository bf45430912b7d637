import type { preHandlerHookHandler } from 'fastify';
import { refuse } from './app.ts';
import { BUSY, holdRoom } from './sending.ts';

/** A hook for a route whose answers are large while they are made: it reserves memory for one, or refuses. */
export function roomFor(bytes: number): preHandlerHookHandler {
  return (_request, reply, done) => {
    if (holdRoom(reply, bytes)) done();
    else refuse(reply, BUSY);
  };
}
