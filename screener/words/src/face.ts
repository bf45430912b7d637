/** How one kind of output (a page, or plain text) spells what all of them say in the same words. */
export interface Face {
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
  percent: '%',
  to: '–',
  zero: '0',
  minus: '−',
  times: '×',
  atMost: '≤',
  dates: 'long',
};

/** Plain characters for programs, as documented for answers. */
export const TEXT: Face = {
  percent: ' %',
  to: ' to ',
  zero: null,
  minus: '-',
  times: 'x',
  atMost: '<=',
  dates: 'ISO',
};

/** Rewrites the signs in a formula or the text of a table as the face spells them. */
export function typeset(text: string, face: Face): string {
  return text
    .replaceAll(' %', face.percent)
    .replaceAll(' - ', ` ${face.minus} `)
    .replaceAll(' x ', ` ${face.times} `);
}
