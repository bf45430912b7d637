import type { HttpApp } from '@common/kit/http/app';
import { SignedAck } from '@platform/core/objects/counterparty';
import { closed, Instant } from '@platform/core/objects/primitives';
import type { BrokerGuard } from '@platform/frame/broker-guard';
import { Type } from 'typebox';
import { OrderRequest, TickerSymbol } from '../requests/effects.ts';
import { type OrderDeps, placeOrder, readPosition } from '../use-cases/place-order.ts';
import {
  addLookUpRoute,
  BROKER_REFUSALS,
  EFFECT_REFUSALS,
  IDEMPOTENCY_HEADERS,
  NEEDS_BROKER_TOKEN,
} from './answers.ts';
import { answerRefusal } from './errors.ts';

/** `POST /orders`, what became of one, and `GET /positions/{symbol}`. */
export function addOrderRoutes(app: HttpApp, deps: OrderDeps, guard: BrokerGuard): void {
  app.post(
    '/orders',
    {
      ...guard.orderHooks,
      schema: {
        summary: 'Fill an order by its value, once per idempotency key',
        description:
          'The same key and body get the same acknowledgment again; the same key with another body is refused with 422. 409 says why nothing is filled; that answer is final too.',
        tags: ['orders'],
        security: NEEDS_BROKER_TOKEN,
        headers: IDEMPOTENCY_HEADERS,
        body: OrderRequest,
        response: { 200: SignedAck, ...EFFECT_REFUSALS },
      },
    },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const placed = await placeOrder(deps, request.body, key, guard.tokenOf(request));
      if (!placed.ok) return answerRefusal(reply, placed.error);
      return placed.value;
    },
  );
  app.get(
    '/positions/:symbol',
    {
      ...guard.hooks,
      schema: {
        summary: 'What is held of a symbol',
        tags: ['orders'],
        security: NEEDS_BROKER_TOKEN,
        params: Type.Object({ symbol: TickerSymbol }),
        response: {
          200: closed({ symbol: TickerSymbol, quantity: Type.String(), as_of: Instant }),
          ...BROKER_REFUSALS,
        },
      },
    },
    async (request) => readPosition(deps, request.params.symbol),
  );
  addLookUpRoute(app, deps, guard, { path: '/orders', tag: 'orders' });
}
