import { evidenceIds } from './amounts/expression.ts';
import type { BusinessActivity } from './business/classify.ts';
import { conceptOf } from './concepts/labels.ts';
import type { Findings } from './findings.ts';
import type { MethodologyResult } from './methodologies/check.ts';
import type { Denominator, Numerator } from './methodologies/methodology.ts';
import type { MissingEntry } from './screening.ts';

const WHAT_WOULD_SETTLE: Readonly<Record<Exclude<Numerator, 'debt'>, string>> = {
  cash_and_current_securities:
    'cash and current interest-bearing securities are not tagged closely enough to decide',
  cash_and_all_securities: 'interest-bearing securities are not tagged closely enough to decide',
  receivables: 'receivables are not tagged closely enough to decide',
  receivables_and_cash: 'receivables and cash are not tagged closely enough to decide',
  interest_income: 'no interest income is tagged for the twelve months, and no bound on it decides',
};

/**
 * Lists once each unknown that could change the verdict, only in methodologies that have not already failed.
 */
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
      const { numerator } = check;
      missing.set(numerator, numerator === 'debt' ? whyNoDebt(findings) : WHAT_WOULD_SETTLE[numerator]);
    }
  }
  return [...missing].map(([code, message]) => ({ code, message }));
}

/** Says what leaves debt open: nothing tagged, a part of it tagged, or figures that may overlap. */
function whyNoDebt({ amounts, anchor, ledger }: Findings): string {
  const { low, high } = amounts.debt;
  if (high === null) return 'neither all of the debt nor total liabilities are tagged';
  const least = `${low.value} ${anchor.report.currency ?? ''}`.trim();
  const behind = evidenceIds(high.from).map((id) => conceptOf(ledger.entry(id).fact.tag));
  if (behind.every((concept) => concept === 'debt')) {
    return `the tagged debt may overlap: it is between ${least} and ${high.value}`;
  }
  const bound = 'the other tagged liabilities do not bound the rest closely enough';
  if (low.value === 0) return `the balance sheet tags no debt, and ${bound}`;
  return `debt of ${least} is tagged, but no tag says that this is all of it, and ${bound}`;
}

function whyNo(denominator: Denominator, findings: Findings): string {
  if (denominator === 'market_cap' && !findings.marketCap.ok) return findings.marketCap.error.message;
  const { report } = findings.anchor;
  return `${report.form} ${report.accession} gives no positive ${denominator.replaceAll('_', ' ')} under a known tag`;
}
