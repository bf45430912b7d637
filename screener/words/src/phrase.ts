/** A sentence with values in it, such as links, that a page keeps as they are. */
export type Phrase<Value> = readonly (string | number | Value)[];

/**
 * Writes a sentence around values of any kind, in the order of its language.
 * @example phrase`Ask ${link} first.` // ['Ask ', link, ' first.']
 */
export function phrase<Value = never>(
  strings: TemplateStringsArray,
  ...values: readonly (string | number | Value)[]
): Phrase<Value> {
  return strings.flatMap((text, at): Phrase<Value> => {
    const value = values[at];
    return value === undefined ? [text] : [text, value];
  });
}
