import type { HttpApp } from '@common/kit/http/app';
import { SignedAck } from '@platform/core/objects/counterparty';
import type { BrokerGuard } from '@platform/frame/broker-guard';
import { TransferRequest } from '../requests/effects.ts';
import { type TransferDeps, transferMoney } from '../use-cases/transfer-money.ts';
import { addLookUpRoute, EFFECT_REFUSALS, IDEMPOTENCY_HEADERS, NEEDS_BROKER_TOKEN } from './answers.ts';
import { answerRefusal } from './errors.ts';

/** `POST /transfers`, and what became of one. */
export function addTransferRoutes(app: HttpApp, deps: TransferDeps, guard: BrokerGuard): void {
  app.post(
    '/transfers',
    {
      ...guard.orderHooks,
      schema: {
        summary: 'Transfer money once per idempotency key',
        description:
          'The same key and body get the same acknowledgment again; the same key with another body is refused with 422. 409 says why no money moves; that answer is final too.',
        tags: ['bank'],
        security: NEEDS_BROKER_TOKEN,
        headers: IDEMPOTENCY_HEADERS,
        body: TransferRequest,
        response: { 200: SignedAck, ...EFFECT_REFUSALS },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const moved = await transferMoney(deps, request.body, key, guard.tokenOf(request));
      if (!moved.ok) return answerRefusal(reply, moved.error);
      return moved.value;
    },
  );
  addLookUpRoute(app, deps, guard, { path: '/transfers', tag: 'bank' });
}
