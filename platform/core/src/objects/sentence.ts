/** A part of a facade's sentence: words as they are, or the name of a param whose value stands there. */
type SentencePart =
  | { readonly kind: 'words'; readonly text: string }
  | { readonly kind: 'param'; readonly name: string };

/** A stretch of a sentence. An optional one stands in brackets, and is left out of an action that lacks one of its params. */
interface Stretch {
  readonly isOptional: boolean;
  readonly parts: readonly SentencePart[];
}

/**
 * The stretches of a facade's sentence: `pay {amount} to {payee}[ for {reference}]`. Null if its brackets do not match:
 * they cannot be nested, and neither they nor braces can stand for themselves.
 * @example stretchesOf('pay {amount}[ for {reference}]').map(({ isOptional }) => isOptional) // [false, true]
 * @example stretchesOf('pay [{amount}') // null
 */
export function stretchesOf(sentence: string): readonly Stretch[] | null {
  if (!/^(?:[^[\]]|\[[^[\]]+\])*$/.test(sentence)) return null;
  return sentence.split(/(\[[^\]]*\])/).flatMap((text) => {
    const isOptional = text.startsWith('[');
    const parts = partsOf(isOptional ? text.slice(1, -1) : text);
    return parts.length === 0 ? [] : [{ isOptional, parts }];
  });
}

function partsOf(text: string): readonly SentencePart[] {
  // Every other piece is the name of a param.
  return text.split(/\{([^{}]*)\}/).flatMap((piece, index): SentencePart[] => {
    if (index % 2 === 1) return [{ kind: 'param', name: piece }];
    return piece === '' ? [] : [{ kind: 'words', text: piece }];
  });
}

/**
 * What a sentence says of an action with these params. A sentence that cannot be read is repeated as it is.
 * @example filledSentence('pay {amount}[ for {reference}]', { amount: '40' })
 *   // [{ kind: 'words', text: 'pay ' }, { kind: 'param', name: 'amount' }]
 */
export function filledSentence(
  sentence: string,
  params: Readonly<Record<string, unknown>>,
): readonly SentencePart[] {
  const stretches = stretchesOf(sentence);
  if (stretches === null) return partsOf(sentence);
  return stretches.flatMap(({ isOptional, parts }) => {
    const isWhole = parts.every((part) => part.kind === 'words' || Object.hasOwn(params, part.name));
    return isOptional && !isWhole ? [] : parts;
  });
}
