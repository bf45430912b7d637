/**
 * A text of the input in a message of ours, as JSON writes it. No other quotation mark in it looks like its end.
 * @example inQuotes('INV-7”. Paid') // '"INV-7\'. Paid"'
 */
export function inQuotes(text: string): string {
  return JSON.stringify(text.replaceAll(/[“”„‟«»″＂]/gu, "'"));
}

/**
 * A JSON pointer in a message of ours; in quotation marks if a name in it could be read as the message.
 * @example pathInQuotes('/who/tenant') // '/who/tenant'
 * @example pathInQuotes('/all is well') // '"/all is well"'
 */
export function pathInQuotes(pointer: string): string {
  return /^[\w/.:@~-]*$/.test(pointer) ? pointer || '/' : inQuotes(pointer);
}
