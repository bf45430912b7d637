import type { HttpApp } from '@common/kit/http/app';
import { SignedAck } from '@platform/core/objects/counterparty';
import type { BrokerGuard } from '@platform/frame/broker-guard';
import { ReleaseRequest } from '../requests/effects.ts';
import { type ReleaseDeps, releaseRecord } from '../use-cases/release-record.ts';
import { EFFECT_REFUSALS, IDEMPOTENCY_HEADERS, NEEDS_BROKER_TOKEN } from './answers.ts';
import { answerRefusal } from './errors.ts';

/** `POST /releases`. */
export function addReleaseRoute(app: HttpApp, deps: ReleaseDeps, guard: BrokerGuard): void {
  app.post(
    '/releases',
    {
      ...guard.orderHooks,
      schema: {
        summary: 'Receive a record, once per idempotency key',
        description:
          'The same key and body get the same acknowledgment again; the same key with another body is refused with 422.',
        tags: ['records'],
        security: NEEDS_BROKER_TOKEN,
        headers: IDEMPOTENCY_HEADERS,
        body: ReleaseRequest,
        response: { 200: SignedAck, ...EFFECT_REFUSALS },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const released = await releaseRecord(deps, request.body, key, guard.tokenOf(request));
      if (!released.ok) return answerRefusal(reply, released.error);
      return released.value;
    },
  );
}
