/** `a`, `a and b`, `a, b and c`. */
export function listed(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** With one full stop. */
export function stopped(text: string): string {
  return text.endsWith('.') ? text : `${text}.`;
}

/** With a capital letter and a full stop. */
export function sentence(text: string): string {
  return capitalised(stopped(text));
}
