import type { CalendarDate } from '@common/base/calendar';
import type { IndustryId } from '../business/industries.ts';
import { industryOf } from '../business/sector.ts';
import type { Report } from '../facts.ts';
import type { DecidedScreening } from '../screened.ts';
import type { EvidenceEntry, PurificationAnswer } from '../screening.ts';
import {
  bySymbol,
  type CompanyLine,
  companyLine,
  type Entry,
  firstOf,
  type LeftOut,
  leave,
  onePerFiler,
  type Ranking,
} from './ranking-line.ts';
import { passesSome, type Standing, standingsOf } from './standings.ts';

type PerShare = 'amount_per_share' | 'amount_per_share_low' | 'amount_per_share_high' | 'share_basis';

/**
 * A company that at least one methodology passes, as lists show it; the full evidence is in its screening at the same
 * date. The leaderboard ranks those that all pass.
 */
export interface Leader extends CompanyLine {
  /** By all methodologies together. */
  readonly compliance: DecidedScreening['compliance'];
  readonly industry: IndustryId | null;
  /** Upper end, in the currency of the price. */
  readonly market_cap: number | null;
  readonly standings: readonly Standing[];
  readonly components: DecidedScreening['components'];
  readonly purification: Pick<
    PurificationAnswer,
    'pct_of_dividends_and_gains' | 'low_pct' | 'high_pct' | 'basis' | 'currency' | PerShare
  >;
  /** The filings whose figures the score was computed from. */
  readonly filings: readonly RestingFiling[];
}

interface RestingFiling {
  readonly accession: string | null;
  readonly form: string;
  readonly filed: CalendarDate | null;
  readonly source_url: string | null;
  /** Tags of this filing that were used. */
  readonly tags: readonly string[];
}

export type RankedLeader = Leader & { readonly rank: number };

/**
 * The company's line, or why a company that no methodology passes has none. `reports` are those that `screening` was made
 * from.
 */
export function leaderOf(screening: DecidedScreening, reports: readonly Report[]): Entry<Leader> {
  const { compliance, cik, business_activity: business } = screening;
  if (compliance !== 'compliant' && !passesSome(screening)) return leave(screening, compliance);
  const { pct_of_dividends_and_gains, low_pct, high_pct, basis } = screening.purification;
  const { amount_per_share, amount_per_share_low, amount_per_share_high, share_basis, currency } =
    screening.purification;
  const perShare = { amount_per_share, amount_per_share_low, amount_per_share_high, share_basis };
  return {
    kind: 'line',
    line: {
      ...companyLine(screening, reports),
      compliance,
      industry: industryOf({ cik, sic: business.sic })?.id ?? null,
      market_cap: screening.amounts.market_cap?.high ?? null,
      standings: standingsOf(screening),
      components: screening.components,
      purification: { pct_of_dividends_and_gains, low_pct, high_pct, basis, ...perShare, currency },
      filings: filingsOf(screening.evidence),
    },
  };
}

/**
 * Ranks the compliant by LEADER_KEYS; the others are left out with their verdict, and stand behind for lists by a
 * choice. Candidates may come in any order.
 * @example rankLeaders(
 *     ['GOOGL', 'GOOG'].map((symbol) => ({ symbol, score: 9, compliance: 'compliant', components: {}, purification: {} })),
 *   ).lines.map(({ symbol, other_symbols }) => [symbol, other_symbols]) // [['GOOG', ['GOOGL']]]
 */
export function rankLeaders(candidates: readonly Leader[]): Ranking<RankedLeader> {
  const { lines, leftOut } = onePerFiler(
    candidates.filter(({ compliance }) => compliance === 'compliant'),
    compareLeaders,
  );
  const ranked = new Set(lines.map(({ cik }) => cik));
  const others = candidates.filter(({ compliance }) => compliance !== 'compliant');
  const behind = onePerFiler(
    others.filter(({ cik }) => !ranked.has(cik)),
    compareLeaders,
  );
  const inOrder = [...lines.toSorted(compareLeaders), ...behind.lines.toSorted(compareLeaders)];
  const placed = inOrder.map((line, index) => ({ ...line, rank: index + 1 }));
  return {
    lines: placed.slice(0, lines.length),
    behind: placed.slice(lines.length),
    leftOut: [...leftOut, ...others.flatMap(leftOutOf)],
  };
}

function leftOutOf({ symbol, name, cik, compliance }: Leader): readonly LeftOut[] {
  return compliance === 'compliant' ? [] : [{ symbol, name, cik, reason: compliance }];
}

function compareLeaders(a: Leader, b: Leader): number {
  return firstOf(
    b.score - a.score,
    dataQuality(b) - dataQuality(a),
    purified(a) - purified(b),
    bySymbol(a, b),
  );
}

function dataQuality({ components }: Leader): number {
  return components.data_quality?.score ?? 0;
}

function purified({ purification }: Leader): number {
  return purification.high_pct ?? Number.MAX_VALUE;
}

function filingsOf(evidence: readonly EvidenceEntry[]): readonly RestingFiling[] {
  return [...Map.groupBy(evidence, ({ accession }) => accession).values()].flatMap((entries) => {
    const [entry] = entries;
    if (entry === undefined) return [];
    const { accession, form, filed, source_url } = entry;
    const tags = [...new Set(entries.map(({ xbrl_tag }) => xbrl_tag))].sort();
    return [{ accession, form, filed, source_url, tags }];
  });
}
