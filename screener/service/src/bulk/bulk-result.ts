import { Basis } from '@screener/engine/amounts/amount';
import { status } from '@screener/engine/methodologies/check';
import { type AnswerOf, nullableNum, num, object, text } from '@screener/engine/schema-parts';
import { Screening } from '@screener/engine/screening';
import { Compliance } from '@screener/engine/verdict/verdict';
import { Type } from 'typebox';
import { SymbolError } from '../use-cases/screen-batch.ts';

/** A screening in one line: interface document, 2.4. */
export const Summary = object({
  symbol: text('The ticker, in the SEC’s spelling: BRK-B'),
  compliance: Compliance,
  reason: text(
    'Why, as a code: all_pass, business_fails, business_in_review, methodologies_fail; for a fund holdings; without a verdict what is missing first, as in missing of a screening',
  ),
  methodologies: Type.Record(Type.String(), status('Pass, fail or unknown'), {
    description: 'What each methodology says, by its id',
  }),
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

/** What a summary is made of, in codes or in words. */
type Summarised = Pick<
  Screening,
  'symbol' | 'type' | 'compliance' | 'score' | 'purification' | 'as_of' | 'stale' | 'business_activity'
> & {
  readonly methodologies: readonly Pick<Screening['methodologies'][number], 'id' | 'status'>[];
  readonly missing: readonly { readonly code: string }[];
};

export function summaryOf(answer: Summarised): AnswerOf<typeof Summary> {
  const { symbol, compliance, methodologies, score, purification, as_of, stale } = answer;
  return {
    symbol,
    compliance,
    reason: reasonOf(answer),
    methodologies: Object.fromEntries(methodologies.map(({ id, status: said }) => [id, said])),
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

function reasonOf({ compliance, type, business_activity: business, missing }: Summarised): string {
  if (compliance === 'not_screenable') return missing[0]?.code ?? 'not_decided';
  if (type === 'fund') return 'holdings';
  if (business.status === 'fail') return 'business_fails';
  if (compliance === 'compliant') return 'all_pass';
  const isInReview = business.status === 'review' && compliance === 'questionable';
  return isInReview ? 'business_in_review' : 'methodologies_fail';
}

/** The outcome of one symbol of a job: a compact summary, or an error. */
export const BulkResult = Type.Union([Summary, SymbolError]);
export type BulkResult = AnswerOf<typeof BulkResult>;
