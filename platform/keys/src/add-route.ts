import type { HttpApp } from '@common/kit/http/app';
import { type AnswerOf, type PartOf, RefusalBody, type Route } from '@platform/api/route';
import type { FastifyReply, FastifyRequest, FastifySchema, RouteHandlerMethod, RouteOptions } from 'fastify';

type RequestOf<R extends Route> = FastifyRequest<{
  Params: PartOf<R, 'params', unknown>;
  Querystring: PartOf<R, 'query', unknown>;
  Headers: PartOf<R, 'headers', unknown>;
  Body: PartOf<R, 'body', unknown>;
}>;

/** Gives the value to answer with, or writes the answer itself: signed objects are sent unchanged. */
export type Handler<R extends Route> = (
  request: RequestOf<R>,
  reply: FastifyReply,
) => AnswerOf<R> | FastifyReply | Promise<AnswerOf<R> | FastifyReply>;

/** Registers a route of the table, with its schemas and its description. */
export function addRoute<R extends Route>(
  app: HttpApp,
  route: R,
  handler: Handler<R>,
  options: Partial<Pick<RouteOptions, 'handlerTimeout' | 'onRequest'>> = {},
): void {
  app.route({
    ...options,
    method: route.method,
    url: route.path,
    schema: schemaOf(route),
    ...(route.bodyBytes === undefined ? {} : { bodyLimit: route.bodyBytes }),
    ...(route.polled === undefined ? {} : { config: { polled: route.polled } }),
    handler: handler as unknown as RouteHandlerMethod,
  });
}

function schemaOf(route: Route): FastifySchema {
  const { summary, description, tag, security, params, query, headers, body } = route;
  const { statuses = [200], refusals = [], refusal = RefusalBody } = route;
  const parts = { description, params, querystring: query, headers, body };
  const given = Object.entries(parts).filter(([, part]) => part !== undefined);
  return {
    summary,
    tags: [tag],
    ...(security === undefined ? {} : { security: [{ [security]: [] }] }),
    ...Object.fromEntries(given),
    response: Object.fromEntries([
      ...statuses.map((status) => [status, answerOf(route)]),
      ...refusals.map((status) => [status, refusal]),
    ]),
  };
}

function answerOf({ answer, media }: Route): object {
  if (media === undefined) return answer;
  return { description: media.description, content: { [media.type]: { schema: answer } } };
}
