import { INVENTORY } from './inventory.ts';
import type { Term } from './term.ts';

/** Tag chains of the asset side (RULES-SHARIA section 4). A bare name is a `us-gaap` tag. */

export const TOTAL_ASSETS: readonly string[] = [
  'Assets',
  'LiabilitiesAndStockholdersEquity',
  'ifrs-full:Assets',
  'ifrs-full:EquityAndLiabilities',
];
export const CURRENT_ASSETS: readonly string[] = ['AssetsCurrent', 'ifrs-full:CurrentAssets'];

/** Cash as the balance sheet states it. */
export const CASH: readonly string[] = [
  'CashAndCashEquivalentsAtCarryingValue',
  'ifrs-full:CashAndCashEquivalents',
];
export const CASH_KNOWN: Term = {
  max: [
    'CashAndCashEquivalentsAtCarryingValue',
    { sum: ['Cash', 'CashEquivalentsAtCarryingValue'] },
    'ifrs-full:CashAndCashEquivalents',
  ],
};
/** The cash-flow statement's total: cash plus restricted cash, which the concept excludes. */
export const CASH_WITH_RESTRICTED: readonly string[] = [
  'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
  'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsIncludingDisposalGroupAndDiscontinuedOperations',
];

/** Alternatives. Each is a known part of current interest-bearing securities. */
export const CURRENT_SECURITIES: readonly Term[] = [
  'ShortTermInvestments',
  'MarketableSecuritiesCurrent',
  'AvailableForSaleSecuritiesCurrent',
  { sum: ['AvailableForSaleSecuritiesDebtSecuritiesCurrent', 'HeldToMaturitySecuritiesCurrent'] },
  'DebtSecuritiesCurrent',
  'OtherShortTermInvestments',
  {
    sum: [
      'ifrs-full:CurrentFinancialAssetsAtAmortisedCost',
      'ifrs-full:CurrentFinancialAssetsAtFairValueThroughOtherComprehensiveIncome',
    ],
  },
  'ifrs-full:CurrentInvestments',
];

/** Alternatives. Each is a known part of non-current interest-bearing securities. */
export const NONCURRENT_SECURITIES: readonly Term[] = [
  'MarketableSecuritiesNoncurrent',
  'AvailableForSaleSecuritiesNoncurrent',
  { sum: ['AvailableForSaleSecuritiesDebtSecuritiesNoncurrent', 'HeldToMaturitySecuritiesNoncurrent'] },
  'DebtSecuritiesNoncurrent',
  'ifrs-full:NoncurrentFinancialAssetsAtAmortisedCost',
];

/** Alternatives for trade and other receivables on the face. */
export const RECEIVABLES: readonly Term[] = [
  'AccountsReceivableNetCurrent',
  'ReceivablesNetCurrent',
  'AccountsAndOtherReceivablesNetCurrent',
  'AccountsNotesAndLoansReceivableNetCurrent',
  'ifrs-full:TradeAndOtherCurrentReceivables',
  'ifrs-full:CurrentTradeReceivables',
];

/**
 * Receivables on two lines, if the face proves both and shows "other" beside them. The filed parts of "other" may add up
 * in place of that line, and then receivables inside it would count as a line.
 */
export const RECEIVABLE_SUMS: readonly Term[] = [
  { sum: ['AccountsReceivableNetCurrent', 'NontradeReceivablesCurrent'] },
];

/** Tags of trade receivables, which are certainly outside "other current assets": alternatives. */
const FACE_RECEIVABLES: readonly string[] = [
  'AccountsReceivableNetCurrent',
  'ReceivablesNetCurrent',
  'AccountsAndOtherReceivablesNetCurrent',
  'AccountsNotesAndLoansReceivableNetCurrent',
  'ifrs-full:TradeAndOtherCurrentReceivables',
  'ifrs-full:CurrentTradeReceivables',
];

/** "Other" on the face of current assets: alternatives. */
export const OTHER_FACE_LINE: readonly string[] = [
  'PrepaidExpenseAndOtherAssetsCurrent',
  'OtherAssetsCurrent',
];

/** Tags of the last line of current assets: alternatives. */
const OTHER_LINE: readonly string[] = [
  ...OTHER_FACE_LINE,
  'ifrs-full:OtherCurrentAssets',
  'ifrs-full:OtherCurrentNonfinancialAssets',
];

const PARTS_OF_OTHER: readonly Term[] = [
  'PrepaidExpenseCurrent',
  { max: ['IncomeTaxesReceivable', 'PrepaidTaxes', 'ifrs-full:CurrentTaxAssetsCurrent'] },
  { max: ['DeferredTaxAssetsNetCurrent', 'DeferredIncomeTaxesAndOtherAssetsCurrent'] },
  'CapitalizedContractCostNetCurrent',
  'DerivativeAssetsCurrent',
];

/**
 * Receivables that may be inside trade receivables or inside "other". Contract assets and loans are not among them:
 * notes give them rounded and including their non-current part, so they overlap more than one line.
 */
const MINOR_RECEIVABLES: readonly string[] = ['NontradeReceivablesCurrent', 'OtherReceivablesNetCurrent'];

/**
 * Equity securities of any term. They bear no interest; but the tag does not say where they stand (in current assets, in
 * others, or a money market fund in cash), so they count only where the face of current assets proves that they are on it.
 */
export const EQUITY_SECURITIES: Term = 'EquitySecuritiesFvNi';

/** Current assets that are filed and are neither cash nor securities. */
export const CURRENT_ASSETS_WITHOUT_INTEREST: Term = {
  sum: [
    INVENTORY,
    {
      nest: {
        wholes: [FACE_RECEIVABLES, OTHER_LINE],
        parts: [...PARTS_OF_OTHER, ...MINOR_RECEIVABLES],
      },
    },
  ],
};

/** The ones of these that certainly overlap nothing. */
export const SURE_CURRENT_ASSETS: Term = { sum: [INVENTORY, { max: FACE_RECEIVABLES }] };

/** Current assets that are filed and are neither cash, securities nor receivables. */
export const CURRENT_ASSETS_BESIDE_RECEIVABLES: Term = {
  sum: [INVENTORY, { nest: { wholes: [OTHER_LINE], parts: PARTS_OF_OTHER } }],
};

/** Face lines that are neither cash, securities nor receivables (see face-closure.ts). */
export const FACE_LINES_BESIDE_RECEIVABLES: readonly Term[] = [
  'InventoryNet',
  'InventoryNetOfAllowancesCustomerAdvancesAndProgressBillings',
  'EnergyRelatedInventory',
  'InventoryPartsAndComponentsNetOfReserves',
  ...OTHER_FACE_LINE,
  'PrepaidExpenseCurrent',
  'IncomeTaxesReceivable',
  'DeferredTaxAssetsNetCurrent',
  'CapitalizedContractCostNetCurrent',
];

/** Face lines that are neither cash nor securities. */
export const CURRENT_FACE_LINES: readonly Term[] = [
  ...FACE_LINES_BESIDE_RECEIVABLES,
  'AccountsReceivableNetCurrent',
  'ReceivablesNetCurrent',
  'AccountsNotesAndLoansReceivableNetCurrent',
  'NontradeReceivablesCurrent',
  'NotesAndLoansReceivableNetCurrent',
  'UnbilledContractsReceivable',
  'ContractWithCustomerAssetNetCurrent',
];

/** Face lines of non-current assets that bear no interest. */
export const NONCURRENT_FACE_LINES: readonly Term[] = [
  'PropertyPlantAndEquipmentNet',
  'PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization',
  'Goodwill',
  'IntangibleAssetsNetExcludingGoodwill',
  'FiniteLivedIntangibleAssetsNet',
  'OperatingLeaseRightOfUseAsset',
  'DeferredIncomeTaxAssetsNet',
  'OtherAssetsNoncurrent',
  'EquitySecuritiesFVNINoncurrent',
  'EquityMethodInvestments',
];

const PROPERTY: Term = {
  max: [
    'PropertyPlantAndEquipmentNet',
    'PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization',
    'ifrs-full:PropertyPlantAndEquipment',
    'ifrs-full:PropertyPlantAndEquipmentIncludingRightofuseAssets',
  ],
};

/**
 * Goodwill may also be inside a small "other assets" line. It counts beside that line only if it does not fit
 * into it.
 */
const OTHER_NONCURRENT_ASSETS: Term = {
  nest: {
    wholes: ['OtherAssetsNoncurrent', 'ifrs-full:OtherNoncurrentAssets'],
    parts: [
      { max: ['Goodwill', 'ifrs-full:Goodwill'] },
      {
        max: [
          'IntangibleAssetsNetExcludingGoodwill',
          'FiniteLivedIntangibleAssetsNet',
          'ifrs-full:IntangibleAssetsOtherThanGoodwill',
        ],
      },
      // Filers use both tags for one line (NVIDIA until 2026).
      {
        max: ['EquitySecuritiesFVNINoncurrent', 'EquitySecuritiesWithoutReadilyDeterminableFairValueAmount'],
      },
      'EquityMethodInvestments',
      'OperatingLeaseRightOfUseAsset',
      {
        max: ['DeferredIncomeTaxAssetsNet', 'DeferredTaxAssetsNetNoncurrent', 'ifrs-full:DeferredTaxAssets'],
      },
      'CapitalizedContractCostNetNoncurrent',
      'PrepaidExpenseNoncurrent',
      'IncomeTaxesReceivableNoncurrent',
      'ifrs-full:InvestmentProperty',
      'ifrs-full:RightofuseAssets',
    ],
  },
};

/** The non-current assets without interest that certainly overlap nothing: IAS 40 separates them. */
export const SURE_NONCURRENT_ASSETS: Term = { sum: [PROPERTY, 'ifrs-full:InvestmentProperty'] };

/** Non-current assets that are filed and bear no interest. */
export const NONCURRENT_ASSETS_WITHOUT_INTEREST: Term = {
  sum: [PROPERTY, OTHER_NONCURRENT_ASSETS],
};
