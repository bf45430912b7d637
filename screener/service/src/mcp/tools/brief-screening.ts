import { METHODOLOGIES } from '@screener/engine/methodologies/rule-sets';
import { type AnswerOf, list } from '@screener/engine/schema-parts';
import { MethodologyAnswer, PurificationAnswer } from '@screener/engine/screening';
import { type TObject, Type } from 'typebox';
import { PagedAnswer } from '../../use-cases/page-holdings.ts';

export const DETAILS = ['brief', 'full'] as const;
export type Detail = (typeof DETAILS)[number];

const BriefMethodology = Type.Pick(MethodologyAnswer, ['id', 'name', 'passed', 'status']);
const BriefPurification = Type.Pick(PurificationAnswer, [
  'pct_of_dividends_and_gains',
  'covered_rate_pct',
  'coverage_pct',
  'low_pct',
  'high_pct',
  'basis',
]);
const Head = Type.Pick(PagedAnswer, [
  ...(['symbol', 'name', 'type', 'as_of', 'today', 'stale', 'compliance', 'possible', 'score'] as const),
  ...(['ratios', 'missing', 'anchor'] as const),
]);

/**
 * The members of a screening that an agent needs first, as `GET /v1/screen/{ticker}` has them. The whole answer has
 * these and more, so both have this schema.
 */
export const BriefScreening = Type.Object({
  ...Head.properties,
  methodologies: list(BriefMethodology, `What each of the ${METHODOLOGIES.length} methodologies says`),
  purification: BriefPurification,
});
type BriefScreening = AnswerOf<typeof BriefScreening>;

export function briefOf(answer: PagedAnswer): BriefScreening {
  return {
    ...membersOf(Head, answer),
    methodologies: answer.methodologies.map((one) => membersOf(BriefMethodology, one)),
    purification: membersOf(BriefPurification, answer.purification),
  };
}

/** Returns the members that a schema names. */
function membersOf<Schema extends TObject>(
  { properties }: Schema,
  value: AnswerOf<Schema>,
): AnswerOf<Schema> {
  const all = Object.entries(value);
  return Object.fromEntries(all.filter(([name]) => name in properties)) as AnswerOf<Schema>;
}
