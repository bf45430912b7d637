import type { CalendarDate } from '@common/base/calendar';
import { INDUSTRIES, type IndustryId } from '@screener/engine/business/industries';
import type { RankedLeader } from '@screener/engine/rankings/leaders';
import { bySymbol, type CompanyLine } from '@screener/engine/rankings/ranking-line';
import { type NearestCheck, nearestByChoice, usedOf } from '@screener/engine/rankings/standings';
import type { RankedValue } from '@screener/engine/rankings/value';
import type { RankingAnswer } from './read-ranking.ts';

/** Lines on one page of one industry, or of a list without industries. */
const PAGE_LINES = 50;
/** Lines of each industry where all industries are shown. */
const FIRST_LINES = 5;

export const LIST_ORDERS = ['limit', 'size', 'name', 'score', 'value'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

/** From how much market capitalisation on, and up to how much, in dollars. */
export const SIZES = {
  large: { from: 10e9, to: Number.POSITIVE_INFINITY },
  middle: { from: 2e9, to: 10e9 },
  small: { from: 0, to: 2e9 },
} as const;
export type Size = keyof typeof SIZES;

/** What stands for the companies whose industry is not known. */
const OTHER = 'other';
export const INDUSTRY_CHOICES = [...INDUSTRIES.map(({ id }) => id), OTHER] as const;
type IndustryChoice = IndustryId | typeof OTHER;

/** The name of an industry; those that are not known share one. */
export function industryName(choice: IndustryChoice): string {
  return INDUSTRIES.find(({ id }) => id === choice)?.name ?? 'Other industries';
}

/** The part of the list that a reader asked to see. */
export interface ListQuery {
  /** Ids of methodologies; null for all. */
  readonly chosen: readonly string[] | null;
  readonly industry: IndustryChoice | null;
  readonly size: Size | null;
  readonly order: ListOrder;
  /** The page, counted from 1. */
  readonly page: number;
}

/** A company of the list. */
export interface Listed {
  /** Its ticker, and the day of its verdict. */
  readonly line: CompanyLine & { readonly rank: number };
  readonly leader: RankedLeader;
  /** By the choice. */
  readonly nearest: NearestCheck;
  /** Null unless the list is by value. */
  readonly value: RankedValue | null;
}

export interface ListGroup {
  readonly industry: IndustryChoice;
  /** The first of the companies. */
  readonly companies: readonly Listed[];
  readonly matching: number;
}

export interface ListView {
  /** The industries with their first companies; null where the list is not by industry. */
  readonly groups: readonly ListGroup[] | null;
  /** The companies of the page where there are no groups. */
  readonly companies: readonly Listed[];
  /** All companies that match, on whatever page. */
  readonly matching: readonly Listed[];
  /** The newest day of their verdicts; null where none matches. */
  readonly asOf: CalendarDate | null;
  readonly pages: number;
  /** The industries that have a company, whichever is asked for. */
  readonly industries: readonly IndustryChoice[];
}

interface Rankings {
  readonly leaders: RankingAnswer<'leaders'>;
  readonly value: RankingAnswer<'value'>;
}

/** Whether an order goes through all industries at once, and by all methodologies. */
export function isFlat(order: ListOrder): boolean {
  return order === 'score' || order === 'value';
}

export function viewList(rankings: Rankings, query: ListQuery): ListView {
  const { industry, size, order, page } = query;
  const sized = listedBy(rankings, query).filter((one) => size === null || isWithin(one.leader, size));
  const industries = INDUSTRY_CHOICES.filter((id) => sized.some((one) => industryOf(one) === id));
  const matching = sized
    .filter((one) => industry === null || industryOf(one) === industry)
    .sort((a, b) => COMPARE[order](a, b) || bySymbol(a.line, b.line));
  const asOf = matching.reduce<CalendarDate | null>(
    (newest, { line }) => (newest === null || line.as_of > newest ? line.as_of : newest),
    null,
  );
  if (industry === null && !isFlat(order)) {
    const byIndustry = Map.groupBy(matching, industryOf);
    const groups = industries.map((id) => {
      const all = byIndustry.get(id) ?? [];
      return { industry: id, companies: all.slice(0, FIRST_LINES), matching: all.length };
    });
    return { groups, companies: [], matching, asOf, pages: 1, industries };
  }
  return {
    groups: null,
    companies: matching.slice((page - 1) * PAGE_LINES, page * PAGE_LINES),
    matching,
    asOf,
    pages: Math.max(1, Math.ceil(matching.length / PAGE_LINES)),
    industries,
  };
}

const COMPARE: Readonly<Record<ListOrder, (a: Listed, b: Listed) => number>> = {
  limit: (a, b) => usedOf(a.nearest) - usedOf(b.nearest),
  size: (a, b) => (b.leader.market_cap ?? 0) - (a.leader.market_cap ?? 0),
  name: (a, b) => (a.line.name.toLowerCase() < b.line.name.toLowerCase() ? -1 : 1),
  score: byRank,
  value: byRank,
};

function byRank(a: Listed, b: Listed): number {
  return a.line.rank - b.line.rank;
}

/** The companies that the choice passes; by score and value those that all methodologies pass, whatever the choice. */
function listedBy({ leaders, value }: Rankings, { chosen, order }: ListQuery): readonly Listed[] {
  const all = isFlat(order) ? leaders.lines : [...leaders.lines, ...leaders.behind];
  const listed = all.flatMap((leader): readonly Listed[] => {
    const nearest = nearestByChoice(leader.standings, chosen);
    return nearest === null ? [] : [{ line: leader, leader, nearest, value: null }];
  });
  if (order !== 'value') return listed;
  // The two rankings may stand on different tickers of a filer.
  const byFiler = new Map(listed.map((one) => [one.leader.cik, one]));
  return value.lines.flatMap((line): readonly Listed[] => {
    const one = byFiler.get(line.cik);
    return one === undefined ? [] : [{ ...one, line, value: line }];
  });
}

function industryOf({ leader }: Listed): IndustryChoice {
  return leader.industry ?? OTHER;
}

function isWithin({ market_cap: cap, market_data: market }: RankedLeader, size: Size): boolean {
  const { from, to } = SIZES[size];
  return cap !== null && market.currency === 'USD' && cap >= from && cap < to;
}
