import { normaliseName } from '../names/normalise-name.ts';
import type { FundHolding } from './fund-report.ts';

const CUSIP = /^[0-9A-Z*@#]{8}\d$/;
const ISIN = /^[A-Z]{2}[0-9A-Z*@#]{9}\d$/;
/** This placeholder has a correct check digit, so the check digit alone does not detect it. */
const ALL_ZEROS = /^0+$/;

/**
 * The identifiers of a holding that can lead to a listing, without the texts that filers write if they have
 * none.
 */
export interface SecurityIds {
  /** Spellings to look for, the filed one first. */
  readonly tickers: readonly string[];
  readonly isin: string | null;
  /** The CUSIP inside a US or Canadian ISIN. */
  readonly isinCusip: string | null;
  readonly cusip: string | null;
  /** Normalised names, that of the issuer before that of the security. */
  readonly names: readonly string[];
}

/**
 * The usable identifiers of a holding. Texts such as `N/A` give none.
 * @example securityIdsOf({ name: 'Schwab Corp/The', title: null, isin: null, cusip: 'N/A', ticker: 'BRKB' })
 *   // { tickers: ['BRKB', 'BRK-B'], isin: null, isinCusip: null, cusip: null, names: ['schwab corp'] }
 */
export function securityIdsOf(holding: FundHolding): SecurityIds {
  const isin = usableIsin(holding.isin);
  const names = [holding.name, holding.title].map((name) => normaliseName(plainName(name)));
  return {
    tickers: tickerSpellings(holding.ticker),
    isin,
    isinCusip: isin === null ? null : cusipInIsin(isin),
    cusip: usableCusip(holding.cusip),
    names: [...new Set(names)].filter((name) => name !== ''),
  };
}

/** Some filers put the article of a name behind it: `Charles Schwab Corp/The`. */
function plainName(name: string | null): string {
  return name === null || name === 'N/A' ? '' : name.replace(/\/The$/i, '');
}

/**
 * A CUSIP whose check digit is right; null for `N/A`, `000000000`, cut or padded ones.
 * @example usableCusip('037833100') // '037833100'
 */
export function usableCusip(text: string | null): string | null {
  const cusip = (text ?? '').trim().toUpperCase();
  if (!CUSIP.test(cusip) || ALL_ZEROS.test(cusip)) return null;
  let sum = 0;
  for (let place = 0; place < 8; place += 1) {
    const letter = cusip.charAt(place);
    const value = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*@#'.indexOf(letter) * (place % 2 === 0 ? 1 : 2);
    sum += Math.floor(value / 10) + (value % 10);
  }
  return (10 - (sum % 10)) % 10 === Number(cusip[8]) ? cusip : null;
}

/**
 * An ISIN whose check digit is right.
 * @example usableIsin('us0378331005') // 'US0378331005'
 */
export function usableIsin(text: string | null): string | null {
  const isin = (text ?? '').trim().toUpperCase();
  if (!ISIN.test(isin) || /[*@#]/.test(isin)) return null;
  const digits = isin.replace(/[A-Z]/g, (letter) => String(Number.parseInt(letter, 36)));
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const value = Number(digits.at(-1 - place)) * (place % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0 ? isin : null;
}

/**
 * The nine characters between country and check digit, where the country numbers by CUSIP.
 * @example cusipInIsin('US0378331005') // '037833100'
 */
export function cusipInIsin(isin: string): string | null {
  return /^(?:US|CA)/.test(isin) ? usableCusip(isin.slice(2, 11)) : null;
}

/**
 * A ticker as the SEC spells it, then with the class separator that some filers drop (`BRKB`, `BF B`). Empty for what
 * is not a US ticker, such as `N/A` or a name followed by a merger mark.
 */
function tickerSpellings(text: string | null): readonly string[] {
  const ticker = (text ?? '')
    .trim()
    .toUpperCase()
    .replaceAll(/[./ ]+/g, '-');
  if (ticker === 'N-A' || !/^[A-Z0-9]{1,6}(?:-[A-Z0-9]{1,4})?$/.test(ticker)) return [];
  return /^[A-Z]{2,5}[A-Z]$/.test(ticker) ? [ticker, `${ticker.slice(0, -1)}-${ticker.slice(-1)}`] : [ticker];
}
