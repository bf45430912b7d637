import { roleName, type ScreenedCase } from './case-file.ts';
import { type Expression, idsOf } from './expression.ts';
import {
  MIXED_SHARE,
  PRECISIONS,
  PRECISIONS_OF_NOTES,
  PRINCIPAL_SHARE,
  ROUNDING_UNITS,
} from './published-rules.ts';
import { MIXED_LINES } from './published-tags.ts';

const TOTALS = ['total_assets', 'total_liabilities', 'current_liabilities', 'equity'];
const TOTAL_OF_NOTES = 'all_debt_with_leases';

/**
 * Checks the constants in an end of debt: only the shares of named rules, and what filings round, are
 * allowed.
 */
export function auditDebtConstants(caseFile: ScreenedCase, path: string, end: Expression): void {
  const balanceSheet = idsOf(end).filter((id) => TOTALS.includes(roleName(caseFile, id)));
  const walk = (node: Expression, inside: Expression | null): void => {
    if (node.kind === 'constant' && node.value !== 0) {
      const allowed = isShare(caseFile, node.value, inside) || isRounding(node.value, inside);
      caseFile.audit.holds(path, node.value, allowed, 'no figure without a fact');
    } else if (node.kind !== 'constant' && node.kind !== 'figure') {
      for (const term of node.terms) walk(term, node);
    }
  };
  const isRounding = (value: number, inside: Expression | null): boolean => {
    if (inside?.kind !== 'sum' && inside?.kind !== 'minus') return false;
    const [beside] = inside.terms;
    const ofNotes = beside?.kind === 'figure' && roleName(caseFile, beside.id) === TOTAL_OF_NOTES;
    if (ofNotes && inside.kind === 'minus')
      return value === roundingOf(caseFile, [beside.id], PRECISIONS_OF_NOTES);
    const most = roundingOf(caseFile, balanceSheet, PRECISIONS);
    // The balance sheet may have further totals that this end does not rest on.
    return inside.kind === 'sum' && value <= most && PRECISIONS.includes(value / ROUNDING_UNITS);
  };
  walk(end, null);
}

/** Checks that a residual of all liabilities takes off a line that may hold debt only at its share. */
export function auditMixedLines({ audit, evidence }: ScreenedCase, path: string, end: Expression): void {
  const walk = (node: Expression, inside: Expression | null): void => {
    if (node.kind === 'figure') {
      const isMixed = MIXED_LINES.has(evidence.get(node.id)?.xbrl_tag ?? '');
      audit.holds(
        path,
        node.id,
        !isMixed || inside?.kind === 'times',
        `${MIXED_SHARE} of a line that may hold debt`,
      );
    } else if (node.kind !== 'constant') {
      for (const term of node.terms) walk(term, node);
    }
  };
  walk(end, null);
}

function isShare({ evidence }: ScreenedCase, value: number, inside: Expression | null): boolean {
  if (inside?.kind !== 'times') return false;
  const [, of] = inside.terms;
  const tag = of.kind === 'figure' ? (evidence.get(of.id)?.xbrl_tag ?? '') : '';
  return value === (MIXED_LINES.has(tag) ? MIXED_SHARE : PRINCIPAL_SHARE);
}

/** Returns two units of the coarsest precision that divides all the figures. */
function roundingOf(
  { evidence }: ScreenedCase,
  ids: readonly string[],
  precisions: readonly number[],
): number {
  const values = ids.map((id) => evidence.get(id)?.value ?? Number.NaN);
  return ROUNDING_UNITS * (precisions.find((unit) => values.every((value) => value % unit === 0)) ?? 0);
}
