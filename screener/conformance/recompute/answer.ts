import type { Audit } from './audit.ts';
import {
  type DecodedValue,
  date,
  expression,
  flag,
  listOf,
  nullable,
  number,
  object,
  oneOf,
  optional,
  recordOf,
  term,
  text,
} from './decode.ts';

/** The members of an answer that an auditor checks, under the interface document's names. */

const status = oneOf('pass', 'fail', 'unknown');
const basis = oneOf('reported', 'derived', 'bounded', 'unknown');

const amount = object({
  low: number,
  high: nullable(number),
  unit: nullable(text),
  basis,
  low_from: expression,
  high_from: nullable(expression),
  rules: listOf(text),
});

const evidence = object({
  id: text,
  concept: text,
  xbrl_tag: text,
  value: number,
  unit: text,
  form: text,
  period_start: nullable(date),
  period_end: date,
  filed: date,
  accession: text,
  source_url: text,
  superseded: listOf(object({ value: number, form: text, accession: text })),
});

const check = object({
  ratio: text,
  value: nullable(number),
  threshold: number,
  distance: nullable(number),
  comparison: oneOf('<', '<='),
  passed: flag,
  status,
  low: number,
  high: nullable(number),
  basis,
  numerator: text,
  denominator: text,
});

const marketData = object({
  id: nullable(text),
  figure: nullable(oneOf('market_cap', 'close')),
  value: nullable(number),
  close: nullable(number),
  currency: nullable(text),
  date: nullable(date),
  source: nullable(text),
  reason: nullable(text),
  trailing_averages: listOf(
    object({
      methodology: text,
      months: number,
      months_present: number,
      average_market_cap: nullable(number),
      status,
    }),
  ),
});

const factor = object({ value: number, times: listOf(term), over: listOf(term) });

const translation = object({
  from: text,
  to: text,
  date,
  low: factor,
  high: factor,
  rule: nullable(oneOf('monthly_average_rate')),
  rates: listOf(
    object({
      id: text,
      kind: oneOf('daily', 'monthly_average'),
      currency: text,
      base: text,
      value: number,
      period_start: nullable(date),
      period_end: date,
      source_url: text,
    }),
  ),
  amounts: recordOf(object({ low: number, high: nullable(number) })),
});

export type Translation = DecodedValue<typeof translation>;

const businessActivity = object({
  status: oneOf('pass', 'fail', 'review', 'unknown'),
  sic: nullable(text),
  findings: listOf(
    object({
      line: text,
      status: oneOf('fail', 'review', 'pass'),
      matched_by: oneOf('sic', 'company'),
      matched: text,
      not_excluded_by: listOf(text),
    }),
  ),
});

const shareBasis = object({
  status: oneOf('listed', 'split', 'depositary', 'counted', 'unclear'),
  why: nullable(oneOf('split_filed', 'price_jump', 'counts_differ')),
  date,
  counted: date,
  factor_low: number,
  factor_high: number,
  splits: listOf(text),
  quotes: listOf(object({ date, close: number, market_cap: nullable(number), source: text })),
});

const purification = object({
  pct_of_dividends_and_gains: nullable(number),
  covered_rate_pct: nullable(number),
  coverage_pct: nullable(number),
  income: nullable(number),
  income_from: nullable(expression),
  low_pct: number,
  high_pct: nullable(number),
  basis,
  amount_per_share: nullable(number),
  amount_per_share_low: nullable(number),
  amount_per_share_high: nullable(number),
  share_basis: nullable(shareBasis),
  shares: nullable(number),
  shares_evidence: nullable(text),
  currency: nullable(text),
});

const decidedVerdict = oneOf('compliant', 'questionable', 'non_compliant');

const stale = nullable(object({ since: date, why: oneOf('report_not_here', 'report_late') }));

const answer = object({
  symbol: text,
  cik: text,
  type: text,
  summary: text,
  ratio_info: recordOf(object({ unit: text, numerator: text, denominator: text })),
  data_age_days: nullable(number),
  as_of: date,
  today: date,
  stale,
  next_report_expected: nullable(date),
  rules: oneOf('current', 'classic'),
  compliance: oneOf('compliant', 'questionable', 'non_compliant', 'not_screenable'),
  possible: listOf(decidedVerdict),
  decided_methodologies: listOf(text),
  score: number,
  components: recordOf(object({ score: number, max: number })),
  ratios: recordOf(nullable(number)),
  business_activity: businessActivity,
  methodologies: listOf(object({ id: text, passed: flag, status, summary: text, checks: listOf(check) })),
  purification,
  amounts: recordOf(amount),
  translation: nullable(translation),
  evidence: listOf(evidence),
  market_data: marketData,
  anchor: nullable(object({ form: text, period_end: date, filed: date, accession: text, source_url: text })),
  missing: listOf(object({ code: text, message: text })),
  approximations: listOf(object({ id: text, message: text })),
  /** The day through which filings are known to be at hand. */
  facts_through: nullable(date),
  /** Added by the service if there is no verdict: the last one reached. */
  last_verdict: optional(nullable(object({ as_of: date, compliance: decidedVerdict, score: number }))),
});

const contractAmount = nullable(object({ amount: number, currency: nullable(text) }));

const contract = object({
  kind: nullable(text),
  notional: contractAmount,
  bought: contractAmount,
  sold: contractAmount,
  strike: contractAmount,
  shares_per_contract: nullable(number),
  contracts: nullable(number),
  unrealised: nullable(number),
  currency: nullable(text),
  exchange_rate: nullable(number),
});

/** A fund's answer. Its weights are recomputed from the holdings that are listed. */
const fundAnswer = object({
  as_of: date,
  today: date,
  stale,
  next_report_expected: nullable(date),
  compliance: oneOf('compliant', 'questionable', 'non_compliant', 'not_screenable'),
  possible: listOf(decidedVerdict),
  decided_methodologies: listOf(text),
  score: number,
  components: recordOf(object({ score: number, max: number })),
  ratios: recordOf(nullable(number)),
  methodologies: listOf(object({ id: text, passed: flag, status, checks: listOf(check) })),
  purification: object({
    pct_of_dividends_and_gains: nullable(number),
    covered_rate_pct: nullable(number),
    coverage_pct: nullable(number),
    low_pct: number,
    high_pct: nullable(number),
  }),
  evidence: listOf(object({ id: text, xbrl_tag: text, value: number })),
  missing: listOf(object({ code: text, message: text })),
  approximations: listOf(object({ id: text, message: text })),
  etf_look_through: object({
    report: nullable(object({ period_end: date })),
    net_assets: nullable(number),
    coverage_pct: number,
    total_assets: nullable(number),
    unlisted_assets: nullable(number),
    sum_of_weights_pct: nullable(number),
    weights: recordOf(
      object({ holdings: number, value: number, pct: number, open: number, open_pct: number }),
    ),
    methodologies: listOf(object({ id: text, passing_pct: number, failing_pct: number, open_pct: number })),
    holdings: listOf(
      object({
        line: number,
        asset_category: nullable(text),
        contract: nullable(contract),
        open: number,
        value: number,
        pct: nullable(number),
        bucket: text,
        symbol: nullable(text),
        compliance: nullable(oneOf('compliant', 'questionable', 'non_compliant', 'not_screenable')),
        score: nullable(number),
        passes: listOf(text),
        fails: listOf(text),
        purification_pct: nullable(number),
        purification_low_pct: nullable(number),
        purification_high_pct: nullable(number),
      }),
    ),
    unresolved: listOf(object({ line: number })),
  }),
});

export type Contract = DecodedValue<typeof contract>;
export type FundAnswer = DecodedValue<typeof fundAnswer>;

export function readFundAnswer(json: unknown, audit: Audit): FundAnswer | null {
  const found = fundAnswer(json, '', audit);
  return audit.found.length === 0 ? found : null;
}

export type Answer = DecodedValue<typeof answer>;
export type AmountAnswer = DecodedValue<typeof amount>;
export type Evidence = DecodedValue<typeof evidence>;
export type CheckAnswer = DecodedValue<typeof check>;
export type Status = DecodedValue<typeof status>;
export type Basis = DecodedValue<typeof basis>;
export type BusinessStatus = Answer['business_activity']['status'];
export type Verdict = Answer['compliance'];
export type Anchor = NonNullable<Answer['anchor']>;

/**
 * Reads the `data` of an answer; null, with a finding in the audit, if it does not have the documented shape.
 */
export function readAnswer(json: unknown, audit: Audit): Answer | null {
  const found = answer(json, '', audit);
  return audit.found.length === 0 ? found : null;
}
