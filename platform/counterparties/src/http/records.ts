import type { HttpApp } from '@common/kit/http/app';
import { RefusalBody } from '@platform/api/route';
import { closed, Hash, Name } from '@platform/core/objects/primitives';
import type { BrokerGuard } from '@platform/frame/broker-guard';
import { Type } from 'typebox';
import type { RecipientStore } from '../store/store.ts';
import { readRecord, readRequester } from '../use-cases/read-records.ts';
import { BROKER_REFUSALS, NEEDS_BROKER_TOKEN } from './answers.ts';
import { answerRefusal } from './errors.ts';

/** `GET /records/{record_id}` and `GET /requesters/{requester_id}`. */
export function addRecordRoutes(
  app: HttpApp,
  deps: { readonly store: RecipientStore },
  guard: BrokerGuard,
): void {
  app.get(
    '/records/:record_id',
    {
      ...guard.hooks,
      schema: {
        summary: 'What is known about a record',
        tags: ['records'],
        security: NEEDS_BROKER_TOKEN,
        params: Type.Object({ record_id: Name }),
        response: {
          200: closed({ record_id: Name, sensitivity: Name, title: Type.String(), digest: Hash }),
          ...BROKER_REFUSALS,
          404: RefusalBody,
        },
      },
    },
    async (request, reply) => {
      const record = await readRecord(deps.store, request.params.record_id);
      if (!record.ok) return answerRefusal(reply, record.error);
      return record.value;
    },
  );
  app.get(
    '/requesters/:requester_id',
    {
      ...guard.hooks,
      schema: {
        summary: 'Whether a requester is who they say they are',
        tags: ['records'],
        security: NEEDS_BROKER_TOKEN,
        params: Type.Object({ requester_id: Name }),
        response: {
          200: closed({ requester_id: Name, name: Type.String(), verified: Type.Boolean() }),
          ...BROKER_REFUSALS,
          404: RefusalBody,
        },
      },
    },
    async (request, reply) => {
      const requester = await readRequester(deps.store, request.params.requester_id);
      if (!requester.ok) return answerRefusal(reply, requester.error);
      return requester.value;
    },
  );
}
