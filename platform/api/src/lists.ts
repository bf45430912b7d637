import { Type } from 'typebox';

/** The most entries that one page of a list may have. */
export const MAX_LIMIT = 1_000;
export const DEFAULT_LIMIT = 100;

export const Limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_LIMIT,
    description: `Maximum number of results. Default ${DEFAULT_LIMIT}; of mandates, ${MAX_LIMIT}.`,
  }),
);

/** Where a page of a list begins: an instant and an id, taken from the previous page's header `Link`. */
export const Cursor = Type.Optional(
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z~[a-z]+_[A-Za-z0-9_-]{1,64}$',
    description: 'Continues a list: take it from the header `Link` of the page before.',
  }),
);

/** The sentence about pages in the description of every list. */
export const PAGED =
  'If there are more, the header `Link` leads to the next page (`rel="next"`). A page may be shorter than its limit.';
