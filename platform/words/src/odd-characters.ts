import { printable } from '@platform/core/verify/report-html';

/** A part of a text: either unchanged, or the words for one character that is not what it seems. */
interface SeenPart {
  readonly isOdd: boolean;
  readonly text: string;
}

/**
 * Letters of other scripts that look like a Latin one (Unicode TR 39, confusables: those of common fonts).
 */
const LOOK_ALIKES =
  /[\u0131\u0251\u0261\u1d00-\u1d2b\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b9\u03bd\u03bf\u03c1\u03c5\u03f2\u03f3\u0405\u0406\u0408\u0410\u0412\u0415\u041a\u041c-\u041e\u0420-\u0422\u0425\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0455\u0456\u0458\u04ae\u04af\u04bb\u04c0\u04cf\u0501\u051b\u051d\u0578\u057d\u0585\u0570]/u;

const SCRIPTS = ['Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Hebrew', 'Arabic', 'Han'] as const;
const OF_SCRIPT = SCRIPTS.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const);
const LATIN = /\p{Script=Latin}/u;
const OTHER_LETTER = /(?!\p{Script=Latin})[\p{L}\p{Mn}]/u;
/** An unbroken run of letters and digits. Scripts can be mixed only within one. */
const WORDS = /([\p{L}\p{M}\p{N}\p{Cf}_]+)/u;

/**
 * Splits a text into parts. A character is a part of its own if it is invisible, if it looks like a Latin
 * letter or an ASCII sign, or if it belongs to another script within a word of Latin letters.
 */
export function seenParts(text: string): readonly SeenPart[] {
  const parts: SeenPart[] = [];
  for (const word of text.split(WORDS)) {
    const isMixed = LATIN.test(word);
    for (const character of word) {
      const name = oddName(character, isMixed);
      const last = parts.at(-1);
      if (name !== null) parts.push({ isOdd: true, text: name });
      else if (last === undefined || last.isOdd) parts.push({ isOdd: false, text: character });
      else parts[parts.length - 1] = { isOdd: false, text: last.text + character };
    }
  }
  return parts;
}

export function hasOddCharacter(text: string): boolean {
  return seenParts(text).some(({ isOdd }) => isOdd);
}

function oddName(character: string, isMixed: boolean): string | null {
  const code = character.codePointAt(0) ?? 0;
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  if (printable(character) !== character) return `invisible ${point}`;
  if (code < 0x80) return null;
  const [script] = OF_SCRIPT.find(([, pattern]) => pattern.test(character)) ?? ['not plain'];
  const plain = character.normalize('NFKC');
  const poses = LOOK_ALIKES.test(character) || (plain !== character && /^[\x20-\x7e]+$/.test(plain));
  return poses || (isMixed && OTHER_LETTER.test(character)) ? `${character} ${script} ${point}` : null;
}
