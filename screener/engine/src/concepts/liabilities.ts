import type { Term } from './term.ts';

/**
 * Tag chains of the liability side (RULES-SHARIA section 4). A bare name is a `us-gaap` tag. Tags that overlap are in
 * one family, so that no part is counted twice.
 */

/** Borrowings of less than a year, and the current portion of longer ones: the former may include the latter. */
export const SHORT_TERM_DEBT: readonly Term[] = [
  'ShortTermBorrowings',
  { sum: ['CommercialPaper', 'ShortTermBankLoansAndNotesPayable', 'OtherShortTermBorrowings'] },
  'LinesOfCreditCurrent',
  'NotesPayableCurrent',
  'LoansPayableCurrent',
  'ifrs-full:ShorttermBorrowings',
];
export const CURRENT_PORTION: readonly Term[] = [
  'LongTermDebtAndCapitalLeaseObligationsCurrent',
  'LongTermDebtCurrent',
  'ConvertibleDebtCurrent',
  'ConvertibleNotesPayableCurrent',
  'SeniorNotesCurrent',
  'SecuredDebtCurrent',
  'UnsecuredDebtCurrent',
  'ifrs-full:CurrentPortionOfLongtermBorrowings',
  'ifrs-full:CurrentBondsIssuedAndCurrentPortionOfNoncurrentBondsIssued',
];

/** Totals of debt due within a year. */
export const CURRENT_DEBT_TOTALS: readonly string[] = [
  'DebtCurrent',
  'ifrs-full:CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings',
];

/** Each a known part of current debt. Commercial paper is never a portion of long-term debt. */
export const CURRENT_DEBT: readonly Term[] = [
  ...CURRENT_DEBT_TOTALS,
  ...SHORT_TERM_DEBT,
  ...CURRENT_PORTION,
  { sum: ['CommercialPaper', 'LongTermDebtCurrent'] },
];

/** Each a known part of non-current debt. */
export const NONCURRENT_DEBT: readonly Term[] = [
  'LongTermDebtAndCapitalLeaseObligations',
  'LongTermDebtNoncurrent',
  'ConvertibleDebtNoncurrent',
  'ConvertibleLongTermNotesPayable',
  'LongTermNotesPayable',
  'LongTermLoansPayable',
  'SeniorLongTermNotes',
  'LongTermLineOfCredit',
  'OtherLongTermDebtNoncurrent',
  {
    sum: [
      'ifrs-full:NoncurrentPortionOfNoncurrentLoansReceived',
      'ifrs-full:NoncurrentPortionOfNoncurrentBondsIssued',
    ],
  },
];

/** Totals of all debt as the balance sheet carries it. */
export const DEBT_TOTALS: readonly Term[] = [
  // Filers give long-term borrowings with and without their current portion: the two are never added.
  { sum: ['ifrs-full:LongtermBorrowings', 'ifrs-full:NoncurrentPortionOfNoncurrentBondsIssued'] },
];

/** Totals that notes may state as principal, before discount and issue costs: known at `PRINCIPAL_SHARE`. */
export const DEBT_PRINCIPAL: readonly Term[] = [
  'ifrs-full:Borrowings',
  'LongTermDebt',
  'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities',
  'DebtLongtermAndShorttermCombinedAmount',
  'DebtAndCapitalLeaseObligations',
  'NotesPayable',
  'ConvertibleNotesPayable',
  'ConvertibleDebt',
];
export const PRINCIPAL_SHARE = 0.95;

/** Finance lease liabilities by their own tags: for information, see `finance_leases` in approximations. */
export const FINANCE_LEASES: Term = {
  max: [
    'FinanceLeaseLiability',
    { sum: ['FinanceLeaseLiabilityCurrent', 'FinanceLeaseLiabilityNoncurrent'] },
  ],
};

/** Trade and other payables: the most certain of the non-interest-bearing liabilities. */
export const PAYABLES: Term = {
  max: [
    'AccountsPayableCurrent',
    { sum: ['AccountsPayableTradeCurrent', 'AccountsPayableOtherCurrent'] },
    'ifrs-full:TradeAndOtherCurrentPayables',
    'ifrs-full:TradeAndOtherCurrentPayablesToTradeSuppliers',
  ],
};

/** Note-level parts that "accrued" or "other" current liabilities may already contain. */
const PARTS_OF_ACCRUED: readonly Term[] = [
  { max: ['EmployeeRelatedLiabilitiesCurrent', 'AccruedSalariesCurrent'] },
  { max: ['TaxesPayableCurrent', 'AccruedIncomeTaxesCurrent', 'ifrs-full:CurrentTaxLiabilitiesCurrent'] },
  'SalesAndExciseTaxPayableCurrent',
  'OperatingLeaseLiabilityCurrent',
  { max: ['ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent', 'CustomerAdvancesCurrent'] },
  'ProductWarrantyAccrualClassifiedCurrent',
  'AccruedRoyaltiesCurrent',
  'DividendsPayableCurrent',
  'InterestPayableCurrent',
  'DerivativeLiabilitiesCurrent',
  'CustomerDepositsCurrent',
];

const ACCRUED_AND_OTHER_CURRENT: Term = {
  max: [
    {
      nest: {
        wholes: [
          'AccruedLiabilitiesCurrent',
          'OtherLiabilitiesCurrent',
          ['ifrs-full:OtherCurrentLiabilities', 'ifrs-full:OtherCurrentNonfinancialLiabilities'],
        ],
        parts: PARTS_OF_ACCRUED,
      },
    },
    // A note's remainder: part of the lines above, and itself a whole for the other parts.
    { nest: { wholes: ['OtherAccruedLiabilitiesCurrent'], parts: PARTS_OF_ACCRUED } },
  ],
};

export const CURRENT_LIABILITIES_WITHOUT_INTEREST: Term = {
  max: [
    { sum: [PAYABLES, ACCRUED_AND_OTHER_CURRENT] },
    { sum: ['AccountsPayableAndAccruedLiabilitiesCurrent', 'OtherLiabilitiesCurrent'] },
  ],
};

export const NONCURRENT_LIABILITIES_WITHOUT_INTEREST: Term = {
  nest: {
    wholes: [
      [
        'OtherLiabilitiesNoncurrent',
        'DeferredCreditsAndOtherLiabilitiesNoncurrent',
        'LiabilitiesOtherThanLongtermDebtNoncurrent',
      ],
      'ifrs-full:OtherNoncurrentLiabilities',
    ],
    parts: [
      'OperatingLeaseLiabilityNoncurrent',
      { max: ['ContractWithCustomerLiabilityNoncurrent', 'DeferredRevenueNoncurrent'] },
      { max: ['AccruedIncomeTaxesNoncurrent', 'LiabilityForUncertainTaxPositionsNoncurrent'] },
      {
        max: [
          'DeferredIncomeTaxLiabilitiesNet',
          'DeferredTaxLiabilitiesNoncurrent',
          'ifrs-full:DeferredTaxLiabilities',
        ],
      },
      {
        max: [
          'PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent',
          // Not added: one may be on its own line and the other inside "other".
          'DefinedBenefitPensionPlanLiabilitiesNoncurrent',
          'OtherPostretirementDefinedBenefitPlanLiabilitiesNoncurrent',
          'ifrs-full:NoncurrentNetDefinedBenefitLiability',
        ],
      },
      'AssetRetirementObligationsNoncurrent',
      'DeferredCompensationLiabilityClassifiedNoncurrent',
      'ifrs-full:NoncurrentProvisions',
    ],
  },
};

/** Filed liabilities that bear no interest: what the residual bound subtracts from total liabilities. */
export const LIABILITIES_WITHOUT_INTEREST: Term = {
  sum: [CURRENT_LIABILITIES_WITHOUT_INTEREST, NONCURRENT_LIABILITIES_WITHOUT_INTEREST],
};

/** Lines on the face of current liabilities, where filers put them there (see face-closure.ts). */
export const CURRENT_FACE_LINES: readonly Term[] = [
  'AccountsPayableCurrent',
  'AccountsPayableTradeCurrent',
  'AccountsPayableAndAccruedLiabilitiesCurrent',
  'AccruedLiabilitiesCurrent',
  'OtherLiabilitiesCurrent',
  'OtherAccruedLiabilitiesCurrent',
  { max: ['ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent'] },
  'EmployeeRelatedLiabilitiesCurrent',
  { max: ['TaxesPayableCurrent', 'AccruedIncomeTaxesCurrent'] },
  'SalesAndExciseTaxPayableCurrent',
  'OperatingLeaseLiabilityCurrent',
  'DividendsPayableCurrent',
];

/** The same for non-current liabilities. */
export const NONCURRENT_FACE_LINES: readonly Term[] = [
  'OtherLiabilitiesNoncurrent',
  'OperatingLeaseLiabilityNoncurrent',
  { max: ['ContractWithCustomerLiabilityNoncurrent', 'DeferredRevenueNoncurrent'] },
  'AccruedIncomeTaxesNoncurrent',
  { max: ['DeferredIncomeTaxLiabilitiesNet', 'DeferredTaxLiabilitiesNoncurrent'] },
  'PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent',
  'DefinedBenefitPensionPlanLiabilitiesNoncurrent',
  'OtherPostretirementDefinedBenefitPlanLiabilitiesNoncurrent',
  'AssetRetirementObligationsNoncurrent',
];

export const TOTAL_LIABILITIES: readonly string[] = ['Liabilities', 'ifrs-full:Liabilities'];
export const CURRENT_LIABILITIES: readonly string[] = ['LiabilitiesCurrent', 'ifrs-full:CurrentLiabilities'];

/** Equity on the face: assets less equity is total liabilities, or more where temporary equity exists. */
export const EQUITY: readonly string[] = [
  'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
  'StockholdersEquity',
  'ifrs-full:Equity',
];
