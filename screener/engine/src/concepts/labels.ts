import * as assets from './assets.ts';
import * as flows from './flows.ts';
import * as liabilities from './liabilities.ts';
import { qualifiedTag, tagsOf } from './term.ts';

/** What a tag is evidence for, by the first chain that names it. */
const LABELS: ReadonlyMap<string, string> = labelTags([
  ['total_assets', assets.TOTAL_ASSETS],
  ['current_assets', assets.CURRENT_ASSETS],
  ['total_liabilities', liabilities.TOTAL_LIABILITIES],
  ['current_liabilities', liabilities.CURRENT_LIABILITIES],
  ['equity', liabilities.EQUITY],
  ['debt', liabilities.CURRENT_DEBT.flatMap(tagsOf)],
  ['debt', liabilities.NONCURRENT_DEBT.flatMap(tagsOf)],
  ['debt', [liabilities.NONCURRENT_DEBT_WITH_LEASES, liabilities.ALL_DEBT_WITH_LEASES]],
  ['debt', liabilities.DEBT_TOTALS.flatMap(tagsOf)],
  ['debt', liabilities.DEBT_PRINCIPAL.flatMap(tagsOf)],
  ['cash', tagsOf(assets.CASH_KNOWN)],
  ['cash', assets.CASH_WITH_RESTRICTED],
  ['current_securities', assets.CURRENT_SECURITIES.flatMap(tagsOf)],
  ['noncurrent_securities', assets.NONCURRENT_SECURITIES.flatMap(tagsOf)],
  ['receivables', assets.RECEIVABLES.flatMap(tagsOf)],
  ['receivables', assets.RECEIVABLE_SUMS.flatMap(tagsOf)],
  ['current_assets_without_interest', tagsOf(assets.CURRENT_ASSETS_WITHOUT_INTEREST)],
  ['equity_securities', tagsOf(assets.EQUITY_SECURITIES)],
  ['noncurrent_assets_without_interest', tagsOf(assets.NONCURRENT_ASSETS_WITHOUT_INTEREST)],
  ['liabilities_without_interest', tagsOf(liabilities.LIABILITIES_WITHOUT_INTEREST)],
  ['current_assets_without_interest', assets.CURRENT_FACE_LINES.flatMap(tagsOf)],
  ['noncurrent_assets_without_interest', assets.NONCURRENT_FACE_LINES.flatMap(tagsOf)],
  ['liabilities_without_interest', liabilities.CURRENT_FACE_LINES.flatMap(tagsOf)],
  ['liabilities_without_interest', liabilities.NONCURRENT_FACE_LINES.flatMap(tagsOf)],
  ['finance_leases', tagsOf(liabilities.FINANCE_LEASES)],
  ['revenue', flows.REVENUE],
  ['interest_income', flows.INTEREST_INCOME_GROSS],
  ['interest_income', flows.INTEREST_INCOME_MIXED],
  ['interest_income', flows.INTEREST_INCOME_NET_OF_EXPENSES],
  ['interest_income', flows.INTEREST_INCOME_PARTS],
  ['net_interest', flows.INTEREST_INCOME_NET],
  ['interest_expense', flows.INTEREST_EXPENSE],
  ['shares_outstanding', [flows.COVER_PAGE_SHARES, flows.BALANCE_SHEET_SHARES]],
]);

/** The tags of all chains. The test that screens with each tag on its own finds a chain that is missing here. */
export const LABELLED_TAGS: readonly string[] = [...LABELS.keys()];

export function conceptOf(tag: string): string {
  const label = LABELS.get(tag);
  if (label === undefined) throw new Error(`the tag ${tag} is in no chain`);
  return label;
}

function labelTags(chains: readonly (readonly [string, readonly string[]])[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (const [label, tags] of chains) {
    for (const tag of tags.map(qualifiedTag)) if (!labels.has(tag)) labels.set(tag, label);
  }
  return labels;
}
