import type { Language } from './language.ts';

/** How one kind of output (a page, or plain text) spells what all of them say in the same words. */
export interface Face {
  readonly language: Language;
  /** Follows the number of a percentage. */
  readonly percent: '%' | ' %';
  /** Joins the two ends of a range. */
  readonly to: string;
  /** The low end of a range that starts at zero; null where such a range is written `at most`. */
  readonly zero: string | null;
  readonly minus: string;
  readonly times: string;
  readonly atMost: string;
  readonly dates: 'ISO' | 'long';
}

export const PAGE: Face = {
  language: 'en',
  percent: '%',
  to: '–',
  zero: '0',
  minus: '−',
  times: '×',
  atMost: '≤',
  dates: 'long',
};

/** The face of pages in each language. */
export const PAGES: Readonly<Record<Language, Face>> = { en: PAGE, ar: { ...PAGE, language: 'ar' } };

/** Plain characters for programs, as documented for answers. */
export const TEXT: Face = {
  language: 'en',
  percent: ' %',
  to: ' to ',
  zero: null,
  minus: '-',
  times: 'x',
  atMost: '<=',
  dates: 'ISO',
};

/** The face of mails and feeds in each language. */
export const TEXTS: Readonly<Record<Language, Face>> = { en: TEXT, ar: { ...TEXT, language: 'ar' } };

/** Rewrites the signs in a formula or the text of a table as the face spells them. */
export function typeset(text: string, face: Face): string {
  return text
    .replaceAll(' %', face.percent)
    .replaceAll(' - ', ` ${face.minus} `)
    .replaceAll(' x ', ` ${face.times} `);
}
