import type { BusinessActivity } from './business/classify.ts';
import type { Findings } from './findings.ts';
import type { MethodologyResult } from './methodologies/check.ts';
import type { Denominator, Numerator } from './methodologies/methodology.ts';
import type { MissingEntry } from './screening.ts';

const WHAT_WOULD_SETTLE: Readonly<Record<Numerator, string>> = {
  debt: 'the balance sheet does not tag total debt, and its other liabilities do not bound it closely enough',
  cash_and_current_securities:
    'cash and current interest-bearing securities are not tagged closely enough to decide',
  cash_and_all_securities: 'interest-bearing securities are not tagged closely enough to decide',
  receivables: 'receivables are not tagged closely enough to decide',
  receivables_and_cash: 'receivables and cash are not tagged closely enough to decide',
  interest_income: 'no interest income is tagged for the twelve months, and no bound on it decides',
};

/** What is unknown and could change the verdict, each once: only in methodologies that have not already failed. */
export function missingFor(
  business: BusinessActivity,
  methodologies: readonly MethodologyResult[],
  findings: Findings,
): readonly MissingEntry[] {
  const missing = new Map<string, string>();
  if (business.status === 'unknown') {
    missing.set('business_activity', 'neither a SIC code nor a curated entry says what the company does');
  }
  const open = methodologies.filter((result) => result.status === 'unknown');
  for (const { check, status } of open.flatMap((result) => result.checks)) {
    if (status !== 'unknown') continue;
    const divisor = findings.amounts[check.denominator];
    if (divisor.high === null || divisor.high.value <= 0) {
      missing.set(check.denominator, whyNo(check.denominator, findings));
    } else {
      missing.set(check.numerator, WHAT_WOULD_SETTLE[check.numerator]);
    }
  }
  return [...missing].map(([code, message]) => ({ code, message }));
}

function whyNo(denominator: Denominator, findings: Findings): string {
  if (denominator === 'market_cap' && !findings.marketCap.ok) return findings.marketCap.error.message;
  const { report } = findings.anchor;
  return `${report.form} ${report.accession} gives no positive ${denominator.replaceAll('_', ' ')} under a known tag`;
}
