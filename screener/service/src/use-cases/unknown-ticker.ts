import { fail, type Result } from '@common/base/result';
import type { FormerListing } from '@screener/engine/names/former-listing';
import type { NextStep, NextStepCode } from '@screener/engine/next-step';
import { TEXT } from '@screener/words/face';
import { formerSentence } from '@screener/words/former';
import { nextStepInWords } from '@screener/words/next-step';
import { didYouMean, type Search } from '../search/search.ts';
import { step, stepForFormer } from './next-step.ts';

interface UnknownTickerDeps {
  readonly search?: Search;
  /** Null if the SEC was not asked. */
  readonly live: object | null;
}

/**
 * Refuses an unknown ticker. `detail` says what became of one that was listed once (`former`), which tickers are
 * proposed (`suggestions`), and what can be done (`next_step`).
 */
export async function refuseUnknownTicker(
  { search, live }: UnknownTickerDeps,
  symbol: string,
): Promise<Result<never, 'ticker_not_found'>> {
  const former = search?.formerOf(symbol) ?? null;
  const suggestions = (await search?.suggest(symbol)) ?? [];
  const proposed = suggestions.length === 0 ? {} : { suggestions };
  if (former !== null) {
    const next_step = inWords(stepForFormer(former));
    return fail('ticker_not_found', formerSentence(former, TEXT), { former, ...proposed, next_step });
  }
  const near = didYouMean(suggestions);
  if (live !== null) {
    return fail('ticker_not_found', `${symbol} is not in the SEC’s list of tickers.${near}`, proposed);
  }
  const next_step = inWords(step('connect_to_sec'));
  const message = `${symbol} is not among the tickers of the offline snapshot.${near}`;
  return fail('ticker_not_found', message, { ...proposed, next_step });
}

function inWords(decided: ReturnType<typeof step>): NextStep {
  return { ...decided, message: nextStepInWords(decided, TEXT) };
}

/** What the `detail` of a refused ticker may hold. */
interface UnknownTicker {
  readonly former: FormerListing | null;
  readonly nextStep: NextStepCode | null;
}

/** Reads the `detail` of a refusal by `refuseUnknownTicker`. */
export function unknownTickerOf(detail: Readonly<Record<string, unknown>> | undefined): UnknownTicker {
  const { former = null, next_step: next = null } = (detail ?? {}) as {
    readonly former?: FormerListing;
    readonly next_step?: NextStep;
  };
  return { former, nextStep: next?.code ?? null };
}
