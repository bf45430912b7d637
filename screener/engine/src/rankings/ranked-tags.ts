import { type ComputedNumber, maxOf, minOf } from '../amounts/expression.ts';
import { SCREENED_TAGS } from '../concepts/screened-tags.ts';

/** Tags of one amount that only rankings read. */
interface RankedChain {
  readonly name: string;
  /** Alternatives: a filer gives the amount under one of them, or the same one under several. */
  readonly tags: readonly string[];
  /**
   * Which figure counts if several are filed. INVARIANT: the largest of figures that raise a rank and the
   * smallest of figures that lower one, so that the loss of one of them never flatters the company.
   */
  readonly counts: 'largest' | 'smallest';
}

export const EQUITY = {
  name: 'equity',
  tags: ['us-gaap:StockholdersEquity', 'ifrs-full:EquityAttributableToOwnersOfParent'],
  counts: 'largest',
} as const satisfies RankedChain;

/** Equity of all owners, and the minority's part of it: the rest is equity of the owners of the shares. */
export const EQUITY_AND_MINORITY = [
  [
    'us-gaap:StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
    'us-gaap:MinorityInterest',
  ],
  ['ifrs-full:Equity', 'ifrs-full:NoncontrollingInterests'],
] as const;

/** Not `ProfitLoss`, of which a part may belong to minority owners. */
export const NET_INCOME = {
  name: 'net_income',
  tags: [
    'us-gaap:NetIncomeLoss',
    'us-gaap:NetIncomeLossAvailableToCommonStockholdersBasic',
    'ifrs-full:ProfitLossAttributableToOwnersOfParent',
  ],
  counts: 'largest',
} as const satisfies RankedChain;

export const OPERATING_CASH_FLOW = {
  name: 'operating_cash_flow',
  tags: [
    'us-gaap:NetCashProvidedByUsedInOperatingActivities',
    'ifrs-full:CashFlowsFromUsedInOperatingActivities',
  ],
  counts: 'largest',
} as const satisfies RankedChain;

/** Productive assets are property, plant and equipment, and what else the filer counts to them. */
export const CAPITAL_EXPENDITURE = {
  name: 'capital_expenditure',
  tags: [
    'us-gaap:PaymentsToAcquirePropertyPlantAndEquipment',
    'us-gaap:PaymentsToAcquireProductiveAssets',
    'ifrs-full:PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
  ],
  counts: 'smallest',
} as const satisfies RankedChain;

export const RANKED_CHAINS: readonly RankedChain[] = [
  EQUITY,
  NET_INCOME,
  OPERATING_CASH_FLOW,
  CAPITAL_EXPENDITURE,
];

const CONCEPTS: ReadonlyMap<string, string> = new Map([
  ...RANKED_CHAINS.flatMap(({ name, tags }) => tags.map((tag) => [tag, name] as const)),
  ...EQUITY_AND_MINORITY.map(([all]) => [all, 'equity_with_minority'] as const),
  ...EQUITY_AND_MINORITY.map(([, part]) => [part, 'minority_equity'] as const),
]);

/** The tags that rankings read and screenings do not. */
export const RANKED_TAGS: ReadonlySet<string> = new Set(
  [...CONCEPTS.keys()].filter((tag) => !SCREENED_TAGS.has(tag)),
);

/** What the tag of a ranking's own evidence stands for. */
export function rankedConceptOf(tag: string): string {
  const concept = CONCEPTS.get(tag);
  if (concept === undefined) throw new Error(`no ranking reads the tag ${tag}`);
  return concept;
}

/** The figure that counts of those filed for a chain; null where none is. */
export function counted({ counts }: RankedChain, filed: readonly ComputedNumber[]): ComputedNumber | null {
  if (filed.length === 0) return null;
  return counts === 'largest' ? maxOf(filed) : minOf(filed);
}
