import sanitizeHtml, { type IOptions } from 'sanitize-html';
import { Safe } from './safe.ts';

/**
 * HTML made from a text that a person wrote, such as Markdown. It keeps only headings, paragraphs, quotes,
 * lists, tables, code, emphasis and links. The text is sanitised when it is shown, so that a stricter list
 * also applies to older texts.
 */
export function sanitisedHtml(markup: string): Safe {
  // Write them as pages do. In sanitised HTML, no text or attribute contains a `<`.
  return new Safe(sanitizeHtml(markup, OPTIONS).replace(/<(br|hr) \/>/g, '<$1>'), 'html');
}

const CELLS = ['th', 'td'] as const;

const OPTIONS: IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'hr', 'br', 'ul', 'ol', 'li', 'pre', 'code'],
    ...['strong', 'em', 's', 'a', 'table', 'thead', 'tbody', 'tr', ...CELLS],
  ],
  allowedAttributes: { a: ['href'], ol: ['start'], th: ['class'], td: ['class'] },
  allowedSchemes: ['https', 'mailto'],
  allowProtocolRelative: false,
  transformTags: {
    // A page has its own first heading.
    h1: 'h2',
    ...Object.fromEntries(CELLS.map((name) => [name, alignedCell])),
  },
};

const ALIGNED: Readonly<Record<string, string>> = { right: 'number', center: 'centred' };

/** How a Markdown table aligns a column arrives as a style, which pages do not allow. */
function alignedCell(tagName: string, { style = '' }: Readonly<Record<string, string>>) {
  const [, side = ''] = /^text-align: ?(\w+)$/.exec(style) ?? [];
  const name = ALIGNED[side];
  return { tagName, attribs: name === undefined ? {} : { class: name } } as {
    tagName: string;
    attribs: Record<string, string>;
  };
}
