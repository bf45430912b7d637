import { Safe } from './safe.ts';

export type { Safe };

/** The values of a template. Strings are escaped, `Safe` is kept as it is, and empty values print nothing. */
export type Content = string | number | Safe | null | undefined | false | readonly Content[];

/**
 * The tag of templates: html`<p title="${name}">${paragraphs}</p>`. Throws, on the first rendering, if a value
 * is in a place where escaping is not enough: see `Slot`.
 */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Safe {
  const slots = slotsOf(strings);
  let markup = strings[0] ?? '';
  for (const [index, value] of values.entries()) {
    markup += written(value, slots[index] ?? 'text') + strings[index + 1];
  }
  return new Safe(markup, 'html');
}

/**
 * An address for `href`, `src` and the like: a path from the root, a query, a fragment, or `https:`, `http:` and
 * `mailto:`. Anything else (`javascript:`, `data:`, `//other.example`, a backslash or a space) becomes `about:invalid`.
 */
export function url(address: string): Safe {
  return new Safe(escaped(isHarmless(address) ? address : 'about:invalid'), 'url');
}

const ROOTED = /^(?:[?#]|\/(?!\/))/;
const ABSOLUTE = /^(?:https?:\/\/|mailto:)/i;
/** Characters that browsers drop or rewrite before they read an address. */
const REWRITTEN = /[\p{Cc}\s\\]/u;

function isHarmless(address: string): boolean {
  if (REWRITTEN.test(address)) return false;
  return ROOTED.test(address) || (ABSOLUTE.test(address) && URL.canParse(address));
}

/**
 * Where a value is. `text`: between tags. `attribute`: in a quoted attribute, where markup is not allowed.
 * `url`: in a quoted attribute that holds an address, which accepts only `url()`. `attributes`: inside a tag,
 * where a template may supply whole attributes (html`aria-invalid="true"`), but a string may not.
 */
type Slot = 'text' | 'attribute' | 'url' | 'attributes';

const URL_ATTRIBUTES: ReadonlySet<string> = new Set([
  ...[
    'href',
    'xlink:href',
    'src',
    'action',
    'formaction',
    'poster',
    'cite',
    'data',
    'background',
    'manifest',
  ],
]);
/** The content security policy allows none of these. */
const FORBIDDEN_ATTRIBUTE = /^(?:on.*|style|srcdoc|srcset|imagesrcset|ping|http-equiv)$/;
/** Comments hide quotes from the search for slots, and no escaping would be right in a script or style. */
const FORBIDDEN_MARKUP = /<!--|<(?:script|style)\b[^>]*>\s*$/i;

const known = new WeakMap<TemplateStringsArray, readonly Slot[]>();

function slotsOf(strings: TemplateStringsArray): readonly Slot[] {
  const found = known.get(strings);
  if (found !== undefined) return found;
  const slots = findSlots(strings);
  known.set(strings, slots);
  return slots;
}

/** Follows the tags and quotes of the template's own text, which is ours and well formed. */
function findSlots(strings: readonly string[]): readonly Slot[] {
  let inTag = false;
  let quote: string | undefined;
  let attribute = '';
  return strings.map((text) => {
    if (FORBIDDEN_MARKUP.test(text))
      throw new Error('html: no comment in a template, and no value in a script or style');
    for (let at = 0; at < text.length; at += 1) {
      const character = text[at];
      if (quote !== undefined) {
        if (character === quote) quote = undefined;
      } else if (!inTag) {
        inTag = character === '<';
      } else if (character === '"' || character === "'") {
        quote = character;
        attribute = /([^\s"'<>=/]+)\s*=\s*$/.exec(text.slice(0, at))?.[1]?.toLowerCase() ?? '';
        if (FORBIDDEN_ATTRIBUTE.test(attribute)) throw new Error(`html: no page may have ${attribute}=`);
      } else if (character === '>') {
        inTag = false;
      }
    }
    if (inTag && quote === undefined && /=\s*$/.test(text)) throw new Error('html: put the value in quotes');
    if (!inTag) return 'text';
    if (quote === undefined) return 'attributes';
    if (!URL_ATTRIBUTES.has(attribute)) return 'attribute';
    if (!text.endsWith(quote)) throw new Error(`html: url(...) gives the whole of ${attribute}=`);
    return 'url';
  });
}

function written(value: Content, slot: Slot): string {
  if (value === null || value === undefined || value === false) return '';
  if (Array.isArray(value)) return value.map((item: Content) => written(item, slot)).join('');
  if (Safe.is(value)) {
    const isUrl = Safe.isUrl(value);
    if (isUrl ? slot === 'attributes' : slot === 'attribute' || slot === 'url') {
      throw new Error(`html: ${isUrl ? 'an address' : 'markup'} has no place in a slot for ${slot}`);
    }
    return value.toString();
  }
  if (slot === 'url') throw new Error('html: write url(...) around an address');
  if (slot === 'attributes') throw new Error('html: write html`name="..."` where an attribute may be absent');
  return escaped(String(value));
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const ESCAPED = /[&<>"']/g;

/** How many bytes a text takes in a page. */
export function bytesInPage(text: string): number {
  let bytes = Buffer.byteLength(text);
  for (const [character] of text.matchAll(ESCAPED)) bytes += (ESCAPES[character] ?? '').length - 1;
  return bytes;
}

function escaped(text: string): string {
  return text.replace(ESCAPED, (character) => ESCAPES[character] ?? '');
}
