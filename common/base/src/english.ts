/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** With one full stop, or what else ends a sentence. */
export function stopped(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Without a full stop: part of a longer sentence. */
export function clause(text: string): string {
  return text.replace(/\.$/, '');
}

/** With a capital letter and a full stop. */
export function sentence(text: string): string {
  return capitalised(stopped(text));
}
