import { type HttpApp, refuse } from '@common/kit/http/app';
import { GATEWAY, ListedModel } from '@platform/api/gateway';
import { OpenAiRefusal } from '@platform/api/openai-refusal';
import { addRoute } from '@platform/keys/add-route';
import { Type } from 'typebox';
import type { Model } from '../use-cases/model/model.ts';
import { modelNamed, SCRIPTED_MODEL, servedModels } from '../use-cases/served-models.ts';
import { httpFailure } from './errors.ts';

/** `GET /v1/models` and `GET /v1/agent`: the models that answer chat, and the one that `any` means. */
export function addModelRoutes(app: HttpApp, { model }: { readonly model: Model | null }): void {
  const listed = (id: string) => ({ id, object: 'model' as const, created: 0, owned_by: 'sanad' });
  addRoute(app, GATEWAY.listModels, () => ({
    object: 'list' as const,
    data: servedModels(model).map(listed),
  }));
  app.get(
    // Names of models may contain slashes.
    '/v1/models/*',
    {
      schema: {
        hide: true,
        params: Type.Object({ '*': Type.String() }),
        response: { 200: ListedModel, '4xx': OpenAiRefusal },
      },
    },
    (request, reply) => {
      const name = request.params['*'];
      const found = modelNamed(model, name);
      return found.ok ? listed(found.value?.name ?? SCRIPTED_MODEL) : refuse(reply, httpFailure(found.error));
    },
  );
  addRoute(app, GATEWAY.readAgent, () =>
    model === null
      ? { model: SCRIPTED_MODEL, kind: 'scripted' as const }
      : { model: model.name, kind: 'language_model' as const },
  );
}
