import * as assets from './assets.ts';
import * as flows from './flows.ts';
import * as liabilities from './liabilities.ts';
import type { Term } from './term.ts';

/** A chain under the name that the methodology page gives it. */
interface NamedChain {
  readonly name: string;
  readonly terms: readonly Term[];
}

/** The tag chains that the engine reads, for the methodology page. */
export const CHAINS: readonly NamedChain[] = [
  { name: 'current debt', terms: liabilities.CURRENT_DEBT },
  { name: 'non-current debt', terms: liabilities.NONCURRENT_DEBT },
  {
    name: 'non-current debt, where no figure without leases is filed',
    terms: [liabilities.NONCURRENT_DEBT_WITH_LEASES],
  },
  { name: 'all debt', terms: [...liabilities.DEBT_TOTALS, liabilities.ALL_DEBT_WITH_LEASES] },
  {
    name: `all debt, at ${liabilities.PRINCIPAL_SHARE * 100} % because notes may state principal`,
    terms: liabilities.DEBT_PRINCIPAL,
  },
  { name: 'total liabilities', terms: liabilities.TOTAL_LIABILITIES },
  { name: 'current liabilities', terms: liabilities.CURRENT_LIABILITIES },
  { name: 'non-interest-bearing liabilities', terms: [liabilities.LIABILITIES_WITHOUT_INTEREST] },
  { name: 'face lines, current liabilities', terms: liabilities.CURRENT_FACE_LINES },
  { name: 'face lines, non-current liabilities', terms: liabilities.NONCURRENT_FACE_LINES },
  { name: 'equity', terms: liabilities.EQUITY },
  { name: 'finance leases', terms: [liabilities.FINANCE_LEASES] },
  { name: 'total assets', terms: assets.TOTAL_ASSETS },
  { name: 'current assets', terms: assets.CURRENT_ASSETS },
  { name: 'cash', terms: assets.CASH },
  { name: 'cash, known part', terms: [assets.CASH_KNOWN] },
  { name: 'current securities', terms: assets.CURRENT_SECURITIES },
  { name: 'non-current securities', terms: assets.NONCURRENT_SECURITIES },
  { name: 'equity securities', terms: [assets.EQUITY_SECURITIES] },
  { name: 'receivables', terms: assets.RECEIVABLES },
  { name: 'receivables on two lines', terms: assets.RECEIVABLE_SUMS },
  { name: 'non-interest-bearing current assets', terms: [assets.CURRENT_ASSETS_WITHOUT_INTEREST] },
  { name: 'non-interest-bearing non-current assets', terms: [assets.NONCURRENT_ASSETS_WITHOUT_INTEREST] },
  { name: 'face lines, current assets', terms: assets.CURRENT_FACE_LINES },
  { name: 'face lines, non-current assets', terms: assets.NONCURRENT_FACE_LINES },
  { name: 'revenue', terms: flows.REVENUE },
  { name: 'interest income, gross', terms: flows.INTEREST_INCOME_GROSS },
  { name: 'interest income with dividends', terms: flows.INTEREST_INCOME_MIXED },
  {
    name: 'interest income with dividends, net of investment expense',
    terms: flows.INTEREST_INCOME_NET_OF_EXPENSES,
  },
  { name: 'interest income, known part', terms: flows.INTEREST_INCOME_PARTS },
  { name: 'interest income net of expense', terms: flows.INTEREST_INCOME_NET },
  { name: 'interest expense', terms: flows.INTEREST_EXPENSE },
];

/**
 * Words a term.
 * @example termInWords({ sum: ['A', { max: ['B', 'C'] }] }) // 'sum of (`A`, largest of (`B`, `C`))'
 */
export function termInWords(term: Term): string {
  if (typeof term === 'string') return `\`${term}\``;
  const list = (terms: readonly Term[]) => terms.map(termInWords).join(', ');
  if ('sum' in term) return `sum of (${list(term.sum)})`;
  if ('max' in term) return `largest of (${list(term.max)})`;
  return `lines (${list(term.nest.wholes.flat())}) plus what does not fit inside them of (${list(term.nest.parts)})`;
}
