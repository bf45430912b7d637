/** Shorter texts are looked for as whole words: they are parts of many others. */
const SHORT = 4;

/**
 * Whether a text, or a text or number anywhere in a JSON value, has this one in one of its usual spellings: without regard
 * to case, spaces and signs; an amount also with separators and zeros. It may find too much, and so withholds too much.
 * @example mentions({ memo: 'We pay 1,250.00 EUR' }, '1250') // true
 * @example mentions(['ACME Ltd.', 'rent'], 'acme-ltd') // true
 * @example mentions('invoice 12504', '1250') // false
 */
export function mentions(value: unknown, sought: string): boolean {
  if (typeof value === 'string' || typeof value === 'number') return textMentions(String(value), sought);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((member) => mentions(member, sought));
}

function textMentions(text: string, sought: string): boolean {
  const amount = /^(\d+)(?:\.(\d+))?$/.exec(sought);
  if (amount !== null) return amountPattern(amount[1] ?? '', amount[2] ?? '').test(text);
  const [plain, letters] = [plainly(sought), lettersOf(sought)];
  if (letters.length >= SHORT) return lettersOf(text).includes(letters);
  return plain !== '' && ` ${plainly(text)} `.includes(` ${plain} `);
}

function amountPattern(whole: string, decimals: string): RegExp {
  const digits = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, "[,.'’ \\u00a0\\u202f_]?");
  const kept = decimals.replace(/0+$/, '');
  const fraction = kept === '' ? '(?:[.,]0+)?' : `[.,]${kept}0*`;
  // INVARIANT: everything in it is digits, or written here.
  return new RegExp(`(?<!\\d|\\d[.,])0*${digits}${fraction}(?!\\d|[.,]\\d)`, 'u');
}

/** Words of letters and digits, with a space between them. */
function plainly(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function lettersOf(text: string): string {
  return plainly(text).replaceAll(' ', '');
}
