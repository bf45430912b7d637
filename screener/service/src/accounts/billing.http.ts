import { type HttpApp, refuse } from '@common/kit/http/app';
import { addRawRoutes, RawBody } from '@common/kit/http/body-kinds';
import { ErrorEnvelope } from '@common/kit/http/errors';
import { object } from '@screener/engine/schema-parts';
import { Type } from 'typebox';
import type { PaymentStore } from './payments.store.ts';
import { earlierKeyEndsAt } from './sign-up.ts';
import { newsOf, readStripeEvent } from './stripe-event.ts';

export interface BillingDeps {
  readonly payments: PaymentStore;
  /** The provider's signing secret for events; null if payments are not set up. */
  readonly webhookSecret: string | null;
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

const LARGEST_EVENT = 262_144;

/**
 * Adds `POST /api/stripe/webhook` (interface document, 4.2); the name in the path is the provider's. The
 * route needs no check for posts from other sites, because only a valid signature gives it any effect.
 */
export async function addBillingRoutes(app: HttpApp, deps: BillingDeps): Promise<void> {
  await addRawRoutes(app, (scope) => {
    scope.post(
      '/api/stripe/webhook',
      {
        bodyLimit: LARGEST_EVENT,
        schema: {
          operationId: 'takePaymentEvent',
          summary: 'Take an event of the payment provider',
          description:
            'For the provider alone: the header stripe-signature proves the body. An event that is known already changes nothing.',
          tags: ['operation'],
          security: [],
          body: RawBody,
          response: {
            200: object(
              { received: Type.Literal(true, { description: 'Always true here' }) },
              { description: 'The event is taken' },
            ),
            400: ErrorEnvelope,
            503: ErrorEnvelope,
          },
        },
      },
      async (request, reply) => {
        if (deps.webhookSecret === null) {
          return refuse(reply, {
            status: 503,
            code: 'payments_not_set_up',
            message: 'This service takes no payments: PAYMENT_WEBHOOK_SECRET is not set.',
          });
        }
        const header = [request.headers['stripe-signature'] ?? ''].flat().join(',');
        const now = deps.clock();
        const event = readStripeEvent(request.body, header, { secret: deps.webhookSecret, nowMs: now });
        if (!event.ok) return refuse(reply, { status: 400, ...event.error });
        const news = newsOf(event.value);
        const taken =
          news !== null && (await deps.payments.take(news, { now, othersEndAt: earlierKeyEndsAt(now) }));
        request.log.info({ event: event.value.id, type: event.value.type, taken }, 'payment event');
        return { received: true as const };
      },
    );
  });
}
