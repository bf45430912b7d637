/** How a person’s text was read as an amount. All amounts are in one spelling: digits, and a point before decimals. */
export type TypedAmount =
  | { readonly kind: 'empty' }
  | { readonly kind: 'amount'; readonly amount: string }
  /** It may be either of these, so the person is asked. */
  | { readonly kind: 'ambiguous'; readonly amounts: readonly [grouped: string, decimal: string] }
  | { readonly kind: 'other_currency'; readonly written: string }
  | { readonly kind: 'unread' };

interface Reading {
  /** ISO 4217; empty for an amount without a currency. */
  readonly currency: string;
  /** The most decimals that the amount may have. */
  readonly decimals: number;
}

const UNREAD: TypedAmount = { kind: 'unread' };
const MOST_CHARACTERS = 60;
/** Marks of direction, which come along when text is copied. */
const INVISIBLE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
/** The zeros of the decimal digits that people type: Arabic-Indic, Persian, Devanagari, full width. */
const ZEROS = [0x660, 0x6f0, 0x966, 0xff10];
const OTHER_DIGIT = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\uff10-\uff19]/g;
const SPACES = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/g;

/** What stands for a currency in writing, besides its code. */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  $: [
    ...['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'MXN', 'TWD', 'ARS', 'CLP', 'COP', 'BND', 'JMD', 'TTD'],
    ...['BBD', 'BSD', 'BZD', 'FJD', 'GYD', 'KYD', 'LRD', 'NAD', 'SBD', 'SRD', 'UYU', 'XCD', 'DOP', 'BMD'],
  ],
  US$: ['USD'],
  C$: ['CAD'],
  CA$: ['CAD'],
  A$: ['AUD'],
  HK$: ['HKD'],
  S$: ['SGD'],
  '€': ['EUR'],
  '£': ['GBP', 'EGP', 'LBP', 'SYP', 'SDG', 'GIP', 'FKP', 'SHP'],
  '¥': ['JPY', 'CNY'],
  '￥': ['JPY', 'CNY'],
  '₹': ['INR'],
  RS: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  '₩': ['KRW'],
  '₺': ['TRY'],
  '₽': ['RUB'],
  '₦': ['NGN'],
  '₱': ['PHP'],
  '฿': ['THB'],
  '₫': ['VND'],
  FR: ['CHF'],
  SFR: ['CHF'],
  '﷼': ['SAR', 'IRR', 'QAR', 'OMR', 'YER'],
  '\u20c1': ['SAR'],
  SR: ['SAR'],
  DHS: ['AED'],
  'ر.س': ['SAR'],
  'د.إ': ['AED'],
  'د.ك': ['KWD'],
  'د.ب': ['BHD'],
  'ر.ق': ['QAR'],
  'ر.ع': ['OMR'],
  'ج.م': ['EGP'],
  'د.أ': ['JOD'],
};

/**
 * Reads an amount as people type it: `$4,200.00`, `4.200,00`, `USD 4 200`, `4'200.-`, `12,34,567`, `٤٬٢٠٠٫٥٠`.
 *
 * - Of two different separators, the last one stands before the decimals. One that is repeated groups.
 * - A single `.` or `,` before exactly three digits may do either. It groups where the amount has at most two decimals,
 *   and nobody groups after a zero: in all other cases the text is ambiguous.
 *
 * INVARIANT: it does not know which amount is wanted, so that it cannot read a text into agreement. `decimals` may grow
 * with that amount, which can only make a text ambiguous.
 * @example readAmount('4.200,00', { currency: 'USD', decimals: 2 }) // { kind: 'amount', amount: '4200' }
 * @example readAmount('1.234', { currency: 'KWD', decimals: 3 }) // { kind: 'ambiguous', amounts: ['1234', '1.234'] }
 */
export function readAmount(typed: string, { currency, decimals }: Reading): TypedAmount {
  const text = plainDigits(typed).trim();
  if (text === '') return { kind: 'empty' };
  if (text.length > MOST_CHARACTERS) return UNREAD;
  const parts = /^([^\d]*?) ?(\d(?:.*\d)?(?:[.,]-?)?)[ ]?([^\d]*)$/u.exec(text.replace(/[–—−]/g, '-'));
  if (parts === null) return UNREAD;
  const [, before = '', figures = '', after = ''] = parts;
  const written = [before, after].map((one) => one.trim()).filter((one) => one !== '');
  if (written.some((one) => !isCurrencyLike(one))) return UNREAD;
  const other = written.find((one) => !standsFor(one, currency));
  if (other !== undefined) return { kind: 'other_currency', written: other };
  return readFigures(figures.replace(/[.,]-?$/, ''), decimals);
}

function plainDigits(typed: string): string {
  return typed
    .replace(INVISIBLE, '')
    .replace(OTHER_DIGIT, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = ZEROS.find((each) => code >= each && code <= each + 9) ?? code;
      return String(code - zero);
    })
    .replace(/[\u066c\u2019\u02bc\uff07]/g, "'")
    .replace(/[\u060c\uff0c]/g, ',')
    .replace(/\uff0e/g, '.')
    .replace(SPACES, ' ');
}

/** A code of three letters, or a sign. A minus, a plus or a percent sign is none. */
function isCurrencyLike(text: string): boolean {
  return /^[A-Za-z]{3}$/.test(text) || Object.hasOwn(SIGNS, signOf(text));
}

function standsFor(text: string, currency: string): boolean {
  if (text.toUpperCase() === currency) return true;
  const sign = signOf(text);
  return Object.hasOwn(SIGNS, sign) && SIGNS[sign]?.includes(currency) === true;
}

function signOf(text: string): string {
  return text.toUpperCase().replace(/\.$/, '');
}

const PLAIN = /^(\d+)(?:[.,\u066b](\d+))?$/;
/** Thousands by one mark, or by lakh and crore, then decimals after another mark. */
const GROUPED = /^(\d{1,3}(?:([ '.,])\d{3})(?:\2\d{3})*|\d{1,2}(?:,\d{2})+,\d{3})(?:([.,\u066b])(\d+))?$/;

function readFigures(text: string, decimals: number): TypedAmount {
  const grouped = GROUPED.exec(text);
  if (grouped !== null) {
    const [, whole = '', by = ',', point, fraction = ''] = grouped;
    if (point === by) return UNREAD;
    const isSingle = point === undefined && /^\d{1,3}[.,]\d{3}$/.test(whole);
    const asGrouped = inOneSpelling(whole.replaceAll(/\D/g, ''), fraction);
    if (!isSingle) return asGrouped === null ? UNREAD : { kind: 'amount', amount: asGrouped };
    const [head = '', tail = ''] = whole.split(by);
    const asDecimal = inOneSpelling(head, tail);
    // A group never begins with a zero.
    if (asGrouped === null) return asDecimal === null ? UNREAD : { kind: 'amount', amount: asDecimal };
    if (asDecimal === null || decimals < 3) return { kind: 'amount', amount: asGrouped };
    return { kind: 'ambiguous', amounts: [asGrouped, asDecimal] };
  }
  const [, whole, fraction = ''] = PLAIN.exec(text) ?? [];
  const amount = whole === undefined ? null : inOneSpelling(whole, fraction);
  return amount === null ? UNREAD : { kind: 'amount', amount };
}

/** Null for a number that begins with a zero, which nobody writes of money. */
function inOneSpelling(whole: string, fraction: string): string | null {
  if (!/^(0|[1-9]\d*)$/.test(whole)) return null;
  const kept = fraction.replace(/0+$/, '');
  return kept === '' ? whole : `${whole}.${kept}`;
}
