import { subtract } from '@common/base/exact';
import type { Amount } from './amounts/amount.ts';
import { evidenceIds } from './amounts/expression.ts';
import { approximationsOf } from './approximations.ts';
import type { BusinessStatus } from './business/classify.ts';
import { industryOf, sectorOf } from './business/sector.ts';
import { conceptOf } from './concepts/labels.ts';
import { MARKET_ID } from './concepts/market-cap.ts';
import { ENGINE_VERSION } from './engine-version.ts';
import type { Report } from './facts.ts';
import type { Decision, Findings } from './findings.ts';
import type { CheckResult, CheckStatus, MethodologyResult } from './methodologies/check.ts';
import { rounded, roundedBeside } from './methodologies/digits.ts';
import { type RatioInfo, ratioInfo } from './ratio-info.ts';
import type { AnchorRefusal, DecidedScreening, ReadResult, ScreenedMethodology } from './screened.ts';
import type {
  AmountAnswer,
  CheckAnswer,
  EvidenceEntry,
  PurificationAnswer,
  ReportAnswer,
} from './screening.ts';
import type { ScreeningInput } from './screening-input.ts';
import type { FactLedger } from './selection/fact-ledger.ts';
import { nextReportExpected } from './selection/next-report.ts';
import { SPLIT_TAGS } from './shares/open-splits.ts';
import { filingUrl } from './source-url.ts';
import { ageInDays, staleness } from './time/staleness.ts';
import { translationOf } from './translation-of.ts';

/**
 * Puts a decided screening into the form of an answer. `read` is a refusal if there was no report to screen.
 */
export function screeningAnswer(
  input: ScreeningInput,
  read: ReadResult<Findings, AnchorRefusal>,
  decision: Decision,
): DecidedScreening {
  const findings = read.ok ? read.value : null;
  const { profile, asOf, today, factsThrough, rules } = input;
  const { business, methodologies, possible, compliance, score, components, purification, missing } =
    decision;
  const report = findings?.anchor.report ?? null;
  const sector = sectorOf(profile);
  const industry = industryOf(profile);
  return {
    symbol: profile.symbol,
    name: profile.name,
    cik: profile.cik,
    type: 'company',
    exchange: profile.exchange,
    sector: sector?.sector ?? null,
    sector_source: sector?.source ?? null,
    industry: industry && { id: industry.id, name: industry.name },
    as_of: asOf,
    today,
    facts_through: factsThrough,
    // A prohibited business decides whatever is filed, so nothing that is overdue makes it stale.
    stale: business.status === 'fail' ? null : staleness(input, input.facts.reports),
    rules: rules.id,
    engine_version: ENGINE_VERSION,
    compliance,
    possible,
    decided_methodologies: decidedOf(
      methodologies.map(({ methodology, status }) => ({ id: methodology.id, status })),
    ),
    score,
    summary: { about: 'company', compliance, business, methodologies, missing },
    components,
    ratios: ratiosOf(methodologies),
    ratio_info: ratioInfosOf(methodologies),
    business_activity: business,
    methodologies: methodologies.map((result) => methodologyAnswer(result, business.status)),
    purification,
    amounts: findings === null ? {} : amountAnswers(findings),
    translation: findings === null ? null : translationOf(findings),
    evidence: findings === null ? [] : evidenceFor(input, findings, purification),
    market_data: marketAnswer(read, decision),
    anchor: report === null ? null : reportAnswer(profile.cik, report),
    data_age_days: report === null ? null : ageInDays(report, today),
    next_report_expected: report === null ? null : nextReportExpected(report, input.facts.reports, asOf),
    missing,
    approximations: approximationsOf(input, findings),
  };
}

/** The ids of the methodologies that pass or fail. */
export function decidedOf(
  methodologies: readonly { readonly id: string; readonly status: CheckStatus }[],
): readonly string[] {
  return methodologies.filter(({ status }) => status !== 'unknown').map(({ id }) => id);
}

function methodologyAnswer(result: MethodologyResult, business: BusinessStatus): ScreenedMethodology {
  const { methodology, status, checks } = result;
  const { id, name, edition } = methodology;
  const summary = { about: 'company', result, business } as const;
  return { id, name, edition, passed: status === 'pass', status, summary, checks: checks.map(checkAnswer) };
}

function checkAnswer(result: CheckResult): CheckAnswer {
  const { ratio, threshold, comparison, numerator, denominator, source, confidence } = result.check;
  const { status, basis } = result;
  const low = roundedBeside(result.check, result.low);
  const high = result.high === null ? null : roundedBeside(result.check, result.high);
  return {
    ratio,
    value: status === 'fail' ? low : high,
    threshold,
    distance: distanceOf(result),
    comparison,
    passed: status === 'pass',
    status,
    low,
    high,
    basis,
    numerator,
    denominator,
    source,
    confidence,
  };
}

/** The distance to the limit: positive for a pass, negative for a fail; an open check has none yet. */
function distanceOf({ check, status, low, high }: CheckResult): number | null {
  const decides = status === 'fail' ? low : status === 'pass' ? high : null;
  return decides === null ? null : rounded(subtract(check.threshold, decides));
}

function ratiosOf(methodologies: readonly MethodologyResult[]): Readonly<Record<string, number | null>> {
  const results = methodologies.flatMap((result) => result.checks);
  const upperEnd = ({ high }: CheckResult) => (high === null ? null : rounded(high));
  return Object.fromEntries(results.map((result) => [result.check.ratio, upperEnd(result)]));
}

function ratioInfosOf(methodologies: readonly MethodologyResult[]): Readonly<Record<string, RatioInfo>> {
  const checks = methodologies.flatMap((result) => result.checks.map(({ check }) => check));
  return Object.fromEntries(
    checks.map(({ ratio, numerator, denominator }) => [ratio, ratioInfo(numerator, denominator)]),
  );
}

function amountAnswers({ amounts, anchor, marketCap }: Findings): Readonly<Record<string, AmountAnswer>> {
  const priceUnit = marketCap.ok ? marketCap.value.quote.currency : anchor.report.currency;
  const answer = (amount: Amount, unit: string | null): AmountAnswer => ({
    low: amount.low.value,
    high: amount.high?.value ?? null,
    unit,
    basis: amount.basis,
    low_from: amount.low.from,
    high_from: amount.high?.from ?? null,
    rules: amount.rules,
  });
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => [
      name,
      answer(amount, name === 'market_cap' ? priceUnit : anchor.report.currency),
    ]),
  );
}

function evidenceFor(
  input: ScreeningInput,
  findings: Findings,
  purification: PurificationAnswer,
): readonly EvidenceEntry[] {
  const ids = new Set<string>();
  for (const amount of Object.values(findings.amounts) as Amount[]) {
    for (const end of [amount.low, amount.high]) {
      for (const id of end === null ? [] : evidenceIds(end.from)) ids.add(id);
    }
  }
  if (purification.income_from !== null) for (const id of evidenceIds(purification.income_from)) ids.add(id);
  if (purification.shares_evidence !== null) ids.add(purification.shares_evidence);
  for (const id of purification.share_basis?.splits ?? []) ids.add(id);
  for (const id of findings.financeLeases === null ? [] : evidenceIds(findings.financeLeases.from))
    ids.add(id);
  if (findings.capitalisationGap !== null) ids.add(findings.capitalisationGap.shares);
  ids.delete(MARKET_ID);
  const concept = (tag: string) => (SPLIT_TAGS.has(tag) ? 'stock_split' : conceptOf(tag));
  return [...ids].map((id) => evidenceEntry(input.profile.cik, findings.ledger, id, concept));
}

/** `concept` names what a tag stands for. */
export function evidenceEntry(
  cik: string,
  ledger: FactLedger,
  id: string,
  concept: (tag: string) => string = conceptOf,
): EvidenceEntry {
  const { fact, report, superseded } = ledger.entry(id);
  return {
    id,
    concept: concept(fact.tag),
    xbrl_tag: fact.tag,
    value: fact.value,
    unit: fact.unit,
    form: report.form,
    period_start: fact.start,
    period_end: fact.end,
    filed: report.filed,
    accession: report.accession,
    source_url: filingUrl(cik, report.accession),
    superseded: superseded
      .filter((other) => other.fact.value !== fact.value)
      .map((other) => ({
        value: other.fact.value,
        form: other.report.form,
        accession: other.report.accession,
      })),
  };
}

export const NO_MARKET: DecidedScreening['market_data'] = {
  id: null,
  figure: null,
  value: null,
  close: null,
  currency: null,
  date: null,
  source: null,
  reason: null,
  trailing_averages: [],
};

function marketAnswer(
  read: ReadResult<Findings, AnchorRefusal>,
  { trailingAverages }: Decision,
): DecidedScreening['market_data'] {
  if (!read.ok) return { ...NO_MARKET, reason: read.error };
  const { marketCap } = read.value;
  if (!marketCap.ok) return { ...NO_MARKET, reason: marketCap.error };
  const { quote, figure, value } = marketCap.value;
  return {
    id: MARKET_ID,
    figure,
    value,
    close: quote.close,
    currency: quote.currency,
    date: quote.date,
    source: quote.source,
    reason: null,
    trailing_averages: trailingAverages,
  };
}

function reportAnswer(cik: string, report: Report): ReportAnswer {
  return {
    form: report.form,
    period_end: report.periodEnd,
    filed: report.filed,
    accession: report.accession,
    source_url: filingUrl(cik, report.accession),
  };
}
