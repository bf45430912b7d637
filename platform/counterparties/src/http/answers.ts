import type { HttpApp } from '@common/kit/http/app';
import { RefusalBody } from '@platform/api/route';
import { SignedAck } from '@platform/core/objects/counterparty';
import { closed, IdempotencyKey, Instant, nullable } from '@platform/core/objects/primitives';
import { BROKER_TOKEN_SCHEME, type BrokerGuard } from '@platform/frame/broker-guard';
import { Type } from 'typebox';
import type { AnswerStore } from '../store/store.ts';
import { lookUp } from '../use-cases/once.ts';

/** The refusals of every operation with a broker token. */
export const BROKER_REFUSALS = { 401: RefusalBody };

/** The refusals of an operation with an effect. */
export const EFFECT_REFUSALS = { ...BROKER_REFUSALS, 409: RefusalBody, 413: RefusalBody };

export const NEEDS_BROKER_TOKEN = [{ [BROKER_TOKEN_SCHEME]: [] }];

/** The header that repeats the body's key. If it is missing, the use case refuses with a message. */
export const IDEMPOTENCY_HEADERS = Type.Object({
  'idempotency-key': Type.Optional(Type.String({ maxLength: 128, description: 'As in the body' })),
});

/** `GET <path>/{idempotency_key}`: what became of an effect, for an enforcement point that got no answer. */
export function addLookUpRoute(
  app: HttpApp,
  deps: { readonly store: AnswerStore; readonly clock: () => number },
  guard: BrokerGuard,
  { path, tag }: { readonly path: `/${string}`; readonly tag: string },
): void {
  app.get(
    `${path}/:idempotency_key`,
    {
      ...guard.hooks,
      schema: {
        summary: 'What was done under an idempotency key',
        description:
          'The acknowledgment, as the first request got it, or null if nothing was done by `as_of`: then no request whose broker token had expired at `as_of` takes effect later.',
        tags: [tag],
        security: NEEDS_BROKER_TOKEN,
        params: Type.Object({ idempotency_key: IdempotencyKey }),
        response: {
          200: closed({ answer: nullable(SignedAck), as_of: Instant }),
          ...BROKER_REFUSALS,
        },
      },
    },
    async (request) => lookUp(deps, request.params.idempotency_key),
  );
}
