import { ok } from '@common/base/result';
import { type Amount, UNKNOWN } from './amounts/amount.ts';
import { screeningAnswer } from './answer.ts';
import { type BusinessActivity, classifyBusiness } from './business/classify.ts';
import { readBalanceSheet } from './concepts/balance-sheet.ts';
import { yieldLimit } from './concepts/bill-rates.ts';
import { captiveLenderOf } from './concepts/captive-lenders.ts';
import { BALANCE_SHEET_SHARES, COVER_PAGE_SHARES } from './concepts/flows.ts';
import { readInterestIncome, readRevenue } from './concepts/income.ts';
import { FINANCE_LEASES } from './concepts/liabilities.ts';
import { capitalisationGap, marketCapAt } from './concepts/market-cap.ts';
import { knownPart } from './concepts/term.ts';
import type { CompanyFacts, Report } from './facts.ts';
import type { Decision, Findings } from './findings.ts';
import { combine, evaluateCheck, type MethodologyResult } from './methodologies/check.ts';
import type { Methodology } from './methodologies/methodology.ts';
import { excludedLines, standing } from './methodologies/standing.ts';
import { missingFor } from './missing.ts';
import { numeratorOf, pricedAmounts } from './priced-amounts.ts';
import { NO_PURIFICATION, purificationOf } from './purification.ts';
import { readEveryWay } from './read-every-way.ts';
import type { AnchorRefusal, DecidedScreening, Missing, ReadResult } from './screened.ts';
import type { ScreeningInput } from './screening-input.ts';
import { type Anchor, accessionsOf, selectAnchor } from './selection/anchor.ts';
import { FactLedger, type LedgerEntry } from './selection/fact-ledger.ts';
import { scaleDoubt } from './selection/report-scale.ts';
import { FlowReader } from './selection/trailing-twelve-months.ts';
import type { ShareBasis } from './share-basis-answer.ts';
import { openSplits } from './shares/open-splits.ts';
import { shareBasisOf } from './shares/share-basis.ts';
import { reportsNotHere } from './time/staleness.ts';
import { trailingAverages } from './trailing-averages.ts';
import { scoreComponents, totalScore } from './verdict/score.ts';
import { possibleVerdicts, type Verdict, verdictOf } from './verdict/verdict.ts';

/**
 * Screens one company at one date, from what was filed on or before it: no look-ahead. Pure; a company that cannot
 * be screened is an answer (`not_screenable`, with what is missing), not a failure.
 */
export function screen(input: ScreeningInput): DecidedScreening {
  const notHere = reportsNotHere(input.facts.reports, input);
  const findings = notHere === null ? findingsAt(input) : ({ ok: false, error: notHere } as const);
  return screeningAnswer(input, findings, decide(input, findings));
}

/** The figures of the newest report at `asOf`, before any decision. */
export function findingsAt(input: ScreeningInput): ReadResult<Findings, AnchorRefusal> {
  const anchor = selectAnchor(input.facts, input.asOf);
  return anchor.ok ? readBelieved(input, anchor.value) : anchor;
}

/** The filed count of shares of the newest report at a date, and splits that it may not include yet. */
interface SharesFiled extends Pick<Findings, 'anchor' | 'shares'> {
  readonly openSplits: readonly LedgerEntry[];
}

/** The count alone, of all that `findingsAt` reads. */
export function sharesFiledAt({ facts, asOf }: ScreeningInput): ReadResult<SharesFiled, AnchorRefusal> {
  const anchor = selectAnchor(facts, asOf);
  if (!anchor.ok) return anchor;
  const ledger = believedLedger(facts, anchor.value);
  if (!ledger.ok) return ledger;
  return ok(sharesIn(ledger.value, anchor.value));
}

/** Business, methodologies, verdict, score and purification, from what was read; all amounts are unknown without a report. */
function decide(input: ScreeningInput, read: ReadResult<Findings, AnchorRefusal>): Decision {
  const business = classifyBusiness(input.profile);
  const findings = read.ok ? read.value : null;
  const methodologies = input.rules.methodologies.map((methodology) =>
    evaluate(methodology, findings, business),
  );
  const ratios = methodologies.map((result) => result.ratios);
  const possible = possibleVerdicts(business.status, ratios);
  const compliance = verdictOf(possible);
  const checks = methodologies.flatMap((result) => result.checks);
  const components = scoreComponents(business.status, checks);
  return {
    business,
    methodologies,
    possible,
    compliance,
    components,
    score: totalScore(components, compliance),
    purification: findings === null ? NO_PURIFICATION : purificationOf(findings),
    trailingAverages: findings?.marketCap.ok ? trailingAverages(input, findings) : [],
    missing: whatIsMissing(read, business, compliance, methodologies),
  };
}

function whatIsMissing(
  read: ReadResult<Findings, AnchorRefusal>,
  business: BusinessActivity,
  compliance: Verdict,
  methodologies: readonly MethodologyResult[],
): readonly Missing[] {
  // A prohibited business is a verdict with no figures at all: nothing that is missing could change it.
  if (compliance !== 'not_screenable') return [];
  return read.ok
    ? missingFor(business, methodologies, read.value)
    : [{ code: read.error.code, gap: read.error }];
}

function readBelieved(input: ScreeningInput, anchor: Anchor): ReadResult<Findings, AnchorRefusal> {
  const ledger = believedLedger(input.facts, anchor);
  return ledger.ok
    ? ok(readEveryWay(ledger.value, (reading) => readFindings(input, anchor, reading)))
    : ledger;
}

function believedLedger(facts: CompanyFacts, anchor: Anchor): ReadResult<FactLedger, AnchorRefusal> {
  const ledger = new FactLedger(facts, accessionsOf(anchor));
  const doubt = scaleDoubt(ledger, anchor);
  return doubt === null ? ok(ledger) : { ok: false, error: doubt };
}

function sharesIn(ledger: FactLedger, anchor: Anchor): SharesFiled {
  const { report } = anchor;
  const shares =
    ledger.cover(report, COVER_PAGE_SHARES, 'shares') ?? ledger.cover(report, BALANCE_SHEET_SHARES, 'shares');
  return { anchor, shares, openSplits: shares === null ? [] : openSplits(ledger, anchor, shares) };
}

function readFindings(input: ScreeningInput, anchor: Anchor, ledger: FactLedger): Findings {
  const { report } = anchor;
  const unit = report.currency ?? '';
  const lookup = (tag: string) => ledger.instant(report, tag, unit, anchor.superseded);
  const sheet = readBalanceSheet(lookup);
  const flows = new FlowReader(ledger, anchor, unit);
  const cover = ledger.cover(report, COVER_PAGE_SHARES, 'shares');
  const filed = sharesIn(ledger, anchor);
  const { shares } = filed;
  const shareBasis = shareBasisIn(input, filed);
  const marketCap = marketCapAt(
    input.profile.symbol,
    input.quotes,
    input.asOf,
    report,
    cover,
    input.facts,
    input.rates,
  );
  const interest = readInterestIncome(flows, {
    balances: [sheet.cashAndAllSecurities, balanceAYearBefore(ledger, anchor.yearBefore, unit)],
    yieldLimit: input.options.yieldBound ? yieldLimit(report.periodEnd, report.currency) : null,
    isLender: captiveLenderOf(input.facts.cik) !== null,
  });
  const amounts = {
    debt: sheet.debt,
    cash: sheet.cash,
    cash_and_current_securities: sheet.cashAndCurrentSecurities,
    cash_and_all_securities: sheet.cashAndAllSecurities,
    receivables: sheet.receivables,
    receivables_and_cash: sheet.receivablesAndCash,
    interest_income: interest.amount,
    total_assets: sheet.totalAssets,
    revenue: readRevenue(flows),
    market_cap: marketCap.ok ? marketCap.value.amount : UNKNOWN,
  };
  return {
    anchor,
    ledger,
    marketCap,
    amounts,
    priced: pricedAmounts(amounts, marketCap.ok ? marketCap.value.translation : null),
    interestToPurify: interest.toPurify,
    capitalisationGap:
      marketCap.ok && !isGapExplained(shareBasis) ? capitalisationGap(marketCap.value, cover) : null,
    financeLeases: knownPart(FINANCE_LEASES, lookup),
    shares,
    shareBasis,
  };
}

/** A split, or a depositary share, is why close times shares is not the capitalisation: the two do not disagree. */
function isGapExplained(basis: ShareBasis | null): boolean {
  return basis?.status === 'split' || basis?.status === 'depositary';
}

/** On which shares an amount a share of these is at the date of the input. */
export function shareBasisIn(
  { profile, quotes, asOf }: ScreeningInput,
  { shares: count, openSplits }: Pick<SharesFiled, 'shares' | 'openSplits'>,
): ShareBasis | null {
  if (count === null || count.fact.value <= 0) return null;
  return shareBasisOf({ symbol: profile.symbol, count, openSplits, quotes, asOf });
}

function balanceAYearBefore(ledger: FactLedger, report: Report | null, unit: string): Amount {
  if (report === null) return UNKNOWN;
  return readBalanceSheet((tag) => ledger.instant(report, tag, unit, [])).cashAndAllSecurities;
}

/** `findings` is null where no amounts were read: every check is unknown. */
/** Applies a methodology to amounts; null if there is no report. */
export function evaluate(
  methodology: Methodology,
  findings: Pick<Findings, 'amounts' | 'priced'> | null,
  business: BusinessActivity,
): MethodologyResult {
  const checks = methodology.checks.map((check) =>
    findings === null
      ? evaluateCheck(check, UNKNOWN, UNKNOWN)
      : evaluateCheck(check, numeratorOf(check, findings), findings.amounts[check.denominator]),
  );
  const ratios = combine(checks.map((check) => check.status));
  const excludes = excludedLines(business, methodology.id);
  return { methodology, checks, ratios, excludes, status: standing(business, excludes, ratios) };
}
