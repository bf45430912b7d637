import { dateOfInstant } from '@common/base/calendar';
import type { Failure, Result } from '@common/base/result';
import { normaliseName } from '@screener/engine/names/normalise-name';
import { DEFAULT_HITS, LONGEST_SEARCH } from '@screener/service/search/search';
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
      /** Other companies whose name begins with this word: the ticker FORD is not Ford Motor's. */
      readonly namesakes: readonly FindableTicker[];
    }
  | { readonly kind: 'hits'; readonly hits: readonly FindableTicker[] }
  | { readonly kind: 'nothing'; readonly near: readonly FindableTicker[] }
  /** The text cannot be a ticker or a name. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'unavailable'; readonly refusal: Failure<ScreenRefusal> };

const MOST_NAMESAKES = 3;

export interface FindDeps extends ScreenDeps {
  readonly screen: Screen;
}

/** Receives the screening of a ticker. */
type Tell = (symbol: string, answer: Result<ScreenAnswer, ScreenRefusal>) => void;

/** Screens a ticker. Other text may be a name: if only one ticker has it, that one is screened. */
export async function findAndScreen(deps: FindDeps, typed: string, tell: Tell): Promise<SearchOutcome> {
  const understood = understand({ ticker: typed, asOf: null, rules: null }, dateOfInstant(deps.clock()));
  if (understood.ok) {
    const screened = await deps.screen(understood.value);
    tell(understood.value.symbol, screened);
    if (screened.ok) {
      const namesakes = await findNamesakes(deps, typed, screened.value);
      return { kind: 'answer', answer: screened.value, namesakes };
    }
    if (screened.error.code !== 'ticker_not_found') return { kind: 'unavailable', refusal: screened.error };
  }
  return findByName(deps, typed, tell);
}

async function findByName(deps: FindDeps, typed: string, tell: Tell): Promise<SearchOutcome> {
  if (typed.length > LONGEST_SEARCH || normaliseName(typed) === '') return { kind: 'unreadable' };
  const found = await deps.search?.find(typed, DEFAULT_HITS);
  if (found?.ok !== true) return { kind: 'nothing', near: [] };
  const { results, did_you_mean: near } = found.value;
  const [only] = results;
  if (only === undefined) return { kind: 'nothing', near };
  if (results.length > 1) return { kind: 'hits', hits: results };
  const screened = await deps.screen({ symbol: only.symbol, asOf: null, rules: 'current' });
  tell(only.symbol, screened);
  return screened.ok
    ? { kind: 'answer', answer: screened.value, namesakes: [] }
    : { kind: 'unavailable', refusal: screened.error };
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
    .filter((hit) => hit.symbol !== symbol && hit.cik !== cik && startsWithWord(hit, word))
    .toSorted((a, b) => a.symbol.length - b.symbol.length);
  // One of a company's tickers is enough.
  const byFiler = new Map(others.toReversed().map((hit) => [hit.cik, hit]));
  return [...byFiler.values()].toReversed().slice(0, MOST_NAMESAKES);
}

function startsWithWord({ name }: FindableTicker, word: string): boolean {
  return name !== null && `${normaliseName(name)} `.startsWith(`${word} `);
}
