/** How a face spells what every face says in the same words. */
export interface Face {
  /** What follows the number of a percentage. */
  readonly percent: '%' | ' %';
  /** Between the ends of a range. */
  readonly to: string;
  /** The low end of a range from nothing up; null where `at most` says it. */
  readonly zero: string | null;
  readonly minus: string;
  readonly times: string;
  readonly atMost: string;
  readonly dates: 'ISO' | 'long';
  /** Whether its reader can run the commands that fetch what is missing. */
  readonly namesCommands: boolean;
}

export const PAGE: Face = {
  percent: '%',
  to: '–',
  zero: '0',
  minus: '−',
  times: '×',
  atMost: '≤',
  dates: 'long',
  namesCommands: false,
};

/** Plain characters, for programs: the spelling of answers. */
export const TEXT: Face = {
  percent: ' %',
  to: ' to ',
  zero: null,
  minus: '-',
  times: 'x',
  atMost: '<=',
  dates: 'ISO',
  namesCommands: true,
};

/** A formula, or the text of a table, with the signs of a face. */
export function typeset(text: string, face: Face): string {
  return text
    .replaceAll(' %', face.percent)
    .replaceAll(' - ', ` ${face.minus} `)
    .replaceAll(' x ', ` ${face.times} `);
}
