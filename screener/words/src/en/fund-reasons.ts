/** Weights of a fund's holdings, and their limits, as they are written. */
interface Weights {
  readonly verb: 'is' | 'was';
  readonly nonCompliant: string;
  /** Whether part of the fund has no verdict, which could not change that. */
  readonly isPartOpen: boolean;
}

interface Limits {
  readonly nonCompliant: string;
  readonly together: string;
}

const rest = ({ isPartOpen }: Weights) =>
  isPartOpen ? ', and what has no verdict could not change that' : '';

export const FUND_REASONS = {
  compliant: (weights: Weights, together: string, limits: Limits) =>
    `of net assets, ${weights.nonCompliant} ${weights.verb} in non-compliant holdings (limit ${limits.nonCompliant}) and ${together} in these and questionable ones (limit ${limits.together})${rest(weights)}`,
  questionable: (weights: Weights, questionable: string, limits: Limits, most: string) =>
    `of net assets, ${weights.nonCompliant} ${weights.verb} in non-compliant holdings and ${questionable} in questionable ones; up to ${limits.nonCompliant} and together ${limits.together} would be compliant, above ${most} in non-compliant ones non-compliant${rest(weights)}`,
  nonCompliant: (weights: Weights, most: string) =>
    `of net assets, ${weights.nonCompliant} ${weights.verb} in non-compliant holdings, over the limit of ${most}${rest(weights)}`,
  undecided: (open: string) => `${open} of net assets has no verdict, which could still change the answer`,
  overWhole: (all: string, owed: string) =>
    `Weights are of net assets: those of all assets come to ${all}, because the fund owes ${owed}.`,
  notKnown: (name: string) =>
    `${name}: cannot be decided; the weight of the holdings that fail it is not known.`,
  passes: (name: string, weight: string, isExact: boolean, limit: string) =>
    `${name}: passes; ${isExact ? '' : 'at most '}${weight} of net assets is in holdings that fail it, against a limit of ${limit}.`,
  fails: (name: string, weight: string, isExact: boolean, limit: string) =>
    `${name}: fails; ${isExact ? '' : 'at least '}${weight} of net assets is in holdings that fail it, over the limit of ${limit}.`,
  open: (name: string, from: string, to: string, limit: string) =>
    `${name}: cannot be decided; between ${from} and ${to} of net assets is in holdings that fail it, on either side of the limit of ${limit}.`,
};
