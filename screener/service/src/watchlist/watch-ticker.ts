import { dateOfInstant } from '@common/base/calendar';
import { type Failure, fail, ok, type Result } from '@common/base/result';
import type { RuleSetId } from '@screener/engine/methodologies/methodology';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { normaliseTicker } from '@screener/sources/company-tickers';
import { PAGE } from '@screener/words/face';
import { formerInWords } from '@screener/words/former';
import type { ChoiceStore } from '../accounts/choice.store.ts';
import { isSureMatch } from '../search/match.ts';
import { DEFAULT_HITS } from '../search/search.ts';
import type { FindableTicker } from '../store/search.store.ts';
import { type ScreenDeps, screenTicker, understand } from '../use-cases/screen-ticker.ts';
import type { WatchlistStore } from './watchlist.store.ts';

export interface WatchDeps extends ScreenDeps {
  readonly watchlist: WatchlistStore;
  readonly choices: Pick<ChoiceStore, 'choiceOf'>;
}

/** Why a ticker cannot be watched; also the values of the dashboard's `error`. */
export type WatchRefusal =
  | 'no_ticker'
  | 'unknown_ticker'
  | 'several_tickers'
  | 'list_full'
  | 'facts_unavailable';

/** Interface document, 2.5. */
export const MAX_TICKER = 40;

/** The most tickers that an account may watch; the dashboard shows all of them on one page. */
export const MOST_WATCHED = { free: 100, partner: 300 } as const;

interface Watcher {
  readonly id: string;
  readonly tier: keyof typeof MOST_WATCHED;
}

/**
 * Adds what was typed to the watchlist: a ticker, or a name that only one ticker has. A ticker that is
 * already watched stays. `detail.suggestions` has the tickers that may have been meant.
 */
export async function watchTicker(
  deps: WatchDeps,
  { id, tier }: Watcher,
  typed: string,
): Promise<Result<{ readonly symbol: string }, WatchRefusal>> {
  const text = typed.trim();
  if (text === '') return fail('no_ticker', REFUSAL_WORDS.no_ticker);
  if (typed.length > MAX_TICKER) {
    return fail(
      'unknown_ticker',
      `At most ${MAX_TICKER} characters, please: a ticker, or the beginning of a name.`,
      { most: MAX_TICKER },
    );
  }
  const found = await findTicker(deps, text);
  if (!found.ok) return found;
  const symbol = found.value;
  await keepFirst(deps, symbol, (await deps.choices.choiceOf(id)).rules);
  const most = MOST_WATCHED[tier];
  const added = await deps.watchlist.add(id, symbol, most, deps.clock());
  return added === 'full'
    ? fail('list_full', `A ${tier} account watches at most ${most} tickers. Remove one first.`, { most })
    : ok({ symbol });
}

/** What became of one ticker or name of several. */
export interface WatchedOne {
  readonly typed: string;
  /** What it was found to be, or why it was refused. */
  readonly added: Result<{ readonly symbol: string }, WatchRefusal>;
}

/** The most that is added at once. */
const MOST_AT_ONCE = 50;
/** The most characters of them. */
export const MOST_TYPED = 1_000;

/**
 * Adds several tickers or names, as they are typed between commas: each is watched or refused on its own. Null where
 * only one was typed.
 */
export async function watchSeveral(
  deps: WatchDeps,
  watcher: Watcher,
  typed: string,
): Promise<readonly WatchedOne[] | null> {
  const texts = typed
    .slice(0, MOST_TYPED)
    .split(/[,;\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
  if (texts.length < 2) return null;
  const results: WatchedOne[] = [];
  for (const text of new Set(texts.slice(0, MOST_AT_ONCE))) {
    results.push({ typed: text, added: await watchTicker(deps, watcher, text) });
  }
  return results;
}

/** Removes a ticker from the list; does nothing if it is not on it. */
export async function unwatchTicker({ watchlist }: WatchDeps, account: string, typed: string): Promise<void> {
  await watchlist.remove(account, normaliseTicker(typed));
}

/** What a refusal says if only its code is known. */
export const REFUSAL_WORDS: Readonly<Record<WatchRefusal, string>> = {
  no_ticker: 'Type a ticker such as COST, or a name.',
  unknown_ticker: 'No company or fund has this ticker or name.',
  several_tickers: 'Several companies or funds fit. Type the ticker.',
  list_full: 'The watchlist is full. Remove a ticker first.',
  facts_unavailable: 'The SEC does not answer right now. Try again in a few minutes.',
};

/**
 * Screens a company before it is watched. What changed since its last screening, before anyone here watched
 * it, is then in its history, and alerts begin with what comes after.
 */
async function keepFirst(deps: WatchDeps, symbol: string, rules: RuleSetId): Promise<void> {
  if ((await deps.store.findListing(symbol)) === null) return;
  await screenTicker(deps, { symbol, asOf: null, rules });
}

async function findTicker(deps: WatchDeps, text: string): Promise<Result<string, WatchRefusal>> {
  const understood = understand({ ticker: text, asOf: null, rules: null }, dateOfInstant(deps.clock()));
  if (!understood.ok) return findName(deps, text);
  const { symbol } = understood.value;
  const isKnown =
    (await deps.store.findListing(symbol)) !== null || (await deps.store.funds.findFund(symbol)) !== null;
  if (isKnown) return ok(symbol);
  // The ticker may be in the SEC's current list.
  const screened = deps.live === null ? null : await screenTicker(deps, understood.value);
  if (screened?.ok === true) return ok(symbol);
  if (screened?.error.code === 'facts_unavailable') {
    return fail('facts_unavailable', screened.error.message, screened.error.detail);
  }
  return findName(deps, text);
}

async function findName({ search }: WatchDeps, text: string): Promise<Result<string, WatchRefusal>> {
  const found = await search?.find(text, DEFAULT_HITS);
  const answer = found?.ok === true ? found.value : null;
  const { results = [], did_you_mean: near = [] } = answer ?? {};
  const [only] = results;
  if (only === undefined) {
    const [ended] = answer?.former ?? [];
    if (ended !== undefined)
      return fail('unknown_ticker', `${formerInWords(ended, PAGE)}.`, { former: ended });
    const message =
      near.length === 0 ? REFUSAL_WORDS.unknown_ticker : `${REFUSAL_WORDS.unknown_ticker} These are nearest.`;
    return fail('unknown_ticker', message, { suggestions: near });
  }
  // What is only near in its spelling is proposed, never taken.
  if (only.match === 'spelling') {
    const message = `${REFUSAL_WORDS.unknown_ticker} These are nearest.`;
    return fail('unknown_ticker', message, { suggestions: results });
  }
  const isOne = answer?.several !== true && isSureMatch(only.match);
  if (results.length === 1 || isOne) return ok(only.symbol);
  return fail('several_tickers', 'Several fit. Which one do you mean?', { suggestions: results });
}

/** Returns the tickers that a refusal proposes. */
export function suggestedBy({ detail }: Failure): readonly FindableTicker[] {
  return Array.isArray(detail?.suggestions) ? detail.suggestions : [];
}

/** Returns the listing that ended, where a refusal is about one. */
export function formerOf({ detail }: Failure): FormerListing | null {
  return (detail?.former as FormerListing | undefined) ?? null;
}
