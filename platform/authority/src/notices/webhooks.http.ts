import type { HttpApp } from '@common/kit/http/app';
import { AUTHORITY } from '@platform/api/authority';
import { addRoute } from '@platform/keys/add-route';
import { bearerOf } from '@platform/keys/jwt';
import { bodyHash, type Caller, type TokenReader } from '@platform/keys/service-token';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerRefusal } from '../http/errors.ts';
import {
  readWebhook,
  registerWebhook,
  removeWebhook,
  type WebhookDeps,
} from '../use-cases/agent-webhooks.ts';

const UNAUTHORIZED = {
  code: 'unauthorized',
  message: 'Only the gateway may ask this: send its token for exactly this body as a bearer token.',
} as const;

/** The webhooks of agents, which reach them through the gateway. */
export function addWebhookRoutes(
  app: HttpApp,
  deps: WebhookDeps,
  { tokens }: { readonly tokens: TokenReader },
): void {
  const callerOf = ({ headers, body }: Pick<FastifyRequest, 'headers' | 'body'>): Caller | null => {
    const bearer = bearerOf(headers.authorization);
    return bearer === null ? null : tokens.read(bearer, { scope: 'webhooks', ref: bodyHash(body) });
  };
  const answer = async <Value>(
    reply: FastifyReply,
    caller: Caller | null,
    work: (
      caller: Caller,
    ) => Promise<
      | { readonly ok: true; readonly value: Value }
      | { readonly ok: false; readonly error: Parameters<typeof answerRefusal>[1] }
    >,
  ) => {
    if (caller === null) return answerRefusal(reply, UNAUTHORIZED);
    const done = await work(caller);
    return done.ok ? done.value : answerRefusal(reply, done.error);
  };
  addRoute(app, AUTHORITY.registerWebhook, (request, reply) =>
    answer(reply, callerOf(request), (caller) => registerWebhook(deps, request.body, caller)),
  );
  addRoute(app, AUTHORITY.readWebhook, (request, reply) =>
    answer(reply, callerOf(request), (caller) => readWebhook(deps, request.body.contract_id, caller)),
  );
  addRoute(app, AUTHORITY.removeWebhook, (request, reply) =>
    answer(reply, callerOf(request), (caller) => removeWebhook(deps, request.body.contract_id, caller)),
  );
}
