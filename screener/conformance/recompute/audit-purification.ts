import { type Amounts, UNKNOWN } from './audit-amounts.ts';
import { auditQuotient } from './audit-methodologies.ts';
import { type CaseFile, roleName } from './case-file.ts';
import { compare, decimal, divide, type Fraction, fractionOf, multiply, ZERO } from './fraction.ts';

const HUNDRED = decimal('100');
const SHARE_COUNTS = ['cover_page_shares', 'balance_sheet_shares'];

/** Interest income over revenue in percent, and per share; a person is given the upper end. */
export function auditPurification(caseFile: CaseFile, amounts: Amounts): void {
  const { answer, audit } = caseFile;
  const said = answer.purification;
  const interest = amounts.get('interest_income') ?? UNKNOWN;
  const revenue = amounts.get('revenue') ?? UNKNOWN;
  const isKnown = revenue.high !== null && compare(revenue.low, ZERO) > 0;
  const percent = (value: Fraction | null) =>
    isKnown && value !== null ? multiply(HUNDRED, divide(value, revenue.low)) : null;
  const high = percent(interest.high);
  auditQuotient(caseFile, 'purification.pct_of_dividends_and_gains', said.pct_of_dividends_and_gains, high);
  auditQuotient(caseFile, 'purification.high_pct', said.high_pct, high);
  auditQuotient(caseFile, 'purification.low_pct', said.low_pct, percent(interest.low) ?? ZERO);
  audit.same('purification.basis', said.basis, isKnown ? interest.basis : 'unknown');
  const currency = answer.amounts.revenue?.unit ?? null;
  audit.same('purification.currency', said.currency, isKnown ? currency : null);

  const shares = auditShares(caseFile);
  const perShare =
    isKnown && interest.high !== null && shares !== null && compare(shares, ZERO) > 0
      ? divide(interest.high, shares)
      : null;
  auditQuotient(caseFile, 'purification.amount_per_share', said.amount_per_share, perShare);
}

function auditShares(caseFile: CaseFile): Fraction | null {
  const { answer, audit, evidence } = caseFile;
  const { shares, shares_evidence: id } = answer.purification;
  if (id === null) {
    audit.same('purification.shares', shares, null);
    return null;
  }
  const entry = evidence.get(id);
  const isCount = entry !== undefined && SHARE_COUNTS.includes(roleName(caseFile, id));
  audit.holds('purification.shares_evidence', id, isCount, 'evidence of a count of shares');
  audit.same('purification.shares', shares, entry?.value ?? null);
  return entry === undefined ? null : fractionOf(entry.value);
}
