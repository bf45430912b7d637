/**
 * What each XBRL tag may stand for, according to the rule notes. A tag has one role; a role says where in an amount
 * its figures may appear (see bound-rules.ts). A bare name is a `us-gaap` tag.
 */
export interface Role {
  readonly name: string;
  /** The role's name in the answer's `concept`. */
  readonly concept: string;
  /** A balance at a date, a flow over a period, a count of shares, or the ratio of a split. */
  readonly kind: 'balance' | 'flow' | 'cover' | 'count' | 'ratio';
}

interface RoleTags extends Omit<Role, 'name' | 'concept'> {
  /** The name in `concept`, if it is not the role's own name. */
  readonly concept?: string;
  readonly tags: string;
}

const ROLES: Readonly<Record<string, RoleTags>> = {
  total_assets: {
    kind: 'balance',
    tags: 'Assets LiabilitiesAndStockholdersEquity ifrs-full:Assets ifrs-full:EquityAndLiabilities',
  },
  current_assets: { kind: 'balance', tags: 'AssetsCurrent ifrs-full:CurrentAssets' },
  total_liabilities: { kind: 'balance', tags: 'Liabilities ifrs-full:Liabilities' },
  current_liabilities: { kind: 'balance', tags: 'LiabilitiesCurrent ifrs-full:CurrentLiabilities' },
  equity: {
    kind: 'balance',
    tags: 'StockholdersEquity StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest ifrs-full:Equity',
  },
  // A filed total of what is due within a year, which leaves out no current debt.
  current_debt_total: {
    kind: 'balance',
    concept: 'debt',
    tags: 'DebtCurrent ifrs-full:CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings',
  },
  // These two together leave out none either.
  short_term_borrowings: { kind: 'balance', concept: 'debt', tags: 'ShortTermBorrowings' },
  current_portion: {
    kind: 'balance',
    concept: 'debt',
    tags: 'LongTermDebtCurrent LongTermDebtAndCapitalLeaseObligationsCurrent',
  },
  current_debt: {
    kind: 'balance',
    concept: 'debt',
    tags: `CommercialPaper ShortTermBankLoansAndNotesPayable OtherShortTermBorrowings LinesOfCreditCurrent
      ConvertibleDebtCurrent ConvertibleNotesPayableCurrent SeniorNotesCurrent SecuredDebtCurrent UnsecuredDebtCurrent NotesPayableCurrent
      LoansPayableCurrent ifrs-full:ShorttermBorrowings ifrs-full:CurrentPortionOfLongtermBorrowings
      ifrs-full:CurrentBondsIssuedAndCurrentPortionOfNoncurrentBondsIssued`,
  },
  // A filed total of what is due later, with or without leases.
  noncurrent_debt_total: {
    kind: 'balance',
    concept: 'debt',
    tags: 'LongTermDebtNoncurrent LongTermDebtAndCapitalLeaseObligations',
  },
  noncurrent_debt: {
    kind: 'balance',
    concept: 'debt',
    tags: `ConvertibleDebtNoncurrent ConvertibleLongTermNotesPayable LongTermNotesPayable LongTermLoansPayable SeniorLongTermNotes
      LongTermLineOfCredit OtherLongTermDebtNoncurrent ifrs-full:NoncurrentPortionOfNoncurrentLoansReceived
      ifrs-full:NoncurrentPortionOfNoncurrentBondsIssued`,
  },
  // Long-term debt with its current portion.
  long_term_debt: {
    kind: 'balance',
    concept: 'debt',
    tags: `LongTermDebt LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities
      ifrs-full:LongtermBorrowings`,
  },
  all_debt_with_leases: { kind: 'balance', concept: 'debt', tags: 'DebtAndCapitalLeaseObligations' },
  all_debt: {
    kind: 'balance',
    concept: 'debt',
    tags: `DebtLongtermAndShorttermCombinedAmount NotesPayable ConvertibleNotesPayable ConvertibleDebt
      ifrs-full:Borrowings`,
  },
  current_liabilities_without_interest: {
    kind: 'balance',
    concept: 'liabilities_without_interest',
    tags: `AccountsPayableCurrent AccountsPayableTradeCurrent AccountsPayableOtherCurrent
      AccountsPayableAndAccruedLiabilitiesCurrent AccruedLiabilitiesCurrent OtherLiabilitiesCurrent
      OtherAccruedLiabilitiesCurrent EmployeeRelatedLiabilitiesCurrent AccruedSalariesCurrent TaxesPayableCurrent
      AccruedIncomeTaxesCurrent SalesAndExciseTaxPayableCurrent OperatingLeaseLiabilityCurrent
      ContractWithCustomerLiabilityCurrent DeferredRevenueCurrent CustomerAdvancesCurrent
      ProductWarrantyAccrualClassifiedCurrent AccruedRoyaltiesCurrent DividendsPayableCurrent
      InterestPayableCurrent DerivativeLiabilitiesCurrent CustomerDepositsCurrent
      ifrs-full:TradeAndOtherCurrentPayables ifrs-full:TradeAndOtherCurrentPayablesToTradeSuppliers
      ifrs-full:CurrentTaxLiabilitiesCurrent ifrs-full:OtherCurrentLiabilities
      ifrs-full:OtherCurrentNonfinancialLiabilities`,
  },
  noncurrent_liabilities_without_interest: {
    kind: 'balance',
    concept: 'liabilities_without_interest',
    tags: `OtherLiabilitiesNoncurrent DeferredCreditsAndOtherLiabilitiesNoncurrent
      LiabilitiesOtherThanLongtermDebtNoncurrent OperatingLeaseLiabilityNoncurrent
      ContractWithCustomerLiabilityNoncurrent DeferredRevenueNoncurrent AccruedIncomeTaxesNoncurrent
      LiabilityForUncertainTaxPositionsNoncurrent DeferredIncomeTaxLiabilitiesNet
      DeferredTaxLiabilitiesNoncurrent PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent
      DefinedBenefitPensionPlanLiabilitiesNoncurrent OtherPostretirementDefinedBenefitPlanLiabilitiesNoncurrent
      AssetRetirementObligationsNoncurrent DeferredCompensationLiabilityClassifiedNoncurrent
      ifrs-full:OtherNoncurrentLiabilities ifrs-full:DeferredTaxLiabilities
      ifrs-full:NoncurrentNetDefinedBenefitLiability ifrs-full:NoncurrentProvisions`,
  },
  // For information: stated in `approximations`, but part of no amount.
  finance_leases: {
    kind: 'balance',
    tags: 'FinanceLeaseLiability FinanceLeaseLiabilityCurrent FinanceLeaseLiabilityNoncurrent',
  },
  cash: {
    kind: 'balance',
    tags: `CashAndCashEquivalentsAtCarryingValue Cash CashEquivalentsAtCarryingValue
      ifrs-full:CashAndCashEquivalents`,
  },
  cash_with_restricted: {
    kind: 'balance',
    concept: 'cash',
    tags: `CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents
      CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsIncludingDisposalGroupAndDiscontinuedOperations`,
  },
  // A filed total of both, which leaves out no current security.
  cash_and_current_securities: {
    kind: 'balance',
    tags: 'CashCashEquivalentsAndShortTermInvestments CashCashEquivalentsAndMarketableSecurities',
  },
  current_securities: {
    kind: 'balance',
    tags: `ShortTermInvestments MarketableSecuritiesCurrent AvailableForSaleSecuritiesCurrent
      AvailableForSaleSecuritiesDebtSecuritiesCurrent HeldToMaturitySecuritiesCurrent DebtSecuritiesCurrent
      OtherShortTermInvestments ifrs-full:CurrentFinancialAssetsAtAmortisedCost
      ifrs-full:CurrentFinancialAssetsAtFairValueThroughOtherComprehensiveIncome ifrs-full:CurrentInvestments`,
  },
  noncurrent_securities: {
    kind: 'balance',
    tags: `MarketableSecuritiesNoncurrent AvailableForSaleSecuritiesNoncurrent
      AvailableForSaleSecuritiesDebtSecuritiesNoncurrent HeldToMaturitySecuritiesNoncurrent
      DebtSecuritiesNoncurrent ifrs-full:NoncurrentFinancialAssetsAtAmortisedCost`,
  },
  receivables: {
    kind: 'balance',
    tags: `AccountsReceivableNetCurrent NontradeReceivablesCurrent ReceivablesNetCurrent
      AccountsAndOtherReceivablesNetCurrent AccountsNotesAndLoansReceivableNetCurrent
      ifrs-full:TradeAndOtherCurrentReceivables ifrs-full:CurrentTradeReceivables`,
  },
  // Neither cash nor securities, but perhaps receivables.
  perhaps_receivables: {
    kind: 'balance',
    concept: 'current_assets_without_interest',
    tags: `OtherReceivablesNetCurrent NotesAndLoansReceivableNetCurrent ContractWithCustomerAssetNetCurrent
      UnbilledContractsReceivable`,
  },
  other_current_assets: {
    kind: 'balance',
    concept: 'current_assets_without_interest',
    tags: `InventoryNet InventoryNetOfAllowancesCustomerAdvancesAndProgressBillings EnergyRelatedInventory
      InventoryPartsAndComponentsNetOfReserves PrepaidExpenseAndOtherAssetsCurrent OtherAssetsCurrent
      PrepaidExpenseCurrent IncomeTaxesReceivable PrepaidTaxes DeferredTaxAssetsNetCurrent
      DeferredIncomeTaxesAndOtherAssetsCurrent CapitalizedContractCostNetCurrent DerivativeAssetsCurrent
      ifrs-full:Inventories ifrs-full:OtherCurrentAssets ifrs-full:OtherCurrentNonfinancialAssets
      ifrs-full:CurrentTaxAssetsCurrent`,
  },
  // A line of current assets only if the face of the balance sheet proves it.
  equity_securities: { kind: 'balance', tags: 'EquitySecuritiesFvNi' },
  noncurrent_assets_without_interest: {
    kind: 'balance',
    tags: `PropertyPlantAndEquipmentNet
      PropertyPlantAndEquipmentAndFinanceLeaseRightOfUseAssetAfterAccumulatedDepreciationAndAmortization
      OtherAssetsNoncurrent Goodwill IntangibleAssetsNetExcludingGoodwill FiniteLivedIntangibleAssetsNet
      EquitySecuritiesFVNINoncurrent
      EquitySecuritiesWithoutReadilyDeterminableFairValueAmount EquityMethodInvestments OperatingLeaseRightOfUseAsset
      DeferredIncomeTaxAssetsNet DeferredTaxAssetsNetNoncurrent CapitalizedContractCostNetNoncurrent
      PrepaidExpenseNoncurrent IncomeTaxesReceivableNoncurrent ifrs-full:PropertyPlantAndEquipment
      ifrs-full:PropertyPlantAndEquipmentIncludingRightofuseAssets ifrs-full:OtherNoncurrentAssets
      ifrs-full:Goodwill ifrs-full:IntangibleAssetsOtherThanGoodwill ifrs-full:DeferredTaxAssets
      ifrs-full:InvestmentProperty ifrs-full:RightofuseAssets`,
  },
  revenue: {
    kind: 'flow',
    tags: `Revenues RevenueFromContractWithCustomerExcludingAssessedTax
      RevenueFromContractWithCustomerIncludingAssessedTax RevenuesNetOfInterestExpense SalesRevenueNet
      SalesRevenueGoodsNet SalesRevenueServicesNet RegulatedAndUnregulatedOperatingRevenue RealEstateRevenueNet
      HealthCareOrganizationRevenue OilAndGasRevenue ifrs-full:Revenue
      ifrs-full:RevenueFromContractsWithCustomers`,
  },
  interest_income: {
    kind: 'flow',
    tags: `InvestmentIncomeInterest InterestIncomeOther InterestAndFeeIncomeLoansConsumer
      ifrs-full:RevenueFromInterest`,
  },
  // Interest and dividends in one figure.
  mixed_interest_income: {
    kind: 'flow',
    concept: 'interest_income',
    tags: `InvestmentIncomeInterestAndDividend InvestmentIncomeNonoperating
      InterestAndDividendIncomeOperating`,
  },
  // Interest and dividends less the expenses of investing.
  net_investment_income: { kind: 'flow', concept: 'interest_income', tags: 'InvestmentIncomeNet' },
  net_interest: {
    kind: 'flow',
    tags: 'InterestIncomeExpenseNonoperatingNet InterestIncomeExpenseNet',
  },
  interest_expense: { kind: 'flow', tags: 'InterestExpense InterestExpenseNonoperating' },
  cover_page_shares: {
    kind: 'cover',
    concept: 'shares_outstanding',
    tags: 'dei:EntityCommonStockSharesOutstanding',
  },
  split_ratio: {
    kind: 'ratio',
    concept: 'stock_split',
    tags: 'StockholdersEquityNoteStockSplitConversionRatio1',
  },
  balance_sheet_shares: {
    kind: 'count',
    concept: 'shares_outstanding',
    tags: 'CommonStockSharesOutstanding',
  },
};

function tagsOfRoles(names: readonly string[]): string {
  return names.map((name) => ROLES[name]?.tags ?? '').join(' ');
}

/** Roles of debt due within a year, other than its total. */
export const CURRENT_DEBT_ROLES: readonly string[] = [
  'short_term_borrowings',
  'current_portion',
  'current_debt',
];

/** Wholes and what they contain, which are never added to each other. */
const WHOLES: readonly { readonly wholes: string; readonly parts: string }[] = [
  { wholes: tagsOfRoles(['current_debt_total']), parts: tagsOfRoles(CURRENT_DEBT_ROLES) },
  {
    wholes: 'ShortTermBorrowings',
    parts: 'CommercialPaper ShortTermBankLoansAndNotesPayable OtherShortTermBorrowings',
  },
  {
    wholes: 'LongTermDebt LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities',
    parts: `LongTermDebtCurrent LongTermDebtAndCapitalLeaseObligationsCurrent LongTermDebtNoncurrent
      LongTermDebtAndCapitalLeaseObligations SeniorLongTermNotes LongTermNotesPayable`,
  },
  {
    wholes: tagsOfRoles(['all_debt_with_leases', 'all_debt']),
    parts: tagsOfRoles([
      'current_debt_total',
      ...CURRENT_DEBT_ROLES,
      'noncurrent_debt_total',
      'noncurrent_debt',
      'long_term_debt',
    ]),
  },
  {
    wholes: `ReceivablesNetCurrent AccountsAndOtherReceivablesNetCurrent
      AccountsNotesAndLoansReceivableNetCurrent`,
    parts: 'AccountsReceivableNetCurrent NontradeReceivablesCurrent',
  },
  { wholes: 'CashAndCashEquivalentsAtCarryingValue', parts: 'Cash CashEquivalentsAtCarryingValue' },
];

const PARTS_OF_WHOLE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  WHOLES.flatMap(({ wholes, parts }) =>
    qualified(wholes).map((whole): [string, ReadonlySet<string>] => [whole, new Set(qualified(parts))]),
  ),
);

/** Whether the figure of `whole` contains that of `part`. */
export function contains(whole: string, part: string): boolean {
  return PARTS_OF_WHOLE.get(whole)?.has(part) ?? false;
}

/** Lines that may hold debt besides what bears no interest. A residual takes `MIXED_SHARE` of them off. */
export const MIXED_LINES: ReadonlySet<string> = new Set(
  qualified(`AccruedLiabilitiesCurrent OtherLiabilitiesCurrent OtherAccruedLiabilitiesCurrent
    AccountsPayableAndAccruedLiabilitiesCurrent OtherLiabilitiesNoncurrent
    DeferredCreditsAndOtherLiabilitiesNoncurrent LiabilitiesOtherThanLongtermDebtNoncurrent`),
);

const ROLE_OF_TAG: ReadonlyMap<string, Role> = new Map(
  Object.entries(ROLES).flatMap(([name, { kind, concept = name, tags }]) =>
    qualified(tags).map((tag): [string, Role] => [tag, { name, concept, kind }]),
  ),
);

/** Returns the role of a qualified tag; undefined if no rule names the tag. */
export function roleOf(tag: string): Role | undefined {
  return ROLE_OF_TAG.get(tag);
}

function qualified(tags: string): readonly string[] {
  return tags.split(/\s+/).map((tag) => (tag.includes(':') ? tag : `us-gaap:${tag}`));
}
