const [QUOTE, OPEN, CLOSE, COLON] = ['"', '{', '}', ':'].map((sign) => sign.charCodeAt(0));

/**
 * A name that appears twice in one object of a JSON text, at any depth and however it is escaped; null if there is
 * none. RFC 8259 leaves open which of the two counts, and a parser keeps one without a word. The text need not be
 * valid JSON.
 * @example repeatedName('{"a":{"b":1},"c":[{"b":2},{"b":3}]}') // null
 * @example repeatedName('[{"a":1,"\\u0061":2}]') // 'a'
 */
export function repeatedName(text: string): string | null {
  const names: Set<string>[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at);
    if (sign === OPEN) names.push(new Set());
    else if (sign === CLOSE) names.pop();
    else if (sign === QUOTE) {
      const end = endOfString(text, at);
      const known = isBeforeColon(text, end) ? names.at(-1) : undefined;
      if (known !== undefined) {
        const name = nameOf(text.slice(at, end));
        if (known.has(name)) return name;
        known.add(name);
      }
      at = end - 1;
    }
  }
  return null;
}

/** The position after the string that begins here; the end of the text if it never ends. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === '\\') escapes += 1;
    if (escapes % 2 === 0) return end + 1;
  }
  return text.length;
}

function isBeforeColon(text: string, end: number): boolean {
  let at = end;
  while (text[at] === ' ' || text[at] === '\n' || text[at] === '\r' || text[at] === '\t') at += 1;
  return text.charCodeAt(at) === COLON;
}

function nameOf(written: string): string {
  if (!written.includes('\\')) return written.slice(1, -1);
  try {
    return JSON.parse(written);
  } catch {
    return written;
  }
}
