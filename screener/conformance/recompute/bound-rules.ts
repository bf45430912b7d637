import { contributionsOf, type Expression } from './expression.ts';

/**
 * What each named bound rule allows in its expression: the roles (see published-tags.ts) of the figures that it may add
 * and subtract. Anything else under the rule's name is not the published rule.
 */
interface BoundRule {
  /** The rule's name in answers, if several ways share one name. */
  readonly name?: string;
  /** At least one of these is added. */
  readonly whole: readonly string[];
  /** Only these may be added besides `whole`. */
  readonly alsoAdded?: readonly string[];
  /** At least one of these is added besides `whole`. */
  readonly mustAdd?: readonly string[];
  /** Only these may be subtracted. */
  readonly less: readonly string[];
  /** At least one of these is subtracted, which distinguishes the rule from similar ones. */
  readonly mustLess?: readonly string[];
}

const ASSET = 'total_assets';
const OTHER_CURRENT = ['receivables', 'perhaps_receivables', 'other_current_assets'];
const CURRENT_LINES = 'current_liabilities_without_interest';
const NONCURRENT_LINES = 'noncurrent_liabilities_without_interest';

const BOUND_RULES: Readonly<Record<string, BoundRule>> = {
  debt_residual: {
    whole: ['total_liabilities', ASSET],
    less: ['equity', CURRENT_LINES, NONCURRENT_LINES],
  },
  current_leg_residual: { name: 'debt_by_legs', whole: ['current_liabilities'], less: [CURRENT_LINES] },
  current_leg_total: { name: 'debt_by_legs', whole: ['current_debt_total'], less: [] },
  current_leg_of_two: {
    name: 'debt_by_legs',
    whole: ['short_term_borrowings'],
    mustAdd: ['current_portion'],
    less: [],
  },
  noncurrent_leg_residual: {
    name: 'debt_by_legs',
    whole: ['total_liabilities', ASSET],
    less: ['equity', 'current_liabilities', NONCURRENT_LINES],
    mustLess: ['current_liabilities'],
  },
  noncurrent_leg_total: { name: 'debt_by_legs', whole: ['noncurrent_debt_total'], less: [] },
  cash_residual: { whole: ['current_assets'], less: OTHER_CURRENT },
  cash_with_restricted: { whole: ['cash_with_restricted'], less: [] },
  current_securities_residual: {
    whole: ['current_assets'],
    less: ['cash', 'equity_securities', ...OTHER_CURRENT],
  },
  noncurrent_securities_residual: {
    whole: [ASSET],
    less: ['current_assets', 'noncurrent_assets_without_interest'],
    mustLess: ['current_assets'],
  },
  all_securities_residual: {
    whole: [ASSET],
    less: [...OTHER_CURRENT, 'noncurrent_assets_without_interest'],
  },
  receivables_residual: {
    whole: ['current_assets'],
    less: ['cash', 'current_securities', 'equity_securities', 'other_current_assets'],
  },
  receivables_and_cash_residual: {
    whole: ['current_assets'],
    less: ['current_securities', 'equity_securities', 'other_current_assets'],
  },
  interest_mixed: { whole: ['mixed_interest_income'], less: [] },
  interest_net_plus_expense: { whole: ['net_interest'], alsoAdded: ['interest_expense'], less: [] },
};

/** The ways to an upper end: a filed figure, a rule, or the sum of the ends of two amounts. */
interface UpperEnd {
  /** Roles of a figure that states the amount itself. */
  readonly filed: readonly string[];
  readonly rules: readonly string[];
  readonly sumOf?: readonly [string, string];
}

/**
 * The ways to each upper end. `current_securities`, `noncurrent_securities` and the legs of debt never appear
 * in an answer by themselves; they are parts of sums.
 */
export const UPPER_ENDS: Readonly<Record<string, UpperEnd>> = {
  debt: {
    filed: [],
    rules: ['debt_residual'],
    sumOf: ['current_leg', 'noncurrent_leg'],
  },
  current_leg: { filed: [], rules: ['current_leg_residual', 'current_leg_total', 'current_leg_of_two'] },
  noncurrent_leg: { filed: [], rules: ['noncurrent_leg_residual', 'noncurrent_leg_total'] },
  cash: { filed: ['cash'], rules: ['cash_with_restricted', 'cash_residual'] },
  current_securities: { filed: [], rules: ['current_securities_residual'] },
  noncurrent_securities: { filed: [], rules: ['noncurrent_securities_residual'] },
  cash_and_current_securities: {
    filed: [],
    rules: ['cash_residual', 'all_securities_residual'],
    sumOf: ['cash', 'current_securities'],
  },
  cash_and_all_securities: {
    filed: [],
    rules: ['all_securities_residual'],
    sumOf: ['cash_and_current_securities', 'noncurrent_securities'],
  },
  receivables: { filed: [], rules: ['receivables_residual'] },
  receivables_and_cash: {
    filed: [],
    rules: ['receivables_and_cash_residual'],
    sumOf: ['receivables', 'cash'],
  },
  interest_income: { filed: ['interest_income'], rules: ['interest_mixed', 'interest_net_plus_expense'] },
  total_assets: { filed: ['total_assets'], rules: [] },
  revenue: { filed: ['revenue'], rules: [] },
};

const DEBT = [
  'current_debt_total',
  'short_term_borrowings',
  'current_portion',
  'current_debt',
  'noncurrent_debt_total',
  'noncurrent_debt',
  'long_term_debt',
  'all_debt_with_leases',
  'all_debt',
];
const CASH_AND_CURRENT = ['cash', 'current_securities'];

/** The roles that may be added in a lower end. Nothing is ever subtracted there. */
export const LOWER_ENDS: Readonly<Record<string, readonly string[]>> = {
  debt: DEBT,
  cash: ['cash'],
  cash_and_current_securities: CASH_AND_CURRENT,
  cash_and_all_securities: [...CASH_AND_CURRENT, 'noncurrent_securities'],
  receivables: ['receivables'],
  receivables_and_cash: ['receivables', 'cash'],
  interest_income: ['interest_income', 'net_interest'],
  total_assets: ['total_assets'],
  revenue: ['revenue'],
};

type RoleOfId = (id: string) => string;

/**
 * Returns the sets of rule ids that would give the upper end `expression` of an amount; empty if no published
 * rule does. `expression` has no `max` and no `min`.
 */
export function explanationsOf(
  amount: string,
  expression: Expression,
  roleOfId: RoleOfId,
): readonly (readonly string[])[] {
  const end = UPPER_ENDS[amount];
  if (end === undefined) return [];
  const found: (readonly string[])[] = [];
  if (isMadeOf(expression, { whole: end.filed, less: [] }, roleOfId)) found.push([]);
  for (const id of end.rules) {
    const rule = BOUND_RULES[id];
    if (rule !== undefined && isMadeOf(expression, rule, roleOfId)) found.push([rule.name ?? id]);
  }
  const [left, right] = expression.kind === 'sum' ? expression.terms : [];
  if (end.sumOf !== undefined && left !== undefined && right !== undefined) {
    const [first, second] = end.sumOf;
    for (const one of explanationsOf(first, left, roleOfId)) {
      for (const other of explanationsOf(second, right, roleOfId)) found.push([...one, ...other]);
    }
  }
  return found;
}

function isMadeOf(expression: Expression, rule: BoundRule, roleOfId: RoleOfId): boolean {
  const parts = contributionsOf(expression).map(({ sign, id }) => ({ sign, role: roleOfId(id) }));
  const added = parts.filter((part) => part.sign === '+').map((part) => part.role);
  const less = parts.filter((part) => part.sign === '-').map((part) => part.role);
  const { mustAdd = [] } = rule;
  const mayAdd = [...rule.whole, ...mustAdd, ...(rule.alsoAdded ?? [])];
  return (
    added.some((role) => rule.whole.includes(role)) &&
    added.every((role) => mayAdd.includes(role)) &&
    (mustAdd.length === 0 || added.some((role) => mustAdd.includes(role))) &&
    less.every((role) => rule.less.includes(role)) &&
    (rule.mustLess === undefined || less.some((role) => rule.mustLess?.includes(role) ?? false))
  );
}
