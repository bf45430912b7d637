import type { Action } from '@platform/core/objects/grant';
import type { PluginManifest } from '@platform/core/objects/plugin';

/** The field that an approver types from the paper before them. */
export interface TypedField {
  readonly name: string;
  readonly isAmount: boolean;
}

/**
 * The first amount, else the first param; the params that the facade’s sentence names come first. Null if the
 * action has no params.
 */
export function typedField(
  { facade, params }: Pick<Action, 'facade' | 'params'>,
  manifest: PluginManifest | null,
): TypedField | null {
  const spec = manifest?.facades.find(({ name }) => name === facade);
  const isAmount = (name: string) =>
    spec !== undefined && Object.hasOwn(spec.params, name) && spec.params[name]?.kind === 'amount';
  const told = [...(spec?.sentence ?? '').matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const names = [...told, ...Object.keys(params)].filter((name) => Object.hasOwn(params, name));
  const name = names.find(isAmount) ?? names[0];
  return name === undefined ? null : { name, isAmount: isAmount(name) };
}
