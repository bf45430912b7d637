import { compareQuotient } from '@common/base/exact';
import type { Report } from '../facts.ts';
import type { AnchorRefusal } from '../screened.ts';
import type { Anchor } from './anchor.ts';
import type { FactLedger } from './fact-ledger.ts';

/** A report whose balances are all at most this share of those that it follows is in other units than it says. */
const GREATEST_SHARE = 0.01;
/** So many balances must be in both reports: a single one may well fall to a hundredth. */
const LEAST_BALANCES = 5;

/**
 * The report that gives thousands as units, as some filers do: each of its balances is a hundredth or less of what
 * another report of the same filer gives. Both the anchor's report and the annual one, whose flows are added to it, must
 * be of one scale.
 */
export function scaleDoubt(ledger: FactLedger, anchor: Anchor): AnchorRefusal | null {
  const { report, annual, before } = anchor;
  if (before !== null && isFarBelow(ledger, report, before)) return refusal(report, before);
  if (annual !== null && annual !== report && isFarBelow(ledger, annual, report)) {
    return refusal(annual, report);
  }
  return null;
}

function refusal({ form, accession }: Report, beside: Report): AnchorRefusal {
  return {
    code: 'report_scale',
    form,
    accession,
    beside: { form: beside.form, accession: beside.accession },
  };
}

function isFarBelow(ledger: FactLedger, report: Report, other: Report): boolean {
  if (report.currency !== other.currency) return false;
  const [here, there] = [ledger.balances(report), ledger.balances(other)];
  const both = [...here].flatMap(([tag, value]) => {
    const beside = there.get(tag) ?? 0;
    return value === 0 || beside === 0 ? [] : [[Math.abs(value), Math.abs(beside)] as const];
  });
  return (
    both.length >= LEAST_BALANCES &&
    both.every(([value, beside]) => compareQuotient(value, beside, GREATEST_SHARE) <= 0)
  );
}
