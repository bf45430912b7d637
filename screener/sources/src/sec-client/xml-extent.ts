/** Enough for the declaration, comments and the root's name; and for its end tag with a comment behind it. */
const LOOKED_AT = 16 * 1024;
const BYTE_ORDER_MARK = /^\u00ef\u00bb\u00bf/;
const ELEMENT = /^<([A-Za-z_][\w.:-]*)/;

/**
 * Distinguishes a whole XML document from one that was cut short, without reading it: a whole one ends with
 * the end tag of its root. `not_xml` is anything that does not begin with an element.
 */
export function xmlExtent(bytes: Uint8Array): 'complete' | 'ends_early' | 'not_xml' {
  const decoder = new TextDecoder('latin1');
  const head = decoder.decode(bytes.subarray(0, LOOKED_AT)).replace(BYTE_ORDER_MARK, '');
  const start = skipMisc(head);
  if (start === '') return 'ends_early';
  const root = ELEMENT.exec(start)?.[1];
  if (root === undefined) return 'not_xml';
  const tail = decoder.decode(bytes.subarray(Math.max(0, bytes.length - LOOKED_AT)));
  const end = tail.lastIndexOf(`</${root}`);
  const close = end === -1 ? -1 : tail.indexOf('>', end);
  return close !== -1 && skipMisc(tail.slice(close + 1)) === '' ? 'complete' : 'ends_early';
}

/** The text after spaces, comments and processing instructions; empty if one of them does not end. */
function skipMisc(text: string): string {
  let rest = text.trimStart();
  for (;;) {
    const ending = rest.startsWith('<!--') ? '-->' : rest.startsWith('<?') ? '?>' : null;
    if (ending === null) return rest;
    const at = rest.indexOf(ending, 2);
    if (at === -1) return '';
    rest = rest.slice(at + ending.length).trimStart();
  }
}
