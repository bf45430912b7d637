import type { FilerStyle } from './filer-style.ts';
import { at, type TrueAssets, type TrueLiabilities, type TrueSheet, totalsOf } from './true-sheet.ts';

/** Tag to value. */
export type Tags = Readonly<Record<string, number>>;

/**
 * Every `us-gaap` balance that a filer of this style could correctly file for the sheet. Tags for one thing have one
 * value, wholes are the sum of their parts, and note-level parts appear beside the whole that includes them.
 */
export function usGaapBalances(sheet: TrueSheet, style: FilerStyle): Tags {
  const totals = totalsOf(sheet);
  return {
    Assets: totals.assets,
    LiabilitiesAndStockholdersEquity: totals.assets,
    AssetsCurrent: totals.currentAssets,
    Liabilities: totals.liabilities,
    LiabilitiesCurrent: totals.currentLiabilities,
    StockholdersEquity: totals.equity,
    StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest:
      totals.equity + sheet.noncontrolling,
    ...cashAndSecurities(sheet.assets),
    ...currentAssets(sheet.assets, style),
    ...noncurrentAssets(sheet.assets),
    ...currentLiabilities(sheet.liabilities),
    ...noncurrentLiabilities(sheet.liabilities),
    ...currentDebt(sheet.liabilities, style),
    ...longTermDebt(sheet.liabilities, style),
  };
}

function cashAndSecurities(a: TrueAssets): Tags {
  const cash = a.cashOnHand + a.cashEquivalents;
  const current = a.currentAvailableForSale + a.currentHeldToMaturity;
  const noncurrent = a.noncurrentAvailableForSale + a.noncurrentHeldToMaturity;
  return {
    CashAndCashEquivalentsAtCarryingValue: cash,
    Cash: a.cashOnHand,
    CashEquivalentsAtCarryingValue: a.cashEquivalents,
    CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalents: cash + a.restrictedCash,
    CashCashEquivalentsRestrictedCashAndRestrictedCashEquivalentsIncludingDisposalGroupAndDiscontinuedOperations:
      cash + a.restrictedCash + a.disposalCash,
    CashCashEquivalentsAndShortTermInvestments: cash + current,
    // Some filers count all their marketable securities here, of any term.
    CashCashEquivalentsAndMarketableSecurities: cash + current + noncurrent,
    ShortTermInvestments: current,
    MarketableSecuritiesCurrent: current,
    DebtSecuritiesCurrent: current,
    AvailableForSaleSecuritiesCurrent: a.currentAvailableForSale,
    AvailableForSaleSecuritiesDebtSecuritiesCurrent: a.currentAvailableForSale,
    HeldToMaturitySecuritiesCurrent: a.currentHeldToMaturity,
    OtherShortTermInvestments: a.currentHeldToMaturity,
    MarketableSecuritiesNoncurrent: noncurrent,
    DebtSecuritiesNoncurrent: noncurrent,
    AvailableForSaleSecuritiesNoncurrent: a.noncurrentAvailableForSale,
    AvailableForSaleSecuritiesDebtSecuritiesNoncurrent: a.noncurrentAvailableForSale,
    HeldToMaturitySecuritiesNoncurrent: a.noncurrentHeldToMaturity,
  };
}

function currentAssets(a: TrueAssets, style: FilerStyle): Tags {
  const parts = a.currentParts;
  const other =
    a.otherCurrent +
    at(Object.values(parts), 'other') +
    at([a.contractAssets], 'other') +
    (style.otherReceivablesInsideOther ? a.otherReceivables : 0);
  const trade =
    a.tradeReceivables + at([a.contractAssets], 'receivables') + at([a.financingReceivables], 'receivables');
  return {
    AccountsReceivableNetCurrent: trade,
    [style.otherReceivablesTag]: a.otherReceivables,
    ...(style.otherReceivablesInsideOther
      ? {}
      : {
          ReceivablesNetCurrent: trade + a.otherReceivables,
          AccountsAndOtherReceivablesNetCurrent: trade + a.otherReceivables,
        }),
    ContractWithCustomerAssetNetCurrent: a.contractAssets.amount,
    NotesAndLoansReceivableNetCurrent: a.financingReceivables.amount,
    InventoryNet: a.inventory,
    PrepaidExpenseAndOtherAssetsCurrent: other,
    OtherAssetsCurrent: other - at([parts.prepaid], 'other'),
    PrepaidExpenseCurrent: parts.prepaid.amount,
    IncomeTaxesReceivable: parts.taxReceivable.amount,
    PrepaidTaxes: parts.taxReceivable.amount,
    DeferredTaxAssetsNetCurrent: parts.deferredTax.amount,
    CapitalizedContractCostNetCurrent: parts.contractCosts.amount,
    DerivativeAssetsCurrent: parts.derivatives.amount,
  };
}

function noncurrentAssets(a: TrueAssets): Tags {
  const parts = a.noncurrentParts;
  return {
    PropertyPlantAndEquipmentNet: a.property,
    OtherAssetsNoncurrent: a.otherNoncurrent + at(Object.values(parts), 'other'),
    Goodwill: parts.goodwill.amount,
    IntangibleAssetsNetExcludingGoodwill: parts.intangibles.amount,
    FiniteLivedIntangibleAssetsNet: Math.floor(parts.intangibles.amount / 2),
    EquitySecuritiesFVNINoncurrent: parts.equitySecurities.amount,
    EquityMethodInvestments: parts.associates.amount,
    OperatingLeaseRightOfUseAsset: parts.leasedAssets.amount,
    DeferredIncomeTaxAssetsNet: parts.deferredTax.amount,
    DeferredTaxAssetsNetNoncurrent: parts.deferredTax.amount,
    CapitalizedContractCostNetNoncurrent: parts.contractCosts.amount,
    PrepaidExpenseNoncurrent: parts.prepaid.amount,
    IncomeTaxesReceivableNoncurrent: parts.taxReceivable.amount,
  };
}

function currentLiabilities(l: TrueLiabilities): Tags {
  const parts = l.currentParts;
  const payables = l.tradePayables + l.otherPayables;
  const accrued = l.accrued + at(Object.values(parts), 'accrued');
  return {
    AccountsPayableCurrent: payables,
    AccountsPayableTradeCurrent: l.tradePayables,
    AccountsPayableOtherCurrent: l.otherPayables,
    AccruedLiabilitiesCurrent: accrued,
    AccountsPayableAndAccruedLiabilitiesCurrent: payables + accrued,
    OtherAccruedLiabilitiesCurrent: l.accrued,
    OtherLiabilitiesCurrent: l.otherCurrent + at(Object.values(parts), 'other'),
    EmployeeRelatedLiabilitiesCurrent: parts.employees.amount,
    AccruedSalariesCurrent: Math.floor(parts.employees.amount / 3),
    AccruedIncomeTaxesCurrent: parts.incomeTaxes.amount,
    TaxesPayableCurrent: parts.incomeTaxes.amount,
    SalesAndExciseTaxPayableCurrent: parts.salesTaxes.amount,
    OperatingLeaseLiabilityCurrent: parts.operatingLeases.amount,
    ContractWithCustomerLiabilityCurrent: parts.contracts.amount,
    DeferredRevenueCurrent: parts.contracts.amount,
    CustomerAdvancesCurrent: Math.floor(parts.contracts.amount / 4),
    ProductWarrantyAccrualClassifiedCurrent: parts.warranties.amount,
    AccruedRoyaltiesCurrent: parts.royalties.amount,
    DividendsPayableCurrent: parts.dividends.amount,
    InterestPayableCurrent: parts.interest.amount,
    DerivativeLiabilitiesCurrent: parts.derivatives.amount,
    CustomerDepositsCurrent: parts.deposits.amount,
  };
}

function noncurrentLiabilities(l: TrueLiabilities): Tags {
  const parts = l.noncurrentParts;
  return {
    OtherLiabilitiesNoncurrent: l.otherNoncurrent + at(Object.values(parts), 'other'),
    OperatingLeaseLiabilityNoncurrent: parts.operatingLeases.amount,
    ContractWithCustomerLiabilityNoncurrent: parts.contracts.amount,
    DeferredRevenueNoncurrent: parts.contracts.amount,
    AccruedIncomeTaxesNoncurrent: parts.incomeTaxes.amount,
    LiabilityForUncertainTaxPositionsNoncurrent: Math.floor(parts.incomeTaxes.amount / 2),
    DeferredIncomeTaxLiabilitiesNet: parts.deferredTaxes.amount,
    DeferredTaxLiabilitiesNoncurrent: parts.deferredTaxes.amount,
    DefinedBenefitPensionPlanLiabilitiesNoncurrent: parts.pensions.amount,
    OtherPostretirementDefinedBenefitPlanLiabilitiesNoncurrent: parts.retiredCare.amount,
    AssetRetirementObligationsNoncurrent: parts.retirementOfAssets.amount,
    DeferredCompensationLiabilityClassifiedNoncurrent: parts.compensation.amount,
  };
}

function currentDebt(l: TrueLiabilities, style: FilerStyle): Tags {
  const notesInside = style.notesInsideShortTerm ? l.currentNotes : 0;
  // By the definitions of the two tags no current debt is outside both.
  const portion = l.currentPortion + l.currentNotes - notesInside;
  const shortTerm = l.commercialPaper + l.bankLoans + l.otherShortTerm + notesInside;
  return {
    DebtCurrent: l.commercialPaper + l.bankLoans + l.otherShortTerm + l.currentNotes + l.currentPortion,
    ShortTermBorrowings: shortTerm + (style.shortTermHoldsCurrentPortion ? portion : 0),
    CommercialPaper: l.commercialPaper,
    ShortTermBankLoansAndNotesPayable: l.bankLoans + notesInside,
    OtherShortTermBorrowings: l.otherShortTerm,
    LinesOfCreditCurrent: Math.floor(l.bankLoans / 2),
    LongTermDebtCurrent: portion,
    LongTermDebtAndCapitalLeaseObligationsCurrent: portion,
    SeniorNotesCurrent: Math.floor(l.currentPortion / 2),
    NotesPayableCurrent: l.currentNotes,
  };
}

function longTermDebt(l: TrueLiabilities, style: FilerStyle): Tags {
  const noncurrent = l.bonds + l.longTermLoans;
  const principal = (amount: number) => Math.floor((amount * style.principalPerMille) / 1000);
  const all =
    l.commercialPaper + l.bankLoans + l.otherShortTerm + l.currentNotes + l.currentPortion + noncurrent;
  return {
    LongTermDebtNoncurrent: noncurrent,
    LongTermDebtAndCapitalLeaseObligations: noncurrent,
    SeniorLongTermNotes: l.bonds,
    ConvertibleDebtNoncurrent: Math.floor(l.bonds / 2),
    LongTermLoansPayable: l.longTermLoans,
    LongTermLineOfCredit: Math.floor(l.longTermLoans / 2),
    LongTermDebt: principal(noncurrent + (style.longTermDebtIsTotal ? l.currentPortion : 0)),
    LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities: noncurrent + l.currentPortion,
    DebtLongtermAndShorttermCombinedAmount: principal(all),
    DebtAndCapitalLeaseObligations: all,
    NotesPayable: principal(l.bonds + l.currentNotes),
    ConvertibleDebt: principal(Math.floor(l.bonds / 2)),
  };
}
