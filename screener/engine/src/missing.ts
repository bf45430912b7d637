import { evidenceIds } from './amounts/expression.ts';
import type { BusinessActivity } from './business/classify.ts';
import { conceptOf } from './concepts/labels.ts';
import type { Findings } from './findings.ts';
import type { MethodologyResult } from './methodologies/check.ts';
import type { Denominator } from './methodologies/methodology.ts';
import type { DebtGap, Gap, Missing } from './screened.ts';

/**
 * Lists once each unknown that could change the verdict, only in methodologies that have not already failed.
 */
export function missingFor(
  business: BusinessActivity,
  methodologies: readonly MethodologyResult[],
  findings: Findings,
): readonly Missing[] {
  const missing = new Map<string, Gap>();
  if (business.status === 'unknown') {
    missing.set('business_activity', { code: 'business_activity' });
  }
  const open = methodologies.filter((result) => result.ratios === 'unknown');
  for (const { check, status } of open.flatMap((result) => result.checks)) {
    if (status !== 'unknown') continue;
    const divisor = findings.amounts[check.denominator];
    if (divisor.high === null || divisor.high.value <= 0) {
      missing.set(check.denominator, whyNo(check.denominator, findings));
    } else {
      const { numerator } = check;
      missing.set(
        numerator,
        numerator === 'debt' ? whyNoDebt(findings) : { code: 'amount_untagged', amount: numerator },
      );
    }
  }
  return [...missing].map(([code, gap]) => ({ code, gap }));
}

/** What leaves debt open: nothing tagged, a part of it tagged, or figures that may overlap. */
function whyNoDebt({ amounts, anchor, ledger }: Findings): DebtGap {
  const { low, high } = amounts.debt;
  if (high === null) return { code: 'debt_untagged' };
  const least = `${low.value} ${anchor.report.currency ?? ''}`.trim();
  const behind = evidenceIds(high.from).map((id) => conceptOf(ledger.entry(id).fact.tag));
  if (behind.every((concept) => concept === 'debt')) {
    return { code: 'debt_may_overlap', least, most: high.value };
  }
  return low.value === 0 ? { code: 'no_debt_tagged' } : { code: 'debt_partly_tagged', least };
}

function whyNo(denominator: Denominator, findings: Findings): Gap {
  if (denominator === 'market_cap' && !findings.marketCap.ok) return findings.marketCap.error;
  const { form, accession } = findings.anchor.report;
  return { code: 'nothing_to_divide_by', amount: denominator, form, accession };
}
