/**
 * `a`, `a and b`, `a, b and c`.
 * @example listed(['a', 'b', 'c']) // 'a, b and c'
 * @example listed([]) // ''
 */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

/**
 * With a capital as its first letter; its other letters remain as they are. Not for a text that may begin with an id or
 * another name: those keep their spelling, so word the sentence so that it begins otherwise.
 * @example capitalised('the SEC') // 'The SEC'
 */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * With one full stop, or what else ends a sentence.
 * @example stopped('is it old?') // 'is it old?'
 */
export function stopped(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Without a full stop: part of a longer sentence.
 * @example clause('No price.') // 'No price'
 */
export function clause(text: string): string {
  return text.replace(/\.$/, '');
}

/**
 * With a capital letter and a full stop.
 * @example sentence('no price') // 'No price.'
 */
export function sentence(text: string): string {
  return capitalised(stopped(text));
}
