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
/** The cash-flow statement's total: cash, and restricted cash that the concept leaves out. */
export const CASH_WITH_RESTRICTED: readonly string[] = [
  'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents',
  'CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsIncludingDisposalGroupAndDiscontinuedOperations',
];
/** A filed total of cash and current investments: what it leaves out, there is not. */
export const CASH_AND_CURRENT_SECURITIES_TOTAL: readonly string[] = [
  'CashCashEquivalentsAndShortTermInvestments',
  'CashCashEquivalentsAndMarketableSecurities',
];

export const CURRENT_SECURITIES_KNOWN: Term = {
  max: [
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
  ],
};

export const NONCURRENT_SECURITIES_KNOWN: Term = {
  max: [
    'MarketableSecuritiesNoncurrent',
    'AvailableForSaleSecuritiesNoncurrent',
    { sum: ['AvailableForSaleSecuritiesDebtSecuritiesNoncurrent', 'HeldToMaturitySecuritiesNoncurrent'] },
    'DebtSecuritiesNoncurrent',
    'ifrs-full:NoncurrentFinancialAssetsAtAmortisedCost',
  ],
};

/** Trade and other receivables of the face: alternatives, the widest that is filed. */
export const RECEIVABLES_KNOWN: Term = {
  max: [
    { sum: ['AccountsReceivableNetCurrent', 'NontradeReceivablesCurrent'] },
    'ReceivablesNetCurrent',
    'AccountsAndOtherReceivablesNetCurrent',
    'AccountsNotesAndLoansReceivableNetCurrent',
    'ifrs-full:TradeAndOtherCurrentReceivables',
    'ifrs-full:CurrentTradeReceivables',
  ],
};

const INVENTORY: Term = {
  max: [
    'InventoryNet',
    'InventoryNetOfAllowancesCustomerAdvancesAndProgressBillings',
    { sum: ['EnergyRelatedInventory', 'InventoryPartsAndComponentsNetOfReserves'] },
    'ifrs-full:Inventories',
  ],
};

/** Receivables that surely stand outside "other current assets". */
const FACE_RECEIVABLES: Term = {
  max: [
    'AccountsReceivableNetCurrent',
    'ReceivablesNetCurrent',
    'AccountsAndOtherReceivablesNetCurrent',
    'AccountsNotesAndLoansReceivableNetCurrent',
    'ifrs-full:TradeAndOtherCurrentReceivables',
    'ifrs-full:CurrentTradeReceivables',
  ],
};

const OTHER_CURRENT_ASSETS = {
  nest: {
    wholes: [
      {
        max: [
          'PrepaidExpenseAndOtherAssetsCurrent',
          'OtherAssetsCurrent',
          'ifrs-full:OtherCurrentAssets',
          'ifrs-full:OtherCurrentNonfinancialAssets',
        ],
      },
    ],
    parts: [
      'PrepaidExpenseCurrent',
      { max: ['IncomeTaxesReceivable', 'PrepaidTaxes', 'ifrs-full:CurrentTaxAssetsCurrent'] },
      { max: ['DeferredTaxAssetsNetCurrent', 'DeferredIncomeTaxesAndOtherAssetsCurrent'] },
      'CapitalizedContractCostNetCurrent',
      'DerivativeAssetsCurrent',
    ],
  },
} satisfies Term;

/** Receivables that may stand inside "other current assets": used where only cash and securities are sought. */
const OTHER_CURRENT_ASSETS_AND_MINOR_RECEIVABLES: Term = {
  nest: {
    wholes: OTHER_CURRENT_ASSETS.nest.wholes,
    parts: [...OTHER_CURRENT_ASSETS.nest.parts, 'NontradeReceivablesCurrent', 'OtherReceivablesNetCurrent'],
  },
};

/** Current assets that are filed and are neither cash nor securities. */
export const CURRENT_ASSETS_WITHOUT_INTEREST: Term = {
  sum: [
    INVENTORY,
    {
      nest: {
        wholes: [FACE_RECEIVABLES, OTHER_CURRENT_ASSETS_AND_MINOR_RECEIVABLES],
        parts: [
          'ContractWithCustomerAssetNetCurrent',
          'UnbilledContractsReceivable',
          'NotesAndLoansReceivableNetCurrent',
        ],
      },
    },
  ],
};

/** Current assets that are filed and are neither cash, securities nor receivables. */
export const CURRENT_ASSETS_BESIDE_RECEIVABLES: Term = { sum: [INVENTORY, OTHER_CURRENT_ASSETS] };

const PROPERTY: Term = {
  max: [
    'PropertyPlantAndEquipmentNet',
    'PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization',
    'ifrs-full:PropertyPlantAndEquipment',
    'ifrs-full:PropertyPlantAndEquipmentIncludingRightofuseAssets',
  ],
};

/** Goodwill, too, may stand inside a small "other assets" line: it counts beside it only where it does not fit. */
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
      'EquitySecuritiesFVNINoncurrent',
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

/** Non-current assets that are filed and bear no interest. */
export const NONCURRENT_ASSETS_WITHOUT_INTEREST: Term = {
  sum: [PROPERTY, OTHER_NONCURRENT_ASSETS],
};
