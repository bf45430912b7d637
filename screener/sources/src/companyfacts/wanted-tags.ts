import { isAscii, isUtf8 } from 'node:buffer';
import type { WantedTags } from '@screener/engine/stored-tags';

/** Any JSON string. */
const TEXT = String.raw`"[^"\\\x00-\x1f]*(?:\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})[^"\\\x00-\x1f]*)*"`;
/** A name without escapes. A colon in it would make it unclear where the namespace of a qualified tag ends. */
const NAME = String.raw`"([A-Za-z][\w.-]*)"`;
const LIST_START = String.raw`"[A-Za-z][^"\\\x00-\x1f]*":\[`;

const HEAD = new RegExp(String.raw`^\{"cik":"?\d+"?,"entityName":${TEXT},"facts":\{`);
const NAMESPACE = new RegExp(String.raw`^${NAME}:\{`);
const TAG = new RegExp(
  String.raw`^${NAME}:\{"label":(?:null|${TEXT}),"description":(?:null|${TEXT}),"units":(\{${LIST_START})`,
);
const NEXT_LIST = new RegExp(`^${LIST_START}`);
/** How many bytes are searched for a pattern, first and at most: some descriptions are long. */
const LENGTHS = [1024, 65_536];

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

/**
 * The document of a companyfacts file with only the `wanted` qualified tags, and only their units; other tags are
 * skipped. Null for bytes in any other layout than that of data.sec.gov (no white space, members in the usual order),
 * and where a namespace or a wanted tag appears twice: only a full parse can judge these.
 *
 * INVARIANT: for a JSON file, this gives the wanted tags exactly as a full parse does. A list ends at the first `]`
 * after its `[`, if no other `[` comes before it. That `]` cannot lie inside a string: what must follow it here is the
 * end of the file, or a quote and then a letter, and no letter follows the closing quote of a string in JSON. For rows
 * of other tags it only checks that the last one ends. Damage inside one tag changes nothing that is read; damage that
 * spans tags can hide those in between, so the bytes must be vouched for by a checksum.
 */
export function parseWantedTags(
  bytes: Uint8Array,
  wanted: WantedTags,
): Readonly<Record<string, unknown>> | null {
  if (!isUtf8(bytes)) return null;
  try {
    return new TagHopper(bytes, wanted).document();
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

class TagHopper {
  readonly #bytes: Buffer;
  readonly #wanted: WantedTags;
  #at = 0;

  constructor(bytes: Uint8Array, wanted: WantedTags) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#wanted = wanted;
  }

  document(): Readonly<Record<string, unknown>> | null {
    if (this.#take(HEAD) === null) return null;
    const head = JSON.parse(`${this.#text(0, this.#at)}}}`);
    const facts: Record<string, unknown> = {};
    do {
      const namespace = this.#take(NAMESPACE)?.[1];
      if (namespace === undefined || Object.hasOwn(facts, namespace)) return null;
      const tags = this.#tags(namespace);
      if (tags === null) return null;
      facts[namespace] = tags;
    } while (this.#takes(COMMA));
    const isWhole = this.#takes(CLOSE_BRACE) && this.#takes(CLOSE_BRACE) && this.#at === this.#bytes.length;
    return isWhole ? { ...head, facts } : null;
  }

  #tags(namespace: string): Readonly<Record<string, unknown>> | null {
    const tags: Record<string, unknown> = {};
    do {
      const [, name, unitsStart] = this.#take(TAG) ?? [];
      if (name === undefined || unitsStart === undefined) return null;
      const start = this.#at - unitsStart.length;
      if (!this.#hopLists()) return null;
      const end = this.#at;
      if (!this.#takes(CLOSE_BRACE)) return null;
      const qualified = `${namespace}:${name}`;
      if (!this.#wanted.describing.has(qualified) && !this.#wanted.further.has(qualified)) continue;
      if (Object.hasOwn(tags, name)) return null;
      tags[name] = { units: JSON.parse(this.#text(start, end)) };
    } while (this.#takes(COMMA));
    return this.#takes(CLOSE_BRACE) ? tags : null;
  }

  /** Moves from inside the first list of a tag to just after its units. */
  #hopLists(): boolean {
    for (;;) {
      const close = this.#bytes.indexOf(CLOSE_BRACKET, this.#at);
      const open = this.#bytes.indexOf(OPEN_BRACKET, this.#at);
      if (this.#bytes[close - 1] !== CLOSE_BRACE || (open >= 0 && open < close)) return false;
      this.#at = close + 1;
      if (!this.#takes(COMMA)) return this.#takes(CLOSE_BRACE);
      if (this.#take(NEXT_LIST) === null) return false;
    }
  }

  /** An ASCII string is made, and parsed, faster as Latin-1. */
  #text(start: number, end: number): string {
    const isPlain = isAscii(this.#bytes.subarray(start, end));
    return this.#bytes.toString(isPlain ? 'latin1' : 'utf8', start, end);
  }

  /** Moves past what the pattern matches. One byte is one character, so lengths are in bytes. */
  #take(pattern: RegExp): RegExpExecArray | null {
    for (const length of LENGTHS) {
      const match = pattern.exec(this.#bytes.toString('latin1', this.#at, this.#at + length));
      if (match === null) continue;
      this.#at += match[0].length;
      return match;
    }
    return null;
  }

  #takes(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at += 1;
    return true;
  }
}
