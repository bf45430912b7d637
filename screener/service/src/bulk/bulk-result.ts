import { Basis } from '@screener/engine/amounts/amount';
import { type AnswerOf, nullableNum, num, object, text } from '@screener/engine/schema-parts';
import { Screening } from '@screener/engine/screening';
import { Compliance } from '@screener/engine/verdict/verdict';
import { Type } from 'typebox';
import { SymbolError } from '../use-cases/screen-batch.ts';

/** A screening in one line: interface document, 2.4. */
export const Summary = object({
  symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
  compliance: Compliance,
  score: Type.Number({ minimum: 0, maximum: 100, description: 'Of 100 points' }),
  purification_pct: nullableNum(
    'Percent of dividends and gains to give away: 2.7 is 2.7 %. From the filed figure of interest income where there is one, else the upper end; null if nothing bounds it, and for a fund whose holdings of known rate do not stand for the whole',
  ),
  purification_covered_rate_pct: nullableNum(
    'For a fund: the rate of the holdings whose own rate is known, in percent; null for a company',
  ),
  purification_coverage_pct: nullableNum(
    'For a fund: the weight of these holdings, in percent of net assets; null for a company',
  ),
  purification_low_pct: num('The low end of what is known, in percent'),
  purification_basis: Basis,
  as_of: Screening.properties.as_of,
  stale: Screening.properties.stale,
});

export function summaryOf({
  symbol,
  compliance,
  score,
  purification,
  as_of,
  stale,
}: Pick<Screening, 'symbol' | 'compliance' | 'score' | 'purification' | 'as_of' | 'stale'>): AnswerOf<
  typeof Summary
> {
  return {
    symbol,
    compliance,
    score,
    purification_pct: purification.pct_of_dividends_and_gains,
    purification_covered_rate_pct: purification.covered_rate_pct,
    purification_coverage_pct: purification.coverage_pct,
    purification_low_pct: purification.low_pct,
    purification_basis: purification.basis,
    as_of,
    stale,
  };
}

/** The outcome of one symbol of a job: a compact summary, or an error. */
export const BulkResult = Type.Union([Summary, SymbolError]);
export type BulkResult = AnswerOf<typeof BulkResult>;
