import { normaliseCik } from '@screener/sources/cik';
import { isWellFormedTicker, normaliseTicker } from '@screener/sources/company-tickers';
import { toSecSymbol } from '@screener/sources/prices/sec-symbol';

/** `NASDAQ:`, `NYSE:` and the like before a ticker, in the words of brokers and news sites. */
const EXCHANGE =
  /^(?:nasdaq|nyse|nyse ?arca|nyse ?american|amex|arca|bats|cboe|otc|otcmkts|nas|us)\s*[:/]\s*/i;
/** What data vendors put behind a US ticker. */
const VENDOR = /(?:[.:](?:us|o|oq|n|k|pk|a)|\sus(?:\sequity)?)$/i;
const IN_BRACKETS = /\((?:[a-z]+:\s*)?([a-z][a-z0-9./-]{0,7})\)\s*$/i;
/** `BAC-L`, `BAC.PR.L`, `BAC PRL`: series L of the preferred stock, which the SEC writes BAC-PL. */
const PREFERRED = /^([A-Z]{1,5})[-./ ](?:PR?[-./ ]?)?([A-Z])$/;
const CIK = /^(?:cik)?[\s:#]*0*(\d{4,10})$/i;

/**
 * The words around a name, in the languages in which people ask: whether it is halal, its share, its price. They are
 * dropped only where nothing has the whole text for a name.
 */
const AROUND = new Set(
  [
    'is are a an the of in my for or and not it ok to buy sell hold invest investing should can i we muslims what about',
    'stock stocks share shares price today now news chart ticker symbol company quote forecast moon etf etfs fund',
    'halal haram haraam halaal shariah sharia syariah syarie shariah-compliant compliant compliance islamic islam muslim',
    'permissible permitted allowed purification screening screen check zoya musaffa',
    'saham sahamnya harga apakah adakah patuh boleh beli emiten hukum',
    'hisse hissesi hisseleri helal mi mı mu mü midir caiz haram fiyatı fiyati senedi',
    'action actions acciones accion acción de del aktie aktien cours bourse',
    'هل سهم أسهم اسهم سهمها أسهمها شركة شركه حلال حرام حكم متوافق شرعي شرعا الشرعية مع الشريعة شراء يجوز تجوز سعر في من أم ام أو او',
  ].flatMap((words) => words.split(' ')),
);
const NOT_OF_A_WORD = /[?!.,؟،"“”'’:]+$|^["“'‘¿]+/gu;

/** What separates several tickers or names. */
const SEPARATORS = /[,;|\n\t،]|\s(?:vs\.?|versus|&&)\s/i;
/** What may separate them, but is also part of names: `Procter & Gamble`. */
const MAYBE_SEPARATORS = /[/&+]|\s(?:and|or|und|ou|et|y|dan|ve)\s|\sو/i;
/** Signs that no ticker and no name has. */
const PICTURES = /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u200b-\u200f]|\ufe0f/gu;
/** A class of shares after a name: `Berkshire B`, `berkshire hathaway class b`, `Lennar Cl. B shares`. */
const SHARE_CLASS =
  /^(.+?)[\s-]{1,3}(?:(?:class|series|cl)\.?\s?)?([a-c])(?:\s(?:shares?|stock|common stock))?$/i;
/** The most tickers or names that one search looks for. */
const MOST_TERMS = 25;

/**
 * Returns the tickers, in the SEC's spelling, that a text can stand for, the most literal one first: `NASDAQ:AAPL`,
 * `$AAPL`, `AAPL.US`, `Apple (AAPL)`, `BRKB`, `BAC-L`.
 */
export function tickersIn(text: string): readonly string[] {
  const plain = text
    .trim()
    .replace(/^[$#]/, '')
    .replace(/^\(([^()]*)\)$/, '$1');
  const bare = plain.replace(EXCHANGE, '');
  const spellings = [plain, bare, bare.replace(VENDOR, ''), IN_BRACKETS.exec(plain)?.[1] ?? ''];
  const found = new Set<string>();
  for (const spelling of spellings) {
    const symbol = normaliseTicker(spelling);
    if (isWellFormedTicker(symbol)) found.add(symbol);
    const ofVendor = /[\^]|-P-/i.test(spelling) ? toSecSymbol(spelling) : null;
    if (ofVendor !== null) found.add(ofVendor);
  }
  const [, base, series] = PREFERRED.exec(bare.toUpperCase()) ?? [];
  if (base !== undefined) found.add(`${base}-P${series}`);
  for (const symbol of [...found]) {
    if (/^[A-Z]{2,5}[AB]$/.test(symbol)) found.add(`${symbol.slice(0, -1)}-${symbol.slice(-1)}`);
  }
  return [...found];
}

/** Returns the ten digits of a number of a filer: `320193`, `0000320193`, `CIK 320193`. */
export function cikIn(text: string): string | null {
  const [, digits] = CIK.exec(text.trim()) ?? [];
  return digits === undefined ? null : normaliseCik(digits);
}

/** Returns the text without the words that people put around a name; null if there are none, or nothing else. */
export function withoutWordsAround(text: string): string | null {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const kept = words
    .map((word) => word.replace(NOT_OF_A_WORD, ''))
    .filter((word) => word !== '' && !AROUND.has(word.toLowerCase()));
  return kept.length === 0 || kept.join(' ') === words.join(' ') ? null : kept.join(' ');
}

/** Returns the parts of a text that names several things by commas or the like; null if it does not. */
export function partsOf(text: string): readonly string[] | null {
  return several(text.split(SEPARATORS));
}

/** Returns the parts of a text that may name several things: `AAPL/MSFT`, `apple and microsoft`. */
export function maybePartsOf(text: string): readonly string[] | null {
  return several(text.split(MAYBE_SEPARATORS));
}

/**
 * Returns the text without emoji and invisible signs, and with one space for several: expressions that begin with
 * whitespace read a run of it from each of its places.
 */
export function withoutPictures(text: string): string {
  return text.replace(PICTURES, ' ').replace(/ {2,}/g, ' ').trim();
}

/** Returns the name and the letter of the class of shares that a text asks for; null if it asks for none. */
export function shareClassIn(text: string): { readonly name: string; readonly letter: string } | null {
  const [, name = '', letter = ''] = SHARE_CLASS.exec(text.trim()) ?? [];
  return name === '' ? null : { name, letter: letter.toUpperCase() };
}

/** Returns the words of a text if each can be a ticker; null otherwise. */
export function tickerWords(text: string): readonly string[] | null {
  const words = several(text.split(/\s+/).filter((word) => word !== 'or' && word !== 'and'));
  return words?.every((word) => isWellFormedTicker(normaliseTicker(word))) === true ? words : null;
}

function several(texts: readonly string[]): readonly string[] | null {
  const parts = texts.map((text) => text.trim()).filter((text) => text !== '');
  return parts.length < 2 || parts.length > MOST_TERMS ? null : parts;
}
