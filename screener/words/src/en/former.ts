import type { Fate } from '@screener/engine/names/former-listing';

/** What ended a listing. Months and days are written out. */
interface End {
  readonly fate: Fate;
  readonly by: string | null;
  readonly successor: string | null;
  readonly month: string | null;
  readonly last: string | null;
}

function what({ fate, by, successor, month, last }: End): string {
  const when = month === null ? '' : ` in ${month}`;
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
        : `the exchanges’ listing has it to ${last}`;
  }
}

export const FORMER = {
  renamed: (symbol: string, now: string, who: string | null, month: string | null) =>
    `${symbol} is now ${now}${who === null ? '' : ` (${who})`}${month === null ? '' : `, since ${month}`}`,
  gone: (name: string, symbol: string, end: End) => `${name} (${symbol}) is no longer listed: ${what(end)}`,
  askFor: (symbol: string) => `Ask for ${symbol}.`,
};
