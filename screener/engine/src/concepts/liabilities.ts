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

/**
 * Totals of debt due within a year, which by definition include all of it. Short-term borrowings and the
 * current portion of long-term debt together are one, if both are filed.
 */
export const CURRENT_DEBT_TOTALS: readonly string[] = [
  'DebtCurrent',
  'ifrs-full:CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings',
];
export const CURRENT_DEBT_TOTAL_OF_TWO: readonly (readonly [string, string])[] = [
  ['ShortTermBorrowings', 'LongTermDebtCurrent'],
  ['ShortTermBorrowings', 'LongTermDebtAndCapitalLeaseObligationsCurrent'],
];

/** Known parts of current debt. Commercial paper is never a portion of long-term debt. */
export const CURRENT_DEBT: readonly Term[] = [
  ...CURRENT_DEBT_TOTALS,
  ...SHORT_TERM_DEBT,
  ...CURRENT_PORTION,
  { sum: ['CommercialPaper', 'LongTermDebtCurrent'] },
];

/**
 * The total of debt due after a year, without leases and with them. `LongTermDebt` is none: in notes it leaves out
 * commercial paper shown as long-term (Chevron 2014: 15,960 of 23,960) or is rounded principal (ADR 0010).
 */
export const NONCURRENT_DEBT_WITHOUT_LEASES = 'LongTermDebtNoncurrent';
export const NONCURRENT_DEBT_WITH_LEASES = 'LongTermDebtAndCapitalLeaseObligations';

/** Known parts of non-current debt. */
export const NONCURRENT_DEBT: readonly Term[] = [
  NONCURRENT_DEBT_WITHOUT_LEASES,
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

/**
 * All debt with leases, as carried. We do not trust it to be all debt: Ford 2020 gives 471 million of 162
 * billion.
 */
export const ALL_DEBT_WITH_LEASES = 'DebtAndCapitalLeaseObligations';

/**
 * Totals that notes may state as principal, before discount and issue costs. They count at `PRINCIPAL_SHARE`.
 */
export const DEBT_PRINCIPAL: readonly Term[] = [
  'ifrs-full:Borrowings',
  'LongTermDebt',
  'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities',
  'DebtLongtermAndShorttermCombinedAmount',
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

/**
 * Accrued and other liabilities may hold debt: Amazon kept the current portion of its debt in accrued expenses (2014: 15.5
 * % of the line) and, to 2010, its long-term debt in other liabilities (11.8 %). Such a line counts at this share.
 * IFRS asks for borrowings on a line of their own (IAS 1.54), so that "other" holds none.
 */
const MIXED_SHARE = 0.8;

/** Note-level parts that "accrued" or "other" current liabilities may already contain. */
const PARTS_OF_ACCRUED: readonly Term[] = [
  { max: ['EmployeeRelatedLiabilitiesCurrent', 'AccruedSalariesCurrent'] },
  // Taxes payable include those on income, sales and everything else.
  {
    max: ['TaxesPayableCurrent', { sum: ['AccruedIncomeTaxesCurrent', 'SalesAndExciseTaxPayableCurrent'] }],
  },
  'OperatingLeaseLiabilityCurrent',
  { max: ['ContractWithCustomerLiabilityCurrent', 'DeferredRevenueCurrent', 'CustomerAdvancesCurrent'] },
  'ProductWarrantyAccrualClassifiedCurrent',
  'AccruedRoyaltiesCurrent',
  'DividendsPayableCurrent',
  'InterestPayableCurrent',
  'DerivativeLiabilitiesCurrent',
  'CustomerDepositsCurrent',
];

/**
 * Lines that may be one inside the other: "other current" is a part of "accrued" (Procter & Gamble), and the remainder
 * of a note a part of both. One of them counts.
 */
const ACCRUED_OR_OTHER: readonly string[] = [
  'AccruedLiabilitiesCurrent',
  'OtherLiabilitiesCurrent',
  'OtherAccruedLiabilitiesCurrent',
];

const OTHER_CURRENT_IFRS: Term = {
  nest: {
    wholes: [['ifrs-full:OtherCurrentLiabilities', 'ifrs-full:OtherCurrentNonfinancialLiabilities']],
    parts: ['ifrs-full:CurrentTaxLiabilitiesCurrent'],
  },
};

export const CURRENT_LIABILITIES_WITHOUT_INTEREST: Term = {
  max: [
    {
      sum: [
        PAYABLES,
        {
          max: [
            { nest: { wholes: [ACCRUED_OR_OTHER], parts: PARTS_OF_ACCRUED, share: MIXED_SHARE } },
            OTHER_CURRENT_IFRS,
          ],
        },
      ],
    },
    // This is one line for payables and accrued liabilities, and for their parts.
    {
      nest: {
        wholes: ['AccountsPayableAndAccruedLiabilitiesCurrent'],
        parts: PARTS_OF_ACCRUED,
        share: MIXED_SHARE,
      },
    },
  ],
};

export const NONCURRENT_LIABILITIES_WITHOUT_INTEREST: Term = {
  max: [
    {
      nest: {
        wholes: [
          [
            'OtherLiabilitiesNoncurrent',
            'DeferredCreditsAndOtherLiabilitiesNoncurrent',
            'LiabilitiesOtherThanLongtermDebtNoncurrent',
          ],
        ],
        parts: [
          'OperatingLeaseLiabilityNoncurrent',
          { max: ['ContractWithCustomerLiabilityNoncurrent', 'DeferredRevenueNoncurrent'] },
          { max: ['AccruedIncomeTaxesNoncurrent', 'LiabilityForUncertainTaxPositionsNoncurrent'] },
          { max: ['DeferredIncomeTaxLiabilitiesNet', 'DeferredTaxLiabilitiesNoncurrent'] },
          {
            max: [
              'PensionAndOtherPostretirementDefinedBenefitPlansLiabilitiesNoncurrent',
              // These are not added: one may be on its own line and the other inside "other".
              'DefinedBenefitPensionPlanLiabilitiesNoncurrent',
              'OtherPostretirementDefinedBenefitPlanLiabilitiesNoncurrent',
            ],
          },
          'AssetRetirementObligationsNoncurrent',
          'DeferredCompensationLiabilityClassifiedNoncurrent',
        ],
        share: MIXED_SHARE,
      },
    },
    {
      nest: {
        wholes: ['ifrs-full:OtherNoncurrentLiabilities'],
        parts: [
          'ifrs-full:DeferredTaxLiabilities',
          'ifrs-full:NoncurrentNetDefinedBenefitLiability',
          'ifrs-full:NoncurrentProvisions',
        ],
      },
    },
  ],
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
