import { fail, ok, type Result } from '@common/base/result';
import type { Model } from './model/model.ts';

export const SCRIPTED_MODEL = 'scripted';
/** Stands for the model that `GET /v1/agent` names. */
const ANY_MODEL = 'any';

/** Names that a language model may not have. */
export const RESERVED_MODELS: readonly string[] = [SCRIPTED_MODEL, ANY_MODEL];

/** Returns the names of the models that answer, the default one first. */
export function servedModels(model: Model | null): readonly string[] {
  return model === null ? [SCRIPTED_MODEL] : [model.name, SCRIPTED_MODEL];
}

/** Returns the model of a request; null is the script. An unknown name never falls back to another model. */
export function modelNamed(model: Model | null, name: string): Result<Model | null, 'model_not_found'> {
  if (name === SCRIPTED_MODEL) return ok(null);
  if (name === ANY_MODEL || name === model?.name) return ok(model);
  const served = servedModels(model).join(', ');
  return fail('model_not_found', `There is no model of this name. Served: ${served}; any means the first.`);
}
