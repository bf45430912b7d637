import type { RankedLeader } from '@screener/engine/rankings/leaders';
import type { FundStore } from '../store/store.ts';
import type { ScreenAnswer } from '../use-cases/screen-ticker.ts';
import type { RankingStore } from './rankings.store.ts';
import { readRanking } from './read-ranking.ts';

interface SimilarDeps {
  readonly rankings: Pick<RankingStore, 'read'>;
  readonly store: { readonly funds: Pick<FundStore, 'listingsOf'> };
}

/** Compliant companies of the same business. */
interface SimilarCompanies {
  readonly sicDescription: string | null;
  /** Best score first. */
  readonly lines: readonly RankedLeader[];
}

const MOST_LEADERS = 500;
const MOST_SIMILAR = 4;
/** SIC codes narrow from left to right: an industry group has three digits, a major group two. */
const DIGITS = [4, 3, 2];

/** Returns the best of the compliant companies whose line of business is nearest; none if there is no such ranking. */
export async function similarCompanies(
  { rankings, store }: SimilarDeps,
  { cik, business_activity: { sic, sic_description: sicDescription } }: ScreenAnswer,
): Promise<SimilarCompanies> {
  const ranking = sic === null ? null : await readRanking(rankings, 'leaders', MOST_LEADERS);
  const leaders = (ranking?.lines ?? []).filter((line) => line.cik !== cik);
  const listings = await store.funds.listingsOf(leaders.map(({ symbol }) => symbol));
  const sicOf = new Map(listings.map((listing) => [listing.symbol, listing.sic ?? '']));
  for (const digits of DIGITS) {
    const group = sic?.slice(0, digits) ?? '';
    const lines = leaders.filter(({ symbol }) => sicOf.get(symbol)?.startsWith(group) === true);
    if (group !== '' && lines.length > 0) return { sicDescription, lines: lines.slice(0, MOST_SIMILAR) };
  }
  return { sicDescription, lines: [] };
}
