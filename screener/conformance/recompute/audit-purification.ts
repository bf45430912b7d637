import { type Amounts, type Ends, UNKNOWN } from './audit-amounts.ts';
import { auditFlows } from './audit-flows.ts';
import { auditQuotient } from './audit-methodologies.ts';
import { auditAmountsPerShare } from './audit-shares.ts';
import { type CaseFile, roleName } from './case-file.ts';
import { evaluate, isSame } from './expression.ts';
import { compare, decimal, divide, type Fraction, multiply, nearestNumber, ZERO } from './fraction.ts';

const HUNDRED = decimal('100');

/**
 * Audits interest income over revenue in percent, and per share: from the filed figure if there is one,
 * otherwise from the upper end.
 */
export function auditPurification(caseFile: CaseFile, amounts: Amounts): void {
  const { answer, audit } = caseFile;
  const said = answer.purification;
  const interest = amounts.get('interest_income') ?? UNKNOWN;
  const revenue = amounts.get('revenue') ?? UNKNOWN;
  const isKnown = revenue.high !== null && compare(revenue.low, ZERO) > 0;
  const percent = (value: Fraction | null) =>
    isKnown && value !== null ? multiply(HUNDRED, divide(value, revenue.low)) : null;
  const income = isKnown ? auditIncome(caseFile, interest) : null;
  if (!isKnown) {
    audit.same('purification.income', said.income, null);
    audit.holds(
      'purification.income_from',
      said.income_from,
      said.income_from === null,
      'no revenue is known',
    );
  }
  auditQuotient(
    caseFile,
    'purification.pct_of_dividends_and_gains',
    said.pct_of_dividends_and_gains,
    percent(income),
  );
  // Both are a fund's.
  audit.same('purification.covered_rate_pct', said.covered_rate_pct, null);
  audit.same('purification.coverage_pct', said.coverage_pct, null);
  auditQuotient(caseFile, 'purification.high_pct', said.high_pct, percent(interest.high));
  auditQuotient(caseFile, 'purification.low_pct', said.low_pct, percent(interest.low) ?? ZERO);
  audit.same('purification.basis', said.basis, isKnown ? interest.basis : 'unknown');
  const currency = answer.amounts.revenue?.unit ?? null;
  audit.same('purification.currency', said.currency, isKnown ? currency : null);

  auditAmountsPerShare(caseFile, interest, income, isKnown);
}

/**
 * Recomputes the income to give away: the upper end of interest income, or the filer's own figure net of
 * investment expense, inside the interval.
 */
function auditIncome(caseFile: CaseFile, { low, high }: Ends): Fraction | null {
  const { answer, audit, figures } = caseFile;
  const { income, income_from: from } = answer.purification;
  const path = 'purification.income_from';
  if (from === null) {
    audit.same('purification.income', income, null);
    audit.holds(path, null, high === null, 'the upper end of interest income');
    return null;
  }
  const value = evaluate(from, figures);
  audit.same('purification.income', income, value === null ? null : nearestNumber(value));
  const upper = answer.amounts.interest_income;
  const end = upper?.high_from ?? null;
  const isNetted = upper?.rules.includes('interest_net_of_investment_expense') ?? false;
  if (end !== null && isSame(from, end)) {
    audit.holds(path, from, !isNetted, 'the filed figure, without room for expenses');
    return value;
  }
  const filed =
    answer.anchor === null ? from : auditFlows({ ...caseFile, anchor: answer.anchor }, path, from);
  const isFiled = filed.kind === 'figure' && roleName(caseFile, filed.id) === 'net_investment_income';
  audit.holds(path, from, isFiled, 'the upper end of interest income, or a figure net of investment expense');
  const isInside = value !== null && compare(value, low) >= 0 && (high === null || compare(value, high) <= 0);
  audit.holds(path, from, isInside, 'a figure inside the interval of interest income');
  return value;
}
