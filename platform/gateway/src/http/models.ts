import { type HttpApp, refuse } from '@common/kit/http/app';
import { PlatformErrorSchema } from '@platform/keys/error-bodies';
import { Type } from 'typebox';
import type { Model } from '../use-cases/model/model.ts';
import { modelNamed, SCRIPTED_MODEL, servedModels } from '../use-cases/served-models.ts';
import { httpFailure } from './errors.ts';

const ListedModel = Type.Object({
  id: Type.String(),
  object: Type.Literal('model'),
  created: Type.Integer({ description: 'Not known: 0' }),
  owned_by: Type.String(),
});

/** `GET /v1/models` and `GET /v1/agent`: which models answer chat, and which one if a request names `any`. */
export function addModelRoutes(app: HttpApp, { model }: { readonly model: Model | null }): void {
  const listed = (id: string) => ({ id, object: 'model' as const, created: 0, owned_by: 'sanad' });
  app.get(
    '/v1/models',
    {
      schema: {
        summary: 'The models that answer chat',
        tags: ['chat'],
        response: { 200: Type.Object({ object: Type.Literal('list'), data: Type.Array(ListedModel) }) },
      },
    },
    () => ({ object: 'list' as const, data: servedModels(model).map(listed) }),
  );
  app.get(
    // Names of models may hold slashes.
    '/v1/models/*',
    {
      schema: {
        hide: true,
        params: Type.Object({ '*': Type.String() }),
        response: { 200: ListedModel, '4xx': PlatformErrorSchema },
      },
    },
    (request, reply) => {
      const name = request.params['*'];
      const found = modelNamed(model, name);
      return found.ok ? listed(found.value?.name ?? SCRIPTED_MODEL) : refuse(reply, httpFailure(found.error));
    },
  );
  app.get(
    '/v1/agent',
    {
      schema: {
        summary: 'Which model answers chat',
        tags: ['chat'],
        response: {
          200: Type.Object({ model: Type.String(), kind: Type.Enum(['scripted', 'language_model']) }),
        },
      },
    },
    () =>
      model === null
        ? { model: SCRIPTED_MODEL, kind: 'scripted' as const }
        : { model: model.name, kind: 'language_model' as const },
  );
}
