import type { HttpApp } from '@common/kit/http/app';
import { Witnessed } from '@platform/core/objects/log';
import type { TSchema } from 'typebox';
import type { Witness } from './witness.ts';

/**
 * The schema has no type, because this module writes the text to send, so that no signed field is dropped.
 */
const Answer: TSchema = Witnessed;

/** `GET /log/witnessed` is open to everyone, like the same data at the authority. */
export function addWitnessedRoute(app: HttpApp, witness: Witness): void {
  app.get(
    '/log/witnessed',
    {
      schema: {
        summary: 'The largest head of the authority’s log, and the revocations, that were seen here',
        description:
          'Nothing is executed here for an authority that no longer shows all of it; `sanad authority restore` asks for it.',
        tags: ['operation'],
        response: { 200: Answer },
      },
    },
    async (_request, reply) =>
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .send(JSON.stringify(await witness.witnessed())),
  );
}
