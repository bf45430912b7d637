/** Which sign separates decimals in a text: people and brokers write `1,234.5` and `1.234,5`. */
export type DecimalSign = '.' | ',';

/** A number, with the currency that stands at it; null where none stands there. */
interface TypedNumber {
  /** A plain decimal: `-1234.5`. */
  readonly number: string;
  readonly currency: string | null;
}

const SIGNS: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };
const SIGN = /[$€£¥]/;
const CODE = /\b[A-Z]{3}\b/;
const NUMBER = /^[+-]?(?:\d[\d.,' \u00a0\u202f’]*|[.,]\d+)$/;
const GROUP_SIGNS = /[' \u00a0\u202f’]/g;
/** More digits than any position has. */
const MOST_CHARACTERS = 30;

/**
 * Returns the number in a cell or at the end of a line as people and brokers write it; null for anything else, such as
 * `--` or `n/a`. A number in brackets is negative.
 * @example typedNumber('$10,379.20', '.') // { number: '10379.20', currency: 'USD' }
 * @example typedNumber('(34,56 EUR)', ',') // { number: '-34.56', currency: 'EUR' }
 * @example typedNumber('--', '.') // null
 */
export function typedNumber(cell: string, decimal: DecimalSign): TypedNumber | null {
  const text = cell.trim();
  if (text === '' || text.length > MOST_CHARACTERS) return null;
  const inBrackets = text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1) : undefined;
  const bare = inBrackets ?? text;
  const currency = SIGNS[SIGN.exec(bare)?.[0] ?? ''] ?? CODE.exec(bare)?.[0] ?? null;
  const digits = bare.replace(SIGN, '').replace(CODE, '').trim().replace(/^\+/, '').replace(/^−/, '-');
  if (!NUMBER.test(digits)) return null;
  const plain = withoutGroups(digits.replace(GROUP_SIGNS, ''), decimal);
  if (plain === null) return null;
  return { number: inBrackets === undefined || plain.startsWith('-') ? plain : `-${plain}`, currency };
}

/** Null if the signs between digits are neither groups of three nor one decimal sign. */
function withoutGroups(digits: string, decimal: DecimalSign): string | null {
  const group = decimal === '.' ? ',' : '.';
  const [whole = '', fraction, ...more] = digits.split(decimal);
  if (more.length > 0 || fraction?.includes(group) === true) return null;
  const grouped = whole.split(group);
  if (grouped.length > 1 && !grouped.slice(1).every((part) => part.length === 3)) return null;
  const plain = grouped.join('').replace(/^(-?)0+(?=\d)/, '$1');
  const isEmpty = plain === '' || plain === '-';
  return `${isEmpty ? `${plain}0` : plain}${fraction === undefined || fraction === '' ? '' : `.${fraction}`}`;
}

const COMMA_DECIMAL = /\d,\d{1,2}(?!\d)|\d,\d{4,}|\.\d{3},\d/;
const POINT_DECIMAL = /\d\.\d{1,2}(?!\d)|\d\.\d{4,}|,\d{3}\.\d/;

/** Returns the decimal sign of a text, from numbers that can be read in one way only; the point where none says. */
export function decimalSignOf(cells: Iterable<string>): DecimalSign {
  let commas = 0;
  let points = 0;
  for (const cell of cells) {
    if (cell.length > MOST_CHARACTERS || !hasNoWord(cell)) continue;
    if (POINT_DECIMAL.test(cell)) points += 1;
    else if (COMMA_DECIMAL.test(cell)) commas += 1;
  }
  return commas > points ? ',' : '.';
}

/** Whether the only letters of a cell are the code of a currency. */
function hasNoWord(cell: string): boolean {
  const [letters, more] = cell.match(/[A-Za-z]+/g) ?? [];
  return letters === undefined || (more === undefined && /^[A-Z]{3}$/.test(letters));
}
