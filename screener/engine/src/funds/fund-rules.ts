/**
 * The limits by which the weights of a fund's holdings decide a verdict. No standard and no fatwa that we
 * know of says how much of a fund may fail: these limits are this service's own, published here and on the
 * methodology page. Fractions of net assets.
 */
export const FUND_RULES = {
  /** More than this in non-compliant holdings: the fund is non-compliant. */
  nonCompliantFails: 0.05,
  /** A compliant fund has at most this in non-compliant holdings, ... */
  nonCompliantPasses: 0.01,
  /** ... and at most this in non-compliant and questionable ones together. */
  doubtfulPasses: 0.1,
  /** A methodology fails for more than this in holdings that fail it. */
  methodologyFails: 0.05,
  /** A purification rate stands for the whole fund if the holdings of known rate have at least this weight. */
  purificationCovers: 0.99,
} as const;

/** Older holdings are not screened: months from the report's date to the date of the screening. */
export const FUND_REPORT_AGE_LIMIT_MONTHS = 18;
/** A fund files the holdings of every third month, and they are public after 60 days. */
export const FUND_REPORT_MONTHS = 3;
export const FUND_REPORT_PUBLIC_AFTER_DAYS = 60;
/** Holdings older than this get a warning. */
export const FUND_REPORT_AGE_WARNING_DAYS = 155;

/** The components of a fund's score; their maxima add up to 100. */
export const FUND_SCORE_MAXIMA = { holdings: 90, coverage: 10 } as const;

/** Nobody is asked to give away more than a whole dividend. */
export const GREATEST_PURIFICATION_PCT = 100;
