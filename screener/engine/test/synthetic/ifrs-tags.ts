import type { FilerStyle } from './filer-style.ts';
import { at, sum, type TrueAssets, type TrueLiabilities, type TrueSheet, totalsOf } from './true-sheet.ts';
import type { Tags } from './us-gaap-tags.ts';

/** Every `ifrs-full` balance that a filer of this style could correctly file for the sheet. */
export function ifrsBalances(sheet: TrueSheet, style: FilerStyle): Tags {
  const totals = totalsOf(sheet);
  const tags = {
    Assets: totals.assets,
    EquityAndLiabilities: totals.assets,
    CurrentAssets: totals.currentAssets,
    Liabilities: totals.liabilities,
    CurrentLiabilities: totals.currentLiabilities,
    Equity: totals.assets - totals.liabilities,
    ...assetTags(sheet.assets, style),
    ...liabilityTags(sheet.liabilities),
    ...debtTags(sheet.liabilities, style),
  };
  return Object.fromEntries(Object.entries(tags).map(([tag, value]) => [`ifrs-full:${tag}`, value]));
}

function assetTags(a: TrueAssets, style: FilerStyle): Tags {
  const current = a.currentParts;
  const noncurrent = a.noncurrentParts;
  const trade =
    a.tradeReceivables + at([a.contractAssets], 'receivables') + at([a.financingReceivables], 'receivables');
  const other =
    a.otherCurrent +
    at(Object.values(current), 'other') +
    at([a.contractAssets], 'other') +
    (style.otherReceivablesInsideOther ? a.otherReceivables : 0);
  return {
    CashAndCashEquivalents: a.cashOnHand + a.cashEquivalents,
    CurrentFinancialAssetsAtAmortisedCost: a.currentHeldToMaturity,
    CurrentFinancialAssetsAtFairValueThroughOtherComprehensiveIncome: a.currentAvailableForSale,
    CurrentInvestments: a.currentAvailableForSale + a.currentHeldToMaturity,
    NoncurrentFinancialAssetsAtAmortisedCost: a.noncurrentHeldToMaturity,
    CurrentTradeReceivables: trade,
    ...(style.otherReceivablesInsideOther
      ? {}
      : { TradeAndOtherCurrentReceivables: trade + a.otherReceivables }),
    Inventories: a.inventory,
    OtherCurrentAssets: other,
    OtherCurrentNonfinancialAssets: Math.floor(a.otherCurrent / 2),
    CurrentTaxAssetsCurrent: current.taxReceivable.amount,
    PropertyPlantAndEquipment: a.property,
    OtherNoncurrentAssets: a.otherNoncurrent + at(Object.values(noncurrent), 'other'),
    Goodwill: noncurrent.goodwill.amount,
    IntangibleAssetsOtherThanGoodwill: noncurrent.intangibles.amount,
    DeferredTaxAssets: noncurrent.deferredTax.amount,
    InvestmentProperty: noncurrent.prepaid.amount,
    RightofuseAssets: noncurrent.leasedAssets.amount,
  };
}

function liabilityTags(l: TrueLiabilities): Tags {
  const current = l.currentParts;
  const noncurrent = l.noncurrentParts;
  return {
    TradeAndOtherCurrentPayablesToTradeSuppliers: l.tradePayables,
    TradeAndOtherCurrentPayables:
      l.tradePayables + l.otherPayables + l.accrued + at(Object.values(current), 'accrued'),
    OtherCurrentLiabilities: l.otherCurrent + at(Object.values(current), 'other'),
    OtherCurrentNonfinancialLiabilities: Math.floor(l.otherCurrent / 2),
    // IAS 1 requires current tax on its own line.
    ...(current.incomeTaxes.where === 'own line'
      ? { CurrentTaxLiabilitiesCurrent: current.incomeTaxes.amount }
      : {}),
    OtherNoncurrentLiabilities: l.otherNoncurrent + at(Object.values(noncurrent), 'other'),
    DeferredTaxLiabilities: noncurrent.deferredTaxes.amount,
    NoncurrentNetDefinedBenefitLiability: noncurrent.pensions.amount,
    NoncurrentProvisions: noncurrent.retirementOfAssets.amount,
  };
}

function debtTags(l: TrueLiabilities, style: FilerStyle): Tags {
  const shortTerm = l.commercialPaper + l.bankLoans + l.otherShortTerm + l.currentNotes;
  return {
    Borrowings: sum([shortTerm, l.currentPortion, l.bonds, l.longTermLoans]),
    ShorttermBorrowings: shortTerm,
    CurrentPortionOfLongtermBorrowings: l.currentPortion,
    CurrentBondsIssuedAndCurrentPortionOfNoncurrentBondsIssued: Math.floor(l.currentPortion / 2),
    CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings: shortTerm + l.currentPortion,
    // Bank loans; bonds are tagged beside them.
    LongtermBorrowings: l.longTermLoans + (style.longTermBorrowingsHoldCurrent ? l.currentPortion : 0),
    NoncurrentPortionOfNoncurrentLoansReceived: l.longTermLoans,
    NoncurrentPortionOfNoncurrentBondsIssued: l.bonds,
  };
}
