import { type Industry, industryOf } from '@screener/engine/business/sector';
import type { RankedLeader } from '@screener/engine/rankings/leaders';
import { nearestByChoice } from '@screener/engine/rankings/standings';
import type { ScreenAnswer } from '../use-cases/screen-ticker.ts';
import type { RankingReader } from './ranking-reader.ts';

/** Compliant companies that stand beside one without that verdict. */
interface Alternatives {
  /** Null where neither the code of the company nor our list says one. */
  readonly industry: Industry | null;
  /** Nearest in market capitalisation first; best score first where the company has none. */
  readonly lines: readonly RankedLeader[];
}

const MOST = 4;

/** The companies of the same industry that the choice passes, or all methodologies without one. */
export async function alternativesTo(
  rankings: RankingReader,
  answer: Pick<ScreenAnswer, 'cik' | 'business_activity' | 'market_data' | 'amounts'>,
  chosen: readonly string[] | null,
): Promise<Alternatives> {
  const industry = industryOf({ cik: answer.cik, sic: answer.business_activity.sic });
  const ranking = industry === null ? null : await rankings.read('leaders');
  if (industry === null || ranking === null) return { industry, lines: [] };
  const same = [...ranking.lines, ...ranking.behind].filter(
    (line) =>
      line.industry === industry.id &&
      line.cik !== answer.cik &&
      nearestByChoice(line.standings, chosen) !== null,
  );
  const size = sizeOf(answer);
  const lines = size === null ? same : same.toSorted((a, b) => apart(a, size) - apart(b, size));
  return { industry, lines: lines.slice(0, MOST) };
}

/** The capitalisation is known without a report where the source of prices gives it. */
function sizeOf({
  amounts,
  market_data: market,
}: Pick<ScreenAnswer, 'market_data' | 'amounts'>): number | null {
  return amounts.market_cap?.high ?? (market.figure === 'market_cap' ? market.value : null);
}

/** Ten times as large is as far as a tenth of the size. */
function apart({ market_cap: other }: RankedLeader, size: number): number {
  return other === null ? Number.POSITIVE_INFINITY : Math.abs(Math.log(other / size));
}
