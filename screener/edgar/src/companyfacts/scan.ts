import { isUtf8 } from 'node:buffer';
import type { CompanyFacts, Fact } from '@screener/engine/facts';
import { normaliseCik } from '../cik.ts';
import { assembleCompanyFacts } from './assemble.ts';
import { FactCollector } from './fact-collector.ts';
import { endOfRow, hasText } from './row-grammar.ts';
import type { FactSeries } from './series.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const CLOSE_BRACE = 0x7d;

/** Rows of a list that nobody wants which are read one by one; a search for the list's end costs as much as these. */
const ROWS_BEFORE_HOP = 4;

/**
 * Reads a companyfacts file in the very layout that data.sec.gov serves (no white space, members in the usual
 * order) by hopping over the rows of tags that are not wanted. Null for any other text, which only a full parse can
 * judge.
 *
 * INVARIANT: of JSON text, what this accepts the full parse accepts with the same result.
 *
 * What is checked: the file is UTF-8; every byte from the first brace to the last outside unwanted rows, that is,
 * the whole nesting of document, namespaces, tags, labels, descriptions and units, and nothing after it; every byte
 * of wanted rows; of an unwanted list the first four rows, that its next `]` follows a `}`, and that no `[` comes
 * before it (a list whose end is damaged would swallow the tags after it). Not checked: the text of the other
 * unwanted rows, where damage changes nothing that is read.
 *
 * Why the next `]` is the list's end, though strings may hold any text: were it inside a string, the quotes that
 * follow would be taken in reverse, and what must come next (`"name":{"label":`, `"unit":[{"end":"` or the end of
 * the file) would need bare words where JSON has none.
 *
 * Names with an escape, a repeated namespace, a repeated wanted tag or unit, and rows of one filing that contradict
 * each other are left to the full parse.
 */
export function scanCompanyFacts(bytes: Uint8Array, wanted: ReadonlySet<string>): CompanyFacts | null {
  if (!isUtf8(bytes)) return null;
  return new DocumentScanner(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), wanted).scan();
}

class DocumentScanner {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #wanted: ReadonlySet<string>;
  /** Hashes of the wanted names, so that most names are passed over without making a string of them. */
  readonly #wantedHashes: ReadonlySet<number>;
  readonly #collector: FactCollector;
  readonly #series: FactSeries[] = [];
  #at = 0;

  constructor(bytes: Buffer, wanted: ReadonlySet<string>) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#wanted = wanted;
    this.#wantedHashes = new Set(Array.from(wanted, hashOfName));
    this.#collector = new FactCollector(bytes, this.#view);
  }

  scan(): CompanyFacts | null {
    const cik = this.#take('{"cik":') ? this.#cik() : null;
    if (cik === null || !this.#take(',"entityName":')) return null;
    const nameAt = this.#at;
    if (!this.#text()) return null;
    const name: unknown = JSON.parse(this.#bytes.toString('utf8', nameAt, this.#at));
    if (typeof name !== 'string' || !this.#take(',"facts":{') || !this.#namespaces()) return null;
    if (!this.#take('}}') || this.#at !== this.#bytes.length) return null;
    return assembleCompanyFacts({ cik, name, series: this.#series, filings: this.#collector.filings() });
  }

  /** `320193` or `"0000320193"`. */
  #cik(): string | null {
    const quoted = this.#takeByte(QUOTE);
    const start = this.#at;
    while (isDigit(this.#bytes[this.#at])) this.#at += 1;
    const digits = this.#bytes.toString('latin1', start, this.#at);
    if (quoted) return this.#takeByte(QUOTE) ? normaliseCik(digits) : null;
    // JSON has no number with a leading zero.
    return digits.startsWith('0') ? null : normaliseCik(digits);
  }

  #namespaces(): boolean {
    const seen = new Set<string>();
    do {
      const namespace = this.#name();
      // With a colon in a namespace, where it ends in a qualified tag would be anybody's guess.
      if (namespace === null || namespace.includes(':')) return false;
      if (seen.has(namespace) || !this.#take(':{')) return false;
      seen.add(namespace);
      if (!this.#tags(namespace)) return false;
    } while (this.#takeByte(COMMA));
    return true;
  }

  #tags(namespace: string): boolean {
    const seen = new Set<string>();
    do {
      const nameAt = this.#at + 1;
      const hash = this.#nameHash();
      if (hash === null) return false;
      const tag = this.#wantedHashes.has(hash) ? this.#wantedTag(namespace, nameAt) : null;
      if (!this.#take(':{"label":') || !this.#textOrNull()) return false;
      if (!this.#take(',"description":') || !this.#textOrNull() || !this.#take(',"units":{')) return false;
      if (tag !== null && seen.has(tag)) return false;
      if (tag !== null) seen.add(tag);
      if (!(tag === null ? this.#unwantedUnits() : this.#wantedUnits(tag)) || !this.#take('}}')) return false;
    } while (this.#takeByte(COMMA));
    return this.#takeByte(CLOSE_BRACE);
  }

  /** The qualified tag whose name began at `nameAt` and has just been passed, if it is wanted. */
  #wantedTag(namespace: string, nameAt: number): string | null {
    const tag = `${namespace}:${this.#bytes.toString('latin1', nameAt, this.#at - 1)}`;
    return this.#wanted.has(tag) ? tag : null;
  }

  #wantedUnits(tag: string): boolean {
    const seen = new Set<string>();
    do {
      const unit = this.#name();
      if (unit === null || seen.has(unit) || !this.#take(':[')) return false;
      seen.add(unit);
      const facts: Fact[] = [];
      do {
        const end = endOfRow(this.#bytes, this.#view, this.#at);
        if (end < 0 || !this.#collector.collect(this.#at, tag, unit, facts)) return false;
        this.#at = end;
      } while (this.#takeByte(COMMA));
      if (!this.#takeByte(CLOSE_BRACKET)) return false;
      this.#series.push({ tag, unit, facts });
    } while (this.#takeByte(COMMA));
    return true;
  }

  #unwantedUnits(): boolean {
    do {
      if (!this.#text() || !this.#take(':[') || !this.#unwantedRows()) return false;
    } while (this.#takeByte(COMMA));
    return true;
  }

  #unwantedRows(): boolean {
    const bytes = this.#bytes;
    for (let row = 0; row < ROWS_BEFORE_HOP; row += 1) {
      const end = endOfRow(bytes, this.#view, this.#at);
      if (end < 0) return false;
      this.#at = end;
      if (!this.#takeByte(COMMA)) return this.#takeByte(CLOSE_BRACKET);
    }
    const close = bytes.indexOf(CLOSE_BRACKET, this.#at);
    if (close < 0 || bytes[close - 1] !== CLOSE_BRACE) return false;
    const open = bytes.indexOf(OPEN_BRACKET, this.#at);
    if (open >= 0 && open < close) return false;
    this.#at = close + 1;
    return true;
  }

  #name(): string | null {
    const start = this.#at + 1;
    return this.#nameHash() === null ? null : this.#bytes.toString('latin1', start, this.#at - 1);
  }

  /** Over a string of printable ASCII without escapes: the hash of its characters, or null for another. */
  #nameHash(): number | null {
    if (!this.#takeByte(QUOTE)) return null;
    const bytes = this.#bytes;
    let at = this.#at;
    let hash = 0;
    for (;;) {
      const byte = bytes[at] ?? 0;
      if (byte < 0x20 || byte > 0x7e || byte === BACKSLASH) return null;
      at += 1;
      if (byte === QUOTE) break;
      hash = addToHash(hash, byte);
    }
    this.#at = at;
    return hash;
  }

  #textOrNull(): boolean {
    return this.#bytes[this.#at] === QUOTE ? this.#text() : this.#take('null');
  }

  /** Over any JSON string. */
  #text(): boolean {
    if (!this.#takeByte(QUOTE)) return false;
    const bytes = this.#bytes;
    let at = this.#at;
    for (;;) {
      at = endOfPlainWords(this.#view, at);
      const byte = bytes[at] ?? 0;
      if (byte < 0x20) return false;
      at += 1;
      if (byte === QUOTE) break;
      if (byte !== BACKSLASH) continue;
      const length = escapeLength(bytes, at);
      if (length === 0) return false;
      at += length;
    }
    this.#at = at;
    return true;
  }

  #take(text: string): boolean {
    if (!hasText(this.#bytes, this.#at, text)) return false;
    this.#at += text.length;
    return true;
  }

  #takeByte(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at += 1;
    return true;
  }
}

/** The hash of what follows the namespace in a qualified tag, as `#nameHash` finds it. */
function hashOfName(tag: string): number {
  let hash = 0;
  for (let at = tag.indexOf(':') + 1; at < tag.length; at += 1) hash = addToHash(hash, tag.charCodeAt(at));
  return hash;
}

function addToHash(hash: number, character: number): number {
  return (Math.imul(hash, 31) + character) | 0;
}

/**
 * Past as many groups of four bytes as hold nothing but printable ASCII without quotes and backslashes. Each of the
 * three differences sets the highest bit of a byte that is a control character, a quote or a backslash.
 */
function endOfPlainWords(view: DataView, at: number): number {
  const limit = view.byteLength - 4;
  let next = at;
  while (next <= limit) {
    const word = view.getInt32(next, true);
    const quote = (word ^ 0x22222222) - 0x01010101;
    const backslash = (word ^ 0x5c5c5c5c) - 0x01010101;
    if (((word | (word - 0x20202020) | quote | backslash) & 0x80808080) !== 0) break;
    next += 4;
  }
  return next;
}

/** Bytes of the escape after a backslash; 0 when it is none that JSON knows. */
function escapeLength(bytes: Uint8Array, at: number): number {
  const byte = bytes[at] ?? 0;
  if (byte !== 0x75) return '"\\/bfnrt'.includes(String.fromCharCode(byte)) ? 1 : 0;
  for (let index = at + 1; index <= at + 4; index += 1) {
    const letter = (bytes[index] ?? 0) | 0x20;
    if (!isDigit(bytes[index]) && !(letter >= 0x61 && letter <= 0x66)) return 0;
  }
  return 5;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}
