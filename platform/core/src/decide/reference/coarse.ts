import CONFUSABLES from 'unhomoglyph/data.json' with { type: 'json' };
import { withPlainDigits } from './digits.ts';

/**
 * Phonetic small capitals, which Unicode TS 39 keeps apart from the letters that they look like.
 */
const SMALL_CAPITALS = new Map(
  [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ'].map((letter, index) => [
    letter,
    'ABCDEFGHIJKLMNOPRSTUVWYZ'[index] ?? letter,
  ]),
);
/** Numbers that no normal form makes digits: first character, how many of them, and the value of the first. */
const NUMBERS: readonly (readonly [first: number, count: number, value: number])[] = [
  [0x1369, 9, 1],
  [0x24eb, 10, 11],
  [0x24f5, 10, 1],
  [0x24ff, 1, 0],
  [0x2776, 10, 1],
  [0x2780, 10, 1],
  [0x278a, 10, 1],
];
const HAN_DIGITS = '〇一二三四五六七八九';
/** One alone is also taken for a dash (TS 39). */
const HAN_NUMBER = /[〇零一二三四五六七八九]{2,}|[〇零二三四五六七八九]/gu;
/** What makes no difference to a reader in a hurry: accents, and letters that only change another one. */
const PASSED_OVER = /[\p{M}\p{Lm}]/gu;
const NOT_ASCII = /[^\p{ASCII}]/gu;
/** A number with a value of its own, or a Han word for tens and more beside a digit. */
const UNREAD = /[\p{Nl}\p{No}]|[0-9][十百千万萬億]|[十百千万萬億][0-9]/u;
const READABLE = /[\p{L}\p{N}]/u;
const ASCII = /^\p{ASCII}*$/u;

const TABLE: Readonly<Record<string, string>> = CONFUSABLES;

/**
 * A reference as it looks at a glance: one character for all that Unicode TS 39 calls confusable, numbers of every
 * kind as digits, no accents. References that differ may be alike in it, so it decides only what a person is asked.
 * @example coarse('\u026an\u1d20-9\u24ff\u24ff') // 'INV-900'
 * @example coarse('INV-900') // 'INV-900'
 */
export function coarse(text: string): string {
  if (ASCII.test(text)) return text;
  const counted = withPlainDigits([...text].map(numberOf).join('').replace(HAN_NUMBER, hanDigits));
  const plain = looked(looked(counted).normalize('NFKC').normalize('NFD')).toUpperCase();
  return looked(plain.normalize('NFD')).replace(PASSED_OVER, '').normalize('NFKC').toUpperCase();
}

/**
 * Whether a reference has a number whose value is not known here, or nothing that is seen at a glance, so that it
 * cannot be compared.
 * @example isUnread('INV-\u137b') // true
 */
export function isUnread(text: string): boolean {
  const seen = coarse(text);
  return UNREAD.test(seen) || !READABLE.test(seen);
}

function looked(text: string): string {
  return text.replace(NOT_ASCII, (letter) => SMALL_CAPITALS.get(letter) ?? TABLE[letter] ?? letter);
}

function numberOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const range = NUMBERS.find(([first, count]) => code >= first && code < first + count);
  return range === undefined ? character : String(code - range[0] + range[2]);
}

function hanDigits(run: string): string {
  return [...run].map((digit) => (digit === '零' ? '0' : String(HAN_DIGITS.indexOf(digit)))).join('');
}
