import { requiredMs } from '@common/base/instant';
import type { HttpApp } from '@common/kit/http/app';
import { GrantId, Instant } from '@platform/core/objects/primitives';
import { SpentGrants } from '@platform/core/objects/spent-grant';
import { type TSchema, Type } from 'typebox';
import { type ReadSpentDeps, readSpentGrants } from '../use-cases/read-spent-grants.ts';

/** Without its type: the text to send is written here, so that no field of what is signed is dropped. */
const Answer: TSchema = SpentGrants;

/** `GET /intents`: open, as grants, mandates and decisions are at the authority. No token is in it. */
export function addIntentsRoute(app: HttpApp, deps: ReadSpentDeps): void {
  app.get(
    '/intents',
    {
      schema: {
        summary: 'Grants that were spent here: all whose record is outstanding, and those since an instant',
        description:
          'By grant id, at most 100; `after` takes the last one of the page before. `sanad authority restore` asks for them.',
        tags: ['operation'],
        querystring: Type.Object({ since: Instant, after: Type.Optional(GrantId) }),
        response: { 200: Answer },
      },
    },
    async (request, reply) => {
      const { since, after = '' } = request.query;
      const spent = await readSpentGrants(deps, { sinceMs: requiredMs(since), after });
      return reply.header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(spent));
    },
  );
}
