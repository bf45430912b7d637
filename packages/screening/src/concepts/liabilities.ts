import type { Term } from './term.ts';

/**
 * Tag chains of the liability side (RULES-SHARIA section 4). A bare name is a `us-gaap` tag. What overlaps stands
 * in one family, so that no part is counted twice.
 */

const SHORT_TERM_BORROWINGS: Term = {
  max: [
    'ShortTermBorrowings',
    { sum: ['CommercialPaper', 'ShortTermBankLoansAndNotesPayable', 'OtherShortTermBorrowings'] },
    'LinesOfCreditCurrent',
    'ifrs-full:ShorttermBorrowings',
  ],
};

const CURRENT_PART_OF_LONG_TERM_DEBT: Term = {
  max: [
    'LongTermDebtAndCapitalLeaseObligationsCurrent',
    'LongTermDebtCurrent',
    'ConvertibleDebtCurrent',
    'ConvertibleNotesPayableCurrent',
    'SeniorNotesCurrent',
    'SecuredDebtCurrent',
    'UnsecuredDebtCurrent',
    // Bonds may stand inside the current portion of borrowings (TSM): alternatives, not parts.
    'ifrs-full:CurrentPortionOfLongtermBorrowings',
    'ifrs-full:CurrentBondsIssuedAndCurrentPortionOfNoncurrentBondsIssued',
  ],
};

export const DEBT_CURRENT: Term = {
  max: [
    'DebtCurrent',
    'ifrs-full:CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings',
    {
      // RULES-SHARIA 4.1a: equal values under two current-debt tags of one report are one debt.
      distinct: [
        SHORT_TERM_BORROWINGS,
        CURRENT_PART_OF_LONG_TERM_DEBT,
        'NotesPayableCurrent',
        'LoansPayableCurrent',
      ],
    },
  ],
};

export const DEBT_NONCURRENT: Term = {
  max: [
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
  ],
};

/**
 * The tagged interest-bearing debt. Totals that notes state as principal count at 95 %, since unamortised discount
 * and issue costs make the carrying amount smaller. Finance leases count where the filer tags them with its debt,
 * not where it keeps them among other liabilities: the methodologies differ on them (ADR 0006).
 */
export const DEBT_KNOWN: Term = {
  max: [
    { sum: [DEBT_CURRENT, DEBT_NONCURRENT] },
    { scaled: 0.95, of: { sum: [SHORT_TERM_BORROWINGS, 'LongTermDebt'] } },
    {
      scaled: 0.95,
      of: {
        sum: [SHORT_TERM_BORROWINGS, 'LongTermDebtAndCapitalLeaseObligationsIncludingCurrentMaturities'],
      },
    },
    {
      scaled: 0.95,
      of: {
        max: [
          'DebtLongtermAndShorttermCombinedAmount',
          'DebtAndCapitalLeaseObligations',
          'NotesPayable',
          'ConvertibleNotesPayable',
          'ConvertibleDebt',
        ],
      },
    },
    'ifrs-full:Borrowings',
    // Filers give long-term borrowings with and without their current portion: the two are never added.
    { sum: ['ifrs-full:LongtermBorrowings', 'ifrs-full:NoncurrentPortionOfNoncurrentBondsIssued'] },
  ],
};

/** Finance lease liabilities by their own tags: for information, see `finance_leases` in approximations. */
export const FINANCE_LEASES: Term = {
  max: [
    'FinanceLeaseLiability',
    { sum: ['FinanceLeaseLiabilityCurrent', 'FinanceLeaseLiabilityNoncurrent'] },
  ],
};

/** A filed total of all debt due within a year: what it leaves out, there is not. */
export const DEBT_CURRENT_TOTAL: readonly string[] = [
  'DebtCurrent',
  'ifrs-full:CurrentBorrowingsAndCurrentPortionOfNoncurrentBorrowings',
];

const PAYABLES: Term = {
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
          'ifrs-full:OtherCurrentLiabilities',
          'ifrs-full:OtherCurrentNonfinancialLiabilities',
        ],
        parts: PARTS_OF_ACCRUED,
      },
    },
    // A note's remainder: part of the lines above, and itself a whole for the other parts.
    { nest: { wholes: ['OtherAccruedLiabilitiesCurrent'], parts: PARTS_OF_ACCRUED } },
  ],
};

const CURRENT_WITHOUT_INTEREST: Term = {
  max: [
    { sum: [PAYABLES, ACCRUED_AND_OTHER_CURRENT] },
    { sum: ['AccountsPayableAndAccruedLiabilitiesCurrent', 'OtherLiabilitiesCurrent'] },
  ],
};

const NONCURRENT_WITHOUT_INTEREST: Term = {
  nest: {
    wholes: [
      {
        max: [
          'OtherLiabilitiesNoncurrent',
          'DeferredCreditsAndOtherLiabilitiesNoncurrent',
          'LiabilitiesOtherThanLongtermDebtNoncurrent',
        ],
      },
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
          {
            sum: [
              'DefinedBenefitPensionPlanLiabilitiesNoncurrent',
              'OtherPostretirementDefinedBenefitPlanLiabilitiesNoncurrent',
            ],
          },
          'ifrs-full:NoncurrentNetDefinedBenefitLiability',
        ],
      },
      'AssetRetirementObligationsNoncurrent',
      'DeferredCompensationLiabilityClassifiedNoncurrent',
      'ifrs-full:NoncurrentProvisions',
    ],
  },
};

/** Liabilities that are filed and bear no interest: what the residual bound takes off total liabilities. */
export const LIABILITIES_WITHOUT_INTEREST: Term = {
  sum: [CURRENT_WITHOUT_INTEREST, NONCURRENT_WITHOUT_INTEREST],
};

export const CURRENT_LIABILITIES_WITHOUT_INTEREST: Term = CURRENT_WITHOUT_INTEREST;
export const NONCURRENT_LIABILITIES_WITHOUT_INTEREST: Term = NONCURRENT_WITHOUT_INTEREST;

/** Lines that stand on the face of the current liabilities, where filers put them there (see face-closure.ts). */
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

/** Equity as it stands on the face: assets less it is total liabilities, or more where temporary equity exists. */
export const EQUITY: readonly string[] = [
  'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
  'StockholdersEquity',
  'ifrs-full:Equity',
];
