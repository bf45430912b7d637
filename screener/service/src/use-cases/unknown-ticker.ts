import { fail, type Result } from '@common/base/result';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { TEXT } from '@screener/words/face';
import { formerSentence } from '@screener/words/former';
import { nextStepInWords } from '@screener/words/next-step';
import { didYouMean, type Search } from '../search/search.ts';
import { stepForFormer } from './next-step.ts';

interface UnknownTickerDeps {
  readonly search?: Search;
  /** Null if the SEC was not asked. */
  readonly live: object | null;
}

/**
 * Refuses an unknown ticker. `detail` says what became of one that was listed once (`former`), which tickers are
 * proposed (`suggestions`), and what can be done about one that was listed (`next_step`).
 */
export async function refuseUnknownTicker(
  { search, live }: UnknownTickerDeps,
  symbol: string,
): Promise<Result<never, 'ticker_not_found'>> {
  const former = search?.formerOf(symbol) ?? null;
  const suggestions = (await search?.suggest(symbol)) ?? [];
  const proposed = suggestions.length === 0 ? {} : { suggestions };
  if (former !== null) {
    const decided = stepForFormer(former);
    const next_step = { ...decided, message: nextStepInWords(decided, TEXT) };
    return fail('ticker_not_found', formerSentence(former, TEXT), { former, ...proposed, next_step });
  }
  const near = didYouMean(suggestions);
  const detail = suggestions.length === 0 ? [] : [proposed];
  if (live !== null) {
    return fail('ticker_not_found', `${symbol} is not in the SEC’s list of tickers.${near}`, ...detail);
  }
  // The SEC is no way out: the list here has nearly every ticker, so this is a typing error more often than a new one.
  return fail(
    'ticker_not_found',
    `${symbol} is not among the tickers of the offline snapshot.${near}`,
    ...detail,
  );
}

/** What the `detail` of a refused ticker may hold. */
interface UnknownTicker {
  readonly former: FormerListing | null;
}

/** Reads the `detail` of a refusal by `refuseUnknownTicker`. */
export function unknownTickerOf(detail: Readonly<Record<string, unknown>> | undefined): UnknownTicker {
  const { former = null } = (detail ?? {}) as { readonly former?: FormerListing };
  return { former };
}
