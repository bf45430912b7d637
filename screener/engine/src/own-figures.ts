import { type Amount, exactly, sumAmounts, UNKNOWN } from './amounts/amount.ts';
import type { BusinessActivity } from './business/classify.ts';
import type { MethodologyResult } from './methodologies/check.ts';
import type { RuleSet } from './methodologies/methodology.ts';
import { evaluate } from './screen.ts';
import { type DecidedVerdict, possibleVerdicts, type Verdict, verdictOf } from './verdict/verdict.ts';

/** The figures that a reader can enter, in the order of a report. */
export const OWN_FIGURES = [
  'cash',
  'current_securities',
  'noncurrent_securities',
  'receivables',
  'total_assets',
  'debt',
  'revenue',
  'interest_income',
  'market_cap',
] as const;
export type OwnFigure = (typeof OWN_FIGURES)[number];

/** All in one unit. What is absent is not known, which is not zero. */
export type OwnFigures = Readonly<Partial<Record<OwnFigure, number>>>;

/** What the methodologies say of figures that a reader entered. It has no evidence, and so is no screening. */
interface OwnJudgement {
  readonly methodologies: readonly MethodologyResult[];
  readonly possible: readonly DecidedVerdict[];
  readonly compliance: Verdict;
}

/**
 * Judges a company by figures that a reader entered, with the checks of a screening.
 * INVARIANT: a figure that is left out never improves the verdict.
 */
export function judgeOwnFigures(
  business: BusinessActivity,
  { methodologies: rules }: Pick<RuleSet, 'methodologies'>,
  figures: OwnFigures,
): OwnJudgement {
  const of = (name: OwnFigure): Amount => {
    const value = figures[name];
    return value === undefined ? UNKNOWN : exactly({ value, from: value }, 'derived');
  };
  const cash = of('cash');
  const current = sumAmounts([cash, of('current_securities')]);
  const amounts = {
    debt: of('debt'),
    cash,
    cash_and_current_securities: current,
    cash_and_all_securities: sumAmounts([current, of('noncurrent_securities')]),
    receivables: of('receivables'),
    receivables_and_cash: sumAmounts([of('receivables'), cash]),
    interest_income: of('interest_income'),
    total_assets: of('total_assets'),
    revenue: of('revenue'),
    market_cap: of('market_cap'),
  };
  const methodologies = rules.map((methodology) =>
    evaluate(methodology, { amounts, priced: null }, business),
  );
  const possible = possibleVerdicts(
    business.status,
    methodologies.map(({ ratios }) => ratios),
  );
  return { methodologies, possible, compliance: verdictOf(possible) };
}
