import type { Statement } from '@common/evidence/statement';
import type { PagedAnswer } from '../use-cases/page-holdings.ts';

type Screened = Pick<
  PagedAnswer,
  'symbol' | 'as_of' | 'stale' | 'rules' | 'engine_version' | 'compliance'
> & {
  readonly methodologies: readonly Pick<PagedAnswer['methodologies'][number], 'id' | 'status'>[];
};

/** What a statement says of a screening. */
export type ScreeningClaims = Pick<Statement, 'subject' | 'claims' | 'method' | 'as_of' | 'stale'>;

/**
 * What may be said of a ticker by its screening alone: the verdict, and what each methodology says. INVARIANT: the
 * verdict is that of all methodologies, never that of a caller’s choice, and nothing unknown becomes a pass.
 */
export function claimsOf({
  symbol,
  as_of: asOf,
  stale,
  rules,
  engine_version: engine,
  compliance,
  methodologies,
}: Screened): ScreeningClaims {
  return {
    subject: { kind: 'ticker', value: symbol },
    claims: [compliance, ...methodologies.map(({ id, status }) => `${id}.${status}`)],
    method: `screener/${engine}/${rules}`,
    // The day's beginning, so that nothing counts as newer than it is.
    as_of: `${asOf}T00:00:00.000Z`,
    stale: stale !== null,
  };
}
