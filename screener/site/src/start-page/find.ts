import { dateOfInstant } from '@common/base/calendar';
import type { Failure, Result } from '@common/base/result';
import type { FormerListing } from '@screener/engine/names/former-listing';
import { normaliseName } from '@screener/engine/names/normalise-name';
import { isSureMatch } from '@screener/service/search/match';
import { DEFAULT_HITS, LONGEST_SEARCH, type SearchAnswer } from '@screener/service/search/search';
import type { SearchHit } from '@screener/service/search/search-index';
import type { FindableTicker } from '@screener/service/store/search.store';
import {
  type ScreenAnswer,
  type ScreenDeps,
  type ScreenRefusal,
  understand,
} from '@screener/service/use-cases/screen-ticker';
import type { Screen } from '../parts/screen.ts';

/** The outcome of a search by ticker or name. */
export type SearchOutcome =
  | {
      readonly kind: 'answer';
      readonly answer: ScreenAnswer;
      /** Other companies whose name begins with this word: the ticker COKE is not Coca-Cola's. */
      readonly namesakes: readonly FindableTicker[];
      /** What became of the ticker or name typed, if the company has another one now. */
      readonly former: FormerListing | null;
    }
  /** Each of several tickers or names, in the order typed. */
  | { readonly kind: 'several'; readonly rows: readonly OneOfSeveral[] }
  /** The listing ended. */
  | { readonly kind: 'ended'; readonly former: FormerListing }
  | { readonly kind: 'hits'; readonly hits: readonly FindableTicker[] }
  | { readonly kind: 'nothing'; readonly near: readonly FindableTicker[] }
  /** The text cannot be a ticker or a name. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unavailable'; readonly refusal: Failure<ScreenRefusal> };

/** One of several things that were looked for at once. */
export interface OneOfSeveral {
  readonly hit: FindableTicker;
  /** Null if it cannot be screened at the moment. */
  readonly answer: ScreenAnswer | null;
}

const MOST_NAMESAKES = 3;
/** The most that one search screens. A batch of the API takes more, with a key. */
const MOST_AT_ONCE = 5;

export interface FindDeps extends ScreenDeps {
  readonly screen: Screen;
}

/** Receives the screening of a ticker. */
type Tell = (symbol: string, answer: Result<ScreenAnswer, ScreenRefusal>) => void;

/**
 * Screens what was typed: a ticker, everyday name or number, or each of several. Other text may be part of a name: if
 * only one ticker has it, that one is screened.
 */
export async function findAndScreen(deps: FindDeps, typed: string, tell: Tell): Promise<SearchOutcome> {
  const isReadable = typed.length <= LONGEST_SEARCH && normaliseName(typed) !== '';
  const searched = isReadable ? await deps.search?.find(typed, DEFAULT_HITS) : undefined;
  const found = searched?.ok === true ? searched.value : null;
  if (found?.several === true) return screenSeveral(deps, found, tell);
  const [best] = found?.results ?? [];
  if (found !== null && best !== undefined && isSureMatch(best.match)) {
    return screenHit(deps, { typed, found, hit: best }, tell);
  }
  const understood = understand({ ticker: typed, asOf: null, rules: null }, dateOfInstant(deps.clock()));
  const [ended] = found?.former ?? [];
  if (understood.ok && ended === undefined) {
    // The search may not know it yet: the SEC's list of today may.
    const screened = await deps.screen(understood.value);
    tell(understood.value.symbol, screened);
    if (screened.ok) {
      const namesakes = await findNamesakes(deps, typed, screened.value);
      return { kind: 'answer', answer: screened.value, namesakes, former: null };
    }
    if (screened.error.code !== 'ticker_not_found') return { kind: 'unavailable', refusal: screened.error };
  }
  if (ended !== undefined && best === undefined) return { kind: 'ended', former: ended };
  if (!isReadable) return { kind: 'unreadable' };
  if (found === null || best === undefined) return { kind: 'nothing', near: found?.did_you_mean ?? [] };
  if (found.results.length > 1 || best.match === 'spelling') return { kind: 'hits', hits: found.results };
  return screenHit(deps, { typed, found, hit: best }, tell);
}

interface HitToScreen {
  readonly typed: string;
  readonly found: SearchAnswer;
  readonly hit: FindableTicker;
}

async function screenHit(
  deps: FindDeps,
  { typed, found, hit }: HitToScreen,
  tell: Tell,
): Promise<SearchOutcome> {
  const screened = await deps.screen({ symbol: hit.symbol, asOf: null, rules: 'current' });
  tell(hit.symbol, screened);
  if (!screened.ok) return { kind: 'unavailable', refusal: screened.error };
  const answer = screened.value;
  const namesakes = await findNamesakes(deps, typed, answer);
  const [former] = found.former;
  return { kind: 'answer', answer, namesakes, former: former?.renamed_to === hit.symbol ? former : null };
}

async function screenSeveral(deps: FindDeps, { results }: SearchAnswer, tell: Tell): Promise<SearchOutcome> {
  const rows: OneOfSeveral[] = [];
  for (const hit of results) {
    if (rows.length >= MOST_AT_ONCE) rows.push({ hit, answer: null });
    else {
      const screened = await deps.screen({ symbol: hit.symbol, asOf: null, rules: 'current' });
      tell(hit.symbol, screened);
      rows.push({ hit, answer: screened.ok ? screened.value : null });
    }
  }
  return { kind: 'several', rows };
}

async function findNamesakes(
  { search }: ScreenDeps,
  typed: string,
  { symbol, cik }: ScreenAnswer,
): Promise<readonly FindableTicker[]> {
  const word = normaliseName(typed);
  const found = await search?.find(typed, DEFAULT_HITS);
  if (found?.ok !== true || word === '') return [];
  const others = found.value.results
    .filter((hit) => hit.symbol !== symbol && hit.cik !== cik && isNamesake(hit, word))
    .toSorted((a, b) => a.symbol.length - b.symbol.length);
  // One of a company's tickers is enough.
  const isFirst = (hit: SearchHit, at: number) => others.findIndex(({ cik: own }) => own === hit.cik) === at;
  return others.filter(isFirst).slice(0, MOST_NAMESAKES);
}

function isNamesake({ name, match }: SearchHit, word: string): boolean {
  if (match === 'ticker') return true;
  return name !== null && `${normaliseName(name)} `.startsWith(`${word} `);
}
