import type { FormerListing } from '@screener/engine/names/former-listing';
import { FORMER as AR } from './ar/former.ts';
import { dateOn, monthInWords } from './dates.ts';
import { FORMER as EN } from './en/former.ts';
import type { Face } from './face.ts';
import type { Language } from './language.ts';

const FORMER: Readonly<Record<Language, typeof EN>> = { en: EN, ar: AR };

/**
 * Says what became of a listing, as a clause: `Activision Blizzard, Inc. (ATVI) is no longer listed: Microsoft (MSFT)
 * bought it in October 2023`.
 */
export function formerInWords(former: FormerListing, face: Face): string {
  const { symbol, name, renamed_to: now, fate, by, successor, last_listed: last } = former;
  const { renamed, gone } = FORMER[face.language];
  const month = former.month === null ? null : monthInWords(former.month, face);
  if (now === null) {
    const lastDay = last === null ? null : dateOn(last, face);
    return gone(name, symbol, { fate, by, successor, month, last: lastDay });
  }
  const who = by ?? (name === symbol || name === now ? null : name);
  return renamed(symbol, now, who, month);
}

/** Says the same as a sentence, with what to ask for instead. */
export function formerSentence(former: FormerListing, face: Face): string {
  const { renamed_to: now } = former;
  const ask = now === null ? '' : ` ${FORMER[face.language].askFor(now)}`;
  return `${formerInWords(former, face)}.${ask}`;
}
