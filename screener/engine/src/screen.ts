import type { CalendarDate } from '@common/base/calendar';
import type { Result } from '@common/base/result';
import { type Amount, UNKNOWN } from './amounts/amount.ts';
import type { Computed } from './amounts/expression.ts';
import { answerRefused, answerScreened } from './answer.ts';
import { classifyBusiness } from './business/classify.ts';
import { readBalanceSheet } from './concepts/balance-sheet.ts';
import { BALANCE_SHEET_SHARES, COVER_PAGE_SHARES } from './concepts/flows.ts';
import { readInterestIncome, readRevenue } from './concepts/income.ts';
import { FINANCE_LEASES } from './concepts/liabilities.ts';
import { type MarketCap, type MarketCapRefusal, marketCapAt } from './concepts/market-cap.ts';
import { knownPart } from './concepts/term.ts';
import type { CompanyFacts, CompanyProfile, MarketQuote, Report } from './facts.ts';
import { combine, evaluateCheck, type MethodologyResult } from './methodologies/check.ts';
import type { Methodology, RuleSet } from './methodologies/methodology.ts';
import type { Screening } from './screening.ts';
import { type Anchor, selectAnchor } from './selection/anchor.ts';
import { FactLedger, type LedgerEntry } from './selection/fact-ledger.ts';
import { FlowReader } from './selection/trailing-twelve-months.ts';

export interface ScreeningInput {
  readonly profile: CompanyProfile;
  readonly facts: CompanyFacts;
  /** Closes of the ticker, ordered by date; those after `asOf` are not looked at. */
  readonly quotes: readonly MarketQuote[];
  readonly asOf: CalendarDate;
  readonly rules: RuleSet;
  readonly options: ScreeningOptions;
}

export interface ScreeningOptions {
  /** The assumption `interest_yield` of ADR 0004. */
  readonly yieldBound: boolean;
}

/** The amounts that ratios are made of, by the names that answers use. */
export interface ScreenedAmounts {
  readonly debt: Amount;
  readonly cash: Amount;
  readonly cash_and_current_securities: Amount;
  readonly cash_and_all_securities: Amount;
  readonly receivables: Amount;
  readonly receivables_and_cash: Amount;
  readonly interest_income: Amount;
  readonly total_assets: Amount;
  readonly revenue: Amount;
  readonly market_cap: Amount;
}

/** What a screening found, before it is put into the words of an answer. */
export interface Findings {
  readonly anchor: Anchor;
  readonly ledger: FactLedger;
  readonly amounts: ScreenedAmounts;
  readonly marketCap: Result<MarketCap, MarketCapRefusal>;
  readonly shares: LedgerEntry | null;
  /** Finance lease liabilities outside the debt tags, where they are tagged: for information. */
  readonly financeLeases: Computed | null;
  readonly methodologies: readonly MethodologyResult[];
}

/**
 * Screens one company at one date, from what was filed on or before it: no look-ahead. Pure; a company that cannot
 * be screened is an answer (`not_screenable`, with what is missing), not a failure.
 */
export function screen(input: ScreeningInput): Screening {
  const business = classifyBusiness(input.profile);
  const anchor = selectAnchor(input.facts, input.asOf);
  if (!anchor.ok) return answerRefused(input, business, anchor.error);
  const ledger = new FactLedger(input.facts, accessionsOf(anchor.value));
  const amounts = readAmounts(input, anchor.value, ledger);
  const methodologies = input.rules.methodologies.map((methodology) =>
    evaluate(methodology, amounts.amounts),
  );
  return answerScreened(input, business, { anchor: anchor.value, ledger, ...amounts, methodologies });
}

function accessionsOf(anchor: Anchor): ReadonlySet<string> {
  const reports = [anchor.report, ...anchor.superseded, anchor.annual, anchor.yearBefore];
  return new Set(reports.filter((report) => report !== null).map((report) => report.accession));
}

function readAmounts(
  input: ScreeningInput,
  anchor: Anchor,
  ledger: FactLedger,
): Pick<Findings, 'amounts' | 'marketCap' | 'shares' | 'financeLeases'> {
  const { report } = anchor;
  const unit = report.currency ?? '';
  const lookup = (tag: string) => ledger.instant(report, tag, unit, anchor.superseded);
  const sheet = readBalanceSheet(lookup);
  const flows = new FlowReader(ledger, anchor, unit);
  const cover = ledger.cover(report, COVER_PAGE_SHARES, 'shares');
  const marketCap = marketCapAt(input.profile.symbol, input.quotes, input.asOf, report, cover, input.facts);
  const interestBearing = [sheet.cashAndAllSecurities, balanceAYearBefore(ledger, anchor.yearBefore, unit)];
  return {
    marketCap,
    financeLeases: knownPart(FINANCE_LEASES, lookup),
    shares: cover ?? ledger.cover(report, BALANCE_SHEET_SHARES, 'shares'),
    amounts: {
      debt: sheet.debt,
      cash: sheet.cash,
      cash_and_current_securities: sheet.cashAndCurrentSecurities,
      cash_and_all_securities: sheet.cashAndAllSecurities,
      receivables: sheet.receivables,
      receivables_and_cash: sheet.receivablesAndCash,
      interest_income: readInterestIncome(flows, interestBearing, input.options.yieldBound),
      total_assets: sheet.totalAssets,
      revenue: readRevenue(flows),
      market_cap: marketCap.ok ? marketCap.value.amount : UNKNOWN,
    },
  };
}

function balanceAYearBefore(ledger: FactLedger, report: Report | null, unit: string): Amount {
  if (report === null) return UNKNOWN;
  return readBalanceSheet((tag) => ledger.instant(report, tag, unit, [])).cashAndAllSecurities;
}

function evaluate(methodology: Methodology, amounts: ScreenedAmounts): MethodologyResult {
  const checks = methodology.checks.map((check) =>
    evaluateCheck(check, amounts[check.numerator], amounts[check.denominator]),
  );
  return { methodology, checks, status: combine(checks.map((check) => check.status)) };
}
