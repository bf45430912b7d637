import type { FormerListing } from '@screener/engine/names/former-listing';
import { dateOn, monthInWords } from './dates.ts';
import type { Face } from './face.ts';

/**
 * Says what became of a listing, as a clause: `Activision Blizzard, Inc. (ATVI) is no longer listed: Microsoft (MSFT)
 * bought it in October 2023`.
 */
export function formerInWords(former: FormerListing, face: Face): string {
  const { symbol, name, renamed_to: now } = former;
  if (now !== null) return `${symbol} is now ${now}${renamedWhen(former)}`;
  return `${name} (${symbol}) is no longer listed: ${what(former, face)}`;
}

/** Says the same as a sentence, with what to ask for instead. */
export function formerSentence(former: FormerListing, face: Face): string {
  const { renamed_to: now } = former;
  return `${formerInWords(former, face)}.${now === null ? '' : ` Ask for ${now}.`}`;
}

function renamedWhen({ by, month, name, symbol, renamed_to: now }: FormerListing): string {
  const who = by ?? (name === symbol || name === now ? null : name);
  const since = month === null ? '' : `, since ${monthInWords(month)}`;
  return `${who === null ? '' : ` (${who})`}${since}`;
}

function what({ fate, by, successor, month, last_listed: last }: FormerListing, face: Face): string {
  const when = month === null ? '' : ` in ${monthInWords(month)}`;
  const buyer = `${by ?? 'another company'}${successor === null ? '' : ` (${successor})`}`;
  switch (fate) {
    case 'acquired':
      return `${buyer} bought it${when}`;
    case 'taken_private':
      return `${buyer} took it private${when}`;
    case 'merged':
      return `it merged into ${buyer}${when}`;
    case 'bankrupt':
      return `it went bankrupt${when}${by === null ? '' : `, and ${buyer} took it over`}`;
    case 'failed':
      return `it failed${when}, and ${buyer} took it over`;
    case 'renamed':
    case 'delisted':
      if (by !== null) return `${by}${when}`;
      return last === null
        ? 'what became of it is not known here'
        : `the exchanges’ listing has it to ${dateOn(last, face)}`;
  }
}
