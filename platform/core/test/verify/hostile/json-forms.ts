import type { Receipt } from '../../../src/objects/receipt.ts';
import type { Random } from './random.ts';

/** One receipt in other JSON texts: some of the same value, some of another, some of none or of two. */
type Form = (text: string, receipt: Receipt, random: Random) => string;

const escaped = (text: string) =>
  [...text].map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');

/** Replaces one of the matches. */
function oneOf(text: string, pattern: RegExp, random: Random, replace: (match: string) => string): string {
  const matches = [...text.matchAll(pattern)];
  const match = random.pick(matches);
  return text.slice(0, match.index) + replace(match[0]) + text.slice(match.index + match[0].length);
}

const STRING = /"[A-Za-z0-9_.:-]+"/g;
const NUMBER = /(?<=:)\d+(?=[,}])/g;

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

export const SAME_VALUE: Readonly<Record<string, Form>> = {
  'spaces and line breaks': (_, receipt, random) =>
    JSON.stringify(receipt, null, random.pick([1, 4, '\t', ' \r\n'])),
  'space around it': (text, _, random) =>
    `${random.pick([' ', '\n\n', '\t'])}${text}${random.pick(['', '\r\n', ' '])}`,
  'members in another order': (_, receipt) => JSON.stringify(reversed(receipt)),
  'a name or text in escapes': (text, _, random) =>
    oneOf(text, STRING, random, (word) => `"${escaped(word.slice(1, -1))}"`),
  'an escaped slash': (text, _, random) => oneOf(text, /\//g, random, () => '\\/'),
  'a whole number with a fraction of zero': (text, _, random) =>
    oneOf(text, NUMBER, random, (number) => `${number}.0`),
  'a number with an exponent': (text, _, random) => oneOf(text, NUMBER, random, (number) => `${number}E+0`),
};

export const OTHER_TEXTS: Readonly<Record<string, Form>> = {
  'a byte order mark': (text) => `\ufeff${text}`,
  'a number with a leading zero': (text, _, random) => oneOf(text, NUMBER, random, (number) => `0${number}`),
  'a number with a sign': (text, _, random) => oneOf(text, NUMBER, random, (number) => `+${number}`),
  'minus zero': (text, _, random) => oneOf(text, NUMBER, random, () => '-0'),
  'a number in hexadecimal': (text, _, random) => oneOf(text, NUMBER, random, (number) => `0x${number}`),
  'a number as text': (text, _, random) => oneOf(text, NUMBER, random, (number) => `"${number}"`),
  'a number that no double keeps': (text, _, random) =>
    oneOf(text, NUMBER, random, () =>
      random.pick(['9007199254740993', '1e400', '1.0000000000000000001', '1e-400']),
    ),
  'not a number': (text, _, random) =>
    oneOf(text, NUMBER, random, () => random.pick(['NaN', 'Infinity', 'undefined'])),
  'half a surrogate pair': (text, _, random) =>
    oneOf(text, STRING, random, (word) => `${word.slice(0, -1)}\\ud800"`),
  'an escape that does not exist': (text, _, random) =>
    oneOf(
      text,
      STRING,
      random,
      (word) => `"\\${random.pick(['x', 'a', '0', 'U0041', 'u00'])}${word.slice(1)}`,
    ),
  'a control character': (text, _, random) =>
    oneOf(text, STRING, random, (word) => `"${random.pick(['\u0000', '\n', '\u001f'])}${word.slice(1)}`),
  'an invisible character': (text, _, random) =>
    oneOf(
      text,
      STRING,
      random,
      (word) => `${word.slice(0, -1)}${random.pick(['\u200b', '\u202e', '\u00ad'])}"`,
    ),
  'letters that look alike': (text, _, random) =>
    oneOf(text, /"[^"]*a[^"]*"/g, random, (word) => word.replace('a', 'а')),
  'single quotes': (text, _, random) => oneOf(text, STRING, random, (word) => `'${word.slice(1, -1)}'`),
  'a comment': (text, _, random) => oneOf(text, /,/g, random, () => random.pick([',/* */', ',//\n', ',#\n'])),
  'a comma too many': (text, _, random) => oneOf(text, /[}\]]/g, random, (bracket) => `,${bracket}`),
  'a colon too few': (text, _, random) => oneOf(text, /(?<="):/g, random, () => ' '),
  'no end': (text, _, random) => text.slice(0, -1 - random.below(text.length - 1)),
  'more after its end': (text, _, random) =>
    text + random.pick(['{}', ',', '\u0000', '\u00a0', 'null', text]),
  'in a list': (text) => `[${text}]`,
  'as a text': (text) => JSON.stringify(text),
  'two receipts': (text) => `{"a":${text},"b":${text}}`,
  'deep nesting': (text, _, random) => {
    const depth = random.pick([58, 64, 65, 1_000, 100_000]);
    return text.replace(/}$/, `,"x":${'['.repeat(depth)}${']'.repeat(depth)}}`);
  },
  'a huge text': (text, _, random) =>
    random.pick([`${text}${' '.repeat(1_048_576)}`, text.replace('{', `{"x":"${'y'.repeat(600_000)}",`)]),
  'a key of every object': (text, _, random) =>
    text.replace(
      '{',
      `{"${random.pick(['__proto__', 'constructor', '\\u005f_proto__', 'hasOwnProperty'])}":{},`,
    ),
  'its first member twice': (text, receipt) => text.replace('{', `{"type":${JSON.stringify(receipt.type)},`),
  'a member twice, once in escapes': (text, receipt) =>
    text.replace('{', `{"\\u0074ype":${JSON.stringify(receipt.type)},`),
};
