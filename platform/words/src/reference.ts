import type { Action } from '@platform/core/objects/grant';
import type { PluginManifest } from '@platform/core/objects/plugin';
import { filledSentence } from '@platform/core/objects/sentence';
import { printable } from '@platform/core/verify/report-html';
import { nameWords } from './names.ts';

/**
 * What an action is about, by which people find it in their own books, unless the facade’s sentence says it: its
 * reference, and the text from which a reference is read. Null if there is nothing to add.
 */
export function referenceWords(
  { facade, params }: Pick<Action, 'facade' | 'params'>,
  manifest: PluginManifest | null,
): string | null {
  const spec = manifest?.facades.find(({ name }) => name === facade);
  const told = filledSentence(spec?.sentence ?? '', params);
  const isTold = (param: string) => told.some((part) => part.kind === 'param' && part.name === param);
  const specs = spec?.params ?? {};
  const references = Object.entries(specs).filter(([, { kind }]) => kind === 'reference');
  const names = references.flatMap(([name, { read_from: text }]) => [
    name,
    ...(text === undefined ? [] : [text]),
  ]);
  const words = [...new Set(names)].flatMap((name) =>
    Object.hasOwn(params, name) && !isTold(name)
      ? [`${printable(nameWords(name))} ${printable(String(params[name]))}`]
      : [],
  );
  return words.length === 0 ? null : words.join(', ');
}
