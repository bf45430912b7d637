const QUOTE = 0x22;
const BACKSLASH = 0x5c;

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

/** Position of the quote that ends the string whose content starts at `from`, or -1. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let quote = bytes.indexOf(QUOTE, from); quote !== -1; quote = bytes.indexOf(QUOTE, quote + 1)) {
    let slashes = 0;
    while (quote - slashes > from && bytes[quote - slashes - 1] === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return -1;
}

/**
 * Distinguishes a whole JSON object or array from one that was cut short, without building it. This is needed
 * because `fetch` returns a cut gzip stream as if it were whole, and some servers send a wrong length.
 * `not_json` is anything that does not start with a bracket, or continues after the last one.
 */
export function jsonExtent(bytes: Uint8Array): 'complete' | 'ends_early' | 'not_json' {
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (isSpace(bytes[at])) at += 1;
  if (at >= bytes.length) return 'ends_early';
  if (bytes[at] !== 0x7b && bytes[at] !== 0x5b) return 'not_json';
  let depth = 0;
  for (; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      at = endOfString(bytes, at + 1);
      if (at === -1) return 'ends_early';
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
      if (depth === 0) break;
    }
  }
  if (depth > 0) return 'ends_early';
  for (at += 1; at < bytes.length; at += 1) if (!isSpace(bytes[at])) return 'not_json';
  return 'complete';
}
