/**
 * Byte offsets in JSON text, for error messages only: `JSON.parse` names no byte, and says nothing of where a
 * value that it read had stood. Slow beside `JSON.parse`, so it runs only on input that is refused anyway.
 */

const COMMA = 0x2c;
const COLON = 0x3a;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/** The offset at which `bytes` stop being one JSON value (their length where text is missing); null for JSON. */
export function firstJsonError(bytes: Uint8Array): number | null {
  const walker = new JsonWalker(bytes);
  if (!walker.value()) return walker.at;
  walker.space();
  return walker.at === bytes.length ? null : walker.at;
}

/** The offset at which `bytes` stop being UTF-8 (their length where the last character is cut); null for UTF-8. */
export function firstUtf8Error(bytes: Uint8Array): number | null {
  if (isUtf8Start(bytes)) return isUtf8Whole(bytes) ? null : bytes.length;
  let good = 0;
  let bad = bytes.length;
  while (bad - good > 1) {
    const middle = (good + bad) >>> 1;
    if (isUtf8Start(bytes.subarray(0, middle))) good = middle;
    else bad = middle;
  }
  return good;
}

/**
 * Where the value at `path` begins in JSON text; of members with one name the last, as `JSON.parse` reads them.
 * Where the path leads nowhere, the value that lacks the next step. `bytes` must be JSON.
 */
export function offsetOfPath(bytes: Uint8Array, path: readonly (string | number)[]): number {
  const walker = new JsonWalker(bytes);
  walker.space();
  for (const step of path) {
    const start = walker.at;
    const found = typeof step === 'number' ? walker.element(step) : walker.member(step);
    walker.at = found ?? start;
    if (found === null) break;
  }
  return walker.at;
}

function isUtf8Start(bytes: Uint8Array): boolean {
  return decodes(bytes, true);
}

function isUtf8Whole(bytes: Uint8Array): boolean {
  return decodes(bytes, false);
}

function decodes(bytes: Uint8Array, stream: boolean): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream });
    return true;
  } catch {
    return false;
  }
}

/** Reads over JSON grammar. A method that answers false leaves `at` on the byte that cannot stand there. */
class JsonWalker {
  at = 0;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  space(): void {
    while (isSpace(this.#byte())) this.at += 1;
  }

  /** Over one value. Nesting is kept in a list, so that deep input cannot exhaust the stack. */
  value(): boolean {
    const closers: number[] = [];
    for (;;) {
      this.space();
      const closer = closerOf(this.#byte());
      if (closer === null) {
        if (!this.#scalar()) return false;
      } else {
        this.at += 1;
        this.space();
        if (this.#byte() !== closer) {
          closers.push(closer);
          if (closer === CLOSE_BRACE && !this.#key()) return false;
          continue;
        }
        this.at += 1;
      }
      const next = this.#afterValue(closers);
      if (next !== 'value') return next === 'end';
    }
  }

  /** The offset of the value of the last member called `name`; null when there is none. `at` is on a value. */
  member(name: string): number | null {
    if (!this.#take(OPEN_BRACE)) return null;
    let found: number | null = null;
    do {
      this.space();
      const start = this.at;
      if (!this.#string()) return found;
      const key: unknown = JSON.parse(text(this.#bytes.subarray(start, this.at)));
      this.space();
      if (!this.#take(COLON)) return found;
      this.space();
      if (key === name) found = this.at;
      if (!this.value()) return found;
      this.space();
    } while (this.#take(COMMA));
    return found;
  }

  /** The offset of the element with this index; null when there is none. `at` is on a value. */
  element(index: number): number | null {
    if (!this.#take(OPEN_BRACKET)) return null;
    for (let passed = 0; ; passed += 1) {
      this.space();
      if (passed === index) return this.at;
      if (!this.value()) return null;
      this.space();
      if (!this.#take(COMMA)) return null;
    }
  }

  #afterValue(closers: number[]): 'value' | 'end' | 'broken' {
    for (;;) {
      const closer = closers.at(-1);
      if (closer === undefined) return 'end';
      this.space();
      if (this.#take(closer)) {
        closers.pop();
        continue;
      }
      if (!this.#take(COMMA)) return 'broken';
      if (closer === CLOSE_BRACE) {
        this.space();
        if (!this.#key()) return 'broken';
      }
      return 'value';
    }
  }

  #key(): boolean {
    if (!this.#string()) return false;
    this.space();
    return this.#take(COLON);
  }

  #scalar(): boolean {
    const byte = this.#byte();
    if (byte === QUOTE) return this.#string();
    if (byte === 0x74) return this.#word('true');
    if (byte === 0x66) return this.#word('false');
    if (byte === 0x6e) return this.#word('null');
    return this.#number();
  }

  #string(): boolean {
    if (!this.#take(QUOTE)) return false;
    for (;;) {
      const byte = this.#byte();
      if (byte < 0x20) return false;
      this.at += 1;
      if (byte === QUOTE) return true;
      if (byte === BACKSLASH && !this.#escape()) return false;
    }
  }

  #escape(): boolean {
    const byte = this.#byte();
    if (byte === 0x75) {
      this.at += 1;
      for (let digit = 0; digit < 4; digit += 1) {
        if (!isHex(this.#byte())) return false;
        this.at += 1;
      }
      return true;
    }
    if (byte < 0 || !'"\\/bfnrt'.includes(String.fromCharCode(byte))) return false;
    this.at += 1;
    return true;
  }

  #number(): boolean {
    this.#take(0x2d);
    if (!this.#take(0x30) && !this.#digits()) return false;
    if (this.#take(0x2e) && !this.#digits()) return false;
    if (this.#take(0x65) || this.#take(0x45)) {
      if (!this.#take(0x2b)) this.#take(0x2d);
      return this.#digits();
    }
    return true;
  }

  #digits(): boolean {
    const start = this.at;
    while (isDigit(this.#byte())) this.at += 1;
    return this.at > start;
  }

  #word(word: string): boolean {
    for (const character of word) if (!this.#take(character.charCodeAt(0))) return false;
    return true;
  }

  #take(byte: number): boolean {
    if (this.#byte() !== byte) return false;
    this.at += 1;
    return true;
  }

  /** The byte at `at`, or -1 after the last. */
  #byte(): number {
    return this.#bytes[this.at] ?? -1;
  }
}

function closerOf(byte: number): number | null {
  if (byte === OPEN_BRACE) return CLOSE_BRACE;
  return byte === OPEN_BRACKET ? CLOSE_BRACKET : null;
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

function isHex(byte: number): boolean {
  return isDigit(byte) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66);
}

function text(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
}
