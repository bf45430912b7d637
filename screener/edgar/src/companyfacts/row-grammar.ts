/**
 * One fact row exactly as data.sec.gov writes it, without white space:
 *
 *     {"start":"2023-10-01","end":"2023-12-30","val":-1.5,"accn":"0000320193-24-000006","fy":2024,"fp":"Q1",
 *      "form":"10-Q","filed":"2024-02-02","frame":"CY2023Q4"}
 *
 * `start` and `frame` may be missing, `fy` may be any number or null, `fp` any plain text or null.
 *
 * The offset after the row that begins at `at`, or -1 for any other text. Every byte is checked, so that what passes
 * is valid JSON with just these members. `view` is over the same bytes.
 *
 * The parts of fixed length are compared four bytes at a time without branching: each comparison leaves bits where
 * the text differs, and only their union is looked at. That is what makes checking every row affordable.
 */
export function endOfRow(bytes: Uint8Array, view: DataView, at: number): number {
  const limit = bytes.length;
  const isDuration = bytes[at + 2] === LETTER_S;
  const valueAt = at + (isDuration ? DURATION_LENGTH : INSTANT_LENGTH);
  if (valueAt > limit || (isDuration ? durationDiffers(view, at) : instantDiffers(view, at)) !== 0) return -1;
  const valueEnd = endOfNumber(bytes, view, valueAt);
  if (valueEnd < 0 || valueEnd + FILING_LENGTH > limit || filingDiffers(view, valueEnd) !== 0) return -1;
  const formAt = endOfFiscalPeriod(bytes, view, valueEnd + FILING_LENGTH);
  const formEnd = formAt < 0 ? -1 : endOfPlainText(bytes, formAt);
  if (formEnd < 0 || formEnd + FILED_LENGTH > limit || filedDiffers(view, formEnd) !== 0) return -1;
  const filedEnd = formEnd + FILED_LENGTH;
  return bytes[filedEnd] === CLOSE_BRACE ? filedEnd + 1 : endOfFrame(bytes, view, filedEnd);
}

/** Lengths of a row's fixed parts: from them a reader of a checked row finds each value. */
export const DURATION_LENGTH = '{"start":"2023-10-01","end":"2023-12-30","val":'.length;
export const INSTANT_LENGTH = '{"end":"2023-12-30","val":'.length;
export const FILING_LENGTH = ',"accn":"0000320193-24-000006","fy":'.length;
const FISCAL_PERIOD_LENGTH = '2024,"fp":"Q1","form":"'.length;
const FRAME_START_LENGTH = ',"frame":"'.length;
const FRAME_YEAR_LENGTH = 'CY2023'.length;
const FILED_LENGTH = '","filed":"2024-02-02"'.length;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const CLOSE_BRACE = 0x7d;
const LETTER_Q = 0x51;
const LETTER_S = 0x73;

const BRACE_QUOTE_ST = word('{"st');
const ART_QUOTE = word('art"');
const T_QUOTE_COLON_QUOTE = word('t":"');
const QUOTE_COMMA_QUOTE_E = word('","e');
const ND_QUOTE_COLON = word('nd":');
const D_QUOTE_COLON_QUOTE = word('d":"');
const QUOTE_COMMA_QUOTE_V = word('","v');
const AL_QUOTE_COLON = word('al":');
const BRACE_QUOTE_EN = word('{"en');
const COMMA_QUOTE_AC = word(',"ac');
const CN_QUOTE_COLON = word('cn":');
const N_QUOTE_COLON_QUOTE = word('n":"');
const QUOTE_COMMA_QUOTE_F = word('","f');
const FY_QUOTE_COLON = word('fy":');
const ILED = word('iled');
const COMMA_QUOTE_FP = word(',"fp');
const P_QUOTE_COLON_QUOTE = word('p":"');
const COMMA_QUOTE_FR = word(',"fr');
const AME_QUOTE = word('ame"');
const E_QUOTE_COLON_QUOTE = word('e":"');
const ORM_QUOTE = word('orm"');
const M_QUOTE_COLON_QUOTE = word('m":"');
const HIGHEST_BITS = 0x80808080;
const DIGITS = word('0000');
const NOT_DIGITS = 0x76767676;
const DIGITS_MINUS_DIGIT = word('00-0');
const NOT_DIGITS_MINUS_DIGIT = 0x767f7676;
const DIGIT_MINUS_DIGITS = word('0-00');
const NOT_DIGIT_MINUS_DIGITS = 0x76767f76;
const CALENDAR_YEAR = word('CY00');
const NOT_CALENDAR_YEAR = 0x76767f7f;
const MONTH = word('-00-');
const NOT_MONTH = 0x7f76767f;
const TWO_DIGITS = word('00\0\0');
const NOT_TWO_DIGITS = 0x7676;
const PERIOD_FY = word('FY\0\0');

/** `{"start":"0000-00-00","end":"0000-00-00","val":` */
function durationDiffers(view: DataView, at: number): number {
  return (
    (view.getInt32(at, true) ^ BRACE_QUOTE_ST) |
    (view.getInt32(at + 4, true) ^ ART_QUOTE) |
    (view.getInt32(at + 6, true) ^ T_QUOTE_COLON_QUOTE) |
    dateDiffers(view, at + 10) |
    (view.getInt32(at + 20, true) ^ QUOTE_COMMA_QUOTE_E) |
    (view.getInt32(at + 24, true) ^ ND_QUOTE_COLON) |
    (view.getInt32(at + 25, true) ^ D_QUOTE_COLON_QUOTE) |
    dateDiffers(view, at + 29) |
    (view.getInt32(at + 39, true) ^ QUOTE_COMMA_QUOTE_V) |
    (view.getInt32(at + 43, true) ^ AL_QUOTE_COLON)
  );
}

/** `{"end":"0000-00-00","val":` */
function instantDiffers(view: DataView, at: number): number {
  return (
    (view.getInt32(at, true) ^ BRACE_QUOTE_EN) |
    (view.getInt32(at + 4, true) ^ D_QUOTE_COLON_QUOTE) |
    dateDiffers(view, at + 8) |
    (view.getInt32(at + 18, true) ^ QUOTE_COMMA_QUOTE_V) |
    (view.getInt32(at + 22, true) ^ AL_QUOTE_COLON)
  );
}

/** `,"accn":"0000000000-00-000000","fy":` */
function filingDiffers(view: DataView, at: number): number {
  return (
    (view.getInt32(at, true) ^ COMMA_QUOTE_AC) |
    (view.getInt32(at + 4, true) ^ CN_QUOTE_COLON) |
    (view.getInt32(at + 5, true) ^ N_QUOTE_COLON_QUOTE) |
    accessionDiffers(view, at + 9) |
    (view.getInt32(at + 29, true) ^ QUOTE_COMMA_QUOTE_F) |
    (view.getInt32(at + 32, true) ^ FY_QUOTE_COLON)
  );
}

/** `0000000000-00-000000` */
function accessionDiffers(view: DataView, at: number): number {
  const first = view.getInt32(at, true) ^ DIGITS;
  const second = view.getInt32(at + 4, true) ^ DIGITS;
  const third = view.getInt32(at + 8, true) ^ DIGITS_MINUS_DIGIT;
  const fourth = view.getInt32(at + 12, true) ^ DIGIT_MINUS_DIGITS;
  const fifth = view.getInt32(at + 16, true) ^ DIGITS;
  const agent = first | (first + NOT_DIGITS) | second | (second + NOT_DIGITS);
  const year = third | (third + NOT_DIGITS_MINUS_DIGIT) | fourth | (fourth + NOT_DIGIT_MINUS_DIGITS);
  return (agent | year | fifth | (fifth + NOT_DIGITS)) & HIGHEST_BITS;
}

/** `","filed":"0000-00-00"` */
function filedDiffers(view: DataView, at: number): number {
  return (
    (view.getInt32(at, true) ^ QUOTE_COMMA_QUOTE_F) |
    (view.getInt32(at + 4, true) ^ ILED) |
    (view.getInt32(at + 7, true) ^ D_QUOTE_COLON_QUOTE) |
    dateDiffers(view, at + 11) |
    (view.getUint8(at + 21) ^ QUOTE)
  );
}

/** `0000,"fp":"..","form":"` */
function fiscalPeriodDiffers(view: DataView, at: number): number {
  return (
    digitsDiffer(view.getInt32(at, true) ^ DIGITS, NOT_DIGITS) |
    (view.getInt32(at + 4, true) ^ COMMA_QUOTE_FP) |
    (view.getInt32(at + 7, true) ^ P_QUOTE_COLON_QUOTE) |
    (view.getInt32(at + 13, true) ^ QUOTE_COMMA_QUOTE_F) |
    (view.getInt32(at + 17, true) ^ ORM_QUOTE) |
    (view.getInt32(at + 19, true) ^ M_QUOTE_COLON_QUOTE)
  );
}

/** `,"frame":"` */
function frameStartDiffers(view: DataView, at: number): number {
  return (
    (view.getInt32(at, true) ^ COMMA_QUOTE_FR) |
    (view.getInt32(at + 4, true) ^ AME_QUOTE) |
    (view.getInt32(at + 6, true) ^ E_QUOTE_COLON_QUOTE)
  );
}

/** `CY0000` */
function frameYearDiffers(view: DataView, at: number): number {
  return (
    digitsDiffer(view.getInt32(at, true) ^ CALENDAR_YEAR, NOT_CALENDAR_YEAR) |
    digitsDiffer(view.getUint16(at + 4, true) ^ TWO_DIGITS, NOT_TWO_DIGITS)
  );
}

/** `0000-00-00` */
function dateDiffers(view: DataView, at: number): number {
  const year = view.getInt32(at, true) ^ DIGITS;
  const month = view.getInt32(at + 4, true) ^ MONTH;
  const day = view.getUint16(at + 8, true) ^ TWO_DIGITS;
  return (
    (year | (year + NOT_DIGITS) | month | (month + NOT_MONTH) | day | (day + NOT_TWO_DIGITS)) & HIGHEST_BITS
  );
}

/**
 * `difference` is four bytes XORed with the text expected there, `0` standing for any digit: right is a byte below
 * 10 for a digit, and zero for another character. `slack` carries every other byte into its highest bit.
 */
function digitsDiffer(difference: number, slack: number): number {
  return (difference | (difference + slack)) & HIGHEST_BITS;
}

/** `2024,"fp":"Q1","form":"` : the offset after it, or -1. */
export function endOfFiscalPeriod(bytes: Uint8Array, view: DataView, at: number): number {
  const end = at + FISCAL_PERIOD_LENGTH;
  if (end <= bytes.length && fiscalPeriodDiffers(view, at) === 0 && bytes[at] !== ZERO) {
    const period = view.getUint16(at + 11, true);
    if (period === PERIOD_FY || ((period & 0xff) === LETTER_Q && isDigit(period >>> 8))) return end;
  }
  return endOfUnusualFiscalPeriod(bytes, view, at);
}

/** `null,"fp":null,"form":"`, `0,"fp":"","form":"` and the like. */
function endOfUnusualFiscalPeriod(bytes: Uint8Array, view: DataView, at: number): number {
  const yearEnd = hasText(bytes, at, 'null') ? at + 4 : endOfNumber(bytes, view, at);
  if (yearEnd < 0 || !hasText(bytes, yearEnd, ',"fp":')) return -1;
  const periodAt = yearEnd + ',"fp":'.length;
  if (hasText(bytes, periodAt, 'null,"form":"')) return periodAt + 'null,"form":"'.length;
  const periodEnd = bytes[periodAt] === QUOTE ? endOfPlainText(bytes, periodAt + 1) : -1;
  return periodEnd >= 0 && hasText(bytes, periodEnd, '","form":"') ? periodEnd + '","form":"'.length : -1;
}

/** `,"frame":"CY2023Q4I"}` : the offset after it, or -1. */
function endOfFrame(bytes: Uint8Array, view: DataView, at: number): number {
  const frameAt = at + FRAME_START_LENGTH;
  const yearEnd = frameAt + FRAME_YEAR_LENGTH;
  if (frameAt > bytes.length || frameStartDiffers(view, at) !== 0) return -1;
  const hasYear = yearEnd <= bytes.length && frameYearDiffers(view, frameAt) === 0;
  const end = endOfPlainText(bytes, hasYear ? yearEnd : frameAt);
  return end >= 0 && bytes[end + 1] === CLOSE_BRACE ? end + 2 : -1;
}

/** The offset after a JSON number at `at`, or -1. */
function endOfNumber(bytes: Uint8Array, view: DataView, at: number): number {
  let next = bytes[at] === MINUS ? at + 1 : at;
  const first = bytes[next] ?? 0;
  if (!isDigit(first)) return -1;
  next += 1;
  if (first !== ZERO) {
    const limit = bytes.length - 4;
    while (next <= limit && digitsDiffer(view.getInt32(next, true) ^ DIGITS, NOT_DIGITS) === 0) next += 4;
    next = endOfDigits(bytes, next);
  }
  const after = bytes[next] ?? 0;
  return after === POINT || (after | 0x20) === 0x65 ? endOfFraction(bytes, next) : next;
}

/** `.5`, `e-3` or `.5E+3` : the offset after it, or -1. */
function endOfFraction(bytes: Uint8Array, at: number): number {
  let next = at;
  if (bytes[next] === POINT) {
    next = endOfDigits(bytes, at + 1);
    if (next === at + 1) return -1;
  }
  if (((bytes[next] ?? 0) | 0x20) !== 0x65) return next;
  const sign = bytes[next + 1];
  const exponent = sign === PLUS || sign === MINUS ? next + 2 : next + 1;
  next = endOfDigits(bytes, exponent);
  return next === exponent ? -1 : next;
}

function endOfDigits(bytes: Uint8Array, at: number): number {
  let next = at;
  while (isDigit(bytes[next] ?? 0)) next += 1;
  return next;
}

function isDigit(byte: number): boolean {
  return byte >= ZERO && byte <= NINE;
}

/** The offset of the quote that ends a string of printable ASCII without escapes, or -1. */
function endOfPlainText(bytes: Uint8Array, at: number): number {
  let next = at;
  for (;;) {
    const byte = bytes[next] ?? 0;
    if (byte === QUOTE) return next;
    if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return -1;
    next += 1;
  }
}

/** True when the ASCII `text` stands at `at`. */
export function hasText(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    if (bytes[at + index] !== text.charCodeAt(index)) return false;
  }
  return true;
}

/** Four ASCII characters as `DataView.getInt32(at, true)` reads them. */
function word(text: string): number {
  return new DataView(Uint8Array.from(text, (character) => character.charCodeAt(0)).buffer).getInt32(0, true);
}
